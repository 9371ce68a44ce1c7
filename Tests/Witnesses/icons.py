"""What Pillow finds in icons, and how far they are from icons that Pillow makes of the same source.

Reads one JSON object from standard input: "source", a picture; "background", red, green and blue of what lies below
it; "beside", the same of what fills a wide icon; "icons", paths. Writes path -> mode, size, frames, what the file
says besides pixels, and the largest difference of a sample.
"""
import array
import io
import json
import sys

from PIL import Image, ImageCms


def light(value):
  return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def stored(light):
  light = min(max(light, 0.0), 1.0)
  value = light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
  return int(value * 255 + 0.5)


LIGHT = [light(sample / 255) for sample in range(256)]


def upright(path, background):
  """The picture in sRGB over the background."""
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


def scaled(channels, size):
  """Lanczos in linear light, in 32-bit floating point."""
  return Image.merge("RGB", [
      Image.frombytes("L", size, bytes(
          stored(light) for light in array.array("f", channel.resize(size, Image.LANCZOS).tobytes())))
      for channel in channels])


def expected(channels, source, size, beside):
  width, height = size
  whole = Image.new("RGB", size, tuple(beside))
  square = source if source.size == (height, height) else scaled(channels, (height, height))
  whole.paste(square, ((width - height) // 2, 0))
  return whole


def main():
  request = json.load(sys.stdin)
  source = upright(request["source"], request["background"])
  channels = [
      Image.frombytes("F", source.size, array.array("f", [LIGHT[sample] for sample in channel.tobytes()]).tobytes())
      for channel in source.split()]
  answer = {}
  for path in request["icons"]:
    icon = Image.open(path)
    icon.load()
    wanted = expected(channels, source, icon.size, request["beside"]).tobytes()
    difference = max(abs(a - b) for a, b in zip(icon.convert("RGB").tobytes(), wanted))
    answer[path] = {
        "mode": icon.mode, "size": list(icon.size), "frames": getattr(icon, "n_frames", 1),
        "said": sorted(str(key) for key in icon.info), "difference": difference}
  json.dump(answer, sys.stdout)


main()
