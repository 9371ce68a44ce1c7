"""A dropped zip is opened in memory, within the page's limits, regardless of what it declares."""

import io
import struct
import zipfile

from serve_case import ServeCase
from serving import drop


def make_zip(files, method=zipfile.ZIP_DEFLATED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def patch_headers(data, signature, at, value):
    """Replaces bytes at an offset in every header with a signature."""
    out, found = bytearray(data), data.find(signature)
    while found >= 0:
        out[found + at:found + at + len(value)] = value
        found = data.find(signature, found + 1)
    return bytes(out)


CENTRAL_DIRECTORY = b"PK\1\2"


class UnzipTests(ServeCase):
    def drop_zip(self, data, name="art.zip"):
        server = self.start_server()
        session = self.open_page(server)
        drop(session.page, {name: data})
        return server, session

    def paths(self, page, count):
        page.locator(".tile").nth(count - 1).wait_for()
        return sorted(page.evaluate("[...document.querySelectorAll('article.sticker')].map((a) => a.dataset.path)"))

    def assert_rejected(self, data, reason):
        server, session = self.drop_zip(data)
        session.page.locator("#refused li", has_text=f"art.zip was not opened: {reason}.").wait_for()
        self.assertEqual(session.page.locator(".tile").count(), 0)
        self.assertEqual(session.errors, [])

    def test_files_in_a_zip_are_added_whether_compressed_or_not(self):
        for method in (zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED):
            files = {"ready.png": self.art["ready.png"], "more/cut.png": self.art["cut.png"], "more/": b"",
                     "__MACOSX/._ready.png": b"\0", "more/.DS_Store": b"\0"}
            server, session = self.drop_zip(make_zip(files, method))
            self.assertEqual(self.paths(session.page, 2), ["art/more/cut.png", "art/ready.png"])
            number = self.sticker(session.page, "ready.png").get_attribute("data-number")
            self.assertEqual(self.fetch(server, f"art/{number}"), self.art["ready.png"])
            self.assertEqual(session.errors, [])

    def test_a_zip_with_one_top_level_folder_adds_no_other_folder(self):
        files = {"cats/ready.png": self.art["ready.png"], "cats/cut.png": self.art["cut.png"]}
        _, session = self.drop_zip(make_zip(files))
        self.assertEqual(self.paths(session.page, 2), ["cats/cut.png", "cats/ready.png"])

    def test_unsafe_paths_in_a_zip_are_rejected_and_names_are_shown_as_text(self):
        files = {"a/../../up.png": self.art["ready.png"], "/root.png": self.art["ready.png"],
                 "win\\dows.png": self.art["ready.png"], "<b>x.png": self.art["ready.png"],
                 "x" * 4000 + ".png": self.art["ready.png"]}
        _, session = self.drop_zip(make_zip(files))
        page = session.page
        page.locator("#doing").wait_for(state="hidden")
        page.locator("#refused li").nth(2).wait_for()
        self.assertEqual(self.paths(page, 2), ["art/<b>x.png", "art/win/dows.png"])
        reasons = page.locator("#refused li span").all_inner_texts()
        self.assertEqual(len([line for line in reasons if "is not a valid path" in line]), 2, reasons)
        self.assertEqual(page.locator("#refused b, h3 b").count(), 0)

    def test_a_zip_bomb_is_rejected_whatever_size_it_declares(self):
        bomb = make_zip({f"{at}.png": bytes(90 << 20) for at in range(3)})
        lying_bomb = patch_headers(bomb, CENTRAL_DIRECTORY, 24, struct.pack("<I", 9))
        for data in (bomb, lying_bomb):
            self.assert_rejected(data, "its contents are too large (limit: 256 MiB)")

    def test_a_zip_with_too_many_files_is_rejected(self):
        data = make_zip({f"{at}.png": b"" for at in range(1001)})
        self.assert_rejected(data, "it contains too many files (limit: 1000)")

    def test_a_zip_inside_a_zip_is_not_opened(self):
        inner = make_zip({"cut.png": self.art["cut.png"]})
        _, session = self.drop_zip(make_zip({"ready.png": self.art["ready.png"], "more.zip": inner}))
        session.page.locator("#notes li", has_text="art/more.zip is inside another zip and was not opened.").wait_for()
        self.assertEqual(self.paths(session.page, 1), ["art/ready.png"])

    def test_a_zip_that_cannot_be_opened_is_rejected_with_the_reason(self):
        valid = make_zip({"a.png": self.art["ready.png"], "b.png": self.art["cut.png"]})
        second = valid.find(CENTRAL_DIRECTORY, valid.find(CENTRAL_DIRECTORY) + 1)
        overlapping = valid[:second + 42] + struct.pack("<I", 0) + valid[second + 46:]
        for data, reason in (
            (patch_headers(valid, CENTRAL_DIRECTORY, 8, b"\1\0"), "it is encrypted"),
            (overlapping, "files in it overlap"),
            (patch_headers(valid, CENTRAL_DIRECTORY, 10, b"\x0c\0"), "its compression method is not supported"),
            (patch_headers(valid, CENTRAL_DIRECTORY, 42, struct.pack("<I", 7)), "it is damaged"),
            (patch_headers(valid, CENTRAL_DIRECTORY, 20, struct.pack("<I", 1 << 31)), "it is damaged"),
            (patch_headers(valid, b"PK\5\6", 16, b"\xff" * 4), "ZIP64 archives are not supported"),
            (patch_headers(valid, b"PK\5\6", 12, struct.pack("<I", 1 << 30)), "it is damaged"),
            (valid[:-30], "it is not a zip, or it is incomplete"),
            (b"PK\3\4", "it is not a zip, or it is incomplete"),
            (b"", "it is not a zip, or it is incomplete"),
            (valid.replace(valid[60:90], bytes(30), 1), "it is damaged"),
        ):
            self.assert_rejected(data, reason)

    def test_symbolic_links_in_a_zip_are_ignored(self):
        symlink = patch_headers(make_zip({"to.png": b"/etc/passwd"}), CENTRAL_DIRECTORY, 5, b"\3")
        symlink = patch_headers(symlink, CENTRAL_DIRECTORY, 38, struct.pack("<I", 0o120777 << 16))
        files = make_zip({"ready.png": self.art["ready.png"]})
        _, session = self.drop_zip(symlink)
        drop(session.page, {"other.zip": files})
        self.assertEqual(self.paths(session.page, 1), ["other/ready.png"])
