package io.docsagent.worker.sandbox.agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The Markdown pages of a work tree; nothing outside it is read or written, and links are not followed. */
final class DocsSite {

    private static final int MAX_PAGES = 2_000;
    private static final long MAX_BYTES = 1024 * 1024;

    private final Path tree;

    DocsSite(Path tree) {
        this.tree = tree.toAbsolutePath().normalize();
    }

    /** Paths from the root of the tree, with slashes, in order. */
    List<String> pages() {
        try (Stream<Path> files = Files.walk(tree)) {
            return files.filter(DocsSite::isPage)
                    .map(file -> tree.relativize(file).toString().replace('\\', '/'))
                    .filter(name -> !name.startsWith(".git/"))
                    .sorted()
                    .limit(MAX_PAGES)
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static boolean isPage(Path file) {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        try {
            return (name.endsWith(".md") || name.endsWith(".mdx"))
                    && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                    && Files.size(file) <= MAX_BYTES;
        } catch (IOException unreadable) {
            return false;
        }
    }

    boolean has(String name) {
        return Files.isRegularFile(inside(name), LinkOption.NOFOLLOW_LINKS);
    }

    String read(String name) {
        try {
            return Files.readString(inside(name));
        } catch (IOException failure) {
            throw new UncheckedIOException("Cannot read " + name, failure);
        }
    }

    void write(String name, String text) {
        Path file = inside(name);
        try {
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            Files.writeString(file, text);
        } catch (IOException failure) {
            throw new UncheckedIOException("Cannot write " + name, failure);
        }
    }

    void delete(String name) {
        try {
            Files.delete(inside(name));
        } catch (IOException failure) {
            throw new UncheckedIOException("Cannot delete " + name, failure);
        }
    }

    /** The text of its first heading, or its file's name. */
    String title(String page) {
        return read(page)
                .lines()
                .filter(line -> line.startsWith("# "))
                .map(line -> line.substring(2).strip())
                .findFirst()
                .orElseGet(() -> PromptText.fileName(page));
    }

    /** Finds a page by path, file name or title; null if there is none. */
    @Nullable
    String find(String words) {
        String wanted = words.strip().replaceAll("^[`'\"“]+|[`'\"”.]+$", "");
        String slug = PromptText.slug(wanted.replaceAll("(?i)\\s+(page|guide|docs|documentation)$", ""));
        List<String> pages = pages();
        return pages.stream()
                .filter(page -> page.equals(wanted))
                .findFirst()
                .or(() -> pages.stream()
                        .filter(page ->
                                PromptText.slug(PromptText.fileName(page)).equals(slug))
                        .findFirst())
                .or(() -> pages.stream()
                        .filter(page -> PromptText.slug(title(page)).equals(slug))
                        .findFirst())
                .orElse(null);
    }

    private Path inside(String name) {
        Path file = tree.resolve(name).normalize();
        if (!file.startsWith(tree) || file.equals(tree) || file.startsWith(tree.resolve(".git"))) {
            throw new IllegalArgumentException(name + " is outside the documentation");
        }
        for (Path part = file; part != null && !part.equals(tree); part = part.getParent()) {
            if (Files.isSymbolicLink(part)) {
                throw new IllegalArgumentException(name + " is a link");
            }
        }
        return file;
    }
}
