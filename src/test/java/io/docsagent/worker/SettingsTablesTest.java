package io.docsagent.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.sandbox.SandboxSettings;
import io.docsagent.worker.settings.WorkerProperties;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;

/** The documents' tables of settings are compared with the code. */
class SettingsTablesTest {

    private static final Path ALL = Path.of("src/docs/configuration.md");
    private static final Path SANDBOX = Path.of("src/main/java/io/docsagent/worker/sandbox/README.md");
    private static final Path FRONT_DOOR = Path.of("README.md");

    private static final String NONE = "-";
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(docs-agent\\.[^`]+)` \\| (-|`[^`]*`) \\|.*$");

    @Test
    void every_setting_is_in_the_table_with_its_default_and_no_other() throws IOException {
        assertThat(documented(ALL)).isEqualTo(settings());
    }

    @Test
    void every_setting_of_the_sandbox_is_in_its_table() throws IOException {
        Map<String, String> settings = new TreeMap<>();
        collect("docs-agent.sandbox", SandboxSettings.class, settings);

        assertThat(documented(SANDBOX)).isEqualTo(settings);
    }

    @Test
    void the_front_door_names_ten_settings_that_exist_with_their_defaults() throws IOException {
        Map<String, String> named = documented(FRONT_DOOR);

        assertThat(named).hasSize(10);
        assertThat(settings()).containsAllEntriesOf(named);
    }

    private static Map<String, String> settings() {
        Map<String, String> settings = new TreeMap<>();
        collect("docs-agent", WorkerProperties.class, settings);
        return settings;
    }

    private static Map<String, String> documented(Path document) throws IOException {
        Map<String, String> documented = new TreeMap<>();
        ROW.matcher(Files.readString(document))
                .results()
                .forEach(row -> documented.put(row.group(1), row.group(2).replace("`", "")));
        return documented;
    }

    private static void collect(String prefix, Class<?> type, Map<String, String> settings) {
        for (RecordComponent component : type.getRecordComponents()) {
            String name = prefix + "." + nameOf(type, component.getName());
            if (component.getType().isRecord()) {
                collect(name, component.getType(), settings);
            } else if (component.getGenericType() instanceof ParameterizedType map
                    && map.getActualTypeArguments().length == 2
                    && map.getActualTypeArguments()[1] instanceof Class<?> overrides
                    && overrides.isRecord()) {
                collect(name + (name.endsWith(".projects") ? ".<projectId>" : ".<name>"), overrides, settings);
            } else {
                settings.put(name, defaultOf(type, component.getName()));
            }
        }
    }

    /** The annotation is the parameter's, not the component's. */
    private static String defaultOf(Class<?> type, String name) {
        for (var parameter : type.getDeclaredConstructors()[0].getParameters()) {
            DefaultValue value = parameter.getAnnotation(DefaultValue.class);
            if (parameter.getName().equals(name) && value != null && value.value().length > 0) {
                return value.value()[0];
            }
        }
        return NONE;
    }

    /** As for the default. */
    private static String nameOf(Class<?> type, String component) {
        for (var parameter : type.getDeclaredConstructors()[0].getParameters()) {
            Name name = parameter.getAnnotation(Name.class);
            if (parameter.getName().equals(component) && name != null) {
                return name.value();
            }
        }
        return kebab(component);
    }

    private static String kebab(String name) {
        return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }
}
