package io.docsagent.worker.contract;

/** The limits of the contract that the code needs besides the schema; characters are Unicode code points. */
public final class ContractLimits {

    /** What ids of projects and jobs consist of, by {@code schemas/command.schema.json}, which also refuses dots alone. */
    public static final String SERVICE_ID = "^[A-Za-z0-9._~-]{1,128}$";

    /** What ids of commands and operations consist of: they become keys and lines of text. */
    public static final String WITHOUT_CONTROLS = "^[^\\u0000-\\u001f\\u007f-\\u009f]*$";

    /** Characters of a publisher's id of a command, by {@code schemas/command.schema.json}. */
    public static final int COMMAND_ID = 128;

    /** Characters of the key by which commands take each other's place, by {@code schemas/command.schema.json}. */
    public static final int COALESCE_KEY = 128;

    /** How periods of coalescing are written, by {@code schemas/command.schema.json}. */
    public static final String DURATION =
            "^P(?=[0-9T])([0-9]{1,4}D)?(T(?=[0-9])([0-9]{1,6}H)?([0-9]{1,6}M)?([0-9]{1,6}S)?)?$";

    /** Characters of the key by which creates continue a job, by {@code schemas/command.schema.json}. */
    public static final int CONTINUE_KEY = 128;

    /** Characters of the source, and of the id, of a CloudEvent that events return; longer ones are not returned. */
    public static final int REQUEST = 256;

    /** Characters of the reason of a cancel or an operation, by {@code schemas/}. */
    public static final int REASON = 512;

    /** Characters of who asks for an operation, and of a publisher, by {@code schemas/operation.schema.json}. */
    public static final int NAME = 128;

    /** Entries of a command's metadata, by {@code schemas/command.schema.json}. */
    public static final int METADATA_ENTRIES = 16;

    /** Characters of a name in metadata, by {@code schemas/command.schema.json}. */
    public static final int METADATA_NAME = 128;

    /** Characters of a value in metadata, by {@code schemas/command.schema.json}. */
    public static final int METADATA_VALUE = 4_096;

    /** Bytes of UTF-8 that are stored of a text from the service. */
    public static final int SERVICE_TEXT_BYTES = 4 * 1024;

    private ContractLimits() {}
}
