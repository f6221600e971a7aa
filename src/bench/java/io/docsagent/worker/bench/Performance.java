package io.docsagent.worker.bench;

/**
 * What a contender that runs alone achieves.
 *
 * @param rates of rounds of many commands
 * @param delays of lone commands after that
 */
record Performance(Rates rates, LoneCommands.Delays delays) {

    static Performance of(Setting setting, Bench bench) {
        Rates rates =
                new Rounds(setting, bench.sizes()).perSecond("r", bench.sizes().commands());
        bench.settle();
        LoneCommands lone = new LoneCommands(setting, bench.sizes());
        var unused = lone.publish("warm");
        return new Performance(rates, lone.publish("lone"));
    }
}
