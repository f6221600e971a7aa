package io.docsagent.worker.simulation;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The keys that the service has given out: a shared one, and one for each project that has its own. */
final class ServiceKeys {

    private final TreeMap<String, String> own = new TreeMap<>();
    private final Set<String> all = new HashSet<>();
    private String shared = next();

    private String next() {
        String key = "sk-simulated-" + all.size() + "-0123456789abcdef";
        all.add(key);
        return key;
    }

    /** Replaces the shared key, which is refused from now on. */
    void rotateShared() {
        shared = next();
    }

    /** Gives the project a key of its own, and refuses every other. */
    void rotateOwn(String project) {
        own.put(project, next());
    }

    String shared() {
        return shared;
    }

    /** The projects with keys of their own, and those keys. */
    Map<String, String> own() {
        return own;
    }

    boolean isValid(String project, String bearer) {
        return bearer.equals("Bearer " + own.getOrDefault(project, shared));
    }

    /** Every key that there was: none of them may be written anywhere. */
    Set<String> all() {
        return all;
    }
}
