package io.docsagent.worker.simulation;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.stream.Stream;

/** Copies records with one component changed: binding the settings of each instance anew would take most of the time. */
final class Records {

    private Records() {}

    static <R extends Record> R with(R record, String component, Object value) {
        try {
            RecordComponent[] components = record.getClass().getRecordComponents();
            Object[] values = new Object[components.length];
            for (int i = 0; i < components.length; i++) {
                values[i] = components[i].getName().equals(component)
                        ? value
                        : components[i].getAccessor().invoke(record);
            }
            Class<?>[] types =
                    Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
            @SuppressWarnings("unchecked") // The class of a record of this type.
            Constructor<R> constructor = (Constructor<R>) record.getClass().getDeclaredConstructor(types);
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
