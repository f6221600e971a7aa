package io.docsagent.worker.testing;

import java.lang.reflect.Constructor;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Starts what {@link WithDocsAgent} asks for before the tests of a class, and stops it after them. */
final class DocsAgentExtension implements BeforeAllCallback, AfterAllCallback, ParameterResolver {

    private static final Namespace NAMESPACE = Namespace.create(DocsAgentExtension.class);

    @Override
    public void beforeAll(ExtensionContext context) throws ReflectiveOperationException {
        if (context.getStore(NAMESPACE).get(DocsAgent.class) != null) {
            // That of the class around this one.
            return;
        }
        Class<?> test = context.getRequiredTestClass();
        WithDocsAgent asked = Objects.requireNonNull(test.getAnnotation(WithDocsAgent.class));
        String brokers = asked.brokers().isEmpty() ? brokersFrom(asked.brokersFrom()) : asked.brokers();
        context.getStore(NAMESPACE).put(DocsAgent.class, DocsAgent.start(brokers, asked));
    }

    private static String brokersFrom(Class<? extends Supplier<String>> type) throws ReflectiveOperationException {
        Constructor<? extends Supplier<String>> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        return constructor.newInstance().get();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        DocsAgent running = context.getStore(NAMESPACE).remove(DocsAgent.class, DocsAgent.class);
        if (running != null) {
            running.close();
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == DocsAgent.class;
    }

    @Override
    public @Nullable Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getStore(NAMESPACE).get(DocsAgent.class);
    }
}
