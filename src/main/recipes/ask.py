"""Sends a create and waits for its pull request.

python3 ask.py PROJECT COMMAND_ID PROMPT

Needs confluent-kafka. The link is printed to standard output. Exit statuses are those of the worker's tool `ask`:
0 pull request, 3 no changes, 4 failed or archived, 5 rejected, expired, superseded or cancelled, 6 unknown,
7 not ended within WAIT_SECONDS (1800), 1 anything else.
"""

import json
import os
import sys
import time

from confluent_kafka import OFFSET_BEGINNING, Consumer, KafkaError, Producer, TopicPartition

KAFKA = {"bootstrap.servers": os.environ.get("KAFKA", "localhost:9092")}
REQUESTS = os.environ.get("REQUESTS", "docs-agent.requests")
COMMANDS = os.environ.get("COMMANDS", "docs-agent.commands")
JOB_STATUS = os.environ.get("JOB_STATUS", "docs-agent.job-status")
PATIENCE_SECONDS = int(os.environ.get("WAIT_SECONDS", 30 * 60))
ANSWER_SECONDS = 15  # A repetition is answered once a minute at most.


def exit_status(record):
    """How the command of this record has ended; None while it has not."""
    state = record["state"]
    if state == "unknown":
        return 6
    if state in ("rejected", "expired", "superseded", "cancelled"):
        return 5
    if state == "accepted":
        status = record.get("status")
        if status == "completed":
            return 0 if record.get("prLink") else 3
        if status in ("failed", "archived"):
            return 4
        if record.get("reason"):
            return 6  # Its job is no longer followed.
    return None


def said(reason):
    return f"{reason['code']}: {reason['message']}" if reason else ""


def partitions(consumer, topic):
    metadata = consumer.list_topics(topic, timeout=15).topics[topic]
    if metadata.error:
        sys.exit(f"{topic}: {metadata.error}")
    return [TopicPartition(topic, partition, OFFSET_BEGINNING) for partition in metadata.partitions]


def send(project, command_id, prompt):
    refusals = []
    producer = Producer({**KAFKA, "enable.idempotence": True})
    command = {"type": "create", "projectId": project, "commandId": command_id, "prompt": prompt}
    producer.produce(
        REQUESTS, json.dumps(command), project, on_delivery=lambda error, _: error and refusals.append(error)
    )
    if producer.flush(30) > 0:
        sys.exit("Kafka did not take the command within 30 s")
    if refusals:
        sys.exit(f"Kafka refused the command: {refusals[0]}")


def main(project, command_id, prompt):
    # Without a group: every partition of the records from its beginning, so that an earlier command is found as well.
    consumer = Consumer(
        {
            **KAFKA,
            "group.id": "none",
            "enable.auto.commit": False,
            "isolation.level": "read_committed",
            "enable.partition.eof": True,
        }
    )
    records = partitions(consumer, COMMANDS)
    events = partitions(consumer, JOB_STATUS)
    for each in events:
        each.offset = consumer.get_watermark_offsets(each, timeout=15)[1]
    consumer.assign(records + events)

    unread = {each.partition for each in records}  # Not yet read to the end: an older record says nothing.
    record = None  # The last one of the command.
    answer_until = None  # None until the command is sent.
    is_answered = False  # The record is surely of the command that was sent.
    until = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until:
        message = consumer.poll(0.5)
        if message is not None and message.error():
            if message.error().code() != KafkaError._PARTITION_EOF:
                print(message.error(), file=sys.stderr)
            elif message.topic() == COMMANDS:
                unread.discard(message.partition())
        elif message is not None and message.topic() == COMMANDS:
            if message.key() == f"{project}/{command_id}".encode():
                record = json.loads(message.value()) if message.value() else None
        elif message is not None and message.value() and answer_until is not None:
            event = json.loads(message.value())
            if event.get("projectId") == project and event.get("commandId") == command_id:
                code = event.get("reason", {}).get("code")
                # With an original, what is malformed is another record with the id of a command that is known.
                malformed = code == "malformed" and not (is_answered and "original" in event)
                reused = code == "command_id_reused" and not is_answered
                if reused or malformed:
                    print(said(event["reason"]), file=sys.stderr)
                    return 5
                is_answered |= event["type"] == "command.duplicate"
        if unread:
            continue
        if answer_until is None:
            send(project, command_id, prompt)
            answer_until = time.monotonic() + ANSWER_SECONDS
        if record is None or time.monotonic() > answer_until:
            is_answered = True
        status = exit_status(record) if record is not None and is_answered else None
        if status is not None:
            print(record["state"], record.get("status", ""), said(record.get("reason")), file=sys.stderr)
            if record.get("prLink"):
                print(record["prLink"])
            consumer.close()
            return status
    if unread:
        sys.exit(f"{COMMANDS} could not be read to its end: the command was not sent")
    print(f"The command has not ended within {PATIENCE_SECONDS} s.", file=sys.stderr)
    return 7


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
