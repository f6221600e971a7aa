package io.docsagent.worker.testkit;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Copies records with one component changed. */
public final class Records {

    private Records() {}

    public static <R extends Record> R with(R record, String component, @Nullable Object value) {
        RecordComponent[] components = record.getClass().getRecordComponents();
        Object[] values = new Object[components.length];
        boolean isThere = false;
        try {
            for (int i = 0; i < components.length; i++) {
                boolean isIt = components[i].getName().equals(component);
                values[i] = isIt ? value : components[i].getAccessor().invoke(record);
                isThere |= isIt;
            }
            Class<?>[] types =
                    Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
            @SuppressWarnings("unchecked") // The class of a record of this type.
            Constructor<R> constructor = (Constructor<R>) record.getClass().getDeclaredConstructor(types);
            if (!isThere) {
                throw new NoSuchFieldException(component);
            }
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
