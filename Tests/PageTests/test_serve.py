"""The drop page: files go to the program on this machine, and verdicts, fixes and packs come back."""

import contextlib
import io
import socket
import urllib.parse
import zipfile

import accessibility
import art
from browser import Watched
from loopback import Loopback
from serve_case import ServeCase
from serving import drop


class DropTests(ServeCase):
    def test_what_is_dropped_gets_its_verdict(self):
        server = self.served()
        watched = self.opened(server)
        page = watched.page
        drop(page, self.some("ready.png", "cut.png", "large.png", "broken.png", "dance.png"))
        for name, verdict in (("ready.png", "fine"), ("cut.png", "warning"), ("large.png", "error"),
                              ("broken.png", "error"), ("dance.png", "fine")):
            self.assertEqual(self.verdict(page, name), verdict, name)
        page.wait_for_function("document.getElementById('progress').textContent === ''")
        page.locator("#tally", has_text="5 stickers · 2 ready · 1 to review · 2 to fix").wait_for()
        self.assertEqual(watched.complaints, [])
        origin = server.address.split("/")[2]
        own = ("blob:", "data:", f"http://{origin}/")
        self.assertEqual([url for url in watched.requests if not url.startswith(own)], [])

    def test_a_folder_is_read_to_the_bottom_and_junk_is_left(self):
        page = self.opened(self.served()).page
        names = ["ready.png", "cut.png", "specks.png", "dance.png", "flash.png"]
        files = {f"art/deep/{name}": self.art[name] for name in names}
        files |= {"art/large.png": self.art["large.png"], "art/.DS_Store": b"\0\0", "art/notes.txt": b"to do"}
        drop(page, files, folder="art")
        for name in names + ["large.png"]:
            self.sticker(page, name).wait_for(state="attached")
        page.wait_for_function("document.getElementById('progress').textContent === ''")
        self.assertEqual(page.locator("article.sticker").count(), 6)
        self.assertIn("art/deep", self.sticker(page, "ready.png").locator(".facts").inner_text())

    def test_who_has_nothing_at_hand_tries_it_with_samples(self):
        watched = self.opened(self.served())
        page = watched.page
        page.get_by_role("button", name="Or try it with sample stickers").click()
        for name, verdict in (("rocket.png", "fine"), ("cat-waving.png", "fine"), ("donut.png", "fine"),
                              ("rain-cloud.png", "warning"), ("ghost.png", "error"), ("avocado.png", "error")):
            self.assertEqual(self.verdict(page, name), verdict, name)
        sheet = self.open_sheet(page)
        self.assertEqual(sheet.locator("li").count(), 2, "two of them can be fixed")
        sheet.locator("[data-sheet=close]").click()
        page.locator("#tally", has_text="6 stickers").wait_for()
        self.assertFalse(page.get_by_role("button", name="Or try it with sample stickers").is_visible())
        self.assertEqual(watched.complaints, [])

    def test_files_are_chosen_too(self):
        page = self.opened(self.served()).page
        page.locator("#files").set_input_files(
            [{"name": "ready.png", "mimeType": "image/png", "buffer": self.art["ready.png"]}])
        self.assertEqual(self.verdict(page, "ready.png"), "fine")

    def test_names_are_text_and_nothing_else(self):
        watched = self.opened(self.served())
        page, dialogs = watched.page, []
        page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
        drop(page, {name: self.art[name] for name in art.HOSTILE})
        page.locator(".tile").nth(len(art.HOSTILE) - 1).wait_for()
        names = page.locator("article.sticker h3").all_text_contents()
        for name in art.HOSTILE:
            self.assertIn(art.shown(name), names)
        self.assertEqual((dialogs, watched.complaints), ([], []))
        self.assertEqual(page.locator("h3 *, svg[onload], img[onerror], [onmouseover]").count(), 0)

    def test_one_is_fixed_compared_and_downloaded(self):
        server = self.served()
        page = self.opened(server).page
        drop(page, self.some("specks.png"))
        self.assertEqual(self.verdict(page, "specks.png"), "warning")
        article = self.open_sticker(page, "specks.png")
        number = article.get_attribute("data-number")
        article.get_by_role("button", name="Remove specks").click()
        article.get_by_role("heading", name="Before and after fixing").wait_for()
        article.get_by_role("tab", name="Before and after").click()
        article.get_by_role("slider").wait_for()
        name, data = self.downloaded(page, article.get_by_role("button", name="Download the fixed file"))
        self.assertEqual(name, "specks.png")
        self.assertEqual(data, self.fetched(server, f"download/{number}"))
        self.assertEqual(data, self.fetched(server, f"fixed/{number}"))
        self.assertEqual(self.fetched(server, f"art/{number}"), self.art["specks.png"], "the original stays")
        self.assertNotEqual(data, self.art["specks.png"])

    def test_all_are_fixed_and_downloaded_in_one_file(self):
        server = self.served()
        page = self.opened(server).page
        names = ("ready.png", "specks.png", "cut.png")
        drop(page, {f"art/{name}": self.art[name] for name in names}, folder="art")
        for name in names:
            self.verdict(page, name)
        self.fix_all(page)
        self.sticker(page, "specks.png").locator(".fixed").wait_for(state="attached")
        _, data = self.downloaded(page, self.in_menu(page, "Download all files (zip)"))
        archive = zipfile.ZipFile(io.BytesIO(data))
        self.assertIsNone(archive.testzip())
        self.assertEqual(sorted(archive.namelist()), ["art/cut.png", "art/ready.png", "art/specks.png"])
        self.assertEqual(archive.read("art/cut.png"), self.art["cut.png"])
        number = self.sticker(page, "specks.png").get_attribute("data-number")
        self.assertEqual(archive.read("art/specks.png"), self.fetched(server, f"fixed/{number}"))

    def test_the_focus_stays_where_somebody_works(self):
        page = self.opened(self.served()).page
        drop(page, self.some("specks.png", "dance.png"))
        self.verdict(page, "dance.png")
        specks = self.open_sticker(page, "specks.png")
        specks.get_by_role("button", name="Remove specks").focus()
        page.keyboard.press("Enter")
        specks.get_by_role("heading", name="Before and after fixing").wait_for()
        self.assertEqual(page.locator(":focus").get_attribute("id"), specks.get_attribute("id"))
        # Messages about the whole pack do not close the open sticker.
        dance = self.open_sticker(page, "dance.png")
        dance.get_by_role("tab", name="Animation").click()
        dance.locator("[data-play]").focus()
        drop(page, {"again.png": self.art["dance.png"]})
        same = page.locator("article.sticker .findings").filter(has_text="dentical to")
        same.first.wait_for(state="attached")
        self.assertEqual(dance.locator("[data-play]").count(), 1)

    def test_the_pack_is_built_and_downloaded(self):
        page = self.opened(self.served()).page
        drop(page, self.some("ready.png", "dance.png"))
        self.verdict(page, "ready.png"), self.verdict(page, "dance.png")
        _, data = self.downloaded(page, page.get_by_role("button", name="Download pack"))
        archive = zipfile.ZipFile(io.BytesIO(data))
        self.assertIsNone(archive.testzip())
        names = archive.namelist()
        self.assertTrue(any(name.endswith("manifest.json") for name in names), names)
        self.assertTrue(any(".xcstickers/" in name for name in names), names)
        self.assertTrue(any(name.endswith("project.pbxproj") for name in names), names)
        self.assertIn(self.art["ready.png"], [archive.read(name) for name in names], "the art itself")

    def test_a_pack_that_cannot_be_built_says_why(self):
        page = self.opened(self.served()).page
        drop(page, self.some("broken.png"))
        self.verdict(page, "broken.png")
        page.get_by_role("button", name="Download pack").click()
        page.locator("#outcome", has_text="cannot be built").wait_for()

    def test_why_leads_to_all_that_is_to_be_said_of_a_rule(self):
        watched = self.opened(self.served())
        page = watched.page
        drop(page, self.some("specks.png"))
        self.verdict(page, "specks.png")
        why = self.open_sticker(page, "specks.png").locator(".why").first
        why.click()
        page.locator(".findings .reason", has_text="What to do").wait_for()
        why.click()
        page.locator(".findings .reason").wait_for(state="detached")
        with watched.context.expect_page() as opened:
            why.click(modifiers=["Control"])
        rule = opened.value
        self.assertEqual(rule.locator("h1").inner_text(), "stray-pixels")
        self.assertEqual(accessibility.violations(rule), [])
        self.assertEqual(rule.evaluate("getComputedStyle(document.querySelector('main')).maxWidth"), "704px")

    def test_stickers_are_taken_off_one_by_one_and_all_at_once(self):
        page = self.opened(self.served()).page
        drop(page, self.some("ready.png", "cut.png"))
        self.verdict(page, "ready.png"), self.verdict(page, "cut.png")
        self.open_sticker(page, "cut.png").get_by_role("button", name="Remove from this page").click()
        self.sticker(page, "cut.png").wait_for(state="detached")
        self.in_menu(page, "Start over").click()
        self.sticker(page, "ready.png").wait_for(state="detached")
        page.locator("#tally", has_text="No stickers yet.").wait_for(state="attached")


