"""Reads private fields of image files with Pillow's EXIF and IPTC readers and Python's XML parser.

Reads paths from standard input, one per line, and writes one JSON object: path -> sorted names.
"""
import json
import sys
import warnings
import xml.etree.ElementTree as tree

from PIL import ExifTags, Image, IptcImagePlugin

warnings.simplefilter("ignore")
Image.MAX_IMAGE_PIXELS = None

TIFF_FIELDS = {"Artist", "XPAuthor", "CameraSerialNumber", "ImageHistory"}
EXIF_FIELDS = {"CameraOwnerName", "BodySerialNumber", "LensSerialNumber", "MakerNote", "ImageHistory"}
GPS_FIELDS = {"GPSLatitude", "GPSLongitude", "GPSAltitude", "GPSDestLatitude", "GPSDestLongitude",
            "GPSAreaInformation"}
IPTC = {80: "By-line", 85: "By-line Title", 118: "Contact", 122: "Writer/Editor", 90: "City", 92: "Sub-location",
        95: "Province/State", 101: "Country/Primary Location Name"}
XMP = {
    "http://purl.org/dc/elements/1.1/": ("dc", {"creator", "contributor"}),
    "http://ns.adobe.com/xap/1.0/mm/": ("xmpMM", {"History", "Pantry"}),
    "http://ns.adobe.com/photoshop/1.0/": (
        "photoshop", {"AuthorsPosition", "CaptionWriter", "History", "DocumentAncestors", "City", "State", "Country"}),
    "http://ns.adobe.com/tiff/1.0/": ("tiff", {"Artist"}),
    "http://ns.adobe.com/exif/1.0/": ("exif", GPS_FIELDS | {"MakerNote"}),
    "http://ns.adobe.com/exif/1.0/aux/": ("aux", {"SerialNumber", "LensSerialNumber", "OwnerName"}),
    "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/": ("Iptc4xmpCore", {"CreatorContactInfo", "Location"}),
}


def has_value(value):
  if isinstance(value, bytes):
    return any(b not in (0, 32) for b in value[:1024])
  if isinstance(value, str):
    return value.strip("\0 ") != ""
  if isinstance(value, tuple):
    return any(has_value(v) for v in value)
  return bool(value == value and value != 0) if value is not None else False


def exif(image):
  data = image.getexif()
  for names, directory, wanted in (
      (ExifTags.TAGS, data, TIFF_FIELDS), (ExifTags.TAGS, data.get_ifd(0x8769), EXIF_FIELDS),
      (ExifTags.GPSTAGS, data.get_ifd(0x8825), GPS_FIELDS)):
    for tag, value in directory.items():
      if names.get(tag) in wanted and has_value(value):
        yield names[tag]


def xmp(packet):
  try:
    root = tree.fromstring(packet.decode("utf-8", "replace").strip("\0 \n"))
  except tree.ParseError:
    return
  for element in root.iter():
    pairs = [(element.tag, "".join(element.itertext()) + "".join(
        v for e in element.iter() for k, v in e.attrib.items() if "rdf-syntax" not in k and "XML/1998" not in k))]
    for name, value in pairs + list(element.attrib.items()):
      space, _, local = name[1:].partition("}")
      prefix, wanted = XMP.get(space, ("", ()))
      if local in wanted and value.strip():
        yield prefix + ":" + local


def private(path):
  image = Image.open(path)
  image.load()
  names = set(exif(image)) if image.format != "GIF" else set()
  packet = image.info.get("xmp") or image.info.get("XML:com.adobe.xmp") or b""
  names |= set(xmp(packet.encode() if isinstance(packet, str) else packet))
  try:
    records = IptcImagePlugin.getiptcinfo(image) or {} if image.format == "JPEG" else {}
  except Exception:  # Pillow shows no field that it cannot read
    records = {}
  names |= {IPTC[key[1]] for key in records if key[0] == 2 and key[1] in IPTC}
  if image.format == "PNG":
    for key, text in getattr(image, "text", {}).items():
      if key == "Raw profile type iptc":  # a name and a count, then hexadecimal digits
        data = bytes.fromhex("".join(text.split("\n")[3:]))
        names |= {name for tag, name in IPTC.items() if bytes([0x1C, 2, tag]) in data}
    names |= {k for k in getattr(image, "text", {}) if k == "Author" and image.text[k].strip()}
  return sorted(names)


result = {}
for path in sys.stdin.read().splitlines():
  try:
    result[path] = private(path)
  except Exception as error:
    result[path] = ["unread: %s" % type(error).__name__]
json.dump(result, sys.stdout)
