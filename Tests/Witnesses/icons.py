"""Measures icons with Pillow, and compares them with their source and with icons that Pillow makes from it.

Reads one JSON object from standard input: "source", a picture; "background", the red, green and blue behind it;
"beside", the color that fills a wide icon; "icons", paths. Writes path -> mode, size, frames, what the file
contains besides pixels, and for the art in it: its mean color, the distance of that color from the source's,
and the mean distance of samples from those of Pillow's Lanczos; and the distance of the fill from its intended
color.
"""
import io
import json
import sys

from PIL import Image, ImageChops, ImageCms, ImageStat


def upright(path, background):
  """Returns the picture in sRGB over the background."""
  image = Image.open(path)
  image.load()
  profile = image.info.get("icc_profile")
  alpha = image.getchannel("A") if image.mode in ("RGBA", "LA") else None
  image = image.convert("RGB")
  if profile:
    image = ImageCms.profileToProfile(
        image, ImageCms.ImageCmsProfile(io.BytesIO(profile)), ImageCms.createProfile("sRGB"), renderingIntent=1)
  if alpha:
    whole = Image.new("RGB", image.size, tuple(background))
    whole.paste(image, (0, 0), alpha)
    image = whole
  return image


def mean(image):
  return ImageStat.Stat(image).mean


def main():
  request = json.load(sys.stdin)
  source = upright(request["source"], request["background"])
  answer = {}
  for path in request["icons"]:
    icon = Image.open(path)
    icon.load()
    shown = icon.convert("RGB")
    width, height = icon.size
    left = (width - height) // 2
    square = shown.crop((left, 0, left + height, height))
    scaled = source if source.size == square.size else source.resize(square.size, Image.LANCZOS)
    whole = Image.new("RGB", icon.size, tuple(request["beside"]))
    whole.paste(square, (left, 0))
    answer[path] = {
        "mode": icon.mode, "size": list(icon.size), "frames": getattr(icon, "n_frames", 1),
        "said": sorted(str(key) for key in icon.info), "mean": mean(square),
        "recolored": max(abs(a - b) for a, b in zip(mean(square), mean(source))),
        "apart": max(mean(ImageChops.difference(square, scaled))),
        "beside": max(mean(ImageChops.difference(whole, shown)))}
  json.dump(answer, sys.stdout)


main()
