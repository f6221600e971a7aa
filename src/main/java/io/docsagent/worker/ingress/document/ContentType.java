package io.docsagent.worker.ingress.document;

import java.util.Locale;

/**
 * A media type, as far as it decides how a record is read.
 *
 * @param mediaType in lower case, without parameters; empty where nothing was said
 * @param charset in lower case; empty where nothing was said
 */
record ContentType(String mediaType, String charset) {

    static ContentType parse(String text) {
        String[] parts = text.toLowerCase(Locale.ROOT).split(";", -1);
        String charset = "";
        for (int i = 1; i < parts.length; i++) {
            String parameter = parts[i].strip();
            if (parameter.startsWith("charset=")) {
                charset = parameter.substring("charset=".length()).replace("\"", "");
            }
        }
        return new ContentType(parts[0].strip(), charset);
    }

    boolean isUtf8() {
        return charset.isEmpty() || charset.equals("utf-8") || charset.equals("utf8");
    }

    /** CloudEvents structured mode: the whole event is the value. */
    boolean isStructured() {
        return mediaType.startsWith("application/cloudevents");
    }

    boolean isBatch() {
        return mediaType.startsWith("application/cloudevents-batch");
    }

    /** A bare {@code application/cloudevents} says no format; JSON is the one that everybody has. */
    boolean isStructuredJson() {
        return mediaType.equals("application/cloudevents+json") || mediaType.equals("application/cloudevents");
    }
}
