"""A program with the protocol of `stickerlint stream` and one fault: `fake_program.py FAULT [WORDS]`."""

import json
import os
import signal
import sys
import time


def records():
    """Yields the records of standard input."""
    rest = bytearray()
    while piece := os.read(0, 1 << 20):
        *whole, last = piece.split(b"\0")
        for end in whole:
            yield bytes(rest + end)
            rest.clear()
        rest += last


def answer(number, record, **more):
    """Writes the answer to a record."""
    try:
        fields = json.loads(record)
    except ValueError:
        fields = {}
    reply = {"schema": 1, "type": "file", "record": number, "id": fields.get("id"), "findings": [], **more}
    reply["file"] = {"path": fields.get("path"), "bytes": len(record)}
    sys.stdout.buffer.write(json.dumps(reply).encode() + b"\n")
    sys.stdout.buffer.flush()


def count_start(path):
    """Records a start of the program in a file, and returns the number of starts."""
    with open(path, "ab") as file:
        file.write(b"x")
    return os.path.getsize(path)


def die(number, record, words):
    """Kills itself with the given signal at the record with the given number."""
    if number == int(words[0]):
        os.kill(os.getpid(), int(words[1]))
    answer(number, record)


def die_on(number, record, words):
    """Crashes at every record that contains a word."""
    if words[0].encode() in record:
        os.kill(os.getpid(), signal.SIGSEGV)
    answer(number, record)


def exit_on(number, record, words):
    """Exits with code 3 at every record that contains a word."""
    if words[0].encode() in record:
        sys.exit(3)
    answer(number, record)


def hang_on(number, record, words):
    """Stops answering at the first record that contains a word."""
    if words[0].encode() in record:
        time.sleep(3600)
    answer(number, record)


def garbage_on(number, record, words):
    """Writes invalid output for a record that contains a word. With a second word, the output never ends."""
    if words[0].encode() in record:
        sys.stdout.buffer.write(b'{"schema":1,"record":\xff\n')
        while words[1:]:
            sys.stdout.buffer.write(b"x" * 65536)
        sys.stdout.buffer.flush()
        return
    answer(number, record)


def twice(number, record, _):
    """Answers its third record twice."""
    answer(number, record)
    if number == 3:
        answer(number, record)


def other_id(number, record, _):
    """Answers the third record with the id of another record."""
    answer(number, record, **({"id": 77} if number == 3 else {}))


def cut(number, record, _):
    """Exits in the middle of its third answer."""
    if number == 3:
        os.write(1, b'{"schema":1,"type":"file"')
        sys.exit(0)
    answer(number, record)


def close(number, record, _):
    """Closes its input at the third record, and keeps running."""
    if number == 3:
        os.close(0)
        time.sleep(3600)
    answer(number, record)


def other_schema(number, record, _):
    """Answers with the schema number of a later version."""
    answer(number, record, schema=2)


def backwards(number, record, _, kept=[]):  # pylint: disable=dangerous-default-value
    """Answers every two records in reverse order, except for the first record, which is the handshake."""
    kept.append((number, record))
    if number == 1 or len(kept) == 2:
        while kept:
            answer(*kept.pop())


def main():
    """Runs a fault. Ignores the options of the real program."""
    fault, *words = [word for word in sys.argv[1:] if not word.startswith("--")]
    if fault == "refuse":
        sys.exit("Error: Unknown option '--strem'") if not words else os._exit(int(words[0]))
    if fault == "first":  # has the fault in the remaining words, but only at its first start
        path, fault, *words = words
        fault = fault if count_start(path) == 1 else "sound"
    for number, record in enumerate(records(), 1):
        if fault == "sound":
            answer(number, record)
        else:
            globals()[fault](number, record, words)


if __name__ == "__main__":
    main()
