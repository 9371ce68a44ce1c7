"""Measures icons with Pillow, and compares them with their source and with icons that Pillow makes from it.

Reads one JSON object from standard input: "source", a picture; "background", the red, green and blue behind it;
"beside", the color that fills a wide icon; "icons", paths. Writes an object for each path: "mode", "size", "frames";
"said", the names of the file's metadata; "mean", the mean color of the art; "recolored", the largest difference from
the source's mean color; "apart", the mean difference from the art as scaled by Pillow's Lanczos filter; and "beside",
the mean difference of the whole icon from the art on its fill color.
"""
import io
import json
import sys

from PIL import Image, ImageChops, ImageCms, ImageStat


def load_srgb(path, background):
  """Returns an image in sRGB, over the background if it has alpha."""
  image = Image.open(path)
  image.load()
  profile = image.info.get("icc_profile")
  alpha = image.getchannel("A") if image.mode in ("RGBA", "LA") else None
  image = image.convert("RGB")
  if profile:
    image = ImageCms.profileToProfile(
        image, ImageCms.ImageCmsProfile(io.BytesIO(profile)), ImageCms.createProfile("sRGB"), renderingIntent=1)
  if alpha:
    canvas = Image.new("RGB", image.size, tuple(background))
    canvas.paste(image, (0, 0), alpha)
    image = canvas
  return image


def mean(image):
  return ImageStat.Stat(image).mean


def main():
  request = json.load(sys.stdin)
  source = load_srgb(request["source"], request["background"])
  answer = {}
  for path in request["icons"]:
    icon = Image.open(path)
    icon.load()
    shown = icon.convert("RGB")
    width, height = icon.size
    left = (width - height) // 2
    square = shown.crop((left, 0, left + height, height))
    scaled = source if source.size == square.size else source.resize(square.size, Image.LANCZOS)
    canvas = Image.new("RGB", icon.size, tuple(request["beside"]))
    canvas.paste(square, (left, 0))
    answer[path] = {
        "mode": icon.mode, "size": list(icon.size), "frames": getattr(icon, "n_frames", 1),
        "said": sorted(str(key) for key in icon.info), "mean": mean(square),
        "recolored": max(abs(a - b) for a, b in zip(mean(square), mean(source))),
        "apart": max(mean(ImageChops.difference(square, scaled))),
        "beside": max(mean(ImageChops.difference(canvas, shown)))}
  json.dump(answer, sys.stdout)


main()
