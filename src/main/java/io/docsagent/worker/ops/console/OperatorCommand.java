package io.docsagent.worker.ops.console;

import io.docsagent.worker.ops.projects.ProjectSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Command lines for operators to copy, as a shell reads them: ids may hold anything that a shell would act on. */
final class OperatorCommand {

    private static final String TOOL = "java -jar docs-agent-worker.jar ";

    /** What no shell changes. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_./:-]*");

    private OperatorCommand() {}

    /** What ends the holds of a project: an operator's, and the service's where its cause is over. */
    static List<String> endingHolds(ProjectSummary project) {
        List<String> commands = new ArrayList<>();
        if (project.heldByOperator() != null) {
            commands.add(resume(project.projectId()));
        }
        if (project.held() != null) {
            commands.add(probe(project.projectId()));
        }
        return commands;
    }

    static String resume(String projectId) {
        return TOOL + "resume" + option("--project", projectId);
    }

    static String resumeAll() {
        return TOOL + "resume --all";
    }

    static String probe(String projectId) {
        return TOOL + "probe" + option("--project", projectId);
    }

    /** @param jobId that it became or was sent to, or a word in its place */
    static String taken(String projectId, String commandId, String jobId) {
        return resolve(projectId, commandId) + " --as taken" + option("--job", jobId);
    }

    static String notTaken(String projectId, String commandId) {
        return resolve(projectId, commandId) + " --as not_taken";
    }

    static String listDeadLetters() {
        return TOOL + "dlt list";
    }

    private static String resolve(String projectId, String commandId) {
        return TOOL + "resolve" + option("--project", projectId) + option("--command-id", commandId);
    }

    /** What begins like an option, or like the name of a file of options, does not stand alone. */
    private static String option(String name, String value) {
        char first = value.isEmpty() ? '-' : value.charAt(0);
        return " " + name + (first == '-' || first == '@' ? "=" : " ") + quoted(value);
    }

    private static String quoted(String value) {
        return PLAIN.matcher(value).matches() ? value : "'" + value.replace("'", "'\\''") + "'";
    }
}
