package io.docsagent.worker.bench;

import io.docsagent.worker.harness.ChildJvm;
import java.util.Collection;
import java.util.Comparator;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** The two pure functions that every command goes through, by JMH. */
final class Microbenchmarks implements Part {

    @Override
    public void measure(Bench bench) {
        int iterations = bench.sizes().microIterations();
        Options options = new OptionsBuilder()
                .include(DeciderBenchmark.class.getName())
                .include(CommandReaderBenchmark.class.getName())
                .forks(iterations > 1 ? 2 : 1)
                .warmupIterations(iterations)
                .warmupTime(TimeValue.seconds(2))
                .measurementIterations(iterations)
                .measurementTime(TimeValue.seconds(2))
                .jvmArgsAppend("--enable-native-access=ALL-UNNAMED")
                .output(ChildJvm.log("jmh").toString())
                .build();
        Report.Table table = bench.report().table("JMH, average time", "benchmark", "parameters", "µs", "± (99.9 %)");
        run(options).stream()
                .sorted(Comparator.comparing(result -> result.getParams().id()))
                .forEach(result -> tell(result, table));
    }

    private static Collection<RunResult> run(Options options) {
        try {
            return new Runner(options).run();
        } catch (RunnerException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void tell(RunResult result, Report.Table table) {
        var params = result.getParams();
        String name = params.getBenchmark().replaceFirst(".*\\.(\\w+\\.\\w+)$", "$1");
        StringBuilder parameters = new StringBuilder();
        for (String key : params.getParamsKeys()) {
            parameters.append(key).append(' ').append(params.getParam(key));
        }
        double error = result.getPrimaryResult().getScoreError();
        table.row(
                name,
                parameters.toString(),
                "%.2f".formatted(result.getPrimaryResult().getScore()),
                Double.isNaN(error) ? "" : "%.2f".formatted(error));
    }
}
