"""Packs the program as a container image: an OCI layout with one layer in one tar file, without a daemon.

    container.py STAGE VERSION ARCHITECTURE ADDRESS OUTPUT

STAGE is the folder that `make install` and `make dist` have filled, and ADDRESS is the project's URL. All files have the
time SOURCE_DATE_EPOCH, so the same stage produces the same bytes. docs/decisions/0043 explains why no other tool is used.
"""

import gzip
import hashlib
import io
import json
import os
import pathlib
import sys
import tarfile
import time

NAMES = {"x86_64": "amd64", "aarch64": "arm64"}
NOBODY = 65534
PREFIX = "application/vnd.oci.image"


def encode_json(value):
    """Encodes JSON in a canonical form for hashing."""
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


def pack(files, timestamp):
    """Returns a tar of `{path: (mode, data)}`, in this order, without owners. `data` is None for a folder."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path, (mode, data) in files.items():
            entry = tarfile.TarInfo(path)
            entry.mode, entry.mtime = mode, timestamp
            if data is None:
                entry.type = tarfile.DIRTYPE
                archive.addfile(entry)
            else:
                entry.size = len(data)
                archive.addfile(entry, io.BytesIO(data))
    return stream.getvalue()


def layer_files(stage):
    """Returns the files of the image: the program, its licenses, a user to run it, and folders for art and results."""
    files = {}
    for path in sorted((stage / "share/doc/stickerlint").iterdir()):
        files[f"usr/local/share/doc/stickerlint/{path.name}"] = (0o644, path.read_bytes())
    files["usr/local/bin/stickerlint"] = (0o755, (stage / "bin/stickerlint").read_bytes())
    files["etc/passwd"] = (0o644, f"nobody:x:{NOBODY}:{NOBODY}:nobody:/tmp:/sbin/nologin\n".encode())
    files["etc/group"] = (0o644, f"nogroup:x:{NOBODY}:\n".encode())
    folders = {str(parent): (0o755, None) for path in files for parent in pathlib.PurePath(path).parents}
    folders |= {"art": (0o755, None), "tmp": (0o1777, None)}
    folders.pop(".")
    return dict(sorted((folders | files).items()))


def layout_files(stage, version, architecture, address, timestamp):
    """Returns the files of the layout (OCI image specification 1.1)."""
    layer_tar = pack(layer_files(stage), timestamp)
    created = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(timestamp))
    annotations = {
        "org.opencontainers.image.created": created,
        "org.opencontainers.image.licenses": "MIT", "org.opencontainers.image.source": address,
        "org.opencontainers.image.title": "stickerlint", "org.opencontainers.image.version": version,
    }
    config = {
        "architecture": NAMES[architecture], "os": "linux", "created": created,
        "config": {
            "User": f"{NOBODY}:{NOBODY}", "WorkingDir": "/art", "Entrypoint": ["/usr/local/bin/stickerlint"],
            "Env": ["PATH=/usr/local/bin", "XDG_CACHE_HOME=/tmp"], "Labels": annotations,
        },
        "rootfs": {"type": "layers", "diff_ids": [f"sha256:{hashlib.sha256(layer_tar).hexdigest()}"]},
        "history": [{"created": created, "created_by": "make dist"}],
    }
    blobs = {}

    def add_blob(kind, data):
        digest = hashlib.sha256(data).hexdigest()
        blobs[f"blobs/sha256/{digest}"] = (0o644, data)
        return {"mediaType": f"{PREFIX}.{kind}", "digest": f"sha256:{digest}", "size": len(data)}

    manifest = {
        "schemaVersion": 2, "mediaType": f"{PREFIX}.manifest.v1+json",
        "config": add_blob("config.v1+json", encode_json(config)),
        "layers": [add_blob("layer.v1.tar+gzip", gzip.compress(layer_tar, mtime=0))], "annotations": annotations,
    }
    descriptor = add_blob("manifest.v1+json", encode_json(manifest)) | {
        "platform": {"architecture": NAMES[architecture], "os": "linux"},
        "annotations": {"org.opencontainers.image.ref.name": version},
    }
    index = {"schemaVersion": 2, "mediaType": f"{PREFIX}.index.v1+json", "manifests": [descriptor]}
    return {
        "oci-layout": (0o644, encode_json({"imageLayoutVersion": "1.0.0"})),
        "index.json": (0o644, encode_json(index)),
        "blobs": (0o755, None), "blobs/sha256": (0o755, None), **dict(sorted(blobs.items())),
    }


def main(stage, version, architecture, address, output):
    """Writes the image to the output folder."""
    timestamp = int(os.environ["SOURCE_DATE_EPOCH"])
    files = layout_files(pathlib.Path(stage), version, architecture, address, timestamp)
    path = pathlib.Path(output) / f"stickerlint-{version}-linux-{architecture}.oci.tar"
    path.write_bytes(pack(files, timestamp))


if __name__ == "__main__":
    main(*sys.argv[1:])
