package peer;

/** The workflows of a command: its POST, then its job. */
public interface Commands {

    /** What has become of a command; {@code next} is the workflow that goes on with it, or null. */
    record Fate(String state, String prLink, String next) {

        static Fate of(String state) {
            return new Fate(state, null, null);
        }

        static Fate in(String next) {
            return new Fate("waiting", null, next);
        }
    }

    Fate send(String projectId, String prompt) throws Exception;

    Fate follow(String projectId, String jobId);
}
