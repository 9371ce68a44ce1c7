"""What a command wrote."""

SCALES = ("@2x", "@1x")


def weights(folder):
    """`{path: bytes}` of @2x and @1x; where nothing has a scale, of all files."""
    files = dict(pictures(folder)).values() or [path for path in folder.rglob("*") if path.is_file()]
    return {str(path.relative_to(folder)): path.stat().st_size for path in files}


def pictures(folder):
    """`((name, scale), path)` of what is called `name@2x.png`, wherever it lies, or `@2x/name.png`."""
    for path in folder.rglob("*.png"):
        for scale in SCALES:
            if path.parent.name == scale or path.stem.endswith(scale):
                yield (path.stem.removesuffix(scale), scale), path
