"""Tests of the stream with programs that crash, hang, or write invalid or wrong answers."""

import itertools
import os
import pathlib
import resource
import signal
import sys
import tempfile
import threading
import time
import unittest

from stickerlint.limits import default_answer_timeout
from stickerlint.process import CommandError
from stickerlint.stream import Limits, Stream, file_record

FAKE = [sys.executable, "-S", str(pathlib.Path(__file__).parent / "fake_program.py")]
SHORT_TIMEOUT = Limits(answer_timeout=0.5)


def make_records(count, poison=()):
    """Returns records whose paths are their numbers, some of them with poison."""
    return [file_record(f"poison-{i}" if i in poison else f"{i}") for i in range(count)]


class FaultTests(unittest.TestCase):
    """Each record is answered exactly once and in order, whatever the program does."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.starts = os.path.join(folder.name, "starts")

    def checked_answers(self, words, records, limits=Limits(), restarts=None):
        """Returns the answers, after checking their number and order."""
        with Stream(FAKE + words, limits) as stream:
            answers = list(stream.answers(records))
            if restarts is not None:
                self.assertEqual(stream.restarts, restarts)
        self.assertEqual(len(answers), len(records))
        for record, answer in zip(records, answers):
            if answer["type"] == "file":
                self.assertEqual(answer["file"]["path"], record["path"])
        self.assertFalse(any("id" in answer or "record" in answer for answer in answers))
        return answers

    def errors(self, answers):
        """Returns the messages of all errors, by index."""
        return {i: answer["message"] for i, answer in enumerate(answers) if answer["type"] == "error"}

    def test_a_working_program_is_started_once(self):
        self.assertEqual(self.errors(self.checked_answers(["sound"], make_records(500), restarts=0)), {})

    def test_answers_in_the_wrong_order_are_reordered(self):
        self.assertEqual(self.errors(self.checked_answers(["backwards"], make_records(200), restarts=0)), {})

    def test_an_empty_stream_does_not_start_the_program(self):
        with Stream(["/no/such/program"]) as stream:
            self.assertEqual(list(stream.answers([])), [])

    def test_a_record_with_its_own_id_is_an_error_of_only_that_record(self):
        records = [*make_records(2), {"path": "2", "id": "mine"}, {"path": "3"}]
        errors = self.errors(self.checked_answers(["sound"], records, restarts=0))
        self.assertEqual(list(errors), [2])
        self.assertIn("the record has an id", errors[2])

    def test_a_program_that_dies_after_some_records_is_restarted(self):
        for name in ("SIGKILL", "SIGSEGV", "SIGTERM"):
            words = ["die", "30", str(int(getattr(signal, name)))]
            self.assertEqual(self.errors(self.checked_answers(words, make_records(100), Limits(records=8))), {})

    def test_only_records_that_crash_the_program_are_errors(self):
        errors = self.errors(self.checked_answers(["die_on", "poison"], make_records(100, {0, 41, 42, 99})))
        self.assertEqual(sorted(errors), [0, 41, 42, 99])
        self.assertEqual(
            set(errors.values()), {"stickerlint failed twice: it ended with SIGSEGV"})
        errors = self.errors(self.checked_answers(["exit_on", "poison"], make_records(50, {7})))
        self.assertEqual(errors, {7: "stickerlint failed twice: it ended with exit code 3"})

    def test_a_program_that_hangs_is_restarted(self):
        answers = self.checked_answers(["hang_on", "poison"], make_records(100, {50}), SHORT_TIMEOUT, restarts=3)
        errors = self.errors(answers)
        self.assertEqual(errors, {50: "stickerlint failed twice: it does not answer"})

    def test_the_stream_waits_longer_than_the_time_limit_of_workers(self):
        lint, pack = ["stickerlint", "stream", "lint"], ["stickerlint", "stream", "pack"]
        # Each of two attempts may take five times the time limit in real time.
        self.assertGreater(default_answer_timeout(lint), 2 * 5 * 60)
        self.assertGreater(default_answer_timeout(pack), 2 * 5 * 600)
        self.assertGreater(default_answer_timeout([*lint, "--worker-seconds", "900"]), 2 * 5 * 900)
        self.assertGreater(default_answer_timeout([*pack, "--worker-seconds=900", "--quiet"]), 2 * 5 * 900)
        self.assertLess(default_answer_timeout([*lint, "--worker-seconds=900", "--worker-seconds", "1"]), 120)
        self.assertEqual(default_answer_timeout([*lint, "--no-isolate"]), 3600)
        self.assertEqual(default_answer_timeout([*lint, "--worker-seconds", "soon"]), default_answer_timeout(lint))

    def test_invalid_output_is_an_error_of_its_record(self):
        for more in ([], ["forever"]):
            errors = self.errors(self.checked_answers(
                ["garbage_on", "poison", *more], make_records(20, {5}), Limits(answer_bytes=1 << 20)))
            self.assertEqual(list(errors), [5])

    def test_a_repeated_answer_counts_once(self):
        self.assertEqual(self.errors(self.checked_answers(["first", self.starts, "twice"], make_records(50))), {})
        self.assertEqual(os.path.getsize(self.starts), 2)

    def test_an_answer_with_the_id_of_another_record_is_rejected(self):
        self.assertEqual(
            self.errors(self.checked_answers(["first", self.starts, "other_id"], make_records(50), restarts=1)), {})

    def test_a_record_whose_answer_is_truncated_is_sent_again(self):
        self.assertEqual(
            self.errors(self.checked_answers(["first", self.starts, "cut"], make_records(50), restarts=1)), {})

    def test_a_program_that_closes_its_input_is_restarted(self):
        # The records are too large for the buffers of the pipes.
        records = [file_record(str(i), b"x" * 200_000) for i in range(20)]
        self.assertEqual(
            self.errors(self.checked_answers(["first", self.starts, "close"], records, Limits(answer_timeout=5))), {})

    def test_a_program_that_is_killed_between_two_calls_is_restarted(self):
        with Stream(FAKE + ["sound"]) as stream:
            for round_ in range(3):
                self.assertEqual(len(list(stream.answers(make_records(10)))), 10)
                os.kill(stream.pid, signal.SIGKILL)
            self.assertEqual(stream.restarts, 2)

    def test_a_program_that_cannot_run_raises_one_clear_exception(self):
        for command, words in (
            (["/no/such/program"], "cannot run /no/such/program: No such file"),
            (FAKE + ["refuse"], "exit code 1: Error: Unknown option"),
            (FAKE + ["refuse", "2"], "exit code 2: no error message"),
            (FAKE + ["other_schema"], "uses schema 2, but this package needs schema 1"),
            ([sys.executable, "--version"], "does not answer records"),
            (["/bin/sh", "-c", "cat"], "does not answer records: it does not answer"),
        ):
            with self.subTest(words), Stream(command, SHORT_TIMEOUT) as stream:
                with self.assertRaisesRegex(CommandError, words):
                    list(stream.answers(make_records(3)))

    def test_an_exception_of_the_producer_is_raised_in_the_consumer(self):
        def records():
            yield from make_records(10)
            raise OSError("the disk is gone")
        with Stream(FAKE + ["sound"]) as stream, self.assertRaisesRegex(OSError, "the disk is gone"):
            list(stream.answers(records()))


class BackpressureTests(unittest.TestCase):
    """The amount of data in flight is limited, and the program ends when the consumer does."""

    def test_the_producer_pauses_when_the_consumer_stops_reading(self):
        for limits, limit in ((Limits(records=16), 17), (Limits(bytes=1_000_000), 8)):
            counter = itertools.count()
            records = (file_record(str(next(counter)), b"x" * 100_000) for _ in range(1000))
            with Stream(FAKE + ["sound"], limits) as stream:
                answers = stream.answers(records)
                next(answers)
                time.sleep(0.2)
                self.assertLessEqual(next(counter), limit)
                self.assertEqual(len(list(answers)), 999)

    def test_memory_does_not_grow_with_the_number_of_large_records(self):
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        big = b"x" * 100_000_000
        with Stream(FAKE + ["sound"]) as stream:
            answers = stream.answers(file_record("a", big) for _ in range(3))
            sizes = [answer["file"]["bytes"] for answer in answers]
        self.assertEqual(len(sizes), 3)
        self.assertGreater(min(sizes), 133_000_000)
        # The content, its Base64 form and the record, the same for the previous record, and the part in the pipe.
        self.assertLess(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before, 900_000)

    def test_closing_the_generator_ends_its_process_and_its_threads(self):
        threads = threading.active_count()
        for words in (["sound"], ["hang_on", "3"]):
            stream = Stream(FAKE + words, Limits(records=8))
            answers = stream.answers(make_records(1000))
            next(answers)
            pid = stream.pid
            answers.close()
            with self.assertRaises(ProcessLookupError):
                os.kill(pid, 0)
            self.assertEqual(threading.active_count(), threads)
            stream.close()

    def test_file_descriptors_are_closed(self):
        def count():
            return len(os.listdir("/dev/fd"))
        with Stream(FAKE + ["die_on", "poison"]) as stream:
            list(stream.answers(make_records(1)))
            before = count()
            list(stream.answers(make_records(30, set(range(0, 30, 3)))))
            self.assertLessEqual(count(), before)


if __name__ == "__main__":
    unittest.main()
