"""Checks that documentation comments fit the declarations below them, and that no file has merge markers."""

import re
import unittest

import prose

PARAMETER = re.compile(r"///\s*(?:- Parameter |\s{2,}- )(\w+):")


def declarations(lines):
    """Returns a triple for each documentation comment: its first line number, its text, and the declaration's
    text up to its opening brace."""
    found, index = [], 0
    while index < len(lines):
        start = index
        while index < len(lines) and lines[index].lstrip().startswith("///"):
            index += 1
        if index > start:
            declared = re.split(r"{$", "\n".join(lines[index:index + 25]), maxsplit=1, flags=re.MULTILINE)[0]
            found.append((start + 1, lines[start:index], declared))
        index += 1
    return found


def find_unknown_parameters(name, lines):
    """Returns a message for each documented parameter that the declaration does not have."""
    return [
        f"{name}:{number}: there is no parameter named {parameter!r}"
        for number, comment, declared in declarations(lines)
        for parameter in re.findall(PARAMETER, "\n".join(comment))
        if not re.search(rf"\b{parameter}\s*:", declared)]


class Comments(unittest.TestCase):
    def test_documented_parameters_exist(self):
        found = []
        for name in prose.tracked("*.swift"):
            found += find_unknown_parameters(name, (prose.ROOT / name).read_text(encoding="utf-8").splitlines())
        self.assertEqual(found, [], "\n" + "\n".join(found))

    def test_a_parameter_that_does_not_exist_is_found(self):
        lines = ["/// - Parameters:", "///   - old: one.", "///   - kept: two.", "func f(", "  new kept: Int", ") {"]
        self.assertEqual(find_unknown_parameters("a.swift", lines), ["a.swift:1: there is no parameter named 'old'"])

    def test_no_file_has_merge_markers(self):
        found = []
        for name in prose.tracked("*.swift", "*.md", "*.py", "*.js", "*.css", "*.yml", "*.sh", "*.c", "*.h", "Makefile"):
            lines = (prose.ROOT / name).read_text(encoding="utf-8", errors="replace").splitlines()
            found += [f"{name}:{number}" for number, line in enumerate(lines, 1) if re.match(r"(<{7}|>{7}) ", line)]
        self.assertEqual(found, [])
