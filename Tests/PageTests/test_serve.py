"""The drop page: files go to the program on this machine, and verdicts, fixes and packs come back."""

import contextlib
import io
import socket
import urllib.parse
import zipfile

import accessibility
import art
from browser import PageSession
from loopback import LoopbackServer
from serve_case import ServeCase
from serving import drop


class DropTests(ServeCase):
    def test_dropped_files_get_their_verdicts(self):
        server = self.start_server()
        session = self.open_page(server)
        page = session.page
        drop(page, self.art_files("ready.png", "cut.png", "large.png", "broken.png", "dance.png"))
        for name, verdict in (("ready.png", "fine"), ("cut.png", "warning"), ("large.png", "error"),
                              ("broken.png", "error"), ("dance.png", "fine")):
            self.assertEqual(self.wait_for_verdict(page, name), verdict, name)
        page.wait_for_function("document.getElementById('progress').textContent === ''")
        page.locator("#tally", has_text="5 stickers · 2 ready · 1 to review · 2 to fix").wait_for()
        self.assertEqual(session.errors, [])
        origin = server.address.split("/")[2]
        own = ("blob:", "data:", f"http://{origin}/")
        self.assertEqual([url for url in session.requests if not url.startswith(own)], [])

    def test_a_dropped_folder_is_read_recursively_and_other_files_are_skipped(self):
        page = self.open_page(self.start_server()).page
        names = ["ready.png", "cut.png", "specks.png", "dance.png", "flash.png"]
        files = {f"art/deep/{name}": self.art[name] for name in names}
        files |= {"art/large.png": self.art["large.png"], "art/.DS_Store": b"\0\0", "art/notes.txt": b"to do"}
        drop(page, files, folder="art")
        for name in names + ["large.png"]:
            self.sticker(page, name).wait_for(state="attached")
        page.wait_for_function("document.getElementById('progress').textContent === ''")
        self.assertEqual(page.locator("article.sticker").count(), 6)
        self.assertIn("art/deep", self.sticker(page, "ready.png").locator(".facts").inner_text())

    def test_a_button_adds_sample_stickers_to_an_empty_page(self):
        session = self.open_page(self.start_server())
        page = session.page
        page.get_by_role("button", name="Or try it with sample stickers").click()
        for name, verdict in (("rocket.png", "fine"), ("cat-waving.png", "fine"), ("donut.png", "fine"),
                              ("rain-cloud.png", "warning"), ("ghost.png", "error"), ("avocado.png", "error")):
            self.assertEqual(self.wait_for_verdict(page, name), verdict, name)
        dialog = self.open_fix_dialog(page)
        self.assertEqual(dialog.locator("section[data-words] li").count(), 2, "two of the samples can be fixed")
        dialog.locator("[data-sheet=close]").click()
        page.locator("#tally", has_text="6 stickers").wait_for()
        self.assertFalse(page.get_by_role("button", name="Or try it with sample stickers").is_visible())
        self.assertEqual(session.errors, [])

    def test_files_can_be_chosen_with_the_file_picker(self):
        page = self.open_page(self.start_server()).page
        page.locator("#files").set_input_files(
            [{"name": "ready.png", "mimeType": "image/png", "buffer": self.art["ready.png"]}])
        self.assertEqual(self.wait_for_verdict(page, "ready.png"), "fine")

    def test_file_names_are_shown_as_text(self):
        session = self.open_page(self.start_server())
        page, dialogs = session.page, []
        page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
        drop(page, {name: self.art[name] for name in art.HOSTILE_NAMES})
        page.locator(".tile").nth(len(art.HOSTILE_NAMES) - 1).wait_for()
        names = page.locator("article.sticker h3").all_text_contents()
        for name in art.HOSTILE_NAMES:
            self.assertIn(art.displayed_name(name), names)
        self.assertEqual((dialogs, session.errors), ([], []))
        self.assertEqual(page.locator("h3 *, svg[onload], img[onerror], [onmouseover]").count(), 0)

    def test_one_sticker_can_be_fixed_compared_and_downloaded(self):
        server = self.start_server()
        page = self.open_page(server).page
        drop(page, self.art_files("specks.png"))
        self.assertEqual(self.wait_for_verdict(page, "specks.png"), "warning")
        article = self.open_sticker(page, "specks.png")
        number = article.get_attribute("data-number")
        article.get_by_role("button", name="Remove specks").click()
        article.get_by_role("heading", name="Changes").wait_for()
        article.get_by_role("tab", name="Before and after").click()
        article.get_by_role("slider").wait_for()
        name, data = self.download(page, article.get_by_role("button", name="Download the fixed file"))
        self.assertEqual(name, "specks.png")
        self.assertEqual(data, self.fetch(server, f"download/{number}"))
        self.assertEqual(data, self.fetch(server, f"fixed/{number}"))
        self.assertEqual(self.fetch(server, f"art/{number}"), self.art["specks.png"], "the original is unchanged")
        self.assertNotEqual(data, self.art["specks.png"])

    def test_all_stickers_can_be_fixed_and_downloaded_as_one_zip(self):
        server = self.start_server()
        page = self.open_page(server).page
        names = ("ready.png", "specks.png", "cut.png")
        drop(page, {f"art/{name}": self.art[name] for name in names}, folder="art")
        for name in names:
            self.wait_for_verdict(page, name)
        self.fix_all(page)
        self.sticker(page, "specks.png").locator(".fixed").wait_for(state="attached")
        _, data = self.download(page, self.menu_button(page, "Download all files (zip)"))
        archive = zipfile.ZipFile(io.BytesIO(data))
        self.assertIsNone(archive.testzip())
        self.assertEqual(sorted(archive.namelist()), ["art/cut.png", "art/ready.png", "art/specks.png"])
        self.assertEqual(archive.read("art/cut.png"), self.art["cut.png"])
        number = self.sticker(page, "specks.png").get_attribute("data-number")
        self.assertEqual(archive.read("art/specks.png"), self.fetch(server, f"fixed/{number}"))

    def test_a_fix_keeps_the_focus_and_updates_keep_the_open_sticker(self):
        page = self.open_page(self.start_server()).page
        drop(page, self.art_files("specks.png", "dance.png"))
        self.wait_for_verdict(page, "dance.png")
        specks = self.open_sticker(page, "specks.png")
        specks.get_by_role("button", name="Remove specks").focus()
        page.keyboard.press("Enter")
        specks.get_by_role("heading", name="Changes").wait_for()
        self.assertEqual(page.locator(":focus").get_attribute("id"), specks.get_attribute("id"))
        # Messages about the whole pack do not close the open sticker.
        dance = self.open_sticker(page, "dance.png")
        dance.get_by_role("tab", name="Animation").click()
        dance.locator("[data-play]").focus()
        drop(page, {"again.png": self.art["dance.png"]})
        same = page.locator("article.sticker .findings").filter(has_text="dentical to")
        same.first.wait_for(state="attached")
        self.assertEqual(dance.locator("[data-play]").count(), 1)

    def test_the_pack_can_be_built_and_downloaded(self):
        page = self.open_page(self.start_server()).page
        drop(page, self.art_files("ready.png", "dance.png"))
        self.wait_for_verdict(page, "ready.png"), self.wait_for_verdict(page, "dance.png")
        _, data = self.download(page, page.get_by_role("button", name="Download pack"))
        archive = zipfile.ZipFile(io.BytesIO(data))
        self.assertIsNone(archive.testzip())
        names = archive.namelist()
        self.assertTrue(any(name.endswith("manifest.json") for name in names), names)
        self.assertTrue(any(".xcstickers/" in name for name in names), names)
        self.assertTrue(any(name.endswith("project.pbxproj") for name in names), names)
        contents = [archive.read(name) for name in names]
        self.assertIn(self.art["ready.png"], contents, "the pack contains the unchanged art")

    def test_a_pack_that_cannot_be_built_is_reported(self):
        page = self.open_page(self.start_server()).page
        drop(page, self.art_files("broken.png"))
        self.wait_for_verdict(page, "broken.png")
        page.get_by_role("button", name="Download pack").click()
        page.locator("#outcome", has_text="cannot be built").wait_for()

    def test_the_why_link_explains_a_rule_inline_and_on_its_own_page(self):
        session = self.open_page(self.start_server())
        page = session.page
        drop(page, self.art_files("specks.png"))
        self.wait_for_verdict(page, "specks.png")
        why = self.open_sticker(page, "specks.png").locator(".why").first
        why.click()
        page.locator(".findings .reason", has_text="What to do").wait_for()
        why.click()
        page.locator(".findings .reason").wait_for(state="detached")
        with session.context.expect_page() as new_page:
            why.click(modifiers=["Control"])
        rule = new_page.value
        self.assertEqual(rule.locator("h1").inner_text(), "Stray pixels")
        self.assertEqual(accessibility.violations(rule), [])
        self.assertEqual(rule.evaluate("getComputedStyle(document.querySelector('main')).maxWidth"), "704px")

    def test_stickers_can_be_removed_one_by_one_or_all_at_once(self):
        page = self.open_page(self.start_server()).page
        drop(page, self.art_files("ready.png", "cut.png"))
        self.wait_for_verdict(page, "ready.png"), self.wait_for_verdict(page, "cut.png")
        self.open_sticker(page, "cut.png").get_by_role("button", name="Remove from this page").click()
        self.sticker(page, "cut.png").wait_for(state="detached")
        page.locator("#pack-card").wait_for()
        self.assertFalse(self.sticker(page, "ready.png").is_visible(), "nothing is wrong with the next sticker")
        self.menu_button(page, "Start over").click()
        self.sticker(page, "ready.png").wait_for(state="detached")
        page.locator("#tally", has_text="No stickers yet.").wait_for(state="attached")


