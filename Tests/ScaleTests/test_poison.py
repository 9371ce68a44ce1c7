"""A small run of poison.py through both engines; `make test-scale RECORDS=100000` is a large one."""

import os
import unittest

import poison


class PoisonTests(unittest.TestCase):
    """Every record is answered once, as on one machine, while processes are killed."""

    def test_two_thousand_records_with_poison_and_kills(self):
        words = [os.environ["STICKERLINT"], "--share", "0.03"]
        for engine in ("spark", "ray"):
            with self.subTest(engine):
                self.assertEqual(poison.run(poison.arguments([*words, "--engines", engine])), 0)


if __name__ == "__main__":
    unittest.main()
