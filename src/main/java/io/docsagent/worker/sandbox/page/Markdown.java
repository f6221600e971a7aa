package io.docsagent.worker.sandbox.page;

import java.util.List;
import java.util.Set;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Image;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.DefaultUrlSanitizer;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * Renders Markdown as HTML without active content: raw HTML becomes text, links have safe schemes only, images are
 * replaced by text.
 */
final class Markdown {

    private static final List<Extension> EXTENSIONS = List.of(TablesExtension.create());
    private static final Parser PARSER =
            Parser.builder().extensions(EXTENSIONS).maxOpenBlockParsers(50).build();
    private static final HtmlRenderer RENDERER = HtmlRenderer.builder()
            .extensions(EXTENSIONS)
            .escapeHtml(true)
            .sanitizeUrls(true)
            .urlSanitizer(new DefaultUrlSanitizer(Set.of("http", "https", "mailto")))
            .build();

    private static final int MAX_LENGTH = 100 * 1024;
    /** Rows are padded to the width of their table, so 60 KB can become 100 million cells. */
    private static final long MAX_CELLS = 100_000;

    private Markdown() {}

    /** An upper bound: the largest number of bars in a line, times the number of lines. */
    private static long cells(String markdown) {
        long rows = markdown.lines().count();
        return rows
                * markdown.lines()
                        .mapToLong(line -> line.chars().filter(c -> c == '|').count())
                        .max()
                        .orElse(0);
    }

    /** HTML in any case; a page that would take long is replaced by a note. */
    static String render(String markdown) {
        if (markdown.length() > MAX_LENGTH || cells(markdown) > MAX_CELLS) {
            return "<p class=muted>This page is too large to render</p>";
        }
        Node page = PARSER.parse(withoutFrontMatter(markdown));
        page.accept(new ImagesAsText());
        return RENDERER.render(page);
    }

    private static String withoutFrontMatter(String markdown) {
        int end = markdown.startsWith("---\n") ? markdown.indexOf("\n---\n", 3) : -1;
        return end < 0 ? markdown : markdown.substring(end + 5);
    }

    /** An image of another server would reveal to it who reads the page. */
    private static final class ImagesAsText extends AbstractVisitor {
        @Override
        public void visit(Image image) {
            image.insertBefore(new Text("[image: " + image.getDestination() + "]"));
            image.unlink();
        }
    }
}
