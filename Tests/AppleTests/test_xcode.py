"""Checks every kind of catalog and project with Apple's catalog compiler and with Xcode."""

import unittest

import apple

ON_A_MAC = unittest.skipUnless(apple.IS_MAC, "skipped: not on macOS")


class Catalogs(unittest.TestCase):
    """Any warning is a failure, because developers would see it when they build their own apps."""

    def test_there_are_catalogs_of_all_kinds(self):
        """The list of catalogs contains every kind. On a Mac, all catalogs compile without errors and warnings."""
        found = apple.catalogs()
        self.assertGreaterEqual(len(found), len(apple.CATALOGS) + 3)
        for name in apple.CATALOGS:
            self.assertTrue(any(found[name].rglob("*.stickersiconset")), name)
        self.assertTrue(any(found["a sequence"].rglob("*.stickersequence")))
        if not apple.IS_MAC:
            return
        for name, catalog in found.items():
            with self.subTest(name):
                self.assertEqual(apple.compile_catalog(catalog, apple._work / "compiled" / name), [])

    def test_a_complaint_is_heard(self):
        """Errors and warnings are found in both forms that actool prints: with and without a file path."""
        answer = """<?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict>
              <key>com.apple.actool.compilation-results</key><dict><key>output-files</key><array/></dict>
              <key>com.apple.actool.document.warnings</key><dict><key>/a/Stickers.xcstickers</key><array>
                <dict><key>description</key><string>has an unassigned child</string></dict></array></dict>
              <key>com.apple.actool.errors</key><array>
                <dict><key>description</key><string>no icon</string></dict></array>
            </dict></plist>"""
        found = apple.errors_and_warnings(answer.strip())
        self.assertEqual(len(found), 2)
        self.assertIn("unassigned child", found[0])
        self.assertIn("no icon", found[1])

    @ON_A_MAC
    def test_the_compiler_complains_of_a_bad_catalog(self):
        """actool reports a missing icon, which shows that the other tests would detect an error."""
        catalog = apple.build_pack("bad") / "Stickers.xcstickers"
        for picture in catalog.rglob("*.stickersiconset/*.png"):
            picture.unlink()
        self.assertNotEqual(apple.compile_catalog(catalog, apple._work / "compiled" / "bad"), [])


class Projects(unittest.TestCase):
    """The four kinds of projects."""

    def test_each_is_built_for_the_simulator(self):
        """On a Mac, every scheme builds without signing, and without a warning about a catalog."""
        for name, options in apple.PROJECTS.items():
            folder = apple.build_pack(name, "--xcode", *options)
            self.assertEqual(len(list(folder.glob("*.xcodeproj"))), 1, name)
            if not apple.IS_MAC:
                continue
            for scheme, (status, log) in apple.build_schemes(folder).items():
                with self.subTest(name, scheme=scheme):
                    self.assertEqual(status, 0, log[-8000:])
                    told = [line for line in log.splitlines() if "warning:" in line and ".xc" in line]
                    self.assertEqual(told, [])


if __name__ == "__main__":
    unittest.main()
