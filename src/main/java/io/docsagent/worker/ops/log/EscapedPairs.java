package io.docsagent.worker.ops.log;

import ch.qos.logback.classic.pattern.ClassicConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.docsagent.worker.wire.Printable;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.event.KeyValuePair;

/** The {@code %kvp} of a pattern, in which no value can be taken for several. */
final class EscapedPairs extends ClassicConverter {

    @Override
    public String convert(ILoggingEvent event) {
        List<KeyValuePair> pairs = event.getKeyValuePairs();
        return pairs == null
                ? ""
                : pairs.stream()
                        .map(pair -> pair.key + "=\"" + escaped(String.valueOf(pair.value)) + '"')
                        .collect(Collectors.joining(" "));
    }

    private static String escaped(String value) {
        return Printable.of(value).replace("\\", "\\\\").replace("\"", "\\\"");
    }
}
