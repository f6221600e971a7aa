"""Sends a create and waits for its pull request.

python3 ask.py PROJECT COMMAND_ID PROMPT

Needs confluent-kafka. The link is printed to standard output. Exit status as of the worker's own tool `ask`:
0 pull request, 3 no changes, 4 failed or archived, 5 rejected, expired, superseded or cancelled, 6 unknown,
7 still waiting, 1 anything else.
"""

import json
import os
import sys
import time

from confluent_kafka import OFFSET_BEGINNING, Consumer, Producer, TopicPartition

KAFKA = {"bootstrap.servers": os.environ.get("KAFKA", "localhost:9092")}
REQUESTS = os.environ.get("REQUESTS", "docs-agent.requests")
COMMANDS = os.environ.get("COMMANDS", "docs-agent.commands")
JOB_STATUS = os.environ.get("JOB_STATUS", "docs-agent.job-status")
PATIENCE_SECONDS = 30 * 60
ANSWER_SECONDS = 5  # A repetition is answered once a minute at most.


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
            return 6  # Its job is not followed any more.
    return None


def ends(consumer, topic):
    """Where the partitions of the topic end."""
    metadata = consumer.list_topics(topic, timeout=15).topics[topic]
    if metadata.error:
        sys.exit(f"{topic}: {metadata.error}")
    partitions = [TopicPartition(topic, partition) for partition in metadata.partitions]
    return {(topic, each.partition): consumer.get_watermark_offsets(each, timeout=15)[1] for each in partitions}


def main(project, command_id, prompt):
    # Without a group: every partition of the records from its beginning, so that an earlier command is found as well.
    consumer = Consumer(
        {**KAFKA, "group.id": "none", "enable.auto.commit": False, "isolation.level": "read_committed"}
    )
    known = ends(consumer, COMMANDS)
    events = ends(consumer, JOB_STATUS)
    consumer.assign(
        [TopicPartition(*partition, OFFSET_BEGINNING) for partition in known]
        + [TopicPartition(*partition, end) for partition, end in events.items()]
    )

    producer = Producer({**KAFKA, "enable.idempotence": True})
    command = {"type": "create", "projectId": project, "commandId": command_id, "prompt": prompt}
    producer.produce(REQUESTS, key=project, value=json.dumps(command))
    if producer.flush(30) > 0:
        sys.exit("Kafka did not take the command within 30 s")

    record = None
    is_repeated = False  # There was a record before the command was sent.
    is_answered = False  # The record is surely of the command that was sent.
    until = time.monotonic() + PATIENCE_SECONDS
    assume_at = until
    while time.monotonic() < until:
        message = consumer.poll(0.5)
        if message is not None and message.error():
            print(message.error(), file=sys.stderr)
        elif message is not None and message.value() and message.topic() == JOB_STATUS:
            event = json.loads(message.value())
            if event.get("projectId") == project and event.get("commandId") == command_id:
                if event.get("reason", {}).get("code") == "command_id_reused":
                    print("rejected", event["reason"]["message"], file=sys.stderr)
                    return 5
                is_answered |= event["type"] == "command.duplicate"
        elif message is not None and message.key() == f"{project}/{command_id}".encode():
            record = json.loads(message.value()) if message.value() else None
            if message.offset() < known[message.topic(), message.partition()]:
                is_repeated = record is not None
                assume_at = time.monotonic() + ANSWER_SECONDS
        if record is None or not (is_answered or not is_repeated or time.monotonic() > assume_at):
            continue
        status = exit_status(record)
        if status is not None:
            print(record["state"], record.get("status", ""), file=sys.stderr)
            if status == 0:
                print(record["prLink"])
            consumer.close()
            return status
    return 7


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
