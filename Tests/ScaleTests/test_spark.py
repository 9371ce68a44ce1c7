"""Tests of `stickerlint.spark` on a cluster of two executors."""

import io
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest
import zipfile

import engines
import records

PROGRAM = str(pathlib.Path(os.environ["STICKERLINT"]).resolve())
ART = pathlib.Path(__file__).resolve().parent.parent.parent / "Fixtures" / "Art"
OPTIONS = ["--no-config"]
# For records that make a build with `--traits Poison` hang or grow.
LIMITS = ["--worker-seconds=1", "--worker-memory=256"]


class SparkTests(unittest.TestCase):
    """Lints and packs DataFrames of files."""

    @classmethod
    def setUpClass(cls):
        cls.session = engines.spark_session()
        cls.addClassCleanup(cls.session.stop)
        folder = tempfile.TemporaryDirectory(prefix="stickerlint-spark-")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name
        records.write_pictures(1, f"{cls.folder}/art")

    def lint(self, df, **arguments):
        """Lints a DataFrame with the program under test."""
        from stickerlint import spark

        return spark.lint(df, **{"options": OPTIONS, "command": PROGRAM, **arguments})

    def test_both_executors_answer_and_every_row_is_answered_once(self):
        df = engines.spark_records(self.session, 1000, 1, 0.05, f"{self.folder}/art")
        rows = self.lint(df, **engines.COLUMNS, options=OPTIONS + LIMITS).collect()
        self.assertEqual(sorted(row["index"] for row in rows), list(range(1000)))
        # Each executor has one daemon, which is the parent of its Python workers.
        self.assertEqual(len({row["owner"] for row in rows}), 2)
        self.assertEqual({row["type"] for row in rows}, {"file", "error"})

    def test_key_columns_are_returned_unchanged(self):
        path = str(next(pathlib.Path(f"{self.folder}/art").iterdir()))
        df = self.session.sql(
            "select explode(array(9007199254740993, null)) `a key.of mine`, "
            "array(struct(null x, 1.50bd y)) deep, "
            f"timestamp'2020-02-02 02:02:02.123456' at, '{path}' p, 'icon' r").repartition(1)
        answers = self.lint(df, path="p", role="r", keys=["a key.of mine", "deep", "at"])
        self.assertEqual(answers.columns[:3], ["a key.of mine", "deep", "at"])
        key = "`a key.of mine`"
        self.assertEqual(
            sorted(map(str, answers.selectExpr(key, "deep", "at").collect())),
            sorted(map(str, df.selectExpr(key, "deep", "at").collect())))
        self.assertEqual(answers.schema["at"].dataType, df.schema["at"].dataType)

    def test_files_that_spark_has_read_are_checked_by_their_content(self):
        df = self.session.read.format("binaryFile").load(str(ART / "faulty"))
        answers = self.lint(df, path="path", content="content", keys=["length"])
        rows = {row["path"].rpartition("/")[2]: row for row in answers.collect()}
        self.assertEqual(len(rows), len(list((ART / "faulty").iterdir())))
        small = rows["too-small.png"]
        self.assertEqual((small["type"], small["width"], small["bytes"]), ("file", 240, small["length"]))
        found = [finding for finding in small["findings"] if finding["rule"] == "pixel-dimensions"]
        self.assertEqual([(f["severity"], f["measured"], f["limit"], f["unit"]) for f in found], [
            ("error", 240.0, 300.0, "px")])
        self.assertEqual(small["errors"], sum(f["severity"] == "error" for f in small["findings"]))

    def test_each_finding_becomes_a_row(self):
        from stickerlint import spark

        df = self.session.read.format("binaryFile").load(str(ART / "faulty"))
        answers = self.lint(df, path="path", content="content", keys=["length"])
        found = spark.findings(answers)
        self.assertEqual(found.columns[:4], ["length", "path", "rule", "severity"])
        self.assertEqual(
            found.count(), answers.selectExpr("sum(errors + warnings + hints)").collect()[0][0])

    def test_an_unreadable_file_is_a_failure_and_is_not_counted_as_clean(self):
        from stickerlint import spark

        good = str(next((ART / "pack").glob("*.png")))
        df = self.session.createDataFrame([(good,), ("no-such.png",)], ["p"])
        answers = self.lint(df, path="p")
        self.assertEqual([row["path"] for row in answers.where("errors = 0").collect()], [good])
        failed, = spark.failures(answers).collect()
        self.assertEqual((failed["path"], failed["errors"], failed["findings"]), ("no-such.png", None, None))
        self.assertTrue(failed["message"])

    def test_a_configuration_file_can_exclude_files(self):
        folder = pathlib.Path(self.folder) / "configured"
        folder.mkdir()
        (folder / ".stickerlint.yml").write_text('exclude: ["*.png"]\n')
        source = next(pathlib.Path(f"{self.folder}/art").glob("*.png"))
        shutil.copy(source, folder / "a.png")
        df = self.session.createDataFrame([(str(folder / "a.png"),)], ["p"])
        self.assertEqual([row["type"] for row in self.lint(df, path="p", options=[]).collect()], ["skipped"])

    def test_the_program_can_be_sent_to_the_executors(self):
        self.session.sparkContext.addFile(PROGRAM)
        df = self.session.createDataFrame([("no-such.png",)], ["p"])
        name = pathlib.Path(PROGRAM).name
        self.assertEqual([row["type"] for row in self.lint(df, path="p", command=name).collect()], ["error"])

    def test_an_invalid_command_option_or_column_raises_an_error(self):
        df = self.session.createDataFrame([("no-such.png",)], ["p"])
        with self.assertRaisesRegex(Exception, "cannot run /no/such/program: No such file"):
            self.lint(df, path="p", command="/no/such/program").collect()
        with self.assertRaisesRegex(Exception, "Unknown option '--such'"):
            self.lint(df, path="p", options=["--such"]).collect()
        for arguments in ({"path": "q"}, {}, {"path": "p", "keys": ["Findings"]}):
            with self.subTest(arguments), self.assertRaises(ValueError):
                self.lint(df.withColumnRenamed("x", "y").selectExpr("p", "p Findings"), **arguments)

    def test_each_group_of_rows_becomes_a_pack(self):
        from stickerlint import spark

        help_ = subprocess.run([PROGRAM, "stream", "pack", "--help"], capture_output=True, check=False).stdout
        if b"--output" not in help_:
            self.skipTest("skipped: `stream pack` has no option --output")
        files = [
            (pack, path.name, path.read_bytes()) for pack, folder in (("Ghosts", "pack"), ("Bad", "faulty"))
            for path in sorted((ART / folder).glob("*.png"))]
        df = self.session.createDataFrame(files, ["pack", "file", "data"]).repartition(4)
        packs = {row["pack"]: row for row in spark.packs(
            df, by="pack", path="file", content="data", name="pack", options=OPTIONS,
            command=PROGRAM).collect()}
        self.assertEqual(set(packs), {"Ghosts", "Bad"})
        good, bad = packs["Ghosts"], packs["Bad"]
        self.assertEqual(
            (good["built"], good["name"], good["reasons"]), (True, "Ghosts", []), good["message"])
        with zipfile.ZipFile(io.BytesIO(good["zip"])) as archive:
            self.assertIsNone(archive.testzip())
            names = archive.namelist()
        for _, file, _ in (entry for entry in files if entry[0] == "Ghosts"):
            self.assertTrue(any(pathlib.Path(file).stem in name for name in names), file)
        self.assertEqual((bad["built"], bad["zip"]), (False, None))
        self.assertTrue(bad["reasons"])

    def test_a_group_without_a_name_is_an_error_and_paths_can_be_bytes(self):
        from stickerlint import spark

        rows = [
            (number, os.fsencode(path.name) + end, path.read_bytes()) for number in (None, 7)
            for path in sorted((ART / "pack").glob("*.png"))[:3] for end in (b".png", b"\xff.png")]
        df = self.session.createDataFrame(rows, "number int, file binary, data binary")
        packs = {row["number"]: row for row in spark.packs(
            df, by="number", path="file", content="data", name="number", options=OPTIONS,
            command=PROGRAM).collect()}
        self.assertEqual((packs[7]["type"], packs[7]["name"]), ("pack", "7"), packs[7])
        self.assertEqual(packs[None]["type"], "error", packs[None])
        self.assertIn("the pack has no name", packs[None]["message"])


if __name__ == "__main__":
    unittest.main()
