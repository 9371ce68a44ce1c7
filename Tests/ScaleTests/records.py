"""Records from a seed: small pictures that differ from each other, one in a hundred of them poisonous.

The same seed and index give the same record anywhere, so that an executor makes its own.
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
# How often each kind of poison is met, of a hundred poisonous records. The marks of the first three do
# nothing but in a build for tests.
KINDS = {
    "abort": 20, "hang": 2, "grow": 5, "truncated": 20, "long": 1, "utf8": 15, "name": 10, "missing": 17,
    "empty": 10,
}
# 32 × 24 px, made once by Pillow.
_JPEG = base64.b64decode(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6j"
    "q62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSk"
    "pKSkpKSkpKT/wAARCAAYACADASIAAhEBAxEB/8QAGAABAQEBAQAAAAAAAAAAAAAAAwAEAgX/xAAWEAEBAQAAAAAAAAAAAAAAAAAA"
    "AgP/xAAYAQACAwAAAAAAAAAAAAAAAAADBQIEBv/EABcRAAMBAAAAAAAAAAAAAAAAAAACAwH/2gAMAwEAAhEDEQA/APGnI05NE5Gn"
    "JYahCVTNORpyaJyNOQLUGUqnE5FnJIFm0zkm0acjTkkAzaM5Np//2Q==")


def _chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(rng, width, height):
    """A truecolor PNG with alpha, in two parts: a text chunk fits between them."""
    color, step = rng.randbytes(4), rng.randrange(1, 9)
    rows = b"".join(
        b"\0" + b"".join(bytes((value + step * (x + y)) & 255 for value in color) for x in range(width))
        for y in range(height))
    head = b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0))
    return "png", head, _chunk(b"IDAT", zlib.compress(rows)) + _chunk(b"IEND", b"")


def gif(rng, width, height):
    """A GIF of two frames in four colors; a comment fits between its parts."""
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
    """Codes of three bits that never grow: the table is cleared before each second pixel."""
    value = count = 0
    for index, pixel in enumerate(pixels):
        for code in ((4, pixel) if index % 2 == 0 else (pixel,)):
            value |= code << count
            count += 3
    value |= 5 << count
    return value.to_bytes((count + 3 + 7) // 8, "little")


def jpeg(*_):
    """A JPEG; a comment fits behind its first two bytes."""
    return "jpg", _JPEG[:2], _JPEG[2:]


@functools.cache
def pictures(seed):
    """A few hundred pictures, as ending, head and tail."""
    rng = random.Random(seed)
    kinds = (png, png, gif, jpeg)
    return [rng.choice(kinds)(rng, rng.randrange(16, 65), rng.randrange(16, 65)) for _ in range(PICTURES)]


def picture(seed, number, text):
    """A picture that carries a text: its ending and bytes."""
    ending, head, tail = pictures(seed)[number % PICTURES]
    if ending == "png":
        middle = _chunk(b"tEXt", b"Comment\0" + text)
    elif ending == "gif":
        middle = b"\x21\xfe" + bytes([len(text)]) + text + b"\0"
    else:
        middle = b"\xff\xfe" + struct.pack(">H", len(text) + 2) + text
    return ending, head + middle + tail


def kind(seed, index, share):
    """The poison of a record; None where it is sound."""
    rng = random.Random(f"{seed} {index}")
    return rng.choices(list(KINDS), KINDS.values())[0] if rng.random() < share else None


def row(seed, index, share, folder):
    """What the engines are given: path, content, role and record, of which some are None."""
    rng = random.Random(f"{seed} {index} row")
    poison = kind(seed, index, share)
    mark = MARK + poison.encode() if poison in ("abort", "hang", "grow") else b""
    ending, data = picture(seed, rng.randrange(PICTURES), b"%d %d %s" % (seed, index, mark))
    name = f"pack-{index // 100}/{index}.{ending}".encode()
    role = rng.choice([None, None, "sticker", "icon"])
    told = {"path": name, "content": data, "role": role, "record": None}
    if poison is None and rng.random() < 0.1:
        number = rng.randrange(PICTURES)
        told |= {"path": os.fsencode(f"{folder}/{number}.{pictures(seed)[number][0]}"), "content": None}
    elif poison == "name":
        told["path"] = b"pack/\xff\xfe-%d.%s" % (index, ending.encode())
    elif poison == "missing":
        told |= {"path": os.fsencode(f"{folder}/missing-{index}.png"), "content": None}
    elif poison == "empty":
        told["content"] = b""
    elif poison in ("truncated", "long", "utf8"):
        whole = line(index, told)
        told = dict.fromkeys(told) | {"record": _spoiled(poison, whole, rng)}
    return told


def _spoiled(poison, whole, rng):
    if poison == "truncated":
        return whole[:rng.randrange(1, len(whole))]
    if poison == "utf8":
        place = rng.randrange(1, len(whole))
        return whole[:place] + b"\xc3\x28\xff" + whole[place:]
    return whole[:-1] + b" " * LONGEST_RECORD + b"}"


def line(index, told):
    """The record as the protocol has it, written without the package that is tested."""
    if told["record"] is not None:
        return told["record"]
    said = {"id": index, "role": told["role"]}
    said["pathBytes"] = base64.b64encode(told["path"]).decode()
    if told["content"] is not None:
        said["bytes"] = base64.b64encode(told["content"]).decode()
    return json.dumps(said).encode()


def write_pictures(seed, folder):
    """The files that some records name."""
    os.makedirs(folder, exist_ok=True)
    for number in range(PICTURES):
        ending, data = picture(seed, number, b"a file")
        with open(f"{folder}/{number}.{ending}", "wb") as file:
            file.write(data)
