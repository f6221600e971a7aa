package io.docsagent.worker.sandbox.git;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.eclipse.jgit.api.CloneCommand;
import org.eclipse.jgit.api.Git;
import org.eclipse.jgit.api.errors.GitAPIException;
import org.eclipse.jgit.api.errors.JGitInternalException;
import org.eclipse.jgit.transport.URIish;
import org.eclipse.jgit.transport.UsernamePasswordCredentialsProvider;
import org.jspecify.annotations.Nullable;

/**
 * Where a repository is cloned from. Credentials are removed from the URL first, so that no message, log or
 * configuration can contain them.
 *
 * @param address without credentials, but with its query
 * @param user the user in the URL, before {@code @}
 */
record CloneOrigin(
        URIish address, @Nullable String user, @Nullable String password) {

    private static final int TIMEOUT_SECONDS = 120;
    private static final String FAILURE = "The repository cannot be cloned from ";
    private static final Pattern SCHEME = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]*://.*");
    private static final Pattern QUERY = Pattern.compile("\\?\\S*");

    static CloneOrigin of(String text) {
        URIish uri = parsed(text);
        // If a URL is parsed differently, as with a slash in its password, its secrets would be in another part.
        if (uri == null || (SCHEME.matcher(text).matches() && (uri.getScheme() == null || isWithoutHost(uri)))) {
            throw new GitFailedException(FAILURE
                    + "its origin: that is not a URL; encode special characters in a user or password (%2F for /)");
        }
        String scheme = uri.getScheme();
        boolean isHttp = scheme != null && scheme.startsWith("http");
        // With other schemes the user belongs to the address, as in git@.
        URIish address = isHttp ? uri.setUser(null).setPass(null) : uri.setPass(null);
        return new CloneOrigin(address, uri.getUser(), uri.getPass());
    }

    private static boolean isWithoutHost(URIish uri) {
        return uri.getHost() == null && !"file".equals(uri.getScheme());
    }

    private static @Nullable URIish parsed(String text) {
        try {
            return new URIish(text);
        } catch (URISyntaxException unreadable) {
            // The exception's message contains the whole text.
            return null;
        }
    }

    void cloneTo(Path folder) {
        CloneCommand clone = Git.cloneRepository()
                .setBare(true)
                .setURI(address.toString())
                .setDirectory(folder.toFile())
                .setTimeout(TIMEOUT_SECONDS);
        if (user != null) {
            clone.setCredentialsProvider(
                    new UsernamePasswordCredentialsProvider(user, password == null ? "" : password));
        }
        try {
            clone.call().close();
        } catch (GitAPIException | JGitInternalException failure) {
            // Without the cause, whose message contains the query.
            throw new GitFailedException(withoutQuery(FAILURE + address + ": " + reason(failure)));
        }
    }

    /** The outer message of JGit often says only that it failed. */
    private static String reason(Throwable failure) {
        String message = String.valueOf(failure.getMessage());
        Throwable cause = failure.getCause();
        return cause == null ? message : message + " (" + reason(cause) + ")";
    }

    private static String withoutQuery(String message) {
        return QUERY.matcher(message).replaceAll("");
    }

    @Override
    public String toString() {
        return withoutQuery(address.toString());
    }
}
