package io.docsagent.worker;

import io.docsagent.worker.cli.CommandLineTools;
import io.docsagent.worker.settings.SettingsConfiguration;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;

/** Starts the worker or, by the name of a tool, that tool. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import({SettingsConfiguration.class, WorkerConfiguration.class})
public class WorkerApplication {

    public static void main(String[] args) {
        if (CommandLineTools.areMeant(args)) {
            System.exit(CommandLineTools.run(args));
        }
        SpringApplication.run(WorkerApplication.class, args);
    }
}
