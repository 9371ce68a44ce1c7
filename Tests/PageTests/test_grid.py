"""The grid and the pane beside it, by mouse and by keyboard."""

from serve_case import ServeCase
from serving import drop

NAMES = ("cut.png", "dance.png", "large.png", "ready.png", "specks.png")


class GridTests(ServeCase):
    def open_with_art(self, **options):
        session = self.open_page(self.start_server(), **options)
        drop(session.page, self.art_files(*NAMES))
        for name in NAMES:
            self.wait_for_verdict(session.page, name)
        session.page.locator(".tile canvas").nth(4).wait_for()
        return session

    def tile_order(self, page):
        # Off-screen tiles are not laid out, and have no inner text.
        return page.locator(".tile .name").all_text_contents()

    def assert_open(self, page, name):
        page.locator(f"#stickers > .open[data-name='{name}']").wait_for()
        self.assertEqual(page.locator("#stickers > article:visible").count(), 1)
        current = page.locator(".tile[aria-current=true]")
        self.assertEqual(current.locator(".name").inner_text(), name)

    def test_keys_and_buttons_move_between_stickers_in_the_open_pane(self):
        page = self.open_with_art().page
        self.tile(page, "cut.png").click()
        self.assert_open(page, "cut.png")
        page.keyboard.press("ArrowRight")
        self.assert_open(page, "dance.png")
        page.keyboard.press("End")
        self.assert_open(page, "specks.png")
        page.locator("[data-walk='-1']").click()
        self.assert_open(page, "ready.png")
        self.assertEqual(page.locator("#walked").inner_text(), "4 of 5")
        page.keyboard.press("Escape")
        self.assertEqual(page.locator("#stickers > article:visible").count(), 0)

    def test_a_tile_that_is_drawn_again_during_a_press_still_opens(self):
        page = self.open_with_art().page
        tile = self.tile(page, "cut.png")
        tile.hover()
        page.mouse.down()
        tile.evaluate("(tile) => tile.querySelector('.thumb').replaceChildren(document.createElement('canvas'))")
        page.mouse.up()
        self.assert_open(page, "cut.png")

    def test_the_selected_tab_stays_selected_for_the_next_sticker(self):
        page = self.open_with_art().page
        self.open_sticker(page, "cut.png").get_by_role("tab", name="Sizes").click()
        self.tile(page, "ready.png").click()
        self.sticker(page, "ready.png").locator("[data-shelf]").first.wait_for()

    def test_several_stickers_can_be_selected_and_removed_together(self):
        page = self.open_with_art().page
        self.tile(page, "cut.png").focus()
        page.keyboard.press("Space")
        page.keyboard.press("Shift+ArrowRight")
        page.keyboard.press("Shift+ArrowRight")
        self.assertEqual(page.locator("#chosen-count").inner_text(), "3 selected")
        self.tile(page, "dance.png").click(modifiers=["Control"])
        self.assertEqual(page.locator("#chosen-count").inner_text(), "2 selected")
        page.locator("#chosen").get_by_role("button", name="Remove from this page").click()
        self.tile(page, "large.png").wait_for(state="detached")
        self.assertEqual(self.tile_order(page), ["dance.png", "ready.png", "specks.png"])
        self.assertFalse(page.locator("#chosen").is_visible())

    def test_tiles_can_be_moved_by_keyboard(self):
        page = self.open_with_art().page
        self.tile(page, "ready.png").focus()
        page.keyboard.press("Alt+ArrowLeft")
        page.keyboard.press("Alt+ArrowLeft")
        self.assertEqual(self.tile_order(page), ["cut.png", "ready.png", "dance.png", "large.png", "specks.png"])
        self.assertEqual(page.locator("#moved").text_content(), "ready.png: now 2 of 5")
        self.assertEqual(page.locator(":focus .name").inner_text(), "ready.png", "the focus stays on the moved tile")

    def test_dragging_a_tile_moves_it_without_opening_it(self):
        page = self.open_with_art().page
        start, end = (self.tile(page, name).bounding_box() for name in ("specks.png", "dance.png"))
        page.mouse.move(start["x"] + 40, start["y"] + 40)
        page.mouse.down()
        page.mouse.move(end["x"] + 30, end["y"] + 40, steps=5)
        self.assertEqual(page.locator(".ghost").count(), 1)
        page.mouse.move(end["x"] + 12, end["y"] + 40)
        page.mouse.up()
        self.assertEqual(self.tile_order(page), ["cut.png", "specks.png", "dance.png", "large.png", "ready.png"])
        self.assertEqual(page.locator("#stickers > article:visible, .ghost").count(), 0)

    def test_escape_cancels_a_drag(self):
        page = self.open_with_art().page
        start, end = (self.tile(page, name).bounding_box() for name in ("specks.png", "dance.png"))
        page.mouse.move(start["x"] + 40, start["y"] + 40)
        page.mouse.down()
        page.mouse.move(end["x"] + 30, end["y"] + 40, steps=5)
        page.keyboard.press("Escape")
        page.mouse.up()
        self.assertEqual(self.tile_order(page), list(NAMES))

    def test_the_open_sticker_stays_open_after_a_reload(self):
        page = self.open_with_art().page
        self.tile(page, "large.png").click()
        page.reload()
        self.assert_open(page, "large.png")

    def test_sixty_tiles_fit_on_the_screen_and_get_the_chosen_background(self):
        page = self.open_page(self.start_server()).page
        drop(page, {f"{number:02}.png": self.art["ready.png"] for number in range(60)})
        page.locator(".tile").nth(59).wait_for()
        page.locator("#tally", has_text="60 stickers").wait_for()
        page.locator(".tile canvas").nth(59).wait_for()
        # Sixty identical stickers cause a finding on the pack, which is shown beside them.
        last = page.locator(".tile").nth(59).bounding_box()
        self.assertLessEqual(last["y"] + last["height"], 800)
        page.locator("#grounds label:has(input[value='red'])").click()
        backgrounds = page.evaluate("() => [...document.querySelectorAll('.tile .ground')]"
                                ".map((thumb) => getComputedStyle(thumb).backgroundColor)")
        self.assertEqual(set(backgrounds), {"rgb(255, 0, 0)"})

    def test_a_phone_shows_the_grid_first_and_hides_the_controls(self):
        page = self.open_with_art(viewport={"width": 390, "height": 844}, has_touch=True).page
        self.assertFalse(page.locator("#controls").is_visible())
        self.assertLess(self.tile(page, "cut.png").bounding_box()["y"], 250)
        page.locator("#fold").click()
        self.assertTrue(page.locator("#controls").is_visible())
        self.tile(page, "cut.png").tap()
        box = page.locator("#pane").bounding_box()
        self.assertEqual((box["x"], box["y"], box["width"]), (0, 0, 390))
        page.get_by_role("button", name="Close", exact=True).first.tap()
        self.assertFalse(page.locator("#pane").is_visible())
