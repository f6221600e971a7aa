package io.docsagent.worker;

import io.docsagent.worker.ingress.Spelling;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;

/** The names of the existing settings, and the most likely intended one for an unknown name. */
final class SettingNames {

    private static final ConfigurationPropertyName PROJECTS = ConfigurationPropertyName.of("docs-agent.projects");
    private static final ConfigurationPropertyName PUBLISHERS = ConfigurationPropertyName.of("docs-agent.publishers");

    /** Beyond it they are different words. */
    private static final int MAX_TYPING_ERRORS = 4;

    /** A service called docs-agent-…, as Kubernetes announces it in the environment. */
    private static final Pattern SERVICE_LINK =
            Pattern.compile(".+_(SERVICE_HOST|SERVICE_PORT(_.+)?|PORT(_\\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?)");

    private static final Pattern LIST_INDEX = Pattern.compile("_\\d+$");

    private final List<String> settings = new ArrayList<>();

    /** Lists, and maps of strings: any name may follow. */
    private final List<String> open = new ArrayList<>();

    /** What each project or publisher may have of its own, such as {@code quota.capacity}. */
    private final Map<ConfigurationPropertyName, List<String>> own =
            Map.of(PROJECTS, new ArrayList<>(), PUBLISHERS, new ArrayList<>());

    /** @param type the record that is bound there */
    SettingNames(ConfigurationPropertyName root, Class<?> type) {
        collect(root + ".", type, settings);
    }

    private void collect(String prefix, Class<?> type, List<String> names) {
        for (RecordComponent component : type.getRecordComponents()) {
            String name =
                    prefix + component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
            List<String> ofEach = own.get(ConfigurationPropertyName.of(name));
            if (component.getType().isRecord()) {
                collect(name + ".", component.getType(), names);
            } else if (ofEach != null
                    && component.getGenericType() instanceof ParameterizedType map
                    && map.getActualTypeArguments()[1] instanceof Class<?> each) {
                collect("", each, ofEach);
            } else {
                names.add(name);
                if (Map.class.isAssignableFrom(component.getType())
                        || Collection.class.isAssignableFrom(component.getType())) {
                    open.add(name);
                }
            }
        }
    }

    /** A suggestion for an unknown name; empty where none is similar. */
    String hint(ConfigurationPropertyName unknown) {
        List<String> candidates = new ArrayList<>(settings);
        String meant = PROJECTS.isAncestorOf(unknown) ? bracketed(unknown) : null;
        if (meant != null) {
            return " A project's id with dots goes in brackets: " + meant;
        }
        own.forEach((map, ofEach) -> {
            if (map.isAncestorOf(unknown)) {
                String one = map.append(unknown.getElement(map.getNumberOfElements(), Form.DASHED)) + ".";
                ofEach.forEach(name -> candidates.add(one + name));
            }
        });
        return candidates.stream()
                .min(Comparator.comparingInt(name -> Spelling.errors(unknown.toString(), name)))
                .filter(name -> Spelling.errors(unknown.toString(), name) <= MAX_TYPING_ERRORS)
                .map(name -> " The nearest one is " + name + ".")
                .orElse("");
    }

    /** {@code docs-agent.projects.my.site.quota.capacity} names a project {@code my}, which was not intended. */
    private @Nullable String bracketed(ConfigurationPropertyName unknown) {
        StringBuilder text = new StringBuilder();
        for (int i = PROJECTS.getNumberOfElements(); i < unknown.getNumberOfElements(); i++) {
            text.append(text.isEmpty() ? "" : ".").append(unknown.getElement(i, Form.ORIGINAL));
        }
        for (String name : own.getOrDefault(PROJECTS, List.of())) {
            int length = text.length() - name.length() - 1;
            if (text.toString().endsWith("." + name)
                    && text.substring(0, length).contains(".")) {
                return PROJECTS + "[" + text.substring(0, length) + "]." + name;
            }
        }
        return null;
    }

    /** Whether an environment variable is meant for us, judging by its name, and is not read. */
    boolean isUnknown(String variable, boolean ofSandbox) {
        boolean ours = variable.startsWith("DOCS_AGENT_") || variable.startsWith("DOCSAGENT_");
        boolean sandbox = variable.startsWith("DOCS_AGENT_SANDBOX_") || variable.startsWith("DOCSAGENT_SANDBOX_");
        if (!ours || sandbox != ofSandbox || SERVICE_LINK.matcher(variable).matches()) {
            return false;
        }
        return !isOfMap(variable)
                && settings.stream().flatMap(SettingNames::variables).noneMatch(variable::equals)
                && open.stream().flatMap(SettingNames::variables).noneMatch(name -> variable.startsWith(name + "_"));
    }

    /** Of a map's names Spring Boot finds those alone whose prefix is written without underscores. */
    private boolean isOfMap(String variable) {
        String name = LIST_INDEX.matcher(variable).replaceFirst("");
        return own.entrySet().stream()
                .filter(map -> name.startsWith(variable(map.getKey().toString().replace("-", "")) + "_"))
                .flatMap(map -> map.getValue().stream())
                .flatMap(SettingNames::variables)
                .anyMatch(end -> name.endsWith("_" + end));
    }

    /** Spring Boot takes hyphens both left out and as underscores. */
    private static Stream<String> variables(String name) {
        return Stream.of(variable(name.replace("-", "")), variable(name.replace('-', '_')));
    }

    private static String variable(String name) {
        return name.replace('.', '_').toUpperCase(Locale.ROOT);
    }
}
