package io.docsagent.worker.ingress.document;

import com.networknt.schema.Error;
import com.networknt.schema.path.NodePath;
import io.docsagent.worker.contract.ContractLimits;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Words the validator's findings with the schema's terms only; the validator's own messages quote the document. */
final class SchemaReason {

    private SchemaReason() {}

    /** Of a choice only the choice itself is reported, not how each branch failed. */
    static boolean isWhole(Error error) {
        NodePath path = error.getEvaluationPath();
        for (int i = 0; i < path.getNameCount() - 1; i++) {
            if (path.getName(i).equals("oneOf")) {
                return false;
            }
        }
        return true;
    }

    /** @param kind what the document should be: a command, an operation */
    static String of(Error error, String pointer, FieldNames names, String kind) {
        String at = pointer;
        NodePath path = error.getInstanceLocation();
        for (int i = 0; i < path.getNameCount(); i++) {
            at = names.child(at, path.getName(i));
        }
        if (error.getKeyword().equals("required")) {
            return names.child(at, error.getProperty()) + ": is missing";
        }
        if (error.getKeyword().equals("additionalProperties")) {
            return StrictJson.shown(at) + ": " + unknownField(names.nearest(at, error.getProperty()));
        }
        return StrictJson.shown(at) + ": " + sentence(error.getKeyword(), error.getSchemaNode(), kind);
    }

    private static String unknownField(@Nullable String nearest) {
        String known = nearest == null ? "" : " (did you mean \"" + nearest + "\"?)";
        return "has an unknown field" + known;
    }

    private static String sentence(String keyword, JsonNode rule, String kind) {
        return switch (keyword) {
            case "type" -> "must be " + (rule.isArray() ? listed(rule, " or ") : article(rule.stringValue("")));
            case "const" -> "must be " + listed(List.of(rule), "");
            case "enum" -> "must be " + listed(rule, " or ");
            case "not" -> "must not be " + listed(rule.path("enum"), " or ");
            case "pattern" ->
                rule.stringValue("").equals(ContractLimits.WITHOUT_CONTROLS)
                        ? "must not contain control characters"
                        : "must match " + rule.stringValue("");
            case "minLength" -> "must be at least " + count(rule, "character", "characters");
            case "maxLength" -> "must be at most " + count(rule, "character", "characters");
            case "propertyNames" ->
                "must have names of " + rule.path("minLength").intValue(0) + " to "
                        + rule.path("maxLength").intValue(0) + " characters";
            case "maxProperties" -> "must have at most " + count(rule, "entry", "entries");
            case "format" -> "must be an RFC 3339 " + rule.stringValue("");
            case "oneOf" -> "must have exactly one of " + listed(required(rule), " and ");
            case "false" -> "is not for this type of " + kind;
            default -> "violates the schema (" + keyword + ")";
        };
    }

    private static String article(String type) {
        return ("aeiou".indexOf(type.charAt(0)) < 0 ? "a " : "an ") + type;
    }

    private static String count(JsonNode rule, String one, String many) {
        return rule.intValue(0) + " " + (rule.intValue(0) == 1 ? one : many);
    }

    private static List<JsonNode> required(JsonNode branches) {
        List<JsonNode> names = new ArrayList<>();
        branches.forEach(branch -> branch.path("required").forEach(names::add));
        return names;
    }

    private static String listed(Iterable<JsonNode> texts, String last) {
        List<String> quoted = new ArrayList<>();
        texts.forEach(text -> quoted.add(text.toString()));
        int end = quoted.size() - 1;
        return end < 1 ? String.join("", quoted) : String.join(", ", quoted.subList(0, end)) + last + quoted.get(end);
    }
}
