"""Tests of `stickerlint.ray` with two workers."""

import os
import pathlib
import tempfile
import unittest

import engines
import records

PROGRAM = str(pathlib.Path(os.environ["STICKERLINT"]).resolve())


class RayTests(unittest.TestCase):
    """Lints a Dataset of files."""

    @classmethod
    def setUpClass(cls):
        engines.ray_session()
        folder = tempfile.TemporaryDirectory(prefix="stickerlint-ray-")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name
        records.write_pictures(1, f"{cls.folder}/art")

    @classmethod
    def tearDownClass(cls):
        import ray

        ray.shutdown()

    def test_every_row_is_answered_once(self):
        import ray

        from stickerlint import ray as stickers

        dataset = engines.ray_records(600, 1, 0.05, f"{self.folder}/art")
        rows = stickers.lint(
            dataset, **engines.COLUMNS, command=PROGRAM, batch_size=100,
            options=["--no-config", "--worker-seconds=1", "--worker-memory=256"],
            compute=ray.data.ActorPoolStrategy(size=2)).take_all()
        self.assertEqual(sorted(row["index"] for row in rows), list(range(600)))
        self.assertEqual({row["type"] for row in rows}, {"file", "error"})

    def test_an_unknown_option_or_column_raises_an_error(self):
        import ray

        from stickerlint import ray as stickers

        dataset = ray.data.from_items([{"p": "no-such.png"}])
        with self.assertRaisesRegex(Exception, "Unknown option '--such'"):
            stickers.lint(dataset, path="p", command=PROGRAM, options=["--such"]).take_all()
        with self.assertRaisesRegex(Exception, "there is no column q"):
            stickers.lint(dataset, path="q", command=PROGRAM).take_all()


if __name__ == "__main__":
    unittest.main()
