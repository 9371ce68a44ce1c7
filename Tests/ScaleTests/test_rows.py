"""`stickerlint.rows`: what Spark and Ray share, without either."""

import unittest

import engines  # pylint: disable=unused-import
from stickerlint.rows import ANSWER, PACK, Columns, file_row, pack_row

COUNTS = ("errors", "warnings", "hints", "findings")


class RowTests(unittest.TestCase):
    """Answers as rows."""

    def test_what_was_not_read_has_no_counts(self):
        for answer in ({"type": "error", "message": "no"}, {"type": "skipped", "file": {"path": "a.png"}}):
            row = file_row({"schema": 1, **answer})
            self.assertEqual([row[name] for name in COUNTS], [None] * 4)
            self.assertEqual(set(row), set(ANSWER.names))

    def test_what_was_read_has(self):
        row = file_row({"type": "file", "file": {"path": "a.png"}, "findings": []})
        self.assertEqual([row[name] for name in COUNTS], [0, 0, 0, []])
        found = [{"severity": "error", "limit": 1}, {"severity": "hint"}]
        row = file_row({"type": "file", "file": {}, "findings": found})
        self.assertEqual([row[name] for name in COUNTS[:3]], [1, 0, 1])
        self.assertEqual([finding["limit"] for finding in row["findings"]], [1.0, None])

    def test_a_pack_that_was_not_looked_at_has_no_findings(self):
        row = pack_row({"type": "error", "message": "no"})
        self.assertEqual((row["built"], row["findings"], set(row)), (None, None, set(PACK.names)))
        self.assertEqual(pack_row({"type": "pack", "findings": []})["findings"], [])

    def test_a_key_that_is_called_as_an_answer_is_to_be_renamed(self):
        with self.assertRaisesRegex(ValueError, "keys cannot be named Path, .* Rename .* to key_Path"):
            Columns(path="p", keys=("Path",)).check(["p", "Path"])


if __name__ == "__main__":
    unittest.main()
