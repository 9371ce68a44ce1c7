"""Checks the pages with Harper, a grammar checker: spelling, repeated words, and sentences that are too long.
"""

import json
import re
import subprocess
import unittest

import prose

# Words of other kinds: a name with digits (`GIF89a`), a color, or the possessive of a word in the dictionary.
OTHER = re.compile(r"\d|^\W*\w\W*$|.'s$")


def findings(pages, rules):
    """Returns Harper's findings on pages, one per line."""
    checked = subprocess.run(
        [prose.harper(), "lint", "--no-color", "--format", "json", "--quiet", "--only", ",".join(rules),
         "--user-dict-path", "Tests/ProseTests/dictionary.txt", *pages],
        cwd=prose.ROOT, capture_output=True, text=True)
    if checked.returncode not in (0, 1):
        raise RuntimeError(checked.stderr)
    return [
        f"{page['file']}:{lint['line']}: {lint['message']} ({lint['matched_text'][:60]!r})"
        for page in json.loads(checked.stdout) for lint in page["lints"]
        if lint["rule"] != "SpellCheck" or not OTHER.search(lint["matched_text"])]


class Grammar(unittest.TestCase):
    """Add correct words to `dictionary.txt`. Put file names and code in backticks."""

    def test_pages_are_spelled_as_the_dictionary_has_it(self):
        found = findings(prose.written_pages(), ["SpellCheck", "RepeatedWords"])
        self.assertEqual(found, [], "\n" + "\n".join(found))

    def test_no_sentence_of_a_guide_has_more_than_40_words(self):
        # Decisions list alternatives in one sentence, and one rule page lists all limits.
        lists = ("docs/decisions/", "docs/rules/resource-limit.md")
        guides = [page for page in prose.written_pages() if not page.startswith(lists)]
        found = findings(guides, ["LongSentences"])
        self.assertEqual(found, [], "\n" + "\n".join(found))

    def test_a_mistake_is_found(self):
        page = prose.ROOT / ".build/mistake.md"
        page.parent.mkdir(exist_ok=True)
        page.write_text("Stickers are are checked. Stikcers pass.\n")
        found = findings([str(page)], ["SpellCheck", "RepeatedWords"])
        page.unlink()
        self.assertEqual(len(found), 2, found)