class ConnectionTests(ServeCase):
    def test_two_tabs_show_the_same_stickers(self):
        server = self.start_server()
        one, other = self.open_page(server).page, self.open_page(server).page
        drop(one, self.art_files("ready.png"))
        drop(other, self.art_files("cut.png"))
        for page in (one, other):
            self.assertEqual(self.wait_for_verdict(page, "ready.png"), "fine")
            self.assertEqual(self.wait_for_verdict(page, "cut.png"), "warning")
        drop(other, {"ready.png": self.art["large.png"]})
        one.locator("article.sticker[data-name='ready.png'][data-verdict=error]").wait_for(state="attached")
        self.assertEqual(one.locator("article.sticker").count(), 2, "a second drop of a path replaces the first")
        third = self.open_page(server).page
        self.assertEqual(
            self.wait_for_verdict(third, "cut.png"), "warning", "a page that opens later shows all stickers")
        self.menu_button(one, "Start over").click()
        self.sticker(other, "cut.png").wait_for(state="detached")

    def test_a_button_that_is_pressed_while_the_sticker_changes_is_still_clicked(self):
        server = self.start_server()
        one, other = self.open_page(server).page, self.open_page(server).page
        drop(one, self.art_files("specks.png"))
        self.wait_for_verdict(one, "specks.png")
        article = self.open_sticker(one, "specks.png")
        article.get_by_role("button", name="Remove specks").hover()
        one.mouse.down()
        drop(other, {"again.png": self.art["specks.png"]})
        changed = self.sticker(other, "specks.png").locator(".findings").filter(has_text="dentical to").first
        changed.wait_for(state="attached")
        one.mouse.up()
        article.get_by_role("heading", name="Changes").wait_for()
        article.locator(".findings").filter(has_text="dentical to").first.wait_for()

    def test_the_page_reports_that_the_program_has_exited(self):
        server = self.start_server()
        page = self.open_page(server).page
        drop(page, self.art_files("ready.png"))
        self.wait_for_verdict(page, "ready.png")
        self.assertEqual(server.stop(), 130)
        page.get_by_text("stickerlint was closed or restarted").wait_for()
        drop(page, self.art_files("cut.png"))
        page.get_by_text("cut.png was not sent").wait_for()

    def test_a_page_that_was_offline_receives_all_stickers(self):
        server = self.start_server()
        session = self.open_page(server)
        drop(session.page, self.art_files("ready.png"))
        self.wait_for_verdict(session.page, "ready.png")
        session.context.set_offline(True)
        drop(self.open_page(server).page, self.art_files("cut.png"))
        session.context.set_offline(False)
        session.page.locator("article.sticker[data-name='cut.png']").wait_for(state="attached", timeout=30_000)

    def test_closing_a_page_during_an_upload_does_not_affect_other_pages(self):
        server = self.start_server()
        closing = self.open_page(server)
        # The third upload waits for memory, so the page's file is still incomplete when the page is closed.
        with self.partial_upload(server, 32 << 20), self.partial_upload(server, 32 << 20):
            sent = closing.page.evaluate("""() => new Promise((done) => {
              const request = new XMLHttpRequest();
              request.upload.onprogress = (event) => event.loaded > 0 && done(event.loaded);
              request.open("POST", "files?path=lost.png");
              request.send(new Uint8Array(25 << 20));
            })""")
            self.assertTrue(0 < sent < 25 << 20, sent)
            closing.context.close()
        page = self.open_page(server).page
        drop(page, self.art_files("ready.png"))
        self.assertEqual(self.wait_for_verdict(page, "ready.png"), "fine")
        archive = zipfile.ZipFile(io.BytesIO(self.fetch(server, "all.zip")))
        self.assertEqual(archive.namelist(), ["ready.png"])

    @contextlib.contextmanager
    def partial_upload(self, server, size):
        """Keeps a connection open that has sent only half of a file."""
        address = urllib.parse.urlsplit(server.address)
        with socket.create_connection(("127.0.0.1", address.port)) as connection:
            connection.sendall(
                f"POST {address.path}files?path=half.png HTTP/1.1\r\nHost: {address.netloc}\r\n"
                f"Origin: http://{address.netloc}\r\nContent-Length: {size}\r\n\r\n".encode())
            connection.sendall(bytes(size // 2))
            yield

    def test_a_service_worker_of_another_program_does_not_control_the_page(self):
        worker = b"""addEventListener("install", () => skipWaiting());
          addEventListener("activate", (event) => event.waitUntil(clients.claim()));
          addEventListener("fetch", (event) => event.respondWith(new Response("taken")));"""
        other_program = LoopbackServer(lambda path: worker if path == "/worker.js" else None)
        session = self.enterContext(PageSession())
        page, port = session.page, other_program.server.server_port
        hosts = [f"http://{host}:{port}/" for host in ("127.0.0.1", "localhost", "stickerlint.localhost")]
        for host in hosts:
            page.goto(host)
            page.evaluate("""async () => {
              await navigator.serviceWorker.register("/worker.js", { scope: "/" });
              await navigator.serviceWorker.ready;
            }""")
        other_program.close()
        server = self.start_server("--port", str(port))
        self.assertIn(f":{port}/", server.address)
        key = server.address.split("/")[3]
        for host in hosts:
            page.goto(f"{host}{key}/")
            self.assertEqual(page.locator("body").inner_text(), "taken", "the worker controls this address")
        page.goto(server.address)
        self.assertEqual(page.locator("body").get_attribute("data-place"), "drop")
        self.assertIsNone(page.evaluate("() => navigator.serviceWorker.controller"))
        drop(page, self.art_files("ready.png"))
        self.assertEqual(self.wait_for_verdict(page, "ready.png"), "fine")

    def test_trusted_types_block_strings_as_inner_html(self):
        page = self.open_page(self.start_server()).page
        refused = page.evaluate("""() => {
          try {
            document.body.innerHTML = "<b>x</b>";
          } catch (error) {
            return error.message;
          }
        }""")
        self.assertIn("TrustedHTML", refused)

    def test_another_site_can_neither_read_nor_change_anything(self):
        server = self.start_server()
        drop(self.open_page(server).page, self.art_files("ready.png"))
        other_site = LoopbackServer(lambda path: None)
        self.addCleanup(other_site.close)
        page = self.enterContext(PageSession()).page
        page.goto(other_site.address)
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
        self.assertEqual(self.wait_for_verdict(self.open_page(server).page, "ready.png"), "fine", "nothing was cleared")
