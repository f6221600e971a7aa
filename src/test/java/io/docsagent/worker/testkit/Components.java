package io.docsagent.worker.testkit;

import java.lang.reflect.RecordComponent;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** In which components two records of one type differ. */
public final class Components {

    private Components() {}

    public static Set<String> changed(Record before, Record after) {
        Set<String> changed = new TreeSet<>();
        for (RecordComponent component : before.getClass().getRecordComponents()) {
            if (!Objects.equals(of(before, component), of(after, component))) {
                changed.add(component.getName());
            }
        }
        return changed;
    }

    private static @Nullable Object of(Record record, RecordComponent component) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
