"""Builds packs and projects for Apple's own tools, and runs these tools."""

import json
import os
import pathlib
import platform
import plistlib
import shutil
import subprocess
import tempfile

PROJECT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = pathlib.Path(os.environ.get("STICKERLINT", PROJECT / ".build/dev/debug/stickerlint")).resolve()
IS_MAC = platform.system() == "Darwin"
# The folder in which `make test-apple` keeps its screenshots.
SCREENSHOTS = PROJECT / ".build/apple"
ICON = "iMessage App Icon"

_work = pathlib.Path(tempfile.mkdtemp(prefix="stickerlint-apple-"))

MESSAGE = """\
base-url: https://example.com/vote
caption: "{question}"
accessibility-label: "A vote: {question}"
summary: "{question}"
"""
# The kinds of Xcode projects, each with the options that create it.
PROJECTS = {
    "sticker-pack": [],
    "localized": ["--localize-catalog"],
    "sticker-browser": ["--template", "sticker-browser"],
    "interactive-message": ["--template", "interactive-message"],
}
# The kinds of catalogs, each with lines for the pack file and options for `stickerlint pack`.
CATALOGS = {
    "icons": ("", []),
    "small": ("grid-size: small\n", ["--variants", "none"]),
    "large": ("grid-size: large\n", []),
    "fewest bytes": ("", ["--smallest", "--effort", "fast"]),
    "a sequence": ("", []),
}


def run(*words, **more):
    """Runs a program, and returns its exit code and its output."""
    done = subprocess.run(
        [str(word) for word in words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, check=False, **more)
    return done.returncode, done.stdout


def create_art_folder(name, lines="", sequence=False):
    """Creates a folder with sample stickers, a pack file with descriptions in two languages, and a `message.yml`."""
    folder = _work / name / "art"
    folder.mkdir(parents=True)
    stickers = []
    for path in sorted((PROJECT / "Fixtures/Art/pack").glob("*.png")):
        shutil.copy(path, folder)
        texts = f'{{ en: "A {path.stem}", fr: "Le {path.stem}" }}'
        stickers.append(f"  - {{ file: {path.name}, description: {texts} }}\n")
    if sequence:
        (folder / "turn").mkdir()
        for index in range(3):
            shutil.copy(folder / "ghost.png", folder / f"turn/{index}.png")
        texts = '{ en: "It turns", fr: "Il tourne" }'
        stickers.append(f"  - {{ frames: turn/*.png, fps: 6, description: {texts} }}\n")
    (folder / "message.yml").write_text(MESSAGE)
    (folder / "stickerpack.yml").write_text(
        f"name: {name.capitalize()}\nbundle-identifier: com.example.{name.replace(' ', '-')}\n"
        f"languages: [en, fr]\nicon-sticker: ghost.png\n{lines}stickers:\n{''.join(stickers)}")
    return folder


def build_pack(name, *options, lines="", sequence=False):
    """Builds a pack from new art, and returns the folder of the build."""
    output = _work / name / "build"
    status, text = run(PROGRAM, "pack", create_art_folder(name, lines, sequence), "--output", output, *options)
    if status != 0:
        raise AssertionError(text)
    return output


def catalogs():
    """Returns every catalog to compile, by name: one of each kind, and those that the stories expect."""
    made = {
        name: build_pack(name, *options, lines=lines, sequence=name == "a sequence") / "Stickers.xcstickers"
        for name, (lines, options) in CATALOGS.items()}
    kept = sorted((PROJECT / "Fixtures/Stories").glob("*/expected/tree/**/*.xcstickers"))
    return made | {str(path.relative_to(PROJECT / "Fixtures/Stories")): path for path in kept}


def errors_and_warnings(answer):
    """Returns the errors and warnings in the property list that actool printed."""
    told = plistlib.loads(answer.encode())
    kinds = [key for key in told if key.rsplit(".", 1)[-1] in ("errors", "warnings")]
    return [f"{key}: {told[key]}" for key in sorted(kinds) if told[key]]


def compile_catalog(catalog, output):
    """Compiles a catalog with actool, as Xcode does for an app extension without code. Returns errors and warnings."""
    output.mkdir(parents=True)
    icon = ["--app-icon", ICON] if any(catalog.rglob(f"{ICON}.stickersiconset")) else []
    status, answer = run(
        "xcrun", "actool", "--output-format", "xml1", "--errors", "--warnings", "--notices", *icon,
        "--sticker-pack-identifier-prefix", "com.example.stickers.sticker-pack.", "--target-device", "iphone",
        "--target-device", "ipad", "--minimum-deployment-target", "15.0", "--platform", "iphonesimulator",
        "--product-type", "com.apple.product-type.app-extension.messages-sticker-pack",
        "--output-partial-info-plist", output / "partial.plist", "--compile", output, catalog)
    found = errors_and_warnings(answer[answer.index("<?xml"):]) if "<?xml" in answer else [answer]
    return found + ([f"actool exited with status {status}"] if status != 0 else [])


def build_schemes(folder):
    """Builds every scheme of the Xcode project in a folder, and returns the exit code and the log by scheme."""
    project = next(folder.glob("*.xcodeproj"))
    status, answer = run("xcodebuild", "-project", project, "-list", "-json")
    if status != 0:
        raise AssertionError(answer)
    schemes = json.loads(answer[answer.index("{"):])["project"]["schemes"]
    return {
        scheme: run(
            "xcodebuild", "-project", project, "-scheme", scheme, "-sdk", "iphonesimulator",
            "-destination", "generic/platform=iOS Simulator", "-derivedDataPath", folder.parent / "derived",
            "CODE_SIGNING_ALLOWED=NO", "build")
        for scheme in schemes}


def versions():
    """Returns a line with the version of Xcode."""
    if not IS_MAC:
        return "Apple's tools are not on this machine"
    return ", ".join(run("xcodebuild", "-version")[1].splitlines())


def stop():
    """Removes the temporary files, but not the screenshots."""
    shutil.rmtree(_work)
