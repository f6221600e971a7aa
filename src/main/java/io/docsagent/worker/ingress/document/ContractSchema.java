package io.docsagent.worker.ingress.document;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.format.Format;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Validates documents against a published schema. */
public final class ContractSchema {

    /** Enough for a publisher to fix before trying again. */
    private static final int MAX_REASONS = 5;

    private final Schema schema;

    private ContractSchema(Schema schema) {
        this.schema = schema;
    }

    /** Loads one of {@code schemas/} from the class path. */
    public static ContractSchema named(String file) {
        return new ContractSchema(load("/schemas/" + file));
    }

    /** The schema's own names, which reasons may show. */
    public FieldNames names() {
        FieldNames names = new FieldNames();
        addTo(names, "");
        return names;
    }

    /** Adds them as those of a document at the pointer. */
    void addTo(FieldNames names, String pointer) {
        addTo(names, pointer, schema.getSchemaNode());
    }

    private static void addTo(FieldNames names, String pointer, JsonNode object) {
        for (Map.Entry<String, JsonNode> field : object.path("properties").properties()) {
            names.add(pointer, field.getKey());
            addTo(names, pointer + "/" + field.getKey(), field.getValue());
        }
    }

    /** Throws where the document, which stands at the pointer within its record, does not fit. */
    public void require(JsonNode document, String pointer, FieldNames names) throws RefusedException {
        String kind = schema.getSchemaNode().path("title").stringValue("").toLowerCase(Locale.ROOT);
        List<String> reasons = schema.validate(document).stream()
                .filter(SchemaReason::isWhole)
                .map(error -> SchemaReason.of(error, pointer, names, kind))
                .distinct()
                .sorted()
                .toList();
        if (!reasons.isEmpty()) {
            String more = reasons.size() > MAX_REASONS ? "; and " + (reasons.size() - MAX_REASONS) + " more" : "";
            throw new RefusedException(
                    Refusal.INVALID, reasons.stream().limit(MAX_REASONS).collect(Collectors.joining("; ")) + more);
        }
    }

    private static Schema load(String resource) {
        Dialect dialect = Dialect.builder(Dialects.getDraft202012())
                .format(new DateTime())
                .build();
        SchemaRegistryConfig config = SchemaRegistryConfig.builder()
                .formatAssertionsEnabled(true)
                .locale(Locale.ENGLISH)
                .build();
        // Nothing is ever fetched: the schema refers to itself only, and its dialect is built in.
        SchemaRegistry registry = SchemaRegistry.withDialect(dialect, builder -> builder.schemaRegistryConfig(config));
        try (InputStream json = ContractSchema.class.getResourceAsStream(resource)) {
            Schema schema = registry.getSchema(Objects.requireNonNull(json, resource));
            schema.initializeValidators();
            return schema;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One notion of time for the schema and for what reads the value afterwards. */
    private static final class DateTime implements Format {
        @Override
        public String getName() {
            return "date-time";
        }

        @Override
        public boolean matches(ExecutionContext context, String value) {
            return Rfc3339.parse(value) != null;
        }
    }
}
