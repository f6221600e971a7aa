package io.docsagent.worker.bench;

/**
 * What a contender that runs alone achieves.
 *
 * @param rates of rounds of many commands
 * @param delays of lone commands after that
 * @param underHalfLoad of lone commands while others are published at half of the warm rate
 */
record Performance(Rates rates, LoneCommands.Delays delays, LoneCommands.Delays underHalfLoad) {

    static Performance of(Setting setting, Bench bench) {
        Rates rates =
                new Rounds(setting, bench.sizes()).perSecond("r", bench.sizes().commands());
        bench.settle();
        LoneCommands lone = new LoneCommands(setting, bench.sizes());
        var unused = lone.publish("warm");
        LoneCommands.Delays delays = lone.publish("lone");
        try (SteadyLoad load = new SteadyLoad(setting, "half", rates.warm() / 2)) {
            load.lasts(bench.sizes().settle());
            return new Performance(rates, delays, lone.publish("next"));
        }
    }
}
