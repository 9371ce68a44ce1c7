"""Draws a line of text with Pillow.

Reads one JSON object from standard input: "font", the path of a font; "size", in pixels per em; "text"; "width" and
"height" of the image; "x", where the line begins; and "baseline", the row below capital letters. Writes the samples of
the image, row by row: 0 is background, and 255 is inside a letter.
"""
import json
import sys

from PIL import Image, ImageDraw, ImageFont

line = json.load(sys.stdin)
font = ImageFont.truetype(line["font"], line["size"], layout_engine=ImageFont.Layout.BASIC)
image = Image.new("L", (line["width"], line["height"]))
ImageDraw.Draw(image).text((line["x"], line["baseline"]), line["text"], fill=255, font=font, anchor="ls")
json.dump(list(image.tobytes()), sys.stdout)
