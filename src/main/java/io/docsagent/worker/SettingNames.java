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

    /** Beyond it they are different words. */
    private static final int MAX_TYPING_ERRORS = 4;

    /** A service called docs-agent-…, as Kubernetes announces it in the environment. */
    private static final Pattern SERVICE_LINK =
            Pattern.compile(".+_(SERVICE_HOST|SERVICE_PORT(_.+)?|PORT(_\\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?)");

    private final List<String> settings = new ArrayList<>();

    /** Lists, and maps of strings: any name may follow. */
    private final List<String> open = new ArrayList<>();

    /** What a project may have of its own, such as {@code quota.capacity}. */
    private final List<String> ofProject = new ArrayList<>();

    /** @param type the record that is bound there */
    SettingNames(ConfigurationPropertyName root, Class<?> type) {
        collect(root + ".", type, settings);
    }

    private void collect(String prefix, Class<?> type, List<String> names) {
        for (RecordComponent component : type.getRecordComponents()) {
            String name =
                    prefix + component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
            if (component.getType().isRecord()) {
                collect(name + ".", component.getType(), names);
            } else if (name.equals(PROJECTS.toString())
                    && component.getGenericType() instanceof ParameterizedType map
                    && map.getActualTypeArguments()[1] instanceof Class<?> overrides) {
                collect("", overrides, ofProject);
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
        if (PROJECTS.isAncestorOf(unknown)) {
            String meant = bracketed(unknown);
            if (meant != null) {
                return " A project's id with dots goes in brackets: " + meant;
            }
            String project = PROJECTS.append(unknown.getElement(PROJECTS.getNumberOfElements(), Form.DASHED)) + ".";
            ofProject.forEach(name -> candidates.add(project + name));
        }
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
        for (String name : ofProject) {
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
        // Of a map's names Spring Boot finds those alone whose prefix is written without underscores.
        boolean project = variable.startsWith("DOCSAGENT_PROJECTS_")
                && ofProject.stream().flatMap(SettingNames::variables).anyMatch(name -> variable.endsWith("_" + name));
        return !project
                && settings.stream().flatMap(SettingNames::variables).noneMatch(variable::equals)
                && open.stream().flatMap(SettingNames::variables).noneMatch(name -> variable.startsWith(name + "_"));
    }

    /** Spring Boot takes hyphens both left out and as underscores. */
    private static Stream<String> variables(String name) {
        String upper = name.replace('.', '_').toUpperCase(Locale.ROOT);
        return Stream.of(upper.replace("-", ""), upper.replace('-', '_'));
    }
}
