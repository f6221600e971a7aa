package io.docsagent.worker.deploy;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The Grafana dashboard as it is shipped. */
public record Dashboard(JsonNode json) {

    private static final Path FILE = Path.of("k8s/components/monitoring/dashboards/docs-agent.json");

    public static Dashboard read() {
        return new Dashboard(JsonMapper.shared().readTree(Documents.text(FILE)));
    }

    /** Those of collapsed rows included, which hold them. */
    List<JsonNode> panels() {
        return json.get("panels")
                .valueStream()
                .flatMap(panel ->
                        Stream.concat(Stream.of(panel), panel.path("panels").valueStream()))
                .toList();
    }

    /** All but the headings of rows. */
    List<JsonNode> shown() {
        return panels().stream()
                .filter(panel -> !panel.get("type").asString().equals("row"))
                .toList();
    }

    public List<String> expressions() {
        return shown().stream()
                .flatMap(panel -> panel.get("targets").valueStream())
                .map(target -> target.get("expr").asString())
                .toList();
    }

    /** What the panel of this title asks first. */
    public String expression(String title) {
        return expressions(title).getFirst();
    }

    /** The panel of this title. */
    public JsonNode panel(String title) {
        return shown().stream()
                .filter(panel -> panel.get("title").asString().equals(title))
                .findFirst()
                .orElseThrow();
    }

    /** All that the panel of this title asks. */
    public List<String> expressions(String title) {
        return panel(title)
                .get("targets")
                .valueStream()
                .map(target -> target.get("expr").asString())
                .toList();
    }
}
