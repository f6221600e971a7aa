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

/** Markdown as HTML that carries nothing active: raw HTML becomes text, links lose dangerous schemes, images go. */
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
    /** Rows are filled up to the width of their table: 60 KB can be 100 million cells. */
    private static final long MAX_CELLS = 100_000;

    private Markdown() {}

    /** At most as many as tables can have: as wide as the line with the most bars, in all lines. */
    private static long cells(String markdown) {
        long rows = markdown.lines().count();
        return rows
                * markdown.lines()
                        .mapToLong(line -> line.chars().filter(c -> c == '|').count())
                        .max()
                        .orElse(0);
    }

    /** Something to read in any case: what would take long is not rendered. */
    static String render(String markdown) {
        if (markdown.length() > MAX_LENGTH || cells(markdown) > MAX_CELLS) {
            return "<p class=muted>This page is too large to be rendered</p>";
        }
        Node page = PARSER.parse(withoutFrontMatter(markdown));
        page.accept(new ImagesAsText());
        return RENDERER.render(page);
    }

    private static String withoutFrontMatter(String markdown) {
        int end = markdown.startsWith("---\n") ? markdown.indexOf("\n---\n", 3) : -1;
        return end < 0 ? markdown : markdown.substring(end + 5);
    }

    /** An image elsewhere would tell its server who looks at the page. */
    private static final class ImagesAsText extends AbstractVisitor {
        @Override
        public void visit(Image image) {
            image.insertBefore(new Text("[image: " + image.getDestination() + "]"));
            image.unlink();
        }
    }
}
