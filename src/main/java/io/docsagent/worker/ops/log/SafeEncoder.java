package io.docsagent.worker.ops.log;

import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.EncoderBase;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import io.docsagent.worker.gateway.keys.Redaction;
import io.docsagent.worker.wire.Printable;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;

/** Writes log lines as another encoder does, in whatever format, but shows no key and no deceptive character. */
final class SafeEncoder extends EncoderBase<ILoggingEvent> {

    private final Encoder<ILoggingEvent> format;
    private final Charset charset;

    /** More than one only where several workers share a JVM, as in tests. */
    private final Set<Redaction> redactions = new CopyOnWriteArraySet<>();

    SafeEncoder(Encoder<ILoggingEvent> other) {
        this.format = other instanceof PatternLayoutEncoder pattern ? withEscapedPairs(pattern) : other;
        Charset set = other instanceof LayoutWrappingEncoder<?> layout ? layout.getCharset() : null;
        this.charset = set == null ? StandardCharsets.UTF_8 : set;
        setContext(other.getContext());
        start();
    }

    private static Encoder<ILoggingEvent> withEscapedPairs(PatternLayoutEncoder pattern) {
        PatternLayout layout = new PatternLayout();
        layout.setContext(pattern.getContext());
        layout.setPattern(pattern.getPattern());
        layout.getInstanceConverterMap().put("kvp", EscapedPairs::new);
        layout.start();
        LayoutWrappingEncoder<ILoggingEvent> encoder = new LayoutWrappingEncoder<>();
        encoder.setContext(pattern.getContext());
        encoder.setCharset(pattern.getCharset());
        encoder.setLayout(layout);
        encoder.start();
        return encoder;
    }

    void add(Redaction redaction) {
        redactions.add(redaction);
    }

    void remove(Redaction redaction) {
        redactions.remove(redaction);
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        String line = new String(format.encode(event), charset);
        for (Redaction redaction : redactions) {
            line = redaction.apply(line);
        }
        return Printable.lines(line).getBytes(charset);
    }

    @Override
    public byte[] headerBytes() {
        return format.headerBytes();
    }

    @Override
    public byte[] footerBytes() {
        return format.footerBytes();
    }
}
