"""Saving to the page's folder, which asks for confirmation once and before it replaces a newer file; contact sheets;
and one size for all stickers."""

import io
import pathlib
import subprocess
import tempfile

from PIL import Image

import art
import browser
from serve_case import ServeCase
from serving import drop


class SaveCase(ServeCase):
    def art_folder(self, *names):
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory())).resolve()
        for name in names:
            (folder / name).write_bytes(self.art[name])
        return folder

    def files(self, folder):
        return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())

    def save(self, page):
        page.locator("#actions").get_by_role("button", name="Save to folder").click()

    def open_folder(self, *arguments):
        page = self.open_page(self.start_server(*arguments)).page
        page.locator("[data-do=save]").wait_for()
        return page

    def name_pack(self, page, name):
        field = page.get_by_label("Name in Messages")
        field.fill(name)
        field.blur()


class SaveTests(SaveCase):
    def test_saving_asks_once_and_another_server_shows_the_saved_pack(self):
        folder = self.art_folder("ready.png", "cut.png", "large.png")
        originals = {name: (folder / name).read_bytes() for name in self.files(folder)}
        page = self.open_folder(folder)
        for name in originals:
            self.wait_for_verdict(page, name)
        self.name_pack(page, "Discs")
        self.fix_all(page)
        self.save(page)
        dialog = page.locator("#saving")
        dialog.locator("li").first.wait_for()
        self.assertIn(str(folder), dialog.inner_text())
        shown = dialog.locator("li").all_inner_texts()
        dialog.get_by_role("button", name="Cancel").click()
        self.assertEqual(self.files(folder), sorted(originals), "nothing is written before the user confirms")
        self.save(page)
        dialog.get_by_role("button", name="Save").click()
        page.locator("#outcome", has_text="Saved to").wait_for()
        self.assertEqual(self.files(folder), sorted([*originals, *shown]))
        self.assertIn("fixed/large.png", shown)
        self.assertEqual({name: (folder / name).read_bytes() for name in originals}, originals)
        text = (folder / "stickerpack.yml").read_text()
        self.assertIn('name: "Discs"', text)
        self.assertIn('file: "fixed/large.png"', text)
        page.locator("#pack-apart-list", has_text="fixed/large.png replaces it in the pack").wait_for(state="attached")
        # After the first confirmation, saving no longer asks.
        self.name_pack(page, "Round things")
        self.save(page)
        page.locator("#outcome", has_text="Saved to").wait_for()
        page.wait_for_function("() => !document.getElementById('saving').open")
        self.assertIn('name: "Round things"', (folder / "stickerpack.yml").read_text())
        page.reload()
        page.wait_for_function("() => document.getElementById('pack-name').value === 'Round things'")
        # Another server on the same folder shows the saved pack.
        reopened = self.open_folder(folder)
        reopened.wait_for_function("() => document.getElementById('pack-name').value === 'Round things'")
        reopened.locator("#pack-apart-list", has_text="fixed/large.png replaces it in the pack").wait_for(
            state="attached")
        # The original is still in the folder, but only its fixed copy is counted.
        reopened.wait_for_function("() => document.getElementById('tally').textContent.startsWith('3 stickers · ')")

    def test_a_newer_pack_file_is_replaced_only_after_confirmation(self):
        folder = self.art_folder("ready.png")
        newer_text = "name: Theirs\nstickers:\n  - file: ready.png\n"
        page = self.open_folder("--watch", folder)
        self.wait_for_verdict(page, "ready.png")
        self.name_pack(page, "Mine")
        page.locator("#pack-text", has_text='name: "Mine"').wait_for(state="attached")
        (folder / "stickerpack.yml").write_text(newer_text)
        self.save(page)
        dialog = page.locator("#saving")
        dialog.get_by_role("button", name="Save", exact=True).click()
        dialog.locator("p", has_text="was added to the folder, or changed there, after the page read the folder").wait_for()
        self.assertEqual((folder / "stickerpack.yml").read_text(), newer_text)
        dialog.get_by_role("button", name="Cancel").click()
        self.assertEqual((folder / "stickerpack.yml").read_text(), newer_text)
        self.save(page)
        dialog.get_by_role("button", name="Use file in folder").click()
        page.wait_for_function("() => document.getElementById('pack-name').value === 'Theirs'")
        self.name_pack(page, "Mine again")
        page.locator("#pack-text", has_text="name: Mine again").wait_for(state="attached")
        (folder / "stickerpack.yml").write_text(newer_text.replace("Theirs", "Theirs once more"))
        self.save(page)
        dialog.get_by_role("button", name="Replace the file").click()
        page.locator("#outcome", has_text="Saved to").wait_for()
        self.assertIn("name: Mine again", (folder / "stickerpack.yml").read_text())

    def test_a_renamed_folder_is_reported_and_a_page_without_a_folder_has_no_save_button(self):
        folder = self.art_folder("ready.png")
        page = self.open_folder(folder)
        self.wait_for_verdict(page, "ready.png")
        folder.rename(folder.with_name(folder.name + "-away"))
        away = folder.with_name(folder.name + "-away")
        self.addCleanup(lambda: away.rename(folder))
        self.save(page)
        page.locator("#saving").get_by_role("button", name="Save", exact=True).click()
        page.locator("#outcome", has_text="was moved, renamed or replaced").wait_for()
        self.assertEqual(self.files(away), ["ready.png"])
        other = self.open_page(self.start_server()).page
        other.locator("#drop").wait_for()
        self.assertFalse(other.locator("[data-do=save]").is_visible())


