package io.docsagent.worker.sandbox.page;

/** HTML under construction; whatever comes in as text or as an attribute's value is escaped. */
final class Html {

    private final StringBuilder out = new StringBuilder(4096);

    /** A literal of the program, never of a user. */
    Html raw(String markup) {
        out.append(markup);
        return this;
    }

    Html text(String text) {
        escape(text, out);
        return this;
    }

    Html add(Html part) {
        out.append(part.out);
        return this;
    }

    /** {@code <name attributes>text</name>}; attributes come in pairs of name and value. */
    Html element(String name, String text, String... attributes) {
        return open(name, attributes).text(text).close(name);
    }

    Html open(String name, String... attributes) {
        out.append('<').append(name);
        for (int i = 0; i < attributes.length; i += 2) {
            out.append(' ').append(attributes[i]).append("=\"");
            escape(attributes[i + 1], out);
            out.append('"');
        }
        out.append('>');
        return this;
    }

    Html close(String name) {
        out.append("</").append(name).append('>');
        return this;
    }

    int length() {
        return out.length();
    }

    private static void escape(String text, StringBuilder out) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '&' -> out.append("&amp;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.append(c);
            }
        }
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
