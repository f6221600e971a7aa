package io.docsagent.worker.client;

import io.docsagent.worker.contract.CommandRecord;
import io.docsagent.worker.contract.JsonMappers;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.node.ObjectNode;

/** Reads records of commands as an open model: what a newer worker adds is left out. */
public final class CommandRecordReader {

    private static final ObjectReader READER =
            JsonMappers.PUBLIC.readerFor(CommandRecord.class).with(EnumFeature.READ_UNKNOWN_ENUM_VALUES_AS_NULL);

    private CommandRecordReader() {}

    /** Null where it is no record of a command, or its state is one that this client does not know. */
    public static @Nullable CommandRecord of(byte[] value) {
        try {
            CommandRecord command = READER.readValue(value);
            return command == null || command.state() == null ? null : command;
        } catch (JacksonException e) {
            return null;
        }
    }

    /** A command that was refused by this event, and has no record; null where the event is not one of the worker's. */
    static @Nullable CommandRecord refused(JsonNode event) {
        try {
            ObjectNode fields = (ObjectNode) event.deepCopy();
            fields.put("state", "rejected").put("updatedAt", event.path("time").asString());
            return READER.readValue(fields);
        } catch (JacksonException e) {
            return null;
        }
    }
}