class ContactSheetTests(SaveCase):
    def download_sheet(self, page, item):
        name, data = self.download(page, self.menu_button(page, item))
        self.assertEqual(name, "contact-sheet.png")
        return data

    def command_sheet(self, folder, *options):
        """Returns the sheet that the command draws of the files in a folder."""
        sheet = folder / "sheet.png"
        subprocess.run(
            [browser.PROGRAM, "preview", folder, "--no-config", "--contact-sheet", sheet, *options], check=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        data = sheet.read_bytes()
        sheet.unlink()
        return data

    def test_the_page_and_the_command_draw_the_same_contact_sheets(self):
        names = {"Grüße.png": "ready.png", "Кот.png": "cut.png", "猫.png": "specks.png"}
        files = {name: self.art[original] for name, original in names.items()}
        folder = self.art_folder()
        for name, data in files.items():
            (folder / name).write_bytes(data)
        page = self.open_page(self.start_server()).page
        drop(page, files)
        for name in names:
            self.wait_for_verdict(page, name)
        page.locator("#pack-text", has_text="猫.png").wait_for(state="attached")
        six = self.download_sheet(page, "Contact sheet on six backgrounds")
        self.assertEqual(six, self.command_sheet(folder))
        page.locator("#outcome", has_text="shows 3 stickers.").wait_for()
        for ground in ("checkerboard", "yellow"):
            page.locator(f"#grounds label:has(input[value={ground}])").click()
            one = self.download_sheet(page, "Contact sheet on this background")
            self.assertEqual(one, self.command_sheet(folder, "--sheet-background", ground), ground)
            self.assertNotEqual(one, six)

    def test_the_contact_sheet_shows_the_pack_or_the_selected_stickers(self):
        page = self.open_page(self.start_server()).page
        names = ("ready.png", "cut.png", "specks.png")
        drop(page, self.art_files(*names))
        for name in names:
            self.wait_for_verdict(page, name)
        page.locator("#pack-text", has_text="specks.png").wait_for(state="attached")
        self.tile(page, "specks.png").click(modifiers=["Control"])
        page.keyboard.press("Delete")
        page.locator("#outcome", has_text="from the pack").wait_for()
        pack = self.download_sheet(page, "Contact sheet on this background")
        page.locator("#outcome", has_text="shows 2 stickers.").wait_for()
        self.tile(page, "cut.png").click(modifiers=["Control"])
        one = self.download_sheet(page, "Contact sheet on this background")
        page.locator("#outcome", has_text="shows 1 sticker.").wait_for()
        self.assertNotEqual(Image.open(io.BytesIO(pack)).size, Image.open(io.BytesIO(one)).size)


class SizeTests(SaveCase):
    def test_stickers_are_resized_to_one_size_and_smaller_ones_are_listed_unchanged(self):
        page = self.open_page(self.start_server()).page
        files = {"wide.png": (408, 350), "large.png": (900, 900), "tiny.png": (320, 320)}
        drop(page, {name: self.disc_png(*size) for name, size in files.items()})
        for name in files:
            self.wait_for_verdict(page, name)
        page.locator("#pack-fields label", has_text="Regular").click()
        page.locator("#pack-text", has_text="regular").wait_for(state="attached")
        page.get_by_role("button", name="Make all the same size").click()
        page.locator("#outcome", has_text="Fixed 2 stickers.").wait_for()
        summary = page.locator("#outcome").inner_text()
        self.assertIn("tiny.png would have to be enlarged to 408 × 408 px", summary)
        for name, size in {"wide.png": (408, 408), "large.png": (408, 408)}.items():
            number = self.sticker(page, name).get_attribute("data-number")
            fixed = page.evaluate("""async (number) => {
                const picture = await createImageBitmap(await (await fetch("fixed/" + number)).blob());
                return [picture.width, picture.height];
            }""", number)
            self.assertEqual(tuple(fixed), size, name)
        number = self.sticker(page, "tiny.png").get_attribute("data-number")
        status = page.evaluate("async (number) => (await fetch('fixed/' + number)).status", number)
        self.assertEqual(status, 404)
        page.locator("#undo").click()
        page.locator("#outcome", has_text="Undone").wait_for()

    def disc_png(self, width, height):
        out = io.BytesIO()
        art.disc(900).resize((width, height)).save(out, "PNG")
        return out.getvalue()

    def test_a_hint_asks_for_an_icon_until_one_is_chosen(self):
        page = self.open_page(self.start_server()).page
        drop(page, self.art_files("ready.png"))
        self.wait_for_verdict(page, "ready.png")
        hint = page.locator("#iconless")
        hint.wait_for()
        self.assertIn("Add icon", hint.inner_text())
        self.assertFalse(page.locator("#pack-next").is_visible())
        article = self.open_sticker(page, "ready.png")
        article.get_by_role("button", name="Use as icon").click()
        page.locator("#iconless.done").wait_for()
        page.locator("#pack-next").wait_for()
