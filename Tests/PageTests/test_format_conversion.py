"""Files in formats other than PNG, APNG, GIF and JPEG: the browser converts them to PNG, or the page lists them
with a reason or export instructions."""

import io
import pathlib

from PIL import Image, ImageChops, features

from loopback import LoopbackServer
from serve_case import ServeCase
from serving import drop

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100" %s>%s</svg>'
RED, CLEAR = (255, 0, 0, 255), (0, 0, 0, 0)


def svg(inner, attributes=b'width="200" height="100"'):
    return SVG % (attributes, inner)


def billion_laughs(depth=12, each=10):
    """Returns an SVG in which each group contains the previous one ten times."""
    parts = b'<g id="l0"><rect width="9" height="9"/></g>'
    for level in range(1, depth):
        parts += b'<g id="l%d">%s</g>' % (level, b'<use href="#l%d"/>' % (level - 1) * each)
    return svg(b"<defs>%s</defs><use href='#l%d'/>" % (parts, depth - 1))


def greatest_difference(first, second):
    """Returns the greatest difference of a channel between two images of the same size, on black and on white."""
    differences = []
    for background in ("black", "white"):
        shown = [Image.alpha_composite(Image.new("RGBA", image.size, background), image.convert("RGBA"))
                 for image in (first, second)]
        differences += [high for _, high in ImageChops.difference(*shown).getextrema()]
    return max(differences)


