package io.docsagent.worker.sandbox.agent;

/** Writes a page that quotes a request which no other skill understands. */
final class QuoteRequest implements Skill {

    private static final int MAX_QUOTE = 10_000;

    @Override
    public String tryEdit(Request request) {
        String title = PromptText.title(request.instruction());
        String name = "docs/requests/" + PromptText.slug(request.instruction());
        String page = name + ".md";
        for (int number = 2; request.site().has(page); number++) {
            page = name + "-" + number + ".md";
        }
        String quote = PromptText.quoted(TextStart.of(request.task().prompt(), MAX_QUOTE));
        request.site().write(page, "# " + title + "\n\nThis was requested, and has yet to be written:\n\n" + quote);
        request.navigation().add(page, "Requests");
        return "Quoted the request in %s".formatted(page);
    }
}
