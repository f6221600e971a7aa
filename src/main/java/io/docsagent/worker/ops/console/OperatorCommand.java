package io.docsagent.worker.ops.console;

import io.docsagent.worker.ops.projects.ProjectSummary;
import io.docsagent.worker.wire.ShellOption;
import java.util.ArrayList;
import java.util.List;

/** Command lines for operators to copy. */
final class OperatorCommand {

    private static final String TOOL = "java -jar docs-agent-worker.jar ";

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
        return TOOL + "resume" + ShellOption.of("--project", projectId);
    }

    static String resumeAll() {
        return TOOL + "resume --all";
    }

    static String probe(String projectId) {
        return TOOL + "probe" + ShellOption.of("--project", projectId);
    }

    /** @param jobId that it became or was sent to, or a word in its place */
    static String taken(String projectId, String commandId, String jobId) {
        return resolve(projectId, commandId) + " --as taken" + ShellOption.of("--job", jobId);
    }

    static String notTaken(String projectId, String commandId) {
        return resolve(projectId, commandId) + " --as not_taken";
    }

    static String listDeadLetters() {
        return TOOL + "dlt list";
    }

    private static String resolve(String projectId, String commandId) {
        return TOOL + "resolve" + ShellOption.of("--project", projectId) + ShellOption.of("--command-id", commandId);
    }
}
