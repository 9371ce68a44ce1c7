"""A dropped zip is opened in memory, within the page's limits, regardless of what it declares."""

import io
import struct
import zipfile

from serve_case import ServeCase
from serving import drop


def zipped(files, method=zipfile.ZIP_DEFLATED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def patched(data, signature, at, value):
    """Replaces bytes at an offset in each header of one kind."""
    out, found = bytearray(data), data.find(signature)
    while found >= 0:
        out[found + at:found + at + len(value)] = value
        found = data.find(signature, found + 1)
    return bytes(out)


DIRECTORY = b"PK\1\2"


class UnzipTests(ServeCase):
    def dropped(self, data, name="art.zip"):
        server = self.served()
        watched = self.opened(server)
        drop(watched.page, {name: data})
        return server, watched

    def names(self, page, count):
        page.locator(".tile").nth(count - 1).wait_for()
        return sorted(page.evaluate("[...document.querySelectorAll('article.sticker')].map((a) => a.dataset.path)"))

    def refused(self, data, why):
        server, watched = self.dropped(data)
        watched.page.locator("#refused li", has_text=f"art.zip was not opened: {why}.").wait_for()
        self.assertEqual(watched.page.locator(".tile").count(), 0)
        self.assertEqual(watched.complaints, [])

    def test_what_is_in_it_is_dropped_packed_or_not(self):
        for method in (zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED):
            files = {"ready.png": self.art["ready.png"], "more/cut.png": self.art["cut.png"], "more/": b"",
                     "__MACOSX/._ready.png": b"\0", "more/.DS_Store": b"\0"}
            server, watched = self.dropped(zipped(files, method))
            self.assertEqual(self.names(watched.page, 2), ["art/more/cut.png", "art/ready.png"])
            number = self.sticker(watched.page, "ready.png").get_attribute("data-number")
            self.assertEqual(self.fetched(server, f"art/{number}"), self.art["ready.png"])
            self.assertEqual(watched.complaints, [])

    def test_a_folder_in_it_needs_no_other(self):
        files = {"cats/ready.png": self.art["ready.png"], "cats/cut.png": self.art["cut.png"]}
        _, watched = self.dropped(zipped(files))
        self.assertEqual(self.names(watched.page, 2), ["cats/cut.png", "cats/ready.png"])

    def test_names_are_labels(self):
        files = {"a/../../up.png": self.art["ready.png"], "/root.png": self.art["ready.png"],
                 "win\\dows.png": self.art["ready.png"], "<b>x.png": self.art["ready.png"],
                 "x" * 4000 + ".png": self.art["ready.png"]}
        _, watched = self.dropped(zipped(files))
        page = watched.page
        page.locator("#doing").wait_for(state="hidden")
        page.locator("#refused li").nth(2).wait_for()
        self.assertEqual(self.names(page, 2), ["art/<b>x.png", "art/win/dows.png"])
        words = page.locator("#refused li").all_inner_texts()
        self.assertEqual(len([line for line in words if "is not a valid path" in line]), 2, words)
        self.assertEqual(page.locator("#refused b, h3 b").count(), 0)

    def test_a_bomb_is_counted_while_it_opens(self):
        bomb = zipped({f"{at}.png": bytes(90 << 20) for at in range(3)})
        self.refused(bomb, "its contents are too large (limit: 256 MiB)")
        self.refused(patched(bomb, DIRECTORY, 24, struct.pack("<I", 9)), "its contents are too large (limit: 256 MiB)")

    def test_too_many_files_are_not_opened(self):
        self.refused(zipped({f"{at}.png": b"" for at in range(1001)}), "it contains too many files (limit: 1000)")

    def test_a_zip_in_a_zip_stays_closed(self):
        inner = zipped({"cut.png": self.art["cut.png"]})
        _, watched = self.dropped(zipped({"ready.png": self.art["ready.png"], "more.zip": inner}))
        watched.page.locator("#notes li", has_text="art/more.zip is inside another zip and was not opened.").wait_for()
        self.assertEqual(self.names(watched.page, 1), ["art/ready.png"])

    def test_passwords_overlaps_and_what_is_damaged_are_named(self):
        sound = zipped({"a.png": self.art["ready.png"], "b.png": self.art["cut.png"]})
        second = sound.find(DIRECTORY, sound.find(DIRECTORY) + 1)
        on_top = sound[:second + 42] + struct.pack("<I", 0) + sound[second + 46:]
        for data, why in (
            (patched(sound, DIRECTORY, 8, b"\1\0"), "it is encrypted"),
            (on_top, "files in it overlap"),
            (patched(sound, DIRECTORY, 10, b"\x0c\0"), "its compression method is not supported"),
            (patched(sound, DIRECTORY, 42, struct.pack("<I", 7)), "it is damaged"),
            (patched(sound, DIRECTORY, 20, struct.pack("<I", 1 << 31)), "it is damaged"),
            (patched(sound, b"PK\5\6", 16, b"\xff" * 4), "ZIP64 archives are not supported"),
            (patched(sound, b"PK\5\6", 12, struct.pack("<I", 1 << 30)), "it is damaged"),
            (sound[:-30], "it is not a zip, or it is incomplete"),
            (b"PK\3\4", "it is not a zip, or it is incomplete"),
            (b"", "it is not a zip, or it is incomplete"),
            (sound.replace(sound[60:90], bytes(30), 1), "it is damaged"),
        ):
            self.refused(data, why)

    def test_links_are_no_files(self):
        linked = patched(zipped({"to.png": b"/etc/passwd"}), DIRECTORY, 5, b"\3")
        linked = patched(linked, DIRECTORY, 38, struct.pack("<I", 0o120777 << 16))
        files = zipped({"ready.png": self.art["ready.png"]})
        _, watched = self.dropped(linked)
        drop(watched.page, {"other.zip": files})
        self.assertEqual(self.names(watched.page, 1), ["other/ready.png"])
