package io.docsagent.worker.harness;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.ResourceLocksProvider;

/** A test that waits for brokers and workers most of its time: beside all other classes, its own methods one by one. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock(providers = MostlyWaits.OneByOne.class)
public @interface MostlyWaits {

    /** A lock that a class takes for all of its methods keeps them in one thread. */
    final class OneByOne implements ResourceLocksProvider {

        @Override
        public Set<Lock> provideForClass(Class<?> testClass) {
            return Set.of(new Lock(testClass.getName()));
        }

        @Override
        public Set<Lock> provideForNestedClass(List<Class<?>> enclosing, Class<?> testClass) {
            return Set.of();
        }
    }
}
