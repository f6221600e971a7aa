package io.docsagent.worker.sandbox.agent;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The site's navigation, which is groups of pages in {@code docs.json}; does nothing if there is no such file or it has
 * another form.
 */
final class Navigation {

    private static final String FILE = "docs.json";
    private static final String GROUP = "group";
    private static final String PAGES = "pages";
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final DefaultPrettyPrinter PRINTER = new DefaultPrettyPrinter(
                    Separators.createDefaultInstance().withObjectNameValueSpacing(Separators.Spacing.AFTER))
            .withArrayIndenter(DefaultIndenter.SYSTEM_LINEFEED_INSTANCE.withLinefeed("\n"))
            .withObjectIndenter(DefaultIndenter.SYSTEM_LINEFEED_INSTANCE.withLinefeed("\n"));

    private final DocsSite site;

    Navigation(DocsSite site) {
        this.site = site;
    }

    /** Adds the page to the end of the group, which is created if it is missing. */
    void add(String page, String group) {
        if (!site.has(FILE) || !(parsed() instanceof ObjectNode root)) {
            return;
        }
        String entry = entry(page);
        if (groups(root).stream().anyMatch(pages -> position(pages, entry) >= 0)
                || !(root.path("navigation") instanceof ArrayNode navigation)) {
            return;
        }
        groupIn(navigation, group).add(entry);
        save(root);
    }

    void rename(String from, String to) {
        if (!site.has(FILE) || !(parsed() instanceof ObjectNode root)) {
            return;
        }
        for (ArrayNode pages : groups(root)) {
            int position = position(pages, entry(from));
            if (position >= 0) {
                pages.set(position, entry(to));
            }
        }
        save(root);
    }

    private static String entry(String page) {
        return page.substring(0, page.lastIndexOf('.'));
    }

    private static ArrayNode groupIn(ArrayNode navigation, String name) {
        for (JsonNode group : navigation) {
            if (group.path(GROUP).asString("").equals(name) && group.path(PAGES) instanceof ArrayNode pages) {
                return pages;
            }
        }
        return navigation.addObject().put(GROUP, name).putArray(PAGES);
    }

    private static int position(ArrayNode pages, String entry) {
        for (int i = 0; i < pages.size(); i++) {
            if (pages.get(i).asString("").equals(entry)) {
                return i;
            }
        }
        return -1;
    }

    private static List<ArrayNode> groups(ObjectNode root) {
        List<ArrayNode> all = new ArrayList<>();
        for (JsonNode group : root.path("navigation")) {
            if (group.path(PAGES) instanceof ArrayNode pages) {
                all.add(pages);
            }
        }
        return all;
    }

    private JsonNode parsed() {
        try {
            return JSON.readTree(site.read(FILE));
        } catch (JacksonException otherForm) {
            return JSON.missingNode();
        }
    }

    private void save(ObjectNode root) {
        site.write(FILE, JSON.writer().with(PRINTER).writeValueAsString(root) + "\n");
    }
}
