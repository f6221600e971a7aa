package io.docsagent.worker.sandbox.git;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The differences between two commits; files beyond a limit are left out and counted. */
public record CommitChanges(List<FileChange> files, int filesLeftOut) {

    /**
     * @param path the file's path, or its last one if it was deleted
     * @param oldPath its path before, if it was renamed
     * @param reasonNotShown why no lines are shown, or null
     * @param lines of the hunks, with their headers
     * @param text the file's new content, if it is Markdown
     */
    public record FileChange(
            Kind kind,
            String path,
            @Nullable String oldPath,
            @Nullable String reasonNotShown,
            List<Line> lines,
            boolean cut,
            @Nullable String text) {

        public long added() {
            return count(Line.Side.ADDED);
        }

        public long removed() {
            return count(Line.Side.REMOVED);
        }

        private long count(Line.Side wanted) {
            return lines.stream().filter(line -> line.side() == wanted).count();
        }
    }

    public enum Kind {
        ADDED,
        CHANGED,
        DELETED,
        RENAMED
    }

    /** A line of a diff, with its number on the sides that have it. */
    public record Line(
            Side side,
            @Nullable Integer oldNumber,
            @Nullable Integer newNumber,
            String text) {

        public enum Side {
            HUNK(" "),
            SAME(" "),
            ADDED("+"),
            REMOVED("−");

            private final String sign;

            Side(String sign) {
                this.sign = sign;
            }

            public String sign() {
                return sign;
            }
        }
    }
}
