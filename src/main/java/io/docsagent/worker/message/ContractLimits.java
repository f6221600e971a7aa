package io.docsagent.worker.message;

/** The limits of the contract that the sizes of records follow from; characters are Unicode code points. */
public final class ContractLimits {

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
