"""Makes records from a seed: small images that differ from each other. A share of the records is poisonous.

The same seed and index make the same record everywhere, so each executor makes its own records.
"""

import base64
import functools
import json
import os
import random
import struct
import zlib

PICTURES = 300
LONGEST_RECORD = 48 << 20
MARK = b"stickerlint-test-poison:"
# The frequency of each kind of poison, in percent of the poisonous records. The marks of the first three have an
# effect only in a build with `--traits Poison`.
KINDS = {
    "abort": 20, "hang": 2, "grow": 5, "truncated": 20, "long": 1, "utf8": 15, "name": 10, "missing": 17,
    "empty": 10,
}
# 32 × 24 px, encoded by Pillow.
_JPEG = base64.b64decode(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6j"
    "q62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSk"
    "pKSkpKSkpKT/wAARCAAYACADASIAAhEBAxEB/8QAGAABAQEBAQAAAAAAAAAAAAAAAwAEAgX/xAAWEAEBAQAAAAAAAAAAAAAAAAAA"
    "AgP/xAAYAQACAwAAAAAAAAAAAAAAAAADBQIEBv/EABcRAAMBAAAAAAAAAAAAAAAAAAACAwH/2gAMAwEAAhEDEQA/APGnI05NE5Gn"
    "JYahCVTNORpyaJyNOQLUGUqnE5FnJIFm0zkm0acjTkkAzaM5Np//2Q==")


def _chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(rng, width, height):
    """Returns a truecolor PNG with alpha in two parts, between which a text chunk can be inserted."""
    color, step = rng.randbytes(4), rng.randrange(1, 9)
    rows = b"".join(
        b"\0" + b"".join(bytes((value + step * (x + y)) & 255 for value in color) for x in range(width))
        for y in range(height))
    head = b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0))
    return "png", head, _chunk(b"IDAT", zlib.compress(rows)) + _chunk(b"IEND", b"")


def gif(rng, width, height):
    """Returns a GIF of two frames and four colors in two parts, between which a comment can be inserted."""
    head = b"GIF89a" + struct.pack("<HHBBB", width, height, 0xF1, 0, 0) + rng.randbytes(12)
    frames = b""
    for _ in range(2):
        frames += b"\x21\xf9\x04\x04" + struct.pack("<HBB", rng.randrange(5, 20), 0, 0)
        frames += b"\x2c" + struct.pack("<HHHHB", 0, 0, width, height, 0) + b"\x02"
        data = _lzw([rng.randrange(4) for _ in range(width * height)])
        for start in range(0, len(data), 255):
            piece = data[start:start + 255]
            frames += bytes([len(piece)]) + piece
        frames += b"\0"
    return "gif", head, frames + b";"


def _lzw(pixels):
    """Encodes pixels as codes of three bits. Clears the table before every second pixel, so that codes do not grow."""
    value = count = 0
    for index, pixel in enumerate(pixels):
        for code in ((4, pixel) if index % 2 == 0 else (pixel,)):
            value |= code << count
            count += 3
    value |= 5 << count
    return value.to_bytes((count + 3 + 7) // 8, "little")


def jpeg(*_):
    """Returns a JPEG in two parts, between which a comment can be inserted."""
    return "jpg", _JPEG[:2], _JPEG[2:]


@functools.cache
def pictures(seed):
    """Returns the pictures of a seed, each as file extension, head and tail."""
    rng = random.Random(seed)
    kinds = (png, png, gif, jpeg)
    return [rng.choice(kinds)(rng, rng.randrange(16, 65), rng.randrange(16, 65)) for _ in range(PICTURES)]


def picture(seed, number, text):
    """Returns the file extension and the bytes of a picture that contains a text."""
    extension, head, tail = pictures(seed)[number % PICTURES]
    if extension == "png":
        middle = _chunk(b"tEXt", b"Comment\0" + text)
    elif extension == "gif":
        middle = b"\x21\xfe" + bytes([len(text)]) + text + b"\0"
    else:
        middle = b"\xff\xfe" + struct.pack(">H", len(text) + 2) + text
    return extension, head + middle + tail


def poison_kind(seed, index, share):
    """Returns the kind of poison of a record, or None if the record is not poisonous."""
    rng = random.Random(f"{seed} {index}")
    return rng.choices(list(KINDS), KINDS.values())[0] if rng.random() < share else None


def row(seed, index, share, folder):
    """Returns the row of a record for the engines: path, content, role and record, some of which are None."""
    rng = random.Random(f"{seed} {index} row")
    poison = poison_kind(seed, index, share)
    mark = MARK + poison.encode() if poison in ("abort", "hang", "grow") else b""
    extension, data = picture(seed, rng.randrange(PICTURES), b"%d %d %s" % (seed, index, mark))
    name = f"pack-{index // 100}/{index}.{extension}".encode()
    role = rng.choice([None, None, "sticker", "icon"])
    values = {"path": name, "content": data, "role": role, "record": None}
    if poison is None and rng.random() < 0.1:
        number = rng.randrange(PICTURES)
        values |= {"path": os.fsencode(f"{folder}/{number}.{pictures(seed)[number][0]}"), "content": None}
    elif poison == "name":
        values["path"] = b"pack/\xff\xfe-%d.%s" % (index, extension.encode())
    elif poison == "missing":
        values |= {"path": os.fsencode(f"{folder}/missing-{index}.png"), "content": None}
    elif poison == "empty":
        values["content"] = b""
    elif poison in ("truncated", "long", "utf8"):
        whole = line(index, values)
        values = dict.fromkeys(values) | {"record": _damaged(poison, whole, rng)}
    return values


def _damaged(poison, whole, rng):
    if poison == "truncated":
        return whole[:rng.randrange(1, len(whole))]
    if poison == "utf8":
        place = rng.randrange(1, len(whole))
        return whole[:place] + b"\xc3\x28\xff" + whole[place:]
    return whole[:-1] + b" " * LONGEST_RECORD + b"}"


def line(index, values):
    """Returns a record in the format of the protocol, without using the package under test."""
    if values["record"] is not None:
        return values["record"]
    fields = {"id": index, "role": values["role"]}
    fields["pathBytes"] = base64.b64encode(values["path"]).decode()
    if values["content"] is not None:
        fields["bytes"] = base64.b64encode(values["content"]).decode()
    return json.dumps(fields).encode()


def write_pictures(seed, folder):
    """Writes the files whose paths some records contain."""
    os.makedirs(folder, exist_ok=True)
    for number in range(PICTURES):
        extension, data = picture(seed, number, b"a file")
        with open(f"{folder}/{number}.{extension}", "wb") as file:
            file.write(data)
