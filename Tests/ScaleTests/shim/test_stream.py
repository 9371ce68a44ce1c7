"""The stream before programs that die, hang, babble and lie."""

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

from stickerlint.limits import patience
from stickerlint.process import CommandError
from stickerlint.stream import Limits, Stream, file_record

FAKE = [sys.executable, "-S", str(pathlib.Path(__file__).parent / "fake_program.py")]
IMPATIENT = Limits(silence=0.5)


def asked(count, poison=()):
    """Records whose paths are their numbers, and poison at some of them."""
    return [file_record(f"poison-{i}" if i in poison else f"{i}") for i in range(count)]


class FaultTests(unittest.TestCase):
    """Each input is answered exactly once, in order, whatever the program does."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.starts = os.path.join(folder.name, "starts")

    def answered(self, words, records, limits=Limits(), restarts=None):
        """The answers, once their order is checked."""
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

    def faults(self, answers):
        """Where an answer is an error, and what it says."""
        return {i: answer["message"] for i, answer in enumerate(answers) if answer["type"] == "error"}

    def test_a_sound_program_is_started_once(self):
        self.assertEqual(self.faults(self.answered(["sound"], asked(500), restarts=0)), {})

    def test_answers_in_another_order_are_put_right(self):
        self.assertEqual(self.faults(self.answered(["backwards"], asked(200), restarts=0)), {})

    def test_no_records_need_no_program(self):
        with Stream(["/no/such/program"]) as stream:
            self.assertEqual(list(stream.answers([])), [])

    def test_an_id_of_the_callers_own_is_one_records_error(self):
        records = [*asked(2), {"path": "2", "id": "mine"}, {"path": "3"}]
        said = self.faults(self.answered(["sound"], records, restarts=0))
        self.assertEqual(list(said), [2])
        self.assertIn("the record has an id", said[2])

    def test_a_program_that_dies_after_some_records_is_replaced(self):
        for name in ("SIGKILL", "SIGSEGV", "SIGTERM"):
            words = ["die", "30", str(int(getattr(signal, name)))]
            self.assertEqual(self.faults(self.answered(words, asked(100), Limits(records=8))), {})

    def test_a_record_that_kills_is_named_with_the_signal_and_no_other_is(self):
        faults = self.faults(self.answered(["die_on", "poison"], asked(100, {0, 41, 42, 99})))
        self.assertEqual(sorted(faults), [0, 41, 42, 99])
        self.assertEqual(
            set(faults.values()), {"stickerlint failed twice: it ended with SIGSEGV"})
        faults = self.faults(self.answered(["exit_on", "poison"], asked(50, {7})))
        self.assertEqual(faults, {7: "stickerlint failed twice: it ended with exit code 3"})

    def test_a_program_that_hangs_is_ended(self):
        faults = self.faults(self.answered(["hang_on", "poison"], asked(100, {50}), IMPATIENT, restarts=3))
        self.assertEqual(faults, {50: "stickerlint failed twice: it does not answer"})

    def test_it_waits_as_long_as_the_program_lets_its_workers_work(self):
        lint, pack = ["stickerlint", "stream", "lint"], ["stickerlint", "stream", "pack"]
        # Each of two tries may take five times the seconds by the clock.
        self.assertGreater(patience(lint), 2 * 5 * 60)
        self.assertGreater(patience(pack), 2 * 5 * 600)
        self.assertGreater(patience([*lint, "--worker-seconds", "900"]), 2 * 5 * 900)
        self.assertGreater(patience([*pack, "--worker-seconds=900", "--quiet"]), 2 * 5 * 900)
        self.assertLess(patience([*lint, "--worker-seconds=900", "--worker-seconds", "1"]), 120)
        self.assertEqual(patience([*lint, "--no-isolate"]), 3600)
        self.assertEqual(patience([*lint, "--worker-seconds", "soon"]), patience(lint))

    def test_what_is_no_answer_is_not_taken_for_one(self):
        for more in ([], ["forever"]):
            faults = self.faults(self.answered(
                ["garbage_on", "poison", *more], asked(20, {5}), Limits(answer_bytes=1 << 20)))
            self.assertEqual(list(faults), [5])

    def test_an_answer_that_is_there_twice_counts_once(self):
        self.assertEqual(self.faults(self.answered(["first", self.starts, "twice"], asked(50))), {})
        self.assertEqual(os.path.getsize(self.starts), 2)

    def test_an_answer_under_another_number_is_not_taken(self):
        self.assertEqual(
            self.faults(self.answered(["first", self.starts, "other_id"], asked(50), restarts=1)), {})

    def test_an_answer_that_is_cut_is_asked_for_again(self):
        self.assertEqual(self.faults(self.answered(["first", self.starts, "cut"], asked(50), restarts=1)), {})

    def test_a_program_that_closes_its_input_is_replaced(self):
        # Large enough that pipes do not hold them.
        records = [file_record(str(i), b"x" * 200_000) for i in range(20)]
        self.assertEqual(
            self.faults(self.answered(["first", self.starts, "close"], records, Limits(silence=5))), {})

    def test_a_program_that_was_killed_between_two_calls_is_replaced(self):
        with Stream(FAKE + ["sound"]) as stream:
            for round_ in range(3):
                self.assertEqual(len(list(stream.answers(asked(10)))), 10)
                os.kill(stream.pid, signal.SIGKILL)
            self.assertEqual(stream.restarts, 2)

    def test_a_program_that_cannot_run_is_one_clear_exception(self):
        for command, words in (
            (["/no/such/program"], "cannot run /no/such/program: No such file"),
            (FAKE + ["refuse"], "exit code 1: Error: Unknown option"),
            (FAKE + ["refuse", "2"], "exit code 2: no error message"),
            (FAKE + ["other_schema"], "uses schema 2, but this package needs schema 1"),
            ([sys.executable, "--version"], "does not answer records"),
            (["/bin/sh", "-c", "cat"], "does not answer records: it does not answer"),
        ):
            with self.subTest(words), Stream(command, IMPATIENT) as stream:
                with self.assertRaisesRegex(CommandError, words):
                    list(stream.answers(asked(3)))

    def test_the_exception_of_a_producer_is_the_consumers(self):
        def records():
            yield from asked(10)
            raise OSError("the disk is gone")
        with Stream(FAKE + ["sound"]) as stream, self.assertRaisesRegex(OSError, "the disk is gone"):
            list(stream.answers(records()))


class PressureTests(unittest.TestCase):
    """What is in flight is bounded, and ends with the one who asked."""

    def test_who_stops_reading_stops_the_feeding(self):
        for limits, most in ((Limits(records=16), 17), (Limits(bytes=1_000_000), 8)):
            taken = itertools.count()
            records = (file_record(str(next(taken)), b"x" * 100_000) for _ in range(1000))
            with Stream(FAKE + ["sound"], limits) as stream:
                answers = stream.answers(records)
                next(answers)
                time.sleep(0.2)
                self.assertLessEqual(next(taken), most)
                self.assertEqual(len(list(answers)), 999)

    def test_large_records_do_not_add_up(self):
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        big = b"x" * 100_000_000
        with Stream(FAKE + ["sound"]) as stream:
            answers = stream.answers(file_record("a", big) for _ in range(3))
            sizes = [answer["file"]["bytes"] for answer in answers]
        self.assertEqual(len(sizes), 3)
        self.assertGreater(min(sizes), 133_000_000)
        # The content, its Base64, a record of it, the same before, and what the pipe is given of it.
        self.assertLess(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before, 900_000)

    def test_a_generator_that_is_closed_leaves_nothing_behind(self):
        threads = threading.active_count()
        for words in (["sound"], ["hang_on", "3"]):
            stream = Stream(FAKE + words, Limits(records=8))
            answers = stream.answers(asked(1000))
            next(answers)
            pid = stream.pid
            answers.close()
            with self.assertRaises(ProcessLookupError):
                os.kill(pid, 0)
            self.assertEqual(threading.active_count(), threads)
            stream.close()

    def test_descriptors_are_given_back(self):
        def count():
            return len(os.listdir("/dev/fd"))
        with Stream(FAKE + ["die_on", "poison"]) as stream:
            list(stream.answers(asked(1)))
            before = count()
            list(stream.answers(asked(30, set(range(0, 30, 3)))))
            self.assertLessEqual(count(), before)


if __name__ == "__main__":
    unittest.main()
