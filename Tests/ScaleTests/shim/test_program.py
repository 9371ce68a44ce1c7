"""The stream before the real program: `STICKERLINT` names it."""

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
    """Records with much poison among them, but for what a build for tests takes long about."""
    return [
        records.row(1, index, SHARE, folder) for index in range(COUNT)
        if records.kind(1, index, SHARE) not in ("long", "abort", "hang", "grow")]


def record(row):
    """What a row is to the stream."""
    return row["record"] or file_record(row["path"], row["content"], row["role"])


def alone(told, *options):
    """What the program answers without the stream; numbers of records taken out."""
    lines = b"".join(records.line(index, row) + b"\0" for index, row in enumerate(told))
    done = subprocess.run([*LINT, *options], input=lines, stdout=subprocess.PIPE, check=False)
    return [without_number(json.loads(line)) for line in done.stdout.splitlines()]


def without_number(answer):
    """An answer but for how the record was called."""
    return {key: value for key, value in answer.items() if key not in ("id", "record")}


class ProgramTests(unittest.TestCase):
    """Answers are those that the program gives by itself."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def answers(self, told, *options):
        """What the stream gives."""
        with Stream([*LINT, *options]) as stream:
            return [without_number(answer) for answer in stream.answers(told)]

    def test_every_record_has_the_answer_that_the_program_gives_by_itself(self):
        records.write_pictures(1, self.folder)
        told = rows(self.folder)
        expected = alone(told)
        self.assertEqual({answer["type"] for answer in expected}, {"file", "error"})
        self.assertEqual(self.answers(map(record, told)), expected)
        self.assertEqual(self.answers(map(record, told), "--jobs", "1"), expected)

    def test_so_has_it_where_the_program_is_killed_again_and_again(self):
        records.write_pictures(1, self.folder)
        told = rows(self.folder)
        with Stream(LINT, Limits(records=8)) as stream:
            def asked():
                for index, row in enumerate(told):
                    if index % 7 == 6:
                        # With whatever is in flight; by then the next process may be at work on it.
                        os.kill(stream.pid, signal.SIGKILL)
                    yield record(row)
            found = [without_number(answer) for answer in stream.answers(asked())]
            self.assertGreater(stream.restarts, 3)
        self.assertEqual(found, alone(told))

    def test_names_that_are_no_utf8_and_lines_within_names_are_found(self):
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

    def test_half_a_surrogate_pair_is_in_no_name(self):
        answer, = self.answers([file_record("\ud800.png")])
        self.assertEqual(answer["type"], "error")

    def test_whole_records_are_passed_on_as_they_are(self):
        whole = [
            b"", b"{", b'{"id":7,"path":"x"', b'{"id":"\xff"}', b"no-such.png",
            b'{"id":[],"path":"x"}', b"a\0b"]
        expected = alone([{"record": line} for line in whole[1:-1]])
        found = self.answers(whole)
        self.assertEqual(found[1:-1], expected)
        self.assertEqual([answer["type"] for answer in found], ["error"] * len(whole))

    def test_a_record_that_is_too_long_is_answered_and_so_is_the_next_one(self):
        data = records.picture(1, 0, b"")[1]
        told = [
            file_record("a.png", data), file_record("b.png", data + bytes(40_000_000)),
            file_record("c.png", data)]
        first, second, third = self.answers(told)
        self.assertEqual((second["type"], second["message"][:22]), ("error", "the record is too larg"))
        self.assertEqual((first["file"]["path"], third["file"]["path"]), ("a.png", "c.png"))

    def test_a_program_whose_asker_is_killed_ends(self):
        script = (
            "import sys, time; from stickerlint.stream import Stream\n"
            "def records():\n"
            "    yield b'no-such.png'\n"
            "    print(stream.pid, flush=True)\n"
            "    time.sleep(60)\n"
            f"stream = Stream({LINT!r}); list(stream.answers(records()))")
        with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as asker:
            pid = int(asker.stdout.readline())
            asker.kill()
        for _ in range(100):
            if not pathlib.Path(f"/proc/{pid}/cmdline").exists():
                return
            if not pathlib.Path(f"/proc/{pid}/cmdline").read_bytes():
                return  # ended, and waited for by nobody
            time.sleep(0.05)
        self.fail("it is still there")

    def test_records_end_with_zero_bytes_whatever_the_command_says_of_it(self):
        for words in ([], ["-0"], ["--null"]):
            with Stream([PROGRAM, "stream", "lint", "--no-config", *words]) as stream:
                answer, = stream.answers([file_record("no-such\n.png")])
            self.assertEqual((answer["type"], answer["path"]), ("error", "no-such\n.png"))

    def test_options_that_are_none_are_the_programs_own_words(self):
        with self.assertRaisesRegex(CommandError, "exit code 2: .*Unknown option '--such'"):
            self.answers([file_record("a.png")], "--such")


if __name__ == "__main__":
    unittest.main()
