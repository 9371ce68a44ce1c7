"""Packs the program as a Python wheel, with the executable as a script and the package for data engines.

    wheel.py STAGE VERSION ARCHITECTURE ADDRESS OUTPUT

STAGE is the folder that `make install` and `make dist` have filled, and ADDRESS is the project's URL. All files have the
time SOURCE_DATE_EPOCH, so the same stage produces the same bytes. docs/decisions/0042 explains why no other tool is used.
"""

import base64
import hashlib
import os
import pathlib
import re
import struct
import sys
import time
import tomllib
import zipfile

PROJECT = pathlib.Path(__file__).resolve().parent.parent
PACKAGE = PROJECT / "integrations" / "spark"
SUMMARY = "Lint, fix and package iMessage stickers."


def platforms(architecture):
    """Returns the platform tags of a static executable, which runs on Linux 3.2 or newer with any C library."""
    return [f"{name}_{architecture}" for name in ("manylinux_2_17", "manylinux2014", "musllinux_1_1")]


def stop_unless_static(program):
    """Exits if the executable is not static, because the platform tags would then be wrong."""
    if program[:6] != b"\x7fELF\x02\x01":
        return  # The tests pack a script.
    start, = struct.unpack_from("<Q", program, 32)
    size, count = struct.unpack_from("<HH", program, 54)
    kinds = [struct.unpack_from("<I", program, start + index * size)[0] for index in range(count)]
    if 3 in kinds:  # PT_INTERP
        sys.exit("A wheel needs a static executable, but this one is linked dynamically.")


def description(address, version):
    """Returns the README, with relative links replaced by URLs of this version."""
    text = (PROJECT / "README.md").read_text(encoding="utf-8")
    text = re.sub(r"(!\[[^]]*\]\()(?!https?:|#)", rf"\1{address}/raw/v{version}/", text)
    return re.sub(r"((?<!!)\[[^]]*\]\()(?!https?:|#)", rf"\1{address}/blob/v{version}/", text)


def metadata(project, version, address):
    """Returns the core metadata (version 2.4)."""
    extras = project["optional-dependencies"]
    lines = [
        "Metadata-Version: 2.4", f"Name: {project['name']}", f"Version: {version}", f"Summary: {SUMMARY}",
        "Keywords: imessage,stickers,apng,lint", f"Project-URL: Source, {address}",
        f"Project-URL: Changelog, {address}/blob/v{version}/CHANGELOG.md",
        "Classifier: Environment :: Console", "Classifier: Operating System :: POSIX :: Linux",
        "Classifier: Programming Language :: Swift", "Classifier: Topic :: Multimedia :: Graphics",
        f"License-Expression: {project['license']}", "License-File: LICENSE", "License-File: THIRD-PARTY.txt",
        f"Requires-Python: {project['requires-python']}",
        *(f"Provides-Extra: {extra}" for extra in extras),
        *(f'Requires-Dist: {needed}; extra == "{extra}"' for extra in extras for needed in extras[extra]),
        "Description-Content-Type: text/markdown", "",
    ]
    return "\n".join(lines) + "\n" + description(address, version)


def contents(stage, version, tags, address):
    """Returns the files of the wheel except RECORD, by path."""
    project = tomllib.loads((PACKAGE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    name = f"{project['name']}-{version}"
    documents = stage / "share" / "doc" / "stickerlint"
    program = (stage / "bin" / "stickerlint").read_bytes()
    stop_unless_static(program)
    files = {f"stickerlint/{path.name}": path.read_bytes() for path in (PACKAGE / "stickerlint").glob("*.py")}
    files["stickerlint/py.typed"] = b""
    files[f"{name}.data/scripts/stickerlint"] = program
    manual = "share/man/man1/stickerlint.1"
    files[f"{name}.data/data/{manual}"] = (stage / manual).read_bytes()
    dist_info = f"{name}.dist-info"
    files[f"{dist_info}/METADATA"] = metadata(project, version, address).encode()
    wheel = ["Wheel-Version: 1.0", "Generator: stickerlint", "Root-Is-Purelib: false"]
    wheel += [f"Tag: {tag}" for tag in tags]
    files[f"{dist_info}/WHEEL"] = "".join(f"{line}\n" for line in wheel).encode()
    for license_file in ("LICENSE", "THIRD-PARTY.txt"):
        files[f"{dist_info}/licenses/{license_file}"] = (documents / license_file).read_bytes()
    files[f"{dist_info}/sboms/stickerlint.cdx.json"] = (documents / "stickerlint.cdx.json").read_bytes()
    return dist_info, files


def record_file(dist_info, files):
    """Returns RECORD, which lists every file with its hash and size. RECORD itself has neither."""
    def line(path, data):
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        return f"{path},sha256={digest},{len(data)}\n"

    return "".join(line(path, files[path]) for path in sorted(files)) + f"{dist_info}/RECORD,,\n"


def main(stage, version, architecture, address, output):
    """Writes the wheel, with the dist-info files last, as the format recommends."""
    names = platforms(architecture)
    tags = [f"py3-none-{name}" for name in names]
    dist_info, files = contents(pathlib.Path(stage), version, tags, address)
    files[f"{dist_info}/RECORD"] = record_file(dist_info, files).encode()
    # ZIP cannot store times before 1980.
    timestamp = time.gmtime(max(int(os.environ["SOURCE_DATE_EPOCH"]), 315_532_800))[:6]
    path = pathlib.Path(output) / f"stickerlint-{version}-py3-none-{'.'.join(names)}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(files, key=lambda name: (name.startswith(dist_info), name.endswith("/RECORD"), name)):
            entry = zipfile.ZipInfo(name, timestamp)
            entry.create_system = 3
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if "/scripts/" in name else 0o100644) << 16
            archive.writestr(entry, files[name])


if __name__ == "__main__":
    main(*sys.argv[1:])
