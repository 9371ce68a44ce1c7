"""A program that speaks as `stickerlint stream` does, with one fault: `fake_program.py FAULT [WORDS]`."""

import json
import os
import signal
import sys
import time


def records():
    """The records of standard input, one at a time."""
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
        said = json.loads(record)
    except ValueError:
        said = {}
    told = {"schema": 1, "type": "file", "record": number, "id": said.get("id"), "findings": [], **more}
    told["file"] = {"path": said.get("path"), "bytes": len(record)}
    sys.stdout.buffer.write(json.dumps(told).encode() + b"\n")
    sys.stdout.buffer.flush()


def note(path):
    """Counts the starts of the program in a file."""
    with open(path, "ab") as file:
        file.write(b"x")
    return os.path.getsize(path)


def die(number, record, words):
    """Dies after so many records, of the signal that is named."""
    if number == int(words[0]):
        os.kill(os.getpid(), int(words[1]))
    answer(number, record)


def die_on(number, record, words):
    """Dies of every record that holds a word."""
    if words[0].encode() in record:
        os.kill(os.getpid(), signal.SIGSEGV)
    answer(number, record)


def exit_on(number, record, words):
    """Ends with exit code 3 on every record that holds a word."""
    if words[0].encode() in record:
        sys.exit(3)
    answer(number, record)


def hang_on(number, record, words):
    """Says no more from the first record on that holds a word."""
    if words[0].encode() in record:
        time.sleep(3600)
    answer(number, record)


def garbage_on(number, record, words):
    """Writes what is no answer to a record that holds a word; without end, where a second word is given."""
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
    """Answers the third record with the id of another one."""
    answer(number, record, **({"id": 77} if number == 3 else {}))


def cut(number, record, _):
    """Ends within its third answer."""
    if number == 3:
        os.write(1, b'{"schema":1,"type":"file"')
        sys.exit(0)
    answer(number, record)


def close(number, record, _):
    """Closes its input at the third record and lives on."""
    if number == 3:
        os.close(0)
        time.sleep(3600)
    answer(number, record)


def other_schema(number, record, _):
    """Speaks as a later version would."""
    answer(number, record, schema=2)


def backwards(number, record, _, kept=[]):  # pylint: disable=dangerous-default-value
    """Answers each two records in the wrong order, but for the greeting."""
    kept.append((number, record))
    if number == 1 or len(kept) == 2:
        while kept:
            answer(*kept.pop())


def main():
    """Runs a fault, after the options of the real program, which are left out."""
    fault, *words = [word for word in sys.argv[1:] if not word.startswith("--")]
    if fault == "refuse":
        sys.exit("Error: Unknown option '--strem'") if not words else os._exit(int(words[0]))
    if fault == "first":  # dies as the rest says, but only the first time that it is started
        path, fault, *words = words
        fault = fault if note(path) == 1 else "sound"
    for number, record in enumerate(records(), 1):
        if fault == "sound":
            answer(number, record)
        else:
            globals()[fault](number, record, words)


if __name__ == "__main__":
    main()
