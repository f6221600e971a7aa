package io.docsagent.worker.sandbox;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialects;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A client that is built from the OpenAPI document: calls operations by their ids, and validates answers. */
final class OpenApiClient implements AutoCloseable {

    /** An answer that conforms to the document. */
    record Reply(int status, JsonNode body, HttpResponse<String> http) {}

    private static final JsonMapper JSON = JsonMapper.shared();

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final SchemaRegistry schemas = SchemaRegistry.withDialect(
            Dialects.getDraft202012(),
            builder -> builder.schemaRegistryConfig(
                    SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build()));
    private final String baseUrl;
    private final JsonNode document;

    OpenApiClient(String baseUrl) throws IOException, InterruptedException {
        this.baseUrl = baseUrl;
        HttpRequest get =
                HttpRequest.newBuilder(URI.create(baseUrl + "/openapi.yaml")).build();
        this.document = JSON.valueToTree(
                new Yaml().<Object>load(http.send(get, BodyHandlers.ofString()).body()));
    }

    JsonNode document() {
        return document;
    }

    Set<String> documentedStatuses(String operationId) {
        return new TreeSet<>(
                operation(operationId).operation().path("responses").propertyNames());
    }

    /** @param body sent as it is; where it is null, nothing is sent */
    Reply call(String operationId, Map<String, String> parameters, @Nullable String key, @Nullable String body)
            throws IOException, InterruptedException {
        Found found = operation(operationId);
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(baseUrl + filled(found.path(), parameters)))
                .method(
                        found.method().toUpperCase(Locale.ROOT),
                        body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (body != null) {
            request.header("Content-Type", onlyType(resolved(found.operation().path("requestBody"))));
        }
        if (key != null) {
            request.header("Authorization", "Bearer " + key);
        }
        return checked(found.operation(), http.send(request.build(), BodyHandlers.ofString()));
    }

    private Reply checked(JsonNode operation, HttpResponse<String> response) {
        JsonNode documented = resolved(operation.path("responses").path(Integer.toString(response.statusCode())));
        if (documented.isMissingNode()) {
            throw new AssertionError("Status " + response.statusCode() + " is not documented");
        }
        String type = onlyType(documented);
        String given = response.headers().firstValue("Content-Type").orElse("");
        if (!given.equals(type)) {
            throw new AssertionError("The type is " + given + ", not " + type);
        }
        JsonNode body = JSON.readTree(response.body());
        Schema schema =
                schemas.getSchema(resolved(documented.path("content").path(type).path("schema")));
        var errors = schema.validate(body);
        if (!errors.isEmpty()) {
            throw new AssertionError(errors + " in " + body);
        }
        return new Reply(response.statusCode(), body, response);
    }

    private record Found(String path, String method, JsonNode operation) {}

    private Found operation(String operationId) {
        for (var path : document.path("paths").properties()) {
            for (var method : path.getValue().properties()) {
                if (method.getValue().path("operationId").asString("").equals(operationId)) {
                    return new Found(path.getKey(), method.getKey(), method.getValue());
                }
            }
        }
        throw new AssertionError("No operation " + operationId);
    }

    private static String filled(String template, Map<String, String> parameters) {
        String path = template;
        for (var parameter : parameters.entrySet()) {
            String value = URLEncoder.encode(parameter.getValue(), StandardCharsets.UTF_8)
                    .replace("+", "%20");
            path = path.replace("{" + parameter.getKey() + "}", value);
        }
        return path;
    }

    private static String onlyType(JsonNode withContent) {
        return withContent.path("content").propertyNames().iterator().next();
    }

    private JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? document.at(node.path("$ref").stringValue().substring(1)) : node;
    }

    @Override
    public void close() {
        http.close();
    }
}
