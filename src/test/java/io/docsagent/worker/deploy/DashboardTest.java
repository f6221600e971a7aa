package io.docsagent.worker.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The rules of dashboards that somebody on call can read who has never seen the project. */
class DashboardTest {

    private final Dashboard dashboard = Dashboard.read();

    @Test
    void every_panel_says_what_it_shows_and_in_what_unit() {
        assertThat(dashboard.shown()).isNotEmpty().allSatisfy(panel -> {
            String title = panel.get("title").asString();
            assertThat(panel.path("description").asString(""))
                    .as(title)
                    .hasSizeGreaterThan(15)
                    .endsWith(".");
            assertThat(panel.at("/fieldConfig/defaults/unit").asString(""))
                    .as(title)
                    .isNotBlank();
            assertThat(panel.get("type").asString()).as(title).isIn("stat", "timeseries", "table");
        });
    }

    @Test
    void titles_and_ids_are_given_once() {
        assertThat(dashboard.panels())
                .extracting(panel -> panel.get("id").asInt())
                .doesNotHaveDuplicates();
        assertThat(dashboard.panels())
                .extracting(panel -> panel.get("title").asString())
                .doesNotHaveDuplicates();
        assertThat(dashboard.json().get("uid").asString()).isEqualTo("docs-agent-worker");
    }

    @Test
    void the_data_source_is_chosen_on_the_dashboard() {
        assertThat(dashboard.json().findValues("datasource"))
                .filteredOn(JsonNode::isObject)
                .isNotEmpty()
                .allSatisfy(source -> assertThat(source.get("uid").asString()).isEqualTo("${datasource}"));
        assertThat(dashboard.json().at("/templating/list"))
                .extracting(variable -> variable.get("name").asString())
                .containsExactly("datasource", "job", "namespace", "project");
    }

    @Test
    void panels_lie_side_by_side_and_nowhere_on_each_other() {
        List<JsonNode> panels = dashboard.panels();
        for (JsonNode one : panels) {
            assertThat(at(one, "x") + at(one, "w")).isLessThanOrEqualTo(24);
            for (JsonNode other : panels) {
                boolean apart = one.equals(other)
                        || at(one, "x") + at(one, "w") <= at(other, "x")
                        || at(other, "x") + at(other, "w") <= at(one, "x")
                        || at(one, "y") + at(one, "h") <= at(other, "y")
                        || at(other, "y") + at(other, "h") <= at(one, "y");
                assertThat(apart)
                        .as("%s and %s", one.get("title"), other.get("title"))
                        .isTrue();
            }
        }
    }

    @Test
    void every_series_is_of_the_chosen_job() {
        Pattern open = Pattern.compile(
                "\\b(docs_agent|jvm|process|kafka|logback)_\\w+(?!\\w)(?!\\{job=\"\\$job\", namespace=~\"\\$namespace\")");

        assertThat(dashboard.expressions())
                .isNotEmpty()
                .allSatisfy(expression -> assertThat(open.matcher(expression).find())
                        .as(expression)
                        .isFalse());
    }

    @Test
    void counters_are_seen_as_rates_over_the_interval_that_fits_the_scrapes_or_as_hours() {
        Pattern counter = Pattern.compile("(\\w+\\()?\\w+_(total|count|sum|bucket)\\{[^}]*}(\\[[^]]*])?");
        // What began within the hour counts from zero.
        Pattern fromZero = Pattern.compile("\\((increase\\((\\w+\\{[^}]*})\\[1h]\\)) and \\2 offset 1h\\) or \\2");

        assertThat(dashboard.expressions())
                .anyMatch(expression -> fromZero.matcher(expression).find())
                .map(expression -> fromZero.matcher(expression).replaceAll("$1"))
                .allSatisfy(expression -> assertThat(counter.matcher(expression).results())
                        .allSatisfy(found -> assertThat(found.group(1) + found.group(3))
                                .as(expression)
                                .isIn("rate([$__rate_interval]", "increase([1h]")));
    }

    @Test
    void quantiles_keep_the_buckets_apart() {
        assertThat(dashboard.expressions())
                .filteredOn(expression -> expression.contains("_bucket"))
                .isNotEmpty()
                .allSatisfy(
                        expression -> assertThat(expression)
                                .matches(
                                        "histogram_quantile\\(0\\.\\d+, sum by \\(le(, \\w+)?\\) \\({1,2}(rate|increase)\\(.*"));
    }

    @Test
    void legends_name_labels_that_are_left() {
        for (JsonNode panel : dashboard.shown()) {
            for (JsonNode target : panel.get("targets")) {
                String expression = target.get("expr").asString();
                Pattern.compile("\\{\\{(\\w+)}}")
                        .matcher(target.get("legendFormat").asString())
                        .results()
                        .forEach(label ->
                                assertThat(expression).containsPattern("by \\([^)]*\\b" + label.group(1) + "\\b"));
            }
        }
    }

    @Test
    void lines_and_several_numbers_have_names_and_numbers_are_asked_for_once() {
        for (JsonNode panel : dashboard.shown()) {
            String type = panel.get("type").asString();
            JsonNode targets = panel.get("targets");
            boolean named = type.equals("timeseries") || (type.equals("stat") && targets.size() > 1);
            assertThat(targets).isNotEmpty().allSatisfy(target -> {
                assertThat(target.path("instant").asBoolean(false)).isEqualTo(!type.equals("timeseries"));
                assertThat(target.get("legendFormat").asString().isEmpty()).isEqualTo(!named);
            });
        }
    }

    @Test
    void lines_of_projects_are_limited_in_number() {
        assertThat(dashboard.shown())
                .filteredOn(panel -> panel.get("type").asString().equals("timeseries"))
                .flatExtracting(panel -> panel.get("targets").valueStream().toList())
                .extracting(target -> target.get("expr").asString())
                .filteredOn(expression -> expression.contains("by (project"))
                .isNotEmpty()
                .allMatch(expression -> expression.matches("(topk|bottomk)\\(\\d+, .*"));
    }

    private static int at(JsonNode panel, String side) {
        return panel.get("gridPos").get(side).asInt();
    }
}