class ConnectionTests(ServeCase):
    def test_two_tabs_show_the_same(self):
        server = self.served()
        one, other = self.opened(server).page, self.opened(server).page
        drop(one, self.some("ready.png"))
        drop(other, self.some("cut.png"))
        for page in (one, other):
            self.assertEqual(self.verdict(page, "ready.png"), "fine")
            self.assertEqual(self.verdict(page, "cut.png"), "warning")
        drop(other, {"ready.png": self.art["large.png"]})
        one.locator("article.sticker[data-name='ready.png'][data-verdict=error]").wait_for(state="attached")
        self.assertEqual(one.locator("article.sticker").count(), 2, "a second drop of a path takes its place")
        third = self.opened(server).page
        self.assertEqual(self.verdict(third, "cut.png"), "warning", "who comes later is told everything")
        self.in_menu(one, "Start over").click()
        self.sticker(other, "cut.png").wait_for(state="detached")

    def test_the_page_says_so_when_the_program_ends(self):
        server = self.served()
        page = self.opened(server).page
        drop(page, self.some("ready.png"))
        self.verdict(page, "ready.png")
        self.assertEqual(server.stop(), 130)
        page.get_by_text("stickerlint was closed or restarted").wait_for()
        drop(page, self.some("cut.png"))
        page.get_by_text("cut.png was not sent").wait_for()

    def test_a_connection_that_comes_back_is_told_everything_anew(self):
        server = self.served()
        watched = self.opened(server)
        drop(watched.page, self.some("ready.png"))
        self.verdict(watched.page, "ready.png")
        watched.context.set_offline(True)
        drop(self.opened(server).page, self.some("cut.png"))
        watched.context.set_offline(False)
        watched.page.locator("article.sticker[data-name='cut.png']").wait_for(state="attached", timeout=30_000)

    def test_a_page_that_leaves_in_mid_upload_disturbs_nobody(self):
        server = self.served()
        leaving = self.opened(server)
        # The third upload waits for memory, so the page's file is still incomplete when the page is closed.
        with self.half_sent(server, 32 << 20), self.half_sent(server, 32 << 20):
            sent = leaving.page.evaluate("""() => new Promise((done) => {
              const request = new XMLHttpRequest();
              request.upload.onprogress = (event) => event.loaded > 0 && done(event.loaded);
              request.open("POST", "files?path=lost.png");
              request.send(new Uint8Array(25 << 20));
            })""")
            self.assertTrue(0 < sent < 25 << 20, sent)
            leaving.context.close()
        page = self.opened(server).page
        drop(page, self.some("ready.png"))
        self.assertEqual(self.verdict(page, "ready.png"), "fine")
        archive = zipfile.ZipFile(io.BytesIO(self.fetched(server, "all.zip")))
        self.assertEqual(archive.namelist(), ["ready.png"])

    @contextlib.contextmanager
    def half_sent(self, server, size):
        """Sends only half of a file before the connection ends."""
        address = urllib.parse.urlsplit(server.address)
        with socket.create_connection(("127.0.0.1", address.port)) as line:
            line.sendall(
                f"POST {address.path}files?path=half.png HTTP/1.1\r\nHost: {address.netloc}\r\n"
                f"Origin: http://{address.netloc}\r\nContent-Length: {size}\r\n\r\n".encode())
            line.sendall(bytes(size // 2))
            yield

    def test_a_service_worker_that_another_program_left_does_not_reach_the_page(self):
        worker = b"""addEventListener("install", () => skipWaiting());
          addEventListener("activate", (event) => event.waitUntil(clients.claim()));
          addEventListener("fetch", (event) => event.respondWith(new Response("taken")));"""
        earlier = Loopback(lambda path: worker if path == "/worker.js" else None)
        watched = self.enterContext(Watched())
        page, port = watched.page, earlier.server.server_port
        hosts = [f"http://{host}:{port}/" for host in ("127.0.0.1", "localhost", "stickerlint.localhost")]
        for host in hosts:
            page.goto(host)
            page.evaluate("""async () => {
              await navigator.serviceWorker.register("/worker.js", { scope: "/" });
              await navigator.serviceWorker.ready;
            }""")
        earlier.close()
        server = self.served("--port", str(port))
        self.assertIn(f":{port}/", server.address)
        key = server.address.split("/")[3]
        for host in hosts:
            page.goto(f"{host}{key}/")
            self.assertEqual(page.locator("body").inner_text(), "taken", "the worker is there")
        page.goto(server.address)
        self.assertEqual(page.locator("body").get_attribute("data-place"), "drop")
        self.assertIsNone(page.evaluate("() => navigator.serviceWorker.controller"))
        drop(page, self.some("ready.png"))
        self.assertEqual(self.verdict(page, "ready.png"), "fine")

    def test_text_becomes_markup_in_one_place_only(self):
        page = self.opened(self.served()).page
        refused = page.evaluate("""() => {
          try {
            document.body.innerHTML = "<b>x</b>";
          } catch (error) {
            return error.message;
          }
        }""")
        self.assertIn("TrustedHTML", refused)

    def test_another_site_gets_nothing(self):
        server = self.served()
        drop(self.opened(server).page, self.some("ready.png"))
        foreign = Loopback(lambda path: None)
        self.addCleanup(foreign.close)
        page = self.enterContext(Watched()).page
        page.goto(foreign.address)
        script = """async (address) => {
          const ask = (place, options) =>
            fetch(address + place, options).then((answer) => answer.text(), () => "refused");
          return [await ask(""), await ask("art/1"), await ask("clear", { method: "POST" }),
            await ask("clear", { method: "POST", mode: "no-cors" }),
            await new Promise((done) => {
              const image = new Image();
              image.onload = () => done("loaded");
              image.onerror = () => done("refused");
              image.src = address + "art/1";
            })];
        }"""
        answers = page.evaluate(script, server.address)
        self.assertEqual([answers[0], answers[1], answers[2], answers[4]], ["refused"] * 4)
        self.assertEqual(self.verdict(self.opened(server).page, "ready.png"), "fine", "nothing was cleared")
