package io.docsagent.worker.sandbox.fault;

import io.docsagent.worker.sandbox.api.Prompt;
import io.docsagent.worker.sandbox.api.PromptDirectives;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The faults that a prompt requests by its directives; those with a number of times are counted per project and prompt.
 */
public final class PromptFaults {

    /** Limit of counted directives; beyond it the oldest is dropped, and would apply again. */
    private static final int REMEMBERED = 10_000;

    private record Key(@Nullable String projectId, UUID prompt, int position) {}

    private final Map<Key, ActiveFault> counted = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, ActiveFault> eldest) {
            return size() > REMEMBERED;
        }
    };

    public List<ActiveFault> in(Prompt prompt, @Nullable String projectId) {
        if (!(prompt instanceof Prompt.Given given)) {
            return List.of();
        }
        List<FaultRule> rules = new ArrayList<>();
        for (String directive : PromptDirectives.in(given.text())) {
            FaultRule rule = rule(directive);
            if (rule != null) {
                rules.add(rule);
            }
        }
        return rules.isEmpty() ? List.of() : active(rules, projectId, prompt.digest());
    }

    private List<ActiveFault> active(List<FaultRule> rules, @Nullable String projectId, UUID prompt) {
        List<ActiveFault> faults = new ArrayList<>();
        for (int i = 0; i < rules.size(); i++) {
            faults.add(active(rules.get(i), new Key(projectId, prompt, i)));
        }
        return faults;
    }

    private ActiveFault active(FaultRule rule, Key key) {
        if (rule.times() == FaultRule.ALWAYS) {
            return new ActiveFault(rule);
        }
        synchronized (counted) {
            return counted.computeIfAbsent(key, unused -> new ActiveFault(rule));
        }
    }

    /** Null if the text is not a fault: brackets also occur in ordinary prose. */
    private static @Nullable FaultRule rule(String directive) {
        if (!FaultSyntax.looksLikeFault(directive)) {
            return null;
        }
        try {
            return FaultSyntax.parse(directive);
        } catch (IllegalArgumentException prose) {
            return null;
        }
    }
}
