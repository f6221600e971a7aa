package io.docsagent.worker.sandbox.git;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What differs between two commits; beyond a limit, files and lines are left out and counted. */
public record CommitChanges(List<FileChange> files, int filesLeftOut) {

    /**
     * @param path where the file is now, or was if it is deleted
     * @param oldPath where it was, if that was elsewhere
     * @param unshown why there are no lines to see, for a page
     * @param lines of the hunks, with their headers
     * @param text the file as it is now, where it is Markdown
     */
    public record FileChange(
            Kind kind,
            String path,
            @Nullable String oldPath,
            @Nullable String unshown,
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
