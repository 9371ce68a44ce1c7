"""Reads facts about image files with Pillow, LittleCMS, and parsers written from the specifications.

Reads paths from standard input, one per line, and writes one JSON object: path -> facts, all as strings.
"""
import io
import json
import struct
import sys
import warnings

from PIL import Image, ImageCms

warnings.simplefilter("ignore")
Image.MAX_IMAGE_PIXELS = None


def profile(data, facts):
  if data[36:40] != b"acsp":
    return
  try:
    cms = ImageCms.ImageCmsProfile(io.BytesIO(data)).profile
  except OSError:  # LittleCMS rejects the header
    return
  facts["profile class"] = cms.device_class
  facts["profile spaces"] = cms.xcolor_space + " " + cms.connection_space
  facts["profile version"] = "%.1f" % cms.version
  facts["profile description"] = cms.profile_description


def png(data, image, facts):
  chunks, keys, at = [], [], 8
  while at < len(data):
    (length,), kind = struct.unpack_from(">I", data, at), data[at + 4:at + 8]
    body = data[at + 8:at + 8 + length]
    chunks.append("%s@%d+%d" % (kind.decode(), at, length + 12))
    if kind in (b"tEXt", b"zTXt", b"iTXt"):
      keys.append(body.split(b"\0")[0].decode("latin-1"))
    if kind == b"cICP":
      facts["cICP"] = "%d %d %d %d" % struct.unpack(">BBBB", body)
    if kind == b"pHYs":
      facts["density"] = "%d %d %s" % (*struct.unpack(">II", body[:8]), ["none", "meter"][body[8]])
    at += length + 12
    if kind == b"IEND":
      break
  facts["parts"], facts["keys"] = " ".join(chunks), "|".join(k for k in keys if 0 < len(k) < 80)
  if "gamma" in image.info:
    facts["gamma"] = str(round(image.info["gamma"] * 100000))
  if "srgb" in image.info:
    facts["sRGB"] = str(image.info["srgb"])
  if "chromaticity" in image.info:
    facts["cHRM"] = " ".join(str(round(v * 100000)) for v in image.info["chromaticity"])
  if "loop" in image.info:
    facts["hidden"] = str(image.default_image)
  color, depth = data[25], data[24]
  names = {0: "grayscale", 2: "truecolor", 3: "palette", 4: "grayscale with alpha", 6: "truecolor with alpha"}
  facts["color"] = "%s %d" % (names[color], depth)
  plte = data.find(b"PLTE", 0, data.find(b"IDAT"))
  if plte > 0 and color == 3:
    facts["palette"] = str(struct.unpack_from(">I", data, plte - 4)[0] // 3)


def jpeg(data, image, facts):
  at, scans, restart = 2, 0, 0
  while at < len(data) - 1:
    if data[at] != 0xFF or data[at + 1] in (0, 0xFF, *range(0xD0, 0xD8)):
      at += 1
      continue
    marker = data[at + 1]
    if marker == 0xD9:
      break
    if marker == 0xDA:
      scans += 1
    if marker == 0xDD and scans == 0:
      restart = struct.unpack_from(">H", data, at + 4)[0]
    if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
      facts["process"] = "SOF%d" % (marker - 0xC0)
    at += 2 + struct.unpack_from(">H", data, at + 2)[0]
  facts["scans"], facts["restart"] = str(scans), str(restart)
  facts["components"] = " ".join("%d:%dx%d" % (i if type(i) is int else ord(i), h, v) for i, h, v, _ in image.layer)
  facts["model"] = {"L": "grayscale", "RGB": "color", "CMYK": "CMYK"}[image.mode]
  facts["progressive"] = str("progressive" in image.info)
  if "jfif_version" in image.info:
    facts["JFIF"] = "%d.%02d" % image.info["jfif_version"]
  if "jfif_density" in image.info:
    facts["density"] = "%d %d %s" % (*image.info["jfif_density"], ["none", "inch", "centimeter"][image.info["jfif_unit"]])
  if "adobe_transform" in image.info:
    facts["Adobe"] = str(image.info["adobe_transform"])
  if "comment" in image.info:  # Pillow keeps only the last comment
    facts["comment"] = image.info["comment"].decode("latin-1")


def gif(data, image, facts):
  facts["version"] = image.info["version"].decode()[3:]
  facts["screen"] = "%d %d" % (data[11], data[12])
  at, frames, control = 13, [], (0, -1)
  if data[10] & 128:
    facts["palette"] = str(2 << (data[10] & 7))
    at += 6 << (data[10] & 7)
  comments = []
  while data[at] != 0x3B:
    kind, label, start = data[at], data[at + 1], at + 2
    if kind == 0x2C:
      flags, local = data[at + 9], 0
      start = at + 11
      if flags & 128:
        local = 2 << (flags & 7)
        start += 3 * local
      frames.append("%d,%d,%d,%d" % (control[0], local, flags >> 6 & 1, control[1]))
      control = (0, -1)
    elif label == 0xF9 and data[at + 2] == 4:
      control = (data[at + 3] >> 2 & 7, data[at + 6] if data[at + 3] & 1 else -1)
    elif label == 1:
      control = (0, -1)
    elif label == 0xFF and data[at + 3:at + 14] in (b"NETSCAPE2.0", b"ANIMEXTS1.0") and data[at + 15] & 7 == 1:
      facts["loop"] = str(struct.unpack_from("<H", data, at + 16)[0])  # Pillow reads it only before the first frame
    text, at = b"", start
    while data[at]:
      text += data[at + 1:at + 1 + data[at]]
      at += 1 + data[at]
    at += 1
    if kind == 0x21 and label == 0xFE and text:
      comments.append(text[:4096].decode("latin-1"))
  facts["frames"], facts["comment"] = " ".join(frames), "|".join(comments)


result = {}
for path in sys.stdin.read().splitlines():
  with open(path, "rb") as file:
    data = file.read()
  facts, image = {}, Image.open(io.BytesIO(data))
  {"PNG": png, "JPEG": jpeg, "MPO": jpeg, "GIF": gif}[image.format](data, image, facts)
  if image.info.get("icc_profile"):
    profile(image.info["icc_profile"], facts)
  orientation = image.getexif().get(274) if image.format != "GIF" else None
  if orientation is not None and 1 <= orientation <= 8:
    facts["orientation"] = str(orientation)
  result[path] = facts
json.dump(result, sys.stdout)
