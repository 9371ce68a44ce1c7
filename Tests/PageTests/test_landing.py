"""The landing page of the interactive message's template: what a Mac shows when someone clicks a message."""

import base64
import hashlib
import html
import json
import pathlib
import re
import unittest

import accessibility
from browser import PICTURES, SIZES, Watched

TEMPLATE = pathlib.Path(__file__).parents[2] / "Templates/InteractiveMessage"
# The package's own tests compare the app with the same file.
MESSAGES = json.loads((TEMPLATE / "Logic/Tests/TemplateLogicTests/MessageURLs.json").read_text())
ADDRESS = MESSAGES["address"]
NAME = "Monkey <Business> & \"Friends\""
NAMES = [["en", NAME], ["fr", "Singe <affairé>"], ["pt-br", "Macaco"]]
PAGE = (TEMPLATE / "Landing/index.html").read_text(encoding="utf-8").replace("«name»", html.escape(NAME)).replace(
    "«names»", html.escape(json.dumps(NAMES)))
REGIONS = {"en": "en-GB", "de": "de-AT", "fr": "fr-CA", "es": "es-MX"}

FOUND = """() => ({
  state: document.querySelector("main").dataset.state,
  reason: document.querySelector("main").dataset.reason ?? null,
  title: document.getElementById("title").textContent,
  items: [...document.querySelectorAll("li")].map((item) => ({
    choice: item.querySelector(".line bdi").textContent,
    count: Number(item.querySelector(".line span").textContent),
    share: [item.querySelector("progress").value, item.querySelector("progress").max],
    names: [...item.querySelectorAll(".names bdi")].map((name) => name.textContent),
  })),
  voters: document.querySelector(".voters")?.textContent ?? null,
  elements: document.querySelectorAll("main *").length,
  text: document.querySelector("main").innerText,
})"""


