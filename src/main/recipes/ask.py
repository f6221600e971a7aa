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
PATIENCE_SECONDS = 30 * 60


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


def main(project, command_id, prompt):
    # Without a group: every partition from its beginning, so that a command that has ended already is found as well.
    consumer = Consumer(
        {**KAFKA, "group.id": "none", "enable.auto.commit": False, "isolation.level": "read_committed"}
    )
    topic = consumer.list_topics(COMMANDS, timeout=15).topics[COMMANDS]
    if topic.error:
        sys.exit(f"{COMMANDS}: {topic.error}")
    consumer.assign([TopicPartition(COMMANDS, partition, OFFSET_BEGINNING) for partition in topic.partitions])

    producer = Producer({**KAFKA, "enable.idempotence": True})
    command = {"type": "create", "projectId": project, "commandId": command_id, "prompt": prompt}
    producer.produce(REQUESTS, key=project, value=json.dumps(command))
    if producer.flush(30) > 0:
        sys.exit("Kafka did not take the command within 30 s")

    key = f"{project}/{command_id}".encode()
    until = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until:
        message = consumer.poll(1)
        if message is None:
            continue
        if message.error():
            print(message.error(), file=sys.stderr)
            continue
        if message.key() != key or message.value() is None:
            continue
        record = json.loads(message.value())
        print(record["state"], record.get("status", ""), file=sys.stderr)
        status = exit_status(record)
        if status is not None:
            if status == 0:
                print(record["prLink"])
            consumer.close()
            return status
    return 7


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
