package io.docsagent.worker;

import io.docsagent.worker.cli.CommandLineTools;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/**
 * Starts the worker, or, with the profile {@code sandbox}, the service that stands in for the real one, or, by the name of
 * a tool, that tool.
 */
@SpringBootApplication
public class WorkerApplication {

    public static void main(String[] args) {
        if (CommandLineTools.areMeant(args)) {
            System.exit(CommandLineTools.run(args));
        }
        SpringApplication.run(WorkerApplication.class, args);
    }
}
