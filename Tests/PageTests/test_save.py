"""Saving to the folder of the page asks once, and never replaces something newer without asking."""

import io
import pathlib
import tempfile

from PIL import Image

import art
from serve_case import ServeCase
from serving import drop


class SaveCase(ServeCase):
    def folder(self, *names):
        place = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory())).resolve()
        for name in names:
            (place / name).write_bytes(self.art[name])
        return place

    def files(self, place):
        return sorted(str(path.relative_to(place)) for path in place.rglob("*") if path.is_file())

    def save(self, page):
        page.locator("#actions").get_by_role("button", name="Save to folder").click()

    def opened_folder(self, *arguments):
        page = self.opened(self.served(*arguments)).page
        page.locator("[data-do=save]").wait_for()
        return page

    def name(self, page, words):
        field = page.get_by_label("Name in Messages")
        field.fill(words)
        field.blur()


class SaveTests(SaveCase):
    def test_a_pack_is_named_fixed_and_saved_and_another_program_finds_it_so(self):
        place = self.folder("ready.png", "cut.png", "large.png")
        originals = {name: (place / name).read_bytes() for name in self.files(place)}
        page = self.opened_folder(place)
        for name in originals:
            self.verdict(page, name)
        self.name(page, "Discs")
        self.fix_all(page)
        self.save(page)
        dialog = page.locator("#saving")
        dialog.locator("li").first.wait_for()
        self.assertIn(str(place), dialog.inner_text())
        shown = dialog.locator("li").all_inner_texts()
        dialog.get_by_role("button", name="Cancel").click()
        self.assertEqual(self.files(place), sorted(originals), "nothing is written before somebody says yes")
        self.save(page)
        dialog.get_by_role("button", name="Save").click()
        page.locator("#outcome", has_text="Saved to").wait_for()
        self.assertEqual(self.files(place), sorted([*originals, *shown]))
        self.assertIn("fixed/large.png", shown)
        self.assertEqual({name: (place / name).read_bytes() for name in originals}, originals)
        text = (place / "stickerpack.yml").read_text()
        self.assertIn('name: "Discs"', text)
        self.assertIn('file: "fixed/large.png"', text)
        page.locator("#pack-apart-list", has_text="fixed/large.png replaces it in the pack").wait_for(state="attached")
        # After the first confirmation, saving no longer asks.
        self.name(page, "Round things")
        self.save(page)
        page.locator("#outcome", has_text="Saved to").wait_for()
        page.wait_for_function("() => !document.getElementById('saving').open")
        self.assertIn('name: "Round things"', (place / "stickerpack.yml").read_text())
        page.reload()
        page.wait_for_function("() => document.getElementById('pack-name').value === 'Round things'")
        # After a restart, the program still has everything.
        again = self.opened_folder(place)
        again.wait_for_function("() => document.getElementById('pack-name').value === 'Round things'")
        again.locator("#pack-apart-list", has_text="fixed/large.png replaces it in the pack").wait_for(state="attached")
        # The fixed copy is beside it, and is not counted.
        again.wait_for_function("() => document.getElementById('tally').textContent.startsWith('3 stickers · ')")

    def test_a_newer_file_in_the_folder_is_replaced_only_by_somebody_who_knows(self):
        place = self.folder("ready.png")
        theirs = "name: Theirs\nstickers:\n  - file: ready.png\n"
        page = self.opened_folder("--watch", place)
        self.verdict(page, "ready.png")
        self.name(page, "Mine")
        page.locator("#pack-text", has_text='name: "Mine"').wait_for(state="attached")
        (place / "stickerpack.yml").write_text(theirs)
        self.save(page)
        dialog = page.locator("#saving")
        dialog.get_by_role("button", name="Save", exact=True).click()
        dialog.locator("p", has_text="was added or changed after the page read it").wait_for()
        self.assertEqual((place / "stickerpack.yml").read_text(), theirs)
        dialog.get_by_role("button", name="Cancel").click()
        self.assertEqual((place / "stickerpack.yml").read_text(), theirs)
        self.save(page)
        dialog.get_by_role("button", name="Use file in folder").click()
        page.wait_for_function("() => document.getElementById('pack-name').value === 'Theirs'")
        self.name(page, "Mine again")
        page.locator("#pack-text", has_text="name: Mine again").wait_for(state="attached")
        (place / "stickerpack.yml").write_text(theirs.replace("Theirs", "Theirs once more"))
        self.save(page)
        dialog.get_by_role("button", name="Replace it").click()
        page.locator("#outcome", has_text="Saved to").wait_for()
        self.assertIn("name: Mine again", (place / "stickerpack.yml").read_text())

    def test_a_folder_that_was_renamed_is_said_and_a_page_of_none_has_no_such_button(self):
        place = self.folder("ready.png")
        page = self.opened_folder(place)
        self.verdict(page, "ready.png")
        place.rename(place.with_name(place.name + "-away"))
        away = place.with_name(place.name + "-away")
        self.addCleanup(lambda: away.rename(place))
        self.save(page)
        page.locator("#saving").get_by_role("button", name="Save", exact=True).click()
        page.locator("#outcome", has_text="was moved, renamed or replaced").wait_for()
        self.assertEqual(self.files(away), ["ready.png"])
        other = self.opened(self.served()).page
        other.locator("#drop").wait_for()
        self.assertFalse(other.locator("[data-do=save]").is_visible())


