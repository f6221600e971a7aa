package io.docsagent.worker.sandbox.agent;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** "Document the endpoint GET /v1/exports": a section of the API reference. */
final class DocumentEndpoint implements Skill {

    private static final Pattern REQUEST = Pattern.compile(
            "(?iu)^(?:please )?(?:document|describe|add) (?:the )?(?:new )?(?:endpoint |operation )?`?(GET|POST|PUT|PATCH|DELETE) (/[\\w/{}.:~-]*)`?.*$");
    private static final String REFERENCE = "docs/api/reference.md";
    private static final Set<String> WITH_BODY = Set.of("POST", "PUT", "PATCH");

    @Override
    public @Nullable String tryEdit(Request request) {
        Matcher found = REQUEST.matcher(request.instruction());
        if (!found.matches()) {
            return null;
        }
        String heading = found.group(1).toUpperCase(Locale.ROOT) + " " + found.group(2);
        DocsSite site = request.site();
        String text = site.has(REFERENCE) ? site.read(REFERENCE) : "# API reference\n";
        if (text.lines().anyMatch(line -> line.equals("## " + heading))) {
            return "%s already documents %s; nothing to do".formatted(REFERENCE, heading);
        }
        site.write(
                REFERENCE,
                text.stripTrailing()
                        + "\n\n"
                        + section(heading, found.group(1).toUpperCase(Locale.ROOT), found.group(2)));
        request.navigation().add(REFERENCE, "API reference");
        return "Documented %s in %s".formatted(heading, REFERENCE);
    }

    private static String section(String heading, String method, String path) {
        String body = WITH_BODY.contains(method) ? " \\\n  -H \"Content-Type: application/json\" \\\n  -d '{}'" : "";
        return """
                ## %s

                %s `%s`.

                ```sh
                curl -X %s "https://api.acme.example%s" \\
                  -H "Authorization: Bearer $ACME_KEY"%s
                ```

                | status | meaning |
                | --- | --- |
                | 2xx | it worked |
                | 401 | the key is missing or revoked |
                | 404 | there is no such thing |
                """.formatted(heading, verb(method), path, method, path, body);
    }

    private static String verb(String method) {
        return switch (method) {
            case "GET" -> "Reads";
            case "POST" -> "Adds to";
            case "DELETE" -> "Removes";
            default -> "Changes";
        };
    }
}
