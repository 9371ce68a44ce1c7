"""Tests of `stickerlint.rows`, which Spark and Ray share, without an engine."""

import unittest

import engines  # pylint: disable=unused-import
from stickerlint.rows import ANSWER_SCHEMA, PACK_SCHEMA, Columns, file_row, pack_row

COUNTS = ("errors", "warnings", "hints", "findings")


class RowTests(unittest.TestCase):
    """Converts answers to rows."""

    def test_an_error_or_a_skipped_file_has_no_counts(self):
        for answer in ({"type": "error", "message": "no"}, {"type": "skipped", "file": {"path": "a.png"}}):
            row = file_row({"schema": 1, **answer})
            self.assertEqual([row[name] for name in COUNTS], [None] * 4)
            self.assertEqual(set(row), set(ANSWER_SCHEMA.names))

    def test_a_checked_file_has_counts_and_findings(self):
        row = file_row({"type": "file", "file": {"path": "a.png"}, "findings": []})
        self.assertEqual([row[name] for name in COUNTS], [0, 0, 0, []])
        found = [{"severity": "error", "limit": 1}, {"severity": "hint"}]
        row = file_row({"type": "file", "file": {}, "findings": found})
        self.assertEqual([row[name] for name in COUNTS[:3]], [1, 0, 1])
        self.assertEqual([finding["limit"] for finding in row["findings"]], [1.0, None])

    def test_a_pack_with_an_error_has_no_list_of_findings(self):
        row = pack_row({"type": "error", "message": "no"})
        self.assertEqual((row["built"], row["findings"], set(row)), (None, None, set(PACK_SCHEMA.names)))
        self.assertEqual(pack_row({"type": "pack", "findings": []})["findings"], [])

    def test_a_key_with_the_name_of_an_answer_column_is_rejected(self):
        with self.assertRaisesRegex(ValueError, "keys cannot be named Path, .* Rename .* to key_Path"):
            Columns(path="p", keys=("Path",)).check(["p", "Path"])


if __name__ == "__main__":
    unittest.main()
