"""Draws stickers for the tests. Each has one finding or none."""

import math
import pathlib

from PIL import Image, ImageDraw

CORAL, PLUM = (255, 111, 89, 255), (74, 44, 82, 255)
# File names can contain any character except a slash. Unescaped, these would be markup, a script, or the end of
# an attribute.
HOSTILE_NAMES = [
    "<script>document.title='owned'<!--.png",
    "<img src=x onerror=alert(1)>.png",
    "\"><svg onload=alert(1)>.png",
    "' onmouseover='alert(1).png",
    "${alert(1)}{{7*7}}&lt;b&gt;.png",
    "\u202etxt.exe\u202c.png",
]


def displayed_name(name):
    """Returns a name as a page shows it. Characters that change the text direction are escaped."""
    return name.replace("\u202e", "\\u{202E}").replace("\u202c", "\\u{202C}")


def disc(side=408, share=0.86, color=CORAL, border=PLUM):
    """Draws a disc with a dark border and a soft edge on a transparent background."""
    scale = 4
    picture = Image.new("RGBA", (side * scale, side * scale))
    draw = ImageDraw.Draw(picture)
    for radius, fill in ((share, border), (share * 0.8, color)):
        inset = side * scale * (1 - radius) / 2
        draw.ellipse((inset, inset, side * scale - inset, side * scale - inset), fill=fill)
    return _scaled_down(picture, side)


def _scaled_down(picture, side):
    # Use premultiplied color, so that no transparent black bleeds into the edge.
    return picture.convert("RGBa").resize((side, side), Image.Resampling.BOX).convert("RGBA")


def ball(step, steps=8, side=408):
    """Draws a frame of an animation: a ball that moves on a circle."""
    scale, angle = 2, 2 * math.pi * step / steps
    picture = Image.new("RGBA", (side * scale, side * scale))
    draw = ImageDraw.Draw(picture)
    center, orbit, radius = side * scale / 2, side * scale * 0.15, side * scale * 0.27
    x, y = center + orbit * math.cos(angle), center + orbit * math.sin(angle)
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=PLUM)
    radius *= 0.75
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=CORAL)
    return _scaled_down(picture, side)


def _save_animation(path, frames, milliseconds):
    frames[0].save(path, save_all=True, append_images=frames[1:], duration=milliseconds, loop=0, disposal=1)


def draw_all(folder):
    """Writes all test stickers to a folder. The file names describe the contents."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    ready = disc()
    ready.save(folder / "ready.png")
    cut = disc()
    cut.paste(PLUM, (170, 200, 240, 408))
    cut.save(folder / "cut.png")
    specks = disc(share=0.7)
    for corner in ((12, 14), (390, 20), (30, 380)):
        specks.paste(PLUM, (*corner, corner[0] + 2, corner[1] + 3))
    specks.save(folder / "specks.png")
    disc(900).save(folder / "large.png")
    disc().convert("RGB").save(folder / "photo.jpg", quality=90)
    (folder / "broken.png").write_bytes((folder / "ready.png").read_bytes()[:2000])
    frames = [ball(step) for step in range(8)]
    _save_animation(folder / "dance.png", frames, 100)
    flashes = [disc(color=color, border=color) for color in ((255, 255, 255, 255), (0, 0, 0, 255))]
    _save_animation(folder / "flash.png", flashes * 4, 50)
    for index, name in enumerate(HOSTILE_NAMES):
        disc(color=(60 + 30 * index, 150, 220 - 30 * index, 255)).save(folder / name, "PNG")
