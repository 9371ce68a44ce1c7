"""Finds the output files of a command, and their sizes."""

SCALES = ("@2x", "@1x")


def file_sizes(folder):
    """Returns `{path: bytes}` of @2x and @1x files, or of all files if none has a scale."""
    files = dict(variant_files(folder)).values() or [path for path in folder.rglob("*") if path.is_file()]
    return {str(path.relative_to(folder)): path.stat().st_size for path in files}


def variant_files(folder):
    """Yields `((name, scale), path)` of all files named `name@2x.png` or `@2x/name.png`, in any folder."""
    for path in folder.rglob("*.png"):
        for scale in SCALES:
            if path.parent.name == scale or path.stem.endswith(scale):
                yield (path.stem.removesuffix(scale), scale), path
