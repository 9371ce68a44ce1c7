"""The website that reports link to, as browsers read it."""

import re
import subprocess
import sys
import unittest
import urllib.parse

import html5lib
import releases

sys.path.insert(0, str(releases.PROJECT / "Tests/Witnesses"))
from markup import RULE_PAGE, TIDY, content  # pylint: disable=wrong-import-position

REPOSITORY = "https://github.com/somebody/stickers"


class Site(releases.ReleaseCase):
    """All pages of the website."""

    def setUp(self):
        super().setUp()
        self.site = self.folder / "site"
        (self.site / "rules").mkdir(parents=True)
        (self.site / "rules/old.html").write_text("a rule that was renamed")
        self.asked(sys.executable, releases.PROJECT / "Scripts/site.py", self.site, REPOSITORY)
        self.pages = {path.relative_to(self.site).as_posix(): path.read_text() for path in self.site.rglob("*.html")}

    def trees(self):
        """Every page parses without errors, as in a browser."""
        for name, text in sorted(self.pages.items()):
            parser = html5lib.HTMLParser(html5lib.getTreeBuilder("lxml"), namespaceHTMLElements=False)
            tree = parser.parse(text).getroot()
            with self.subTest(name):
                self.assertEqual(parser.errors, [])
            yield name, tree

    def test_every_rule_and_messenger_has_a_page_and_is_in_the_index(self):
        """Compares pages with the program's own lists. Nothing of an earlier website is left."""
        rules = set(re.findall(r"^[a-z-]+", self.asked(releases.PROGRAM, "rules"), re.MULTILINE))
        self.assertGreater(len(rules), 70)
        written = {name[6:-5] for name in self.pages if name.startswith("rules/")}
        self.assertEqual(written - {"index"}, rules)
        messengers = {path.stem for path in (releases.PROJECT / "docs/messengers").glob("*.md")} - {"README"}
        self.assertEqual({n[11:-5] for n in self.pages if n.startswith("messengers/")} - {"index"}, messengers)
        for name in rules:
            self.assertIn(f'href="rules/{name}.html"', self.pages["index.html"])
            self.assertIn(f'href="{name}.html"', self.pages["rules/index.html"])
        for name in messengers:
            self.assertIn(f'href="messengers/{name}.html"', self.pages["index.html"])

    def test_reports_link_to_pages_that_there_are(self):
        """SARIF links every rule to its page."""
        report = self.asked(releases.PROGRAM, "lint", self.art, "--format", "sarif", status=1)
        linked = RULE_PAGE.findall(report)
        self.assertGreater(len(linked), 70)
        for name in linked:
            self.assertIn(f"rules/{name}.html", self.pages)

    def test_a_browser_finds_no_fault_and_fetches_nothing_from_elsewhere(self):
        """Validates with html5lib, and with Tidy if it is installed."""
        for name, tree in self.trees():
            with self.subTest(name):
                for element in tree.iter("script", "link", "iframe", "object"):
                    self.fail(element.tag)
                for image in tree.iter("img"):
                    self.assertTrue((self.site / name).parent.joinpath(image.get("src")).is_file(), image.get("src"))
                    self.assertTrue(image.get("alt"))
                self.assertEqual(len(list(tree.iter("h1"))), 1)
                self.assertTrue(tree.find(".//meta[@name='description']").get("content"))
                title = content(tree.find(".//title"))
                self.assertTrue(title == "stickerlint" or title.endswith(" · stickerlint"), title)
                if TIDY:
                    said = subprocess.run(
                        [TIDY, "-e", "-q", "-utf8"], input=self.pages[name].encode(), capture_output=True, check=False)
                    self.assertEqual(said.stderr.decode(), "")

    def test_every_link_leads_somewhere(self):
        """Links lead to another page, to a file in the repository, or to a document on the web."""
        for name, tree in self.trees():
            for link in tree.iter("a"):
                address = link.get("href")
                with self.subTest(name, address=address):
                    if address.startswith(REPOSITORY + "/blob/HEAD/"):
                        path = urllib.parse.urlparse(address).path.split("/blob/HEAD/")[1]
                        self.assertTrue((releases.PROJECT / path).exists())
                    elif not address.startswith("https://"):
                        self.assertTrue((self.site / name).parent.joinpath(address).resolve().is_file())

    def test_nothing_of_markdown_is_left_over(self):
        """No table, heading, link or comment is left as Markdown."""
        for name, tree in self.trees():
            for element in tree.find("body").iter():
                if element.tag not in ("code", "pre", "a") and isinstance(element.tag, str):
                    for text in (element.text or "", *(child.tail or "" for child in element)):
                        with self.subTest(name, text=text):
                            self.assertNotRegex(text, r"\]\(|\|---|^#|`|raw HTML")


if __name__ == "__main__":
    unittest.main()