class LandingTests(unittest.TestCase):
    def opened(self, url, **options):
        """Opens the page at an address, served from memory. No other address responds."""
        watched = self.enterContext(Watched(**options))
        body = {"status": 200, "content_type": "text/html; charset=utf-8", "body": PAGE}
        watched.page.route("**/*", lambda route: route.abort())
        watched.page.route(lambda address: address.split("?")[0].split("#")[0].rstrip("/") == ADDRESS,
                           lambda route: route.fulfill(**body))
        watched.page.goto(url)
        return watched

    def case(self, what):
        return next(case for case in MESSAGES["cases"] if case["what"] == what)

    def test_it_reads_every_address_as_the_app_does(self):
        watched = self.opened(ADDRESS)
        read = 0
        for case in MESSAGES["cases"]:
            if not re.match(re.escape(ADDRESS) + r"($|\?)", case["url"]):
                continue  # another address is another page
            read += 1
            with self.subTest(case["what"]):
                # A change of only the fragment does not reload a page.
                watched.page.goto("about:blank")
                watched.page.goto(case["url"])
                self.assert_shows(case, watched.page.evaluate(FOUND))
        self.assertGreaterEqual(read, 100)
        self.assertEqual(watched.complaints, [])
        self.assertEqual([url for url in watched.requests if not url.startswith(ADDRESS)], [])

    def assert_shows(self, case, found):
        if "poll" in case:
            expected = case["poll"]
            self.assertEqual((found["state"], found["title"]), ("poll", expected["question"]))
            self.assertEqual([item["choice"] for item in found["items"]], expected["choices"])
            self.assertEqual([item["count"] for item in found["items"]], expected["counts"])
            self.assertEqual([item["names"] for item in found["items"]], expected["names"])
            self.assertEqual(found["voters"], f"Votes: {expected['voters']}")
            shares = [[count, max(1, expected["voters"])] for count in expected["counts"]]
            self.assertEqual([item["share"] for item in found["items"]], shares)
        elif "token" in case:
            self.assertEqual((found["state"], found["title"]), ("token", "A poll"))
            self.assertIn("iPhone or iPad", found["text"])
        else:
            self.assertEqual(found["reason"], case["unreadable"])
            isNewer = case["unreadable"] == "newerVersion"
            self.assertEqual(found["state"], "newer" if isNewer else "unreadable")
            self.assertEqual(found["title"], "From a newer version" if isNewer else "Cannot be read")
            self.assertIn("iPhone or iPad", found["text"])
            self.assertEqual(found["items"], [])

    def test_markup_in_a_message_stays_text(self):
        watched = self.opened(self.case("markup is text")["url"])
        plain = self.opened(self.case("a new poll")["url"])
        found, expected = (one.page.evaluate(FOUND) for one in (watched, plain))
        self.assertEqual(found["elements"], expected["elements"])
        self.assertEqual(found["title"], "<b>&amp;</b><script>alert(1)</script>")
        self.assertEqual(watched.complaints, [])

    def test_a_megabyte_is_refused(self):
        page = self.opened(self.case("a new poll")["url"] + "&z=" + "y" * (1 << 20)).page
        self.assertEqual(page.evaluate(FOUND)["reason"], "tooLong")

    def test_its_policy_names_its_own_style_and_script_and_lets_nothing_else_run(self):
        for kind in ("style", "script"):
            body = re.search(f"<{kind}>(.*?)</{kind}>", PAGE, re.S).group(1)
            digest = base64.b64encode(hashlib.sha256(body.encode()).digest()).decode()
            self.assertIn(f"{kind}-src 'sha256-{digest}'", PAGE, f"the digest of the {kind} is another")
        watched = self.opened(self.case("a new poll")["url"])
        watched.page.evaluate("""() => {
          const script = Object.assign(document.createElement("script"), { textContent: "window.ran = 1" });
          document.body.append(script);
          fetch("https://example.com/").catch(() => {});
        }""")
        watched.page.wait_for_timeout(300)
        self.assertIsNone(watched.page.evaluate("window.ran ?? null"))
        self.assertTrue(any("policy: script-src" in words for words in watched.complaints))
        self.assertTrue(any("policy: connect-src" in words for words in watched.complaints))

    def test_a_gap_is_in_the_markup_only_where_it_is_escaped(self):
        template = (TEMPLATE / "Landing/index.html").read_text(encoding="utf-8")
        for kind in ("style", "script"):
            # The policy's hash would no longer match.
            self.assertNotIn("«", re.search(f"<{kind}>(.*?)</{kind}>", template, re.S).group(1))
        self.assertEqual(set(re.findall("«(.*?)»", template)), {"name", "names"})
        page = self.opened(self.case("a new poll")["url"]).page
        self.assertEqual(page.title(), f"Pizza? – {NAME}")

    def test_the_name_is_in_the_language_of_the_person(self):
        for locale, name in (("fr-CA", "Singe <affairé>"), ("pt-BR", "Macaco"), ("ja-JP", NAME), ("en-GB", NAME)):
            page = self.opened(self.case("a new poll")["url"], locale=locale).page
            self.assertEqual(page.title(), f"Pizza? – {name}")

    def test_every_state_is_told_in_every_language(self):
        cases = ["a name with dots", "a token", "version 2", "no question", "the address without a query"]
        said = {}
        for language in REGIONS:
            for what in cases:
                watched = self.opened(self.case(what)["url"], locale=REGIONS[language])
                self.assertEqual(watched.page.locator("html").get_attribute("lang"), language)
                said[language, what] = watched.page.evaluate(FOUND)["text"]
                self.assertRegex(said[language, what], "iPhone .* iPad")
                self.assertEqual(watched.complaints, [])
        self.assertEqual(len(set(said.values())), len(REGIONS) * (len(cases) - 1))
        watched = self.opened(self.case("a token")["url"], locale="ja-JP")
        self.assertEqual(watched.page.evaluate(FOUND)["text"], said["en", "a token"])

    def test_it_can_be_read_by_everybody_light_and_dark_on_every_screen(self):
        PICTURES.mkdir(parents=True, exist_ok=True)
        whats = ["names are sorted by their bytes", "Arabic", "choices of 60 characters", "version 2"]
        for scheme in ("light", "dark"):
            for size in ("phone", "laptop"):
                width, height = SIZES[size]
                for what in whats:
                    page = self.opened(self.case(what)["url"], color_scheme=scheme, bypass_csp=True,
                                       viewport={"width": width, "height": height}).page
                    with self.subTest(f"{what}, {scheme}, {size}"):
                        self.assertEqual(accessibility.violations(page), [])
                        self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)
                    if size == "phone":
                        page.screenshot(path=PICTURES / f"landing-{whats.index(what)}-{scheme}.png")
