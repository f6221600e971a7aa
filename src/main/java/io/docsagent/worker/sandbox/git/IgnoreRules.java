package io.docsagent.worker.sandbox.git;

import io.docsagent.worker.sandbox.git.Checkout.Entry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.jgit.ignore.FastIgnoreRule;
import org.eclipse.jgit.ignore.IgnoreNode;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectReader;

/**
 * The {@code .gitignore} rules of a commit, which exclude files such as a build's packages from the next one. The files
 * in the work tree are not read, since the agent may have written them.
 */
final class IgnoreRules {

    private static final String FILE = ".gitignore";
    private static final int MAX_BYTES = 64 * 1024;
    /** Each wildcard of a rule multiplies the time to match a long name. */
    private static final int MAX_WILDCARDS = 3;

    private final Map<String, IgnoreNode> rulesByFolder;
    private final Set<String> committed;

    private IgnoreRules(Map<String, IgnoreNode> rulesByFolder, Set<String> committed) {
        this.rulesByFolder = rulesByFolder;
        this.committed = committed;
    }

    static IgnoreRules by(ObjectReader reader, Map<String, Entry> entries) throws IOException {
        Map<String, IgnoreNode> rules = new HashMap<>();
        Set<String> committed = new HashSet<>();
        for (Map.Entry<String, Entry> entry : entries.entrySet()) {
            String name = entry.getKey();
            boolean isFile = entry.getValue().is(FileMode.REGULAR_FILE);
            if (isFile && (name.equals(FILE) || name.endsWith("/" + FILE))) {
                rules.put(parent(name), rules(reader, entry.getValue()));
            }
            // Committed files are kept, whatever the rules say.
            for (String kept = name; !kept.isEmpty(); kept = parent(kept)) {
                committed.add(kept);
            }
        }
        return new IgnoreRules(rules, committed);
    }

    private static IgnoreNode rules(ObjectReader reader, Entry file) throws IOException {
        List<FastIgnoreRule> rules = new ArrayList<>();
        if (reader.getObjectSize(file.id(), Constants.OBJ_BLOB) <= MAX_BYTES) {
            byte[] text = reader.open(file.id(), Constants.OBJ_BLOB).getBytes();
            new String(text, StandardCharsets.UTF_8)
                    .lines()
                    .filter(line ->
                            line.chars().filter(c -> c == '*' || c == '[').count() <= MAX_WILDCARDS)
                    .map(FastIgnoreRule::new)
                    .filter(rule -> !rule.isEmpty())
                    .forEach(rules::add);
        }
        return new IgnoreNode(rules);
    }

    /** Whether a file, or a folder with its content, is excluded from the commit. */
    boolean excludes(String name, boolean folder) {
        return !committed.contains(name) && isIgnored(name, folder);
    }

    private boolean isIgnored(String name, boolean folder) {
        String parent = parent(name);
        if (!parent.isEmpty() && isIgnored(parent, true)) {
            return true;
        }
        for (String at = parent; ; at = parent(at)) {
            IgnoreNode rules = rulesByFolder.get(at);
            Boolean ignored = rules == null ? null : rules.checkIgnored(below(at, name), folder);
            if (ignored != null || at.isEmpty()) {
                return Boolean.TRUE.equals(ignored);
            }
        }
    }

    private static String below(String folder, String name) {
        return folder.isEmpty() ? name : name.substring(folder.length() + 1);
    }

    private static String parent(String name) {
        return name.substring(0, Math.max(0, name.lastIndexOf('/')));
    }
}
