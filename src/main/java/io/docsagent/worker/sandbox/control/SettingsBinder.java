package io.docsagent.worker.sandbox.control;

import java.util.Map;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Binds named values to a record of settings as Spring Boot does; an unknown name is an error. */
public final class SettingsBinder {

    private static final String PREFIX = "docs-agent.sandbox";

    private SettingsBinder() {}

    /** Names are relative to the record, as in {@code capacity}; missing values get their defaults. */
    public static <T> T bind(Class<T> type, Map<String, ?> values) {
        MapConfigurationPropertySource source = new MapConfigurationPropertySource();
        values.forEach((name, value) -> source.put(PREFIX + "." + name, value));
        return new Binder(source)
                .bindOrCreate(PREFIX, Bindable.of(type), new NoUnboundElementsBindHandler(BindHandler.DEFAULT));
    }
}
