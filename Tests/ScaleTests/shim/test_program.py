"""Tests of the stream with the real program, whose path is in the environment variable STICKERLINT."""

import base64
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import records
from stickerlint.process import CommandError
from stickerlint.stream import Limits, Stream, file_record

PROGRAM = os.environ["STICKERLINT"]
LINT = [PROGRAM, "stream", "lint", "--null", "--no-config"]
COUNT, SHARE = 60, 0.3


def rows(folder):
    """Returns rows with a large share of poison, except for kinds that take long in a build with `--traits Poison`."""
    return [
        records.row(1, index, SHARE, folder) for index in range(COUNT)
        if records.poison_kind(1, index, SHARE) not in ("long", "abort", "hang", "grow")]


def encode_record(row):
    """Returns the record of a row for the stream."""
    return row["record"] or file_record(row["path"], row["content"], row["role"])


def program_answers(input_rows, *options):
    """Returns the answers of the program without the stream, and without record numbers."""
    lines = b"".join(records.line(index, row) + b"\0" for index, row in enumerate(input_rows))
    result = subprocess.run([*LINT, *options], input=lines, stdout=subprocess.PIPE, check=False)
    return [without_number(json.loads(line)) for line in result.stdout.splitlines()]


def without_number(answer):
    """Returns an answer without the id and the number of its record."""
    return {key: value for key, value in answer.items() if key not in ("id", "record")}


class ProgramTests(unittest.TestCase):
    """Compares the answers of the stream with those of the program."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def answers(self, input_rows, *options):
        """Returns the answers of the stream."""
        with Stream([*LINT, *options]) as stream:
            return [without_number(answer) for answer in stream.answers(input_rows)]

    def test_the_stream_returns_the_programs_own_answers(self):
        records.write_pictures(1, self.folder)
        input_rows = rows(self.folder)
        expected = program_answers(input_rows)
        self.assertEqual({answer["type"] for answer in expected}, {"file", "error"})
        self.assertEqual(self.answers(map(encode_record, input_rows)), expected)
        self.assertEqual(self.answers(map(encode_record, input_rows), "--jobs", "1"), expected)

    def test_the_answers_are_the_same_if_the_program_is_killed_repeatedly(self):
        records.write_pictures(1, self.folder)
        input_rows = rows(self.folder)
        answers = []
        with Stream(LINT, Limits(records=8)) as stream:
            def records_with_kills():
                records_since, answers_before = 0, 0
                for row in input_rows:
                    records_since += 1
                    # Records are in flight at this time. A record that no program answers in several attempts gets an
                    # error, so a slow program must answer another record before it is killed again.
                    if records_since >= 7 and len(answers) > answers_before:
                        os.kill(stream.pid, signal.SIGKILL)
                        records_since, answers_before = 0, len(answers)
                    yield encode_record(row)
            for answer in stream.answers(records_with_kills()):
                answers.append(without_number(answer))
            self.assertGreater(stream.restarts, 3)
        self.assertEqual(answers, program_answers(input_rows))

    def test_names_with_invalid_utf8_line_breaks_or_quotes_are_found(self):
        data = records.picture(1, 0, b"name")[1]
        names = [
            b"\xff\xfe.png", "Gruß.png".encode(), b"two\nlines.png", b"{brace.png",
            b'"quoted\\".png', b" .png"]
        for name in names:
            with open(os.path.join(os.fsencode(self.folder), name), "wb") as file:
                file.write(data)
        for kind in (bytes, os.fsdecode):
            paths = [os.path.join(os.fsencode(self.folder), name) for name in names]
            for name, answer in zip(paths, self.answers(file_record(kind(path)) for path in paths)):
                self.assertEqual(answer["type"], "file", answer)
                self.assertEqual(answer["file"]["bytes"], len(data))
                if b"\xff" in name:
                    self.assertEqual(base64.b64decode(answer["file"]["pathBytes"]), name)
                else:
                    self.assertEqual(answer["file"]["path"].encode(), name)

    def test_a_lone_surrogate_in_a_name_is_an_error(self):
        answer, = self.answers([file_record("\ud800.png")])
        self.assertEqual(answer["type"], "error")

    def test_encoded_records_are_passed_on_unchanged(self):
        encoded_records = [
            b"", b"{", b'{"id":7,"path":"x"', b'{"id":"\xff"}', b"no-such.png",
            b'{"id":[],"path":"x"}', b"a\0b"]
        expected = program_answers([{"record": line} for line in encoded_records[1:-1]])
        answers = self.answers(encoded_records)
        self.assertEqual(answers[1:-1], expected)
        self.assertEqual([answer["type"] for answer in answers], ["error"] * len(encoded_records))

    def test_a_record_that_is_too_large_is_an_error_and_the_next_is_answered(self):
        data = records.picture(1, 0, b"")[1]
        input_rows = [
            file_record("a.png", data), file_record("b.png", data + bytes(40_000_000)),
            file_record("c.png", data)]
        first, second, third = self.answers(input_rows)
        self.assertEqual((second["type"], second["message"][:22]), ("error", "the record is too larg"))
        self.assertEqual((first["file"]["path"], third["file"]["path"]), ("a.png", "c.png"))

    def test_the_program_exits_when_its_client_is_killed(self):
        script = (
            "import sys, time; from stickerlint.stream import Stream\n"
            "def records():\n"
            "    yield b'no-such.png'\n"
            "    print(stream.pid, flush=True)\n"
            "    time.sleep(60)\n"
            f"stream = Stream({LINT!r}); list(stream.answers(records()))")
        with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as client:
            pid = int(client.stdout.readline())
            client.kill()
        for _ in range(100):
            if not pathlib.Path(f"/proc/{pid}/cmdline").exists():
                return
            if not pathlib.Path(f"/proc/{pid}/cmdline").read_bytes():
                return  # the process has exited and is a zombie
            time.sleep(0.05)
        self.fail("the program is still running")

    def test_records_end_with_zero_bytes_with_or_without_the_option(self):
        for words in ([], ["-0"], ["--null"]):
            with Stream([PROGRAM, "stream", "lint", "--no-config", *words]) as stream:
                answer, = stream.answers([file_record("no-such\n.png")])
            self.assertEqual((answer["type"], answer["path"]), ("error", "no-such\n.png"))

    def test_an_unknown_option_raises_the_programs_error(self):
        with self.assertRaisesRegex(CommandError, "exit code 2: .*Unknown option '--such'"):
            self.answers([file_record("a.png")], "--such")


if __name__ == "__main__":
    unittest.main()
