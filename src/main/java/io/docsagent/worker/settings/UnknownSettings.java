package io.docsagent.worker.settings;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Refuses {@code docs-agent} settings that do not exist, with the nearest one that does, wherever they are set; Spring Boot
 * ignores those of the environment and of system properties.
 */
final class UnknownSettings extends NoUnboundElementsBindHandler {

    private static final ConfigurationPropertyName WORKER = ConfigurationPropertyName.of("docs-agent");
    private static final ConfigurationPropertyName SANDBOX = ConfigurationPropertyName.of("docs-agent.sandbox");
    private static final ConfigurationPropertyName PROJECTS = ConfigurationPropertyName.of("docs-agent.projects");

    /** Beyond it they are different words. */
    private static final int MAX_TYPING_ERRORS = 4;

    private final BindHandler parent;

    private final Set<ConfigurationPropertyName> existing = new LinkedHashSet<>();

    UnknownSettings(BindHandler parent) {
        super(parent, source -> !(source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource));
        this.parent = parent;
    }

    @Override
    public <T> @Nullable Bindable<T> onStart(ConfigurationPropertyName name, Bindable<T> target, BindContext context) {
        if (WORKER.isAncestorOf(name) || WORKER.equals(name)) {
            existing.add(name);
            if (target.getType().toClass().isRecord()) {
                existing.addAll(settings(name, target));
            }
        }
        return super.onStart(name, target, context);
    }

    @Override
    public void onFinish(
            ConfigurationPropertyName name, Bindable<?> target, BindContext context, @Nullable Object result)
            throws Exception {
        parent.onFinish(name, target, context, result);
        if (name.equals(WORKER)) {
            Set<String> refusals = new TreeSet<>();
            for (ConfigurationPropertySource source : context.getSources()) {
                if (source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource environment) {
                    refuseVariables(SettingVariables.in(environment), refusals);
                }
            }
            try {
                super.onFinish(name, target, context, result);
            } catch (UnboundConfigurationPropertiesException e) {
                e.getUnboundProperties().stream()
                        .filter(property -> !SANDBOX.isAncestorOf(property.getName()))
                        .forEach(property -> refusals.add(property.getName() + " (" + property.getOrigin()
                                + ") is not a setting of the worker." + hint(property.getName())));
            }
            if (!refusals.isEmpty()) {
                throw new WorkerCannotStartException(String.join(System.lineSeparator(), refusals));
            }
        }
    }

    /** The names that the binder asks a source for that cannot say what it has; none of a map's entries. */
    static Set<ConfigurationPropertyName> settings(ConfigurationPropertyName root, Bindable<?> target) {
        Set<ConfigurationPropertyName> asked = new LinkedHashSet<>();
        ConfigurationPropertySource unknown = name -> {
            asked.add(name);
            return null;
        };
        new Binder(unknown).bind(root, target);
        return asked;
    }

    private void refuseVariables(Stream<String> found, Set<String> refusals) {
        Set<String> known = existing.stream()
                .flatMap(name -> SettingVariables.of(name).stream())
                .collect(toSet());
        found.filter(variable -> !known.contains(SettingVariables.normal(variable))
                        && !known.contains(SettingVariables.ofList(variable)))
                .forEach(variable -> {
                    Stream<String> documented = existing.stream()
                            .map(name -> SettingVariables.of(name).getFirst());
                    refusals.add("The environment variable " + variable + " is not a setting of the worker."
                            + nearest(variable, documented));
                });
    }

    private String hint(ConfigurationPropertyName unknown) {
        String meant = PROJECTS.isAncestorOf(unknown) ? bracketed(unknown) : null;
        return meant != null
                ? " Put a project id with dots in brackets: " + meant
                : nearest(unknown.toString(), existing.stream().map(ConfigurationPropertyName::toString));
    }

    private static String nearest(String unknown, Stream<String> candidates) {
        return candidates
                .min(Comparator.comparingInt(name -> Spelling.errors(unknown, name)))
                .filter(name -> Spelling.errors(unknown, name) <= MAX_TYPING_ERRORS)
                .map(name -> " Did you mean " + name + "?")
                .orElse("");
    }

    /** {@code docs-agent.projects.my.site.quota.capacity} names a project {@code my}, which was not intended. */
    private @Nullable String bracketed(ConfigurationPropertyName unknown) {
        int id = PROJECTS.getNumberOfElements();
        String text = from(id, unknown);
        return existing.stream()
                .filter(name -> PROJECTS.isAncestorOf(name) && name.getNumberOfElements() > id + 1)
                .map(name -> "." + from(id + 1, name))
                .filter(end -> text.endsWith(end) && text.indexOf('.') < text.length() - end.length())
                .map(end -> PROJECTS + "[" + text.substring(0, text.length() - end.length()) + "]" + end)
                .findFirst()
                .orElse(null);
    }

    private static String from(int element, ConfigurationPropertyName name) {
        return IntStream.range(element, name.getNumberOfElements())
                .mapToObj(i -> name.getElement(i, Form.ORIGINAL))
                .collect(joining("."));
    }
}
