"""Finds the text that people read: Markdown pages, and the strings and comments of sources."""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
GENERATED = ("docs/BENCHMARKS.md", "docs/CORPUS.md", "docs/LOSSY.md", "docs/messengers/", "Fixtures/")


def versions():
    """Returns the version of the program that the tests in this folder use."""
    return "harper " + subprocess.run(
        [harper(), "core-version"], capture_output=True, text=True, check=True).stdout.strip()


def stop():
    """Does nothing, because nothing is running."""


def harper():
    """Returns the path of the grammar checker, beside the Python that runs the tests."""
    return pathlib.Path(sys.executable).with_name("harper")


def tracked(*patterns):
    """Returns the paths of the project's files that match, relative to its root."""
    listed = subprocess.run(
        ["git", "ls-files", "--", *patterns], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode == 0:
        return [name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]
    return sorted({str(path.relative_to(ROOT)) for pattern in patterns for path in ROOT.glob(pattern)})


def pages():
    """Returns every Markdown page."""
    return tracked("*.md")


def written_pages():
    """Returns every Markdown page that people write, and the rule pages."""
    return [page for page in pages() if not page.startswith(GENERATED)]


def sources():
    """Returns the sources that contain text for people."""
    return tracked(
        "Sources/*.swift", "Sources/*.c", "Sources/*.h", "Sources/*.js", "Sources/*.html", "Templates/*.swift",
        "integrations/*", "Scripts/*", "Makefile", "action.yml", ".github/*")


def prose_lines(name):
    """Returns pairs of a line number and its prose: the strings and comments of Swift code, and whole lines of
    all other files."""
    text = (ROOT / name).read_text(encoding="utf-8", errors="replace")
    if name.endswith(".swift"):
        return swift_prose(text)
    return list(enumerate(text.splitlines(), 1))


def swift_prose(text):
    """Returns the strings and comments of Swift code, line by line. Interpolated code is left out."""
    out, line, index, length = {}, 1, 0, len(text)
    # The open scopes: code, or a string with its delimiter and its escape.
    scopes = [("code", 0)]

    def add(piece):
        nonlocal line
        for part in re.split(r"(\n)", piece):
            if part == "\n":
                line += 1
            elif part:
                out[line] = out.get(line, "") + part

    while index < length:
        kind, detail = scopes[-1]
        if kind == "code":
            if text.startswith("//", index):
                end = text.find("\n", index)
                end = length if end < 0 else end
                add(text[index:end] + " ")
                index = end
                continue
            start = re.compile(r'(#*)("""|")').match(text, index)
            if start:
                scopes.append(("text", (start[2] + start[1], "\\" + start[1])))
                index = start.end()
                continue
            if text[index] == "(" and len(scopes) > 1:
                scopes[-1] = ("code", detail + 1)
            if text[index] == ")" and len(scopes) > 1:
                if detail == 1:
                    scopes.pop()
                else:
                    scopes[-1] = ("code", detail - 1)
            if text[index] == "\n":
                line += 1
            index += 1
            continue
        end, escape = detail
        if text.startswith(end, index):
            scopes.pop()
            add(" ")
            index += len(end)
        elif text.startswith(escape + "(", index):
            add("…")
            scopes.append(("code", 1))
            index += len(escape) + 1
        elif text.startswith(escape, index):
            index += len(escape) + 1
            if index <= length and text[index - 1] == "\n":
                line += 1
        else:
            add(text[index])
            index += 1
    return sorted(out.items())
