"""The work sets of the WebP benchmarks."""

import numpy
from PIL import Image

from drawing import CartoonCharacter, draw, frames
from texture import TOOLS, textured


def whatsapp_stills(folder, seed):
    """30 stills of 512 x 512, half drawn and half textured, with the pack file that WhatsApp requires."""
    stickers = []
    for number in range(30):
        random = numpy.random.default_rng((seed, 13, number))
        if number % 2:
            rgba = textured(random, TOOLS[number // 2 % len(TOOLS)], 512, 512)
        else:
            rgba = draw(CartoonCharacter.drawn_from(random), 512, 512)
        name = f"still-{number:02}"
        Image.fromarray(rgba).save(folder / f"{name}.png")
        stickers.append(f'  - {{ file: {name}.png, description: {{ en: {name} }}, emoji: ["👋"] }}\n')
    head = "name: Stills\nauthor: Ada\nlanguages: [en]\nstickers:\n"
    (folder / "stickerpack.yml").write_text(head + "".join(stickers), encoding="utf-8")


def webps(folder, seed):
    """60 stills of 512 x 512, a third of them lossless, and 10 animations of 24 frames."""
    for number in range(60):
        random = numpy.random.default_rng((seed, 14, number))
        if number % 3 == 1:
            rgba = textured(random, TOOLS[number // 3 % len(TOOLS)], 512, 512)
        else:
            rgba = draw(CartoonCharacter.drawn_from(random), 512, 512)
        Image.fromarray(rgba).save(folder / f"still-{number:02}.webp", lossless=number % 3 == 0, quality=80)
    for number in range(10):
        random = numpy.random.default_rng((seed, 15, number))
        drawn = [Image.fromarray(rgba) for rgba in frames(CartoonCharacter.drawn_from(random, "flat"), 512)]
        drawn[0].save(
            folder / f"animation-{number:02}.webp", save_all=True, append_images=drawn[1:],
            duration=80, loop=0, lossless=number % 2 == 0, quality=80)