class FormatConversionTests(ServeCase):
    def drop_files(self, files):
        server = self.start_server()
        session = self.open_page(server)
        drop(session.page, files)
        return server, session

    def converted_image(self, server, page, name):
        """Returns the image that the program received, as Pillow reads it."""
        self.sticker(page, name).wait_for(state="attached")
        data = self.fetch(server, f"art/{self.sticker(page, name).get_attribute('data-number')}")
        return Image.open(io.BytesIO(data))

    def wait_for_note(self, page, words):
        page.locator("#notes li", has_text=words).wait_for()

    def test_an_svg_becomes_a_png_of_the_largest_sticker_size(self):
        square = b'<style>.a { fill: #f00 }</style><rect class="a" x="50" width="100" height="100"/>'
        server, session = self.drop_files({"art.svg": svg(square)})
        page = session.page
        picture = self.converted_image(server, page, "art.png")
        self.assertEqual((picture.format, picture.size), ("PNG", (618, 309)))
        picture = picture.convert("RGBA")
        self.assertEqual([picture.getpixel(at) for at in ((309, 150), (100, 150), (500, 150))], [RED, CLEAR, CLEAR])
        self.wait_for_note(page, "Converted to PNG by this browser (only the first image in each file): art.svg at 618 × 309 px.")
        self.assertEqual(session.errors, [])

    def test_an_svg_runs_and_loads_nothing_and_is_not_inserted_into_the_page(self):
        requests = []
        other_site = LoopbackServer(lambda path: requests.append(path))
        self.addCleanup(other_site.close)
        address = other_site.address.encode()
        hostile = (
            b'<script>document.title = "owned"; parent.owned = 1; fetch("%sa")</script>'
            b'<image href="%sb.png" width="9" height="9"/><style>@import url("%sc.css");</style>'
            b'<rect width="200" height="100" fill="#f00" onload="parent.owned = 2"/>'
        ) % (address, address, address)
        foreign_object = (
            b'<foreignObject width="99" height="99"><iframe xmlns="http://www.w3.org/1999/xhtml" src="%sd"/>'
            b"</foreignObject>") % address
        server, session = self.drop_files({"<b>x.svg": svg(hostile), "y.svg": svg(hostile + foreign_object)})
        page = session.page
        self.converted_image(server, page, "<b>x.png")
        # Browsers differ in whether scripts may read pixels of an SVG that contains a web page.
        self.sticker(page, "y.").wait_for(state="attached")
        self.assertEqual((page.evaluate("window.owned ?? null"), requests), (None, []))
        self.assertNotEqual(page.title(), "owned")
        self.assertEqual(page.locator("foreignObject, iframe, #notes b, object, embed").count(), 0)
        self.assertEqual(session.errors, [])

    def test_an_svg_that_cannot_be_converted_is_listed_with_the_reason(self):
        files = {
            "long.svg": svg(b"<!--" + bytes([32]) * (4 << 20) + b"-->"), "laughs.svg": billion_laughs(),
            "torn.svg": svg(b"<g>").replace(b"</svg>", b""),
            "deep.svg": svg(b"<g>" * 300 + b"</g>" * 300),
        }
        _, session = self.drop_files(files)
        page = session.page
        for name, why in (("long.svg", "it is too large (limit: 4 MiB)"), ("laughs.svg", "it has too many parts"),
                          ("torn.svg", "this browser cannot decode it"), ("deep.svg", "it has too many parts")):
            self.wait_for_note(page, f"{name} was not converted: {why}.")
            self.assertEqual(self.wait_for_verdict(page, name), "error")
        self_reference = svg(b'<g id="a"><use href="#a"/><rect width="200" height="100"/></g>')
        drop(page, {"itself.svg": self_reference})
        self.wait_for_verdict(page, "itself.png")

    def test_a_conversion_that_takes_too_long_is_abandoned(self):
        session = self.open_page(self.start_server())
        page = session.page
        page.evaluate("""() => {
          HTMLImageElement.prototype.decode = () => new Promise(() => {});
          const later = setTimeout;
          window.setTimeout = (work, time) => later(work, time === 5000 ? 100 : time);
        }""")
        drop(page, {"slow.svg": svg(b"")})
        self.wait_for_note(page, "slow.svg was not converted: it took too long (limit: 5 s).")
        self.assertEqual(self.wait_for_verdict(page, "slow.svg"), "error")

    def test_avif_is_converted_and_heic_is_reported_as_not_converted(self):
        if not features.check("avif"):
            self.skipTest("skipped: this Pillow cannot write AVIF")
        out = io.BytesIO()
        Image.new("RGBA", (320, 400), RED).save(out, "avif", quality=100)
        heic = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(64)
        server, session = self.drop_files({"a.avif": out.getvalue(), "b.heic": heic})
        page = session.page
        picture = self.converted_image(server, page, "a.png")
        self.assertEqual((picture.format, picture.size), ("PNG", (320, 400)))
        red = picture.convert("RGBA").getpixel((160, 200))
        self.assertTrue(red[0] > 250 and max(red[1:3]) < 5 and red[3] == 255, red)
        self.wait_for_note(page, "(only the first image in each file): a.avif.")
        self.wait_for_note(page, "b.heic was not converted: this browser cannot decode it.")
        self.assertEqual(self.wait_for_verdict(page, "b.heic"), "error")

    def test_a_converted_svg_does_not_replace_a_png_of_the_same_name(self):
        red, blue = (svg(b'<rect width="200" height="100" fill="%s"/>' % color) for color in (b"#f00", b"#00f"))
        server, session = self.drop_files({"art.png": self.art["ready.png"]})
        page = session.page
        self.wait_for_verdict(page, "art.png")
        for drawing in (red, blue):
            drop(page, {"art.svg": drawing})
            self.wait_for_verdict(page, "art.svg.png")
        page.locator("#doing").wait_for(state="hidden")
        page.wait_for_timeout(600)
        self.assertEqual(page.locator("article.sticker").count(), 2, "a second conversion replaces the first")
        number = self.sticker(page, "art.png").get_attribute("data-number")
        self.assertEqual(self.fetch(server, f"art/{number}"), self.art["ready.png"])
        image = self.converted_image(server, page, "art.svg.png").convert("RGBA")
        self.assertEqual(image.getpixel((9, 9)), (0, 0, 255, 255))

    def test_unsupported_files_get_export_instructions_and_are_not_sent(self):
        server, session = self.drop_files({
            "Dog.PROCREATE": b"PK", "hen.fig": b"fig", "pig.sketch": b"PK", "fox.ai": b"%PDF-1.5",
            "bat.lottie": b"PK", "ant.mkv": b"\x1aE\xdf\xa3"})
        page = session.page
        for name, words in (
            ("Dog.PROCREATE", "a Procreate canvas"), ("hen.fig", "a Figma file"), ("pig.sketch", "a Sketch document"),
            ("fox.ai", "an Illustrator document"), ("bat.lottie", "a Lottie animation"), ("ant.mkv", "a Matroska video"),
        ):
            self.wait_for_note(page, f"{name} is {words}. To add it, export it as an image (")
        self.assertEqual([url for url in session.requests if "/files?" in url], [])
        self.assertEqual(server.fetch("art/1")[0], 404)

    def test_documents_are_shown_and_converted_by_the_program(self):
        documents = pathlib.Path(__file__).parents[2] / "Fixtures/Documents"
        names = ["flat.psd", "large.psb", "painting.kra", "painting.ora", "groups.aseprite"]
        server, session = self.drop_files({name: (documents / name).read_bytes() for name in names})
        page = session.page
        for name in names:
            self.assertEqual(self.wait_for_verdict(page, name), "error")
            shown = self.converted_image(server, page, name)
            expected = Image.open(documents / f"{name}.png")
            self.assertEqual((shown.format, shown.size), ("PNG", expected.size))
            # Readers round the colors of translucent pixels differently.
            self.assertLessEqual(greatest_difference(shown, expected), 1, name)
            self.assertGreater(self.tile(page, name).locator("canvas").evaluate("canvas => canvas.width"), 1)
        article = self.open_sticker(page, "flat.psd")
        self.assertRegex(article.locator(".facts").inner_text(), r"^PSD · \d+ × \d+ px · [\d,.]+ KB$")
        page.locator("#tally", has_text="5 stickers").wait_for()
        article.get_by_role("button", name="Convert the file to PNG or APNG").click()
        self.sticker(page, "flat.png").locator("img.after").wait_for()
        page.locator("#tally", has_text="5 stickers").wait_for()
        self.assertEqual(session.errors, [])

    def test_a_video_is_shown_as_an_animation(self):
        video = pathlib.Path(__file__).parents[2] / "Fixtures/Broken/webm/sound-with-alpha.webm"
        server, session = self.drop_files({"ball.webm": video.read_bytes()})
        shown = self.converted_image(server, session.page, "ball.webm")
        self.assertEqual((shown.format, shown.is_animated), ("PNG", True))
        facts = self.open_sticker(session.page, "ball.webm").locator(".facts").inner_text()
        self.assertRegex(facts, r"^WebM · \d+ × \d+ px · \d+ frames · [\d.]+ s · [\d,.]+ KB$")
        self.assertEqual(session.errors, [])

    def test_skipped_files_are_listed_except_system_files(self):
        files = {f"art/{name}": b"words" for name in ("notes.txt", "todo.md")}
        files |= {"art/ready.png": self.art["ready.png"], "art/.DS_Store": b"\0", "art/Thumbs.db": b"\0",
                  "art/__MACOSX/._ready.png": b"\0"}
        session = self.open_page(self.start_server())
        page = session.page
        drop(page, files, folder="art")
        self.wait_for_note(page, "art/notes.txt and art/todo.md are not images and were skipped.")
        self.assertEqual(page.locator("#notes li").count(), 1)
        page = self.open_page(self.start_server()).page
        drop(page, {"plan.txt": b"words"})
        self.wait_for_note(page, "plan.txt is not an image and was skipped.")
        drop(page, {f"{at}.txt": b"words" for at in range(9)})
        self.wait_for_note(page, "and 4 more are not images and were skipped.")
