"""A small run of poison.py with both engines. `make test-scale RECORDS=100000` is the large run."""

import os
import unittest

import poison


class PoisonTests(unittest.TestCase):
    """Compares the answers of each engine with those of one process, while processes are killed."""

    def test_answers_are_correct_despite_poison_and_kills(self):
        program = [os.environ["STICKERLINT"], "--share", "0.03"]
        for engine in ("spark", "ray"):
            with self.subTest(engine):
                self.assertEqual(poison.run(poison.arguments([*program, "--engines", engine])), 0)


if __name__ == "__main__":
    unittest.main()