class SheetTests(SaveCase):
    def sheet(self, page):
        name, data = self.downloaded(page, self.in_menu(page, "Contact sheet on this background"))
        self.assertEqual(name, "contact-sheet.png")
        return Image.open(io.BytesIO(data)).convert("RGB")

    def test_a_contact_sheet_has_the_pack_on_the_chosen_background(self):
        page = self.opened(self.served()).page
        names = ("ready.png", "cut.png", "specks.png")
        drop(page, self.some(*names))
        for name in names:
            self.verdict(page, name)
        page.locator("#pack-text", has_text="specks.png").wait_for(state="attached")
        page.locator("#grounds label:has(input[value=yellow])").click()
        self.tile(page, "specks.png").click(modifiers=["Control"])
        page.keyboard.press("Delete")
        page.locator("#outcome", has_text="from the pack").wait_for()
        sheet = self.sheet(page)
        # Two per row: cells of 168 px, 16 px apart, and names of 24 px below.
        self.assertEqual(sheet.size, (2 * 184 + 16, 208 + 16))
        self.assertEqual(sheet.getpixel((16 + 84, 20)), (255, 255, 0))
        self.assertEqual(sheet.getpixel((4, 4)), (0xE5, 0xE5, 0xEA))
        inked = [x for x in range(16, 184) for y in range(184, 204) if sum(sheet.getpixel((x, y))) < 500]
        self.assertTrue(inked, "there is no name below the sticker")
        self.tile(page, "cut.png").click(modifiers=["Control"])
        self.assertEqual(self.sheet(page).size, (2 * 184 + 16, 208 + 16))
        page.locator("#outcome", has_text="shows 1 sticker.").wait_for()


class SizeTests(SaveCase):
    def test_all_become_one_size_and_what_would_be_enlarged_is_named_and_stays(self):
        page = self.opened(self.served()).page
        files = {"wide.png": (408, 350), "large.png": (900, 900), "tiny.png": (320, 320)}
        drop(page, {name: self.picture(*size) for name, size in files.items()})
        for name in files:
            self.verdict(page, name)
        page.locator("#pack-fields label", has_text="Regular").click()
        page.locator("#pack-text", has_text="regular").wait_for(state="attached")
        page.get_by_role("button", name="Make all the same size").click()
        page.locator("#outcome", has_text="Fixed 2 stickers.").wait_for()
        said = page.locator("#outcome").inner_text()
        self.assertIn("tiny.png would have to be enlarged to 408 × 408 px", said)
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

    def picture(self, width, height):
        out = io.BytesIO()
        art.disc(900).resize((width, height)).save(out, "PNG")
        return out.getvalue()

    def test_without_an_icon_there_is_no_project_and_the_page_says_so_beside_the_button(self):
        page = self.opened(self.served()).page
        drop(page, self.some("ready.png"))
        self.verdict(page, "ready.png")
        hint = page.locator("#iconless")
        hint.wait_for()
        self.assertIn("Add icon", hint.inner_text())
        self.assertFalse(page.locator("#pack-next").is_visible())
        article = self.open_sticker(page, "ready.png")
        article.get_by_role("button", name="Use as icon").click()
        hint.wait_for(state="hidden")
        page.locator("#pack-next").wait_for()
