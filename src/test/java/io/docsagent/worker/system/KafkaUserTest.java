package io.docsagent.worker.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.harness.Right;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The user that Strimzi makes has the rights that the worker needs, and no other. */
class KafkaUserTest {

    @Test
    void has_just_the_rights_that_were_found() {
        JsonNode user = new YAMLMapper().readTree(Path.of("k8s/components/strimzi/user.yaml"));
        JsonNode acls = user.at("/spec/authorization/acls");

        assertThat(acls.valueStream().flatMap(KafkaUserTest::rights))
                .containsExactlyInAnyOrderElementsOf(
                        Right.ofWorker("docs-agent", "docs-agent-worker", "docs-agent-gateway"));
    }

    private static Stream<Right> rights(JsonNode acl) {
        JsonNode resource = acl.get("resource");
        String patternType = resource.get("patternType").asString();
        var pattern = new ResourcePattern(
                ResourceType.fromString(constant(resource.get("type"))),
                resource.get("name").asString(),
                patternType.equals("prefix") ? PatternType.PREFIXED : PatternType.LITERAL);
        return acl.get("operations")
                .valueStream()
                .map(operation -> new Right(pattern, AclOperation.fromString(constant(operation))));
    }

    private static String constant(JsonNode camelCase) {
        return camelCase.asString().replaceAll("(?<=[a-z])([A-Z])", "_$1").toUpperCase(Locale.ROOT);
    }
}
