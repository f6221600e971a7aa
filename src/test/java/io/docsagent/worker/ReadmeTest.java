package io.docsagent.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.sandbox.SandboxSettings;
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

/** Holds the README's table of settings against the code. */
class ReadmeTest {

    private static final String NONE = "-";
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(docs-agent\\.[^`]+)` \\| (-|`[^`]*`) \\|.*$");

    @Test
    void every_setting_is_in_the_table_with_its_default_and_no_other() throws IOException {
        Map<String, String> settings = new TreeMap<>();
        collect("docs-agent", WorkerProperties.class, settings);

        assertThat(documented("## Configuration", "## Operate")).isEqualTo(settings);
    }

    @Test
    void every_setting_of_the_sandbox_is_in_its_table() throws IOException {
        Map<String, String> settings = new TreeMap<>();
        collect("docs-agent.sandbox", SandboxSettings.class, settings);

        assertThat(documented("## The sandbox", "## Develop")).isEqualTo(settings);
    }

    private static Map<String, String> documented(String from, String to) throws IOException {
        Map<String, String> documented = new TreeMap<>();
        String readme = Files.readString(Path.of("README.md"));
        String part = readme.substring(readme.indexOf(from), readme.indexOf(to));
        ROW.matcher(part)
                .results()
                .forEach(row -> documented.put(row.group(1), row.group(2).replace("`", "")));
        return documented;
    }

    private static void collect(String prefix, Class<?> type, Map<String, String> settings) {
        for (RecordComponent component : type.getRecordComponents()) {
            String name = prefix + "." + kebab(component.getName());
            if (component.getType().isRecord()) {
                collect(name, component.getType(), settings);
            } else if (component.getGenericType() instanceof ParameterizedType map
                    && map.getActualTypeArguments().length == 2
                    && map.getActualTypeArguments()[1] instanceof Class<?> overrides
                    && overrides.isRecord()) {
                collect(name + ".<projectId>", overrides, settings);
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

    private static String kebab(String name) {
        return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }
}
