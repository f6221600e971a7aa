package io.docsagent.worker.cli.terminal;

import java.io.InputStream;
import java.io.PrintWriter;
import java.util.Map;

/** What a tool was called with and writes to. */
public interface Terminal {

    /** The environment variables. */
    Map<String, String> environment();

    InputStream input();

    PrintWriter out();

    PrintWriter err();
}
