"""Files in other formats than PNG, APNG, GIF and JPEG: converted to PNG by the browser, or listed with export
instructions."""

import io

from PIL import Image, features

from loopback import Loopback
from serve_case import ServeCase
from serving import drop

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100" %s>%s</svg>'
RED, CLEAR = (255, 0, 0, 255), (0, 0, 0, 0)


def svg(inner, attributes=b'width="200" height="100"'):
    return SVG % (attributes, inner)


def laughs(depth=12, each=10):
    """A drawing in which each group contains the previous one ten times."""
    parts = b'<g id="l0"><rect width="9" height="9"/></g>'
    for level in range(1, depth):
        parts += b'<g id="l%d">%s</g>' % (level, b'<use href="#l%d"/>' % (level - 1) * each)
    return svg(b"<defs>%s</defs><use href='#l%d'/>" % (parts, depth - 1))


class ForeignTests(ServeCase):
    def dropped(self, files):
        server = self.served()
        watched = self.opened(server)
        drop(watched.page, files)
        return server, watched

    def drawn(self, server, page, name):
        """Returns the image that the program received, as Pillow reads it."""
        self.sticker(page, name).wait_for(state="attached")
        data = self.fetched(server, f"art/{self.sticker(page, name).get_attribute('data-number')}")
        return Image.open(io.BytesIO(data))

    def note(self, page, words):
        page.locator("#notes li", has_text=words).wait_for()

    def test_a_drawing_becomes_a_png_as_large_as_a_sticker_may_be(self):
        square = b'<style>.a { fill: #f00 }</style><rect class="a" x="50" width="100" height="100"/>'
        server, watched = self.dropped({"art.svg": svg(square)})
        page = watched.page
        picture = self.drawn(server, page, "art.png")
        self.assertEqual((picture.format, picture.size), ("PNG", (618, 309)))
        picture = picture.convert("RGBA")
        self.assertEqual([picture.getpixel(at) for at in ((309, 150), (100, 150), (500, 150))], [RED, CLEAR, CLEAR])
        self.note(page, "Converted to PNG by this browser (first image only): art.svg at 618 × 309 px.")
        self.assertEqual(watched.complaints, [])

    def test_a_drawing_runs_nothing_loads_nothing_and_is_nowhere_in_the_page(self):
        asked = []
        foreign = Loopback(lambda path: asked.append(path))
        self.addCleanup(foreign.close)
        there = foreign.address.encode()
        hostile = (
            b'<script>document.title = "owned"; parent.owned = 1; fetch("%sa")</script>'
            b'<image href="%sb.png" width="9" height="9"/><style>@import url("%sc.css");</style>'
            b'<rect width="200" height="100" fill="#f00" onload="parent.owned = 2"/>'
        ) % (there, there, there)
        within = (
            b'<foreignObject width="99" height="99"><iframe xmlns="http://www.w3.org/1999/xhtml" src="%sd"/>'
            b"</foreignObject>") % there
        server, watched = self.dropped({"<b>x.svg": svg(hostile), "y.svg": svg(hostile + within)})
        page = watched.page
        self.drawn(server, page, "<b>x.png")
        # Browsers differ in whether scripts may read pixels of a drawing that contains a web page.
        self.sticker(page, "y.").wait_for(state="attached")
        self.assertEqual((page.evaluate("window.owned ?? null"), asked), (None, []))
        self.assertNotEqual(page.title(), "owned")
        self.assertEqual(page.locator("foreignObject, iframe, #notes b, object, embed").count(), 0)
        self.assertEqual(watched.complaints, [])

    def test_a_drawing_that_is_too_much_is_sent_as_it_is_with_a_word(self):
        files = {
            "long.svg": svg(b"<!--" + bytes([32]) * (4 << 20) + b"-->"), "laughs.svg": laughs(),
            "torn.svg": svg(b"<g>").replace(b"</svg>", b""),
            "deep.svg": svg(b"<g>" * 300 + b"</g>" * 300),
        }
        _, watched = self.dropped(files)
        page = watched.page
        for name, why in (("long.svg", "it is too large (limit: 4 MiB)"), ("laughs.svg", "it has too many parts"),
                          ("torn.svg", "this browser cannot decode it"), ("deep.svg", "it has too many parts")):
            self.note(page, f"{name} was not converted: {why}.")
            self.assertEqual(self.verdict(page, name), "error")
        itself = svg(b'<g id="a"><use href="#a"/><rect width="200" height="100"/></g>')
        drop(page, {"itself.svg": itself})
        self.verdict(page, "itself.png")

    def test_what_takes_longer_than_it_may_is_not_waited_for(self):
        watched = self.opened(self.served())
        page = watched.page
        page.evaluate("""() => {
          HTMLImageElement.prototype.decode = () => new Promise(() => {});
          const later = setTimeout;
          window.setTimeout = (work, time) => later(work, time === 5000 ? 100 : time);
        }""")
        drop(page, {"slow.svg": svg(b"")})
        self.note(page, "slow.svg was not converted: it took too long (limit: 5 s).")
        self.assertEqual(self.verdict(page, "slow.svg"), "error")

    def test_avif_is_drawn_where_the_browser_knows_it_and_heic_is_said_not_to_be(self):
        if not features.check("avif"):
            self.skipTest("this Pillow writes no AVIF")
        out = io.BytesIO()
        Image.new("RGBA", (320, 400), RED).save(out, "avif", quality=100)
        heic = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(64)
        server, watched = self.dropped({"a.avif": out.getvalue(), "b.heic": heic})
        page = watched.page
        picture = self.drawn(server, page, "a.png")
        self.assertEqual((picture.format, picture.size), ("PNG", (320, 400)))
        red = picture.convert("RGBA").getpixel((160, 200))
        self.assertTrue(red[0] > 250 and max(red[1:3]) < 5 and red[3] == 255, red)
        self.note(page, "(first image only): a.avif.")
        self.note(page, "b.heic was not converted: this browser cannot decode it.")
        self.assertEqual(self.verdict(page, "b.heic"), "error")

    def test_a_name_that_is_taken_stays_with_whom_it_is(self):
        red, blue = (svg(b'<rect width="200" height="100" fill="%s"/>' % color) for color in (b"#f00", b"#00f"))
        server, watched = self.dropped({"art.png": self.art["ready.png"]})
        page = watched.page
        self.verdict(page, "art.png")
        for drawing in (red, blue):
            drop(page, {"art.svg": drawing})
            self.verdict(page, "art.svg.png")
        page.locator("#doing").wait_for(state="hidden")
        page.wait_for_timeout(600)
        self.assertEqual(page.locator("article.sticker").count(), 2, "drawn anew it takes its own place")
        number = self.sticker(page, "art.png").get_attribute("data-number")
        self.assertEqual(self.fetched(server, f"art/{number}"), self.art["ready.png"])
        self.assertEqual(self.drawn(server, page, "art.svg.png").convert("RGBA").getpixel((9, 9)), (0, 0, 255, 255))

    def test_files_of_other_programs_are_named_with_what_to_export_and_not_sent(self):
        server, watched = self.dropped({
            "cat.psd": b"8BPS" + bytes(99), "Dog.PROCREATE": b"PK", "hen.fig": b"fig", "pig.sketch": b"PK",
            "fox.ai": b"%PDF-1.5", "owl.aseprite": bytes(16), "bat.tgs": b"\x1f\x8b", "ant.webm": b"\x1aE\xdf\xa3"})
        page = watched.page
        for name, words in (
            ("cat.psd", "a Photoshop document"), ("Dog.PROCREATE", "a Procreate canvas"), ("hen.fig", "a Figma file"),
            ("pig.sketch", "a Sketch document"), ("fox.ai", "an Illustrator document"),
            ("owl.aseprite", "an Aseprite sprite"), ("bat.tgs", "a Telegram animation"), ("ant.webm", "a WebM video"),
        ):
            self.note(page, f"{name} is {words}. Export it as PNG (")
        self.assertEqual([url for url in watched.requests if "/files?" in url], [])
        self.assertEqual(server.fetched("art/1")[0], 404)

    def test_what_is_no_picture_is_named_and_junk_is_not(self):
        files = {f"art/{name}": b"words" for name in ("notes.txt", "todo.md")}
        files |= {"art/ready.png": self.art["ready.png"], "art/.DS_Store": b"\0", "art/Thumbs.db": b"\0",
                  "art/__MACOSX/._ready.png": b"\0"}
        watched = self.opened(self.served())
        page = watched.page
        drop(page, files, folder="art")
        self.note(page, "art/notes.txt and art/todo.md are not images and were skipped.")
        self.assertEqual(page.locator("#notes li").count(), 1)
        page = self.opened(self.served()).page
        drop(page, {"plan.txt": b"words"})
        self.note(page, "plan.txt is not an image and was skipped.")
        drop(page, {f"{at}.txt": b"words" for at in range(9)})
        self.note(page, "and 4 more are not images and were skipped.")
