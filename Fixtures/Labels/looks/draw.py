"""Draws the labeled stickers that are not from public repositories: draw.py FOLDER (needs Pillow 12 and numpy)."""
import csv, hashlib, io, math, os, random, shutil, sys
import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont
SS = 4
PAL = dict(coral='#F2695C', sky='#6EC6F0', mint='#7BD8A8', sun='#FFD24A', lilac='#B79AE8', peach='#FFC9A3', ink='#2B2640', night='#17141F',
           black='#000000', coal='#1B1B1D', snow='#FFFFFF', cream='#FFF6E0', gray='#9AA0A8', brown='#6B4226', navy='#12204A', red='#D7263D', leaf='#3E9B4F', pink='#FF9EC4')
c = lambda n: tuple(int(PAL[n][i:i + 2], 16) for i in (1, 3, 5)) + (255,)
class Sheet:
    """A canvas of unit squares: 100 wide, drawn four times as large and averaged."""
    def __init__(self, side=408, hard=False):
        self.side, self.hard = side, hard; self.k = side * SS / 100
        self.im = Image.new('RGBA', (side * SS,) * 2, (0, 0, 0, 0)); self.d = ImageDraw.Draw(self.im)
    def at(self, *v): return [x * self.k for x in v]
    def disc(self, x, y, r, f, ry=None, o=None, w=0): ry = ry or r; self.d.ellipse(self.at(x - r, y - ry, x + r, y + ry), f, o, int(w * self.k))
    def box(self, x, y, w, h, f, r=0, o=None, ow=0): self.d.rounded_rectangle(self.at(x, y, x + w, y + h), r * self.k, f, o, int(ow * self.k))
    def poly(self, p, f, o=None, w=0):
        p = [tuple(self.at(*q)) for q in p]; self.d.polygon(p, f)
        if o: self.d.line(p + p[:2], o, int(w * self.k), 'curve')
    def line(self, p, f, w): self.d.line([tuple(self.at(*q)) for q in p], f, int(w * self.k), 'curve')
    def arc(self, x, y, r, a, b, f, w): self.d.arc(self.at(x - r, y - r, x + r, y + r), a, b, f, int(w * self.k))
    def text(self, x, y, s, size, f, o=None, w=0):
        self.d.text(self.at(x, y), s, f, ImageFont.load_default(size * self.k), 'mm', stroke_width=int(w * self.k), stroke_fill=o)
    def done(self):
        if self.hard: return self.im.resize((self.side,) * 2, Image.NEAREST)
        return average(self.im, self.side)
def average(im, side):
    a = np.asarray(im).astype(np.float64); a[..., :3] *= a[..., 3:] / 255
    n = a.shape[0] // side; a = a.reshape(side, n, side, n, 4).mean((1, 3))
    al = a[..., 3:]; rgb = np.where(al > 0, a[..., :3] * 255 / np.maximum(al, 1e-9), 0)
    return Image.fromarray(np.dstack([rgb, al]).round().clip(0, 255).astype(np.uint8), 'RGBA')
# -- figures
def face(s, x, y, mood='smile', ink='ink', z=1.):
    i = c(ink); s.disc(x - 9 * z, y - 3 * z, 2.6 * z, i); s.disc(x + 9 * z, y - 3 * z, 2.6 * z, i)
    s.disc(x - 8.2 * z, y - 4 * z, .9 * z, c('snow')); s.disc(x + 9.8 * z, y - 4 * z, .9 * z, c('snow'))
    if mood == 'smile': s.arc(x, y, 7 * z, 30, 150, i, 1.6 * z)
    elif mood == 'sad': s.arc(x, y + 11 * z, 7 * z, 210, 330, i, 1.6 * z)
    else: s.disc(x, y + 6 * z, 3 * z, i, 4 * z)
def blob(s, body, line=None, lw=2.4, x=50, y=54, r=34, mood='smile'):
    s.disc(x, y, r, c(body), r * .92, c(line) if line else None, lw); face(s, x, y, mood, z=r / 34)
def cat(s, body, line=None, lw=2.2, x=50, y=56, mood='smile', ears=None):
    for q in (-1, 1):
        s.poly([(x + q * 30, y - 8), (x + q * 27, y - 40), (x + q * 6, y - 25)], c(ears or body), c(line) if line else None, lw)
    s.disc(x, y, 33, c(body), 29, c(line) if line else None, lw); face(s, x, y, mood, 'snow' if body in ('black', 'coal', 'night', 'ink') else 'ink')
    for q in (-1, 1):
        for e in (-3, 3): s.line([(x + q * 16, y + 5 + e / 2), (x + q * 30, y + 5 + e)], c('gray'), .8)
def penguin(s, back='coal', line=None, x=50, y=52):
    s.disc(x, y, 27, c(back), 40, c(line) if line else None, 2.4); s.disc(x, y + 8, 19, c('snow'), 29)
    s.disc(x - 8, y - 16, 7, c('snow')); s.disc(x + 8, y - 16, 7, c('snow')); face(s, x, y - 14, 'none' if False else 'smile', z=.7)
    s.poly([(x - 5, y - 8), (x + 5, y - 8), (x, y - 1)], c('sun'))
    for q in (-1, 1): s.disc(x + q * 10, y + 40, 8, c('sun'), 3.6)
def ghost(s, body='snow', line='gray', lw=1.2):
    s.disc(50, 42, 28, c(body), 30); s.box(22, 42, 56, 36, c(body))
    for i in range(4): s.disc(29 + 14 * i, 78, 7, c(body))
    if line: s.arc(50, 42, 28, 180, 360, c(line), lw); s.line([(22, 42), (22, 80)], c(line), lw); s.line([(78, 42), (78, 80)], c(line), lw)
    face(s, 50, 44)
def witch(s, hat='night', line=None):
    s.disc(50, 64, 24, c('peach')); face(s, 50, 64, z=.8)
    s.poly([(30, 46), (56, 6), (70, 46)], c(hat), c(line) if line else None, 1.6); s.disc(50, 46, 34, c(hat), 6, c(line) if line else None, 1.6); s.box(33, 36, 34, 6, c('lilac'))
def mug(s, body='coral', line=None, coffee='brown'):
    s.arc(74, 56, 14, 270, 450, c(body), 6); s.box(22, 34, 50, 46, c(body), 8, c(line) if line else None, 2); s.disc(47, 35, 25, c(coffee), 5); face(s, 47, 58, z=.8)
    for i in range(3): s.line([(36 + 11 * i, 26), (39 + 11 * i, 20), (35 + 11 * i, 14), (38 + 11 * i, 8)], c('gray'), 1.6)
def star(s, f='sun', line=None, x=50, y=52, r=40, w=2.4, points=5, inner=.5, dark=True):
    p = [(x + (r if i % 2 == 0 else r * inner) * math.sin(i * math.pi / points), y - (r if i % 2 == 0 else r * inner) * math.cos(i * math.pi / points)) for i in range(2 * points)]
    s.poly(p, c(f), c(line) if line else None, w)
    if dark: face(s, x, y + 2, z=.7)
def heart(s, f='red', line=None, x=50, y=52, r=20):
    for q in (-1, 1): s.disc(x + q * r * .93, y - r * .5, r, c(f))
    s.poly([(x - r * 1.8, y - r * .05), (x + r * 1.8, y - r * .05), (x, y + r * 1.8)], c(f))
def mushroom(s, cap='red', stem='cream'):
    s.box(38, 50, 24, 36, c(stem), 8); s.d.pieslice(s.at(14, 12, 86, 92), 180, 360, c(cap))
    for x, y, r in ((32, 36, 6), (52, 26, 8), (70, 40, 5)): s.disc(x, y, r, c('snow'))
    face(s, 50, 64, z=.6)
def bat(s, f='black'):
    for q in (-1, 1): s.poly([(50, 44), (50 + q * 44, 24), (50 + q * 38, 50), (50 + q * 28, 46), (50 + q * 20, 58), (50, 62)], c(f))
    s.disc(50, 52, 14, c(f)); s.poly([(40, 42), (38, 30), (47, 40)], c(f)); s.poly([(60, 42), (62, 30), (53, 40)], c(f)); s.disc(45, 50, 2.4, c('sun')); s.disc(55, 50, 2.4, c('sun'))
def words(s, t, f, o=None, w=0, size=30): s.text(50, 50, t, size, c(f), c(o) if o else None, w)
def rocket(s, line=None):
    s.poly([(50, 6), (66, 34), (66, 70), (34, 70), (34, 34)], c('snow'), c(line) if line else None, 2); s.disc(50, 40, 8, c('sky'), None, c('gray'), 2)
    s.poly([(34, 52), (20, 76), (34, 72)], c('red')); s.poly([(66, 52), (80, 76), (66, 72)], c('red')); s.poly([(42, 72), (58, 72), (50, 94)], c('sun'))
def icecream(s): s.poly([(30, 48), (70, 48), (50, 94)], c('brown')); s.disc(50, 34, 24, c('pink')); s.disc(42, 26, 6, c('snow')); face(s, 50, 36, z=.7)
FIG = [lambda s: blob(s, 'sun', 'ink'), lambda s: cat(s, 'peach', 'ink'), lambda s: penguin(s, 'navy', 'ink'), lambda s: ghost(s, 'snow', 'ink', 2), lambda s: mug(s), lambda s: star(s, 'sun', 'ink'),
       lambda s: mushroom(s), lambda s: icecream(s), lambda s: rocket(s, 'ink'), lambda s: heart(s), lambda s: witch(s, 'lilac', 'ink'), lambda s: blob(s, 'mint', None, mood='sad')]
def draw(f, side=408, hard=False): s = Sheet(side, hard); f(s); return s.done()
# -- what happens to pictures
def on(im, bg): b = Image.new('RGBA', im.size, bg); b.alpha_composite(im); return b
def cut(im, bg, tolerance, soft=0):
    """A background picked with a magic wand: what is near its color and joined to the corner becomes clear."""
    from collections import deque
    a = np.asarray(on(im, bg)).astype(int); near = (np.abs(a[..., :3] - np.array(bg[:3])).max(-1) <= tolerance); h, w = near.shape; out = np.zeros((h, w), bool); q = deque([(0, 0)]); out[0, 0] = True
    while q:
        y, x = q.popleft()
        for v, u in ((y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)):
            if 0 <= v < h and 0 <= u < w and near[v, u] and not out[v, u]: out[v, u] = True; q.append((v, u))
    al = Image.fromarray(np.where(out, 0, 255).astype(np.uint8))
    if soft: al = al.filter(ImageFilter.GaussianBlur(soft))
    r = Image.fromarray(a.astype(np.uint8), 'RGBA'); r.putalpha(al); return r
def outline(im, n, color, blur=.8):
    al = im.getchannel('A').filter(ImageFilter.MaxFilter(2 * n + 1)).filter(ImageFilter.GaussianBlur(blur)); b = Image.new('RGBA', im.size, color); b.putalpha(al); b.alpha_composite(im); return b
def glow(im, r, color, k=1.):
    al = im.getchannel('A').filter(ImageFilter.GaussianBlur(r)).point(lambda v: int(v * k)); b = Image.new('RGBA', im.size, color); b.putalpha(al); b.alpha_composite(im); return b
def shadow(im, dx, dy, r, k=.5):
    al = ImageChops.offset(im.getchannel('A'), dx, dy).filter(ImageFilter.GaussianBlur(r)).point(lambda v: int(v * k)); b = Image.new('RGBA', im.size, (0, 0, 0, 255)); b.putalpha(al); b.alpha_composite(im); return b
def place(im, scale, dx, dy):
    n = max(1, round(im.width * scale)); s = im.resize((n, n), Image.LANCZOS); o = Image.new('RGBA', im.size, (0, 0, 0, 0)); x = (im.width - n) // 2 + round(dx * im.width); y = (im.width - n) // 2 + round(dy * im.width)
    t = Image.new('RGBA', (im.width * 3,) * 2, (0, 0, 0, 0)); t.paste(s, (x + im.width, y + im.width)); return t.crop((im.width, im.width, 2 * im.width, 2 * im.width))
def dots(im, spots):
    im = im.copy()
    for x, y, w, h, v in spots: im.paste(v, (x, y, x + w, y + h))
    return im
def jpeg(im, q):
    b = io.BytesIO(); on(im, (255, 255, 255, 255)).convert('RGB').save(b, 'JPEG', quality=q); r = Image.open(b).convert('RGBA'); r.putalpha(im.getchannel('A')); return r
def enlarge(im, n, how): return im.resize((n, n), how)
def pixels(rows, colors, size, canvas=None, off=(0, 0)):
    h, w = len(rows), max(map(len, rows)); a = np.zeros((h, w, 4), np.uint8)
    for y, r in enumerate(rows):
        for x, ch in enumerate(r):
            if ch in colors: a[y, x] = c(colors[ch])
    im = Image.fromarray(a, 'RGBA').resize((w * size, h * size), Image.NEAREST); side = canvas or max(im.size); o = Image.new('RGBA', (side, side), (0, 0, 0, 0)); o.paste(im, ((side - im.width) // 2 + off[0], (side - im.height) // 2 + off[1])); return o
SLIME = ['................', '......aaaa......', '....aabbbbaa....', '...abbbbbbbba...', '..abbcbbbbbbba..', '..abccbbbbbbba..', '.abbcbbbbbbbbba.', '.abbbbddbbddbba.', '.abbbbddbbddbba.', 'abbbbbbbbbbbbbba', 'abbbbbdbbdbbbbba', 'abbbbbbddbbbbbba', 'abbbbbbbbbbbbbba', '.aabbbbbbbbbbaa.', '...aaaaaaaaaa...', '................']
SWORD = ['.............aaa', '............abca', '...........abca.', '..........abca..', '.........abca...', '........abca....', '.......abca.....', '.a....abca......', '.aa..abca.......', '.ada.aca........', '..adaaa.........', '...adda.........', '..aeaada........', '.aea..aaa.......', 'aea.............', 'aa..............']
HEART = ['................', '..aaaa....aaaa..', '.abbbba..abbbba.', 'abbbcbbaabbbbbba', 'abbccbbbbbbbbbba', 'abbcbbbbbbbbbbba', 'abbbbbbbbbbbbbba', 'abbbbbbbbbbbbbba', '.abbbbbbbbbbbba.', '..abbbbbbbbbba..', '...abbbbbbbba...', '....abbbbbba....', '.....abbbba.....', '......abba......', '.......aa.......', '................']
def stills():
    F = FIG; R = random.Random(58); d = draw
    yield d(F[0]); yield d(F[1], 300); yield d(F[2], 618); yield d(F[4], 512); yield d(F[6]); yield d(F[8], 512); yield d(F[9], 300); yield d(F[11], 408)
    # dark parts
    yield d(lambda s: witch(s, 'night')); yield d(lambda s: cat(s, 'black'), 512); yield d(lambda s: penguin(s, 'coal')); yield d(bat, 408); yield d(lambda s: witch(s, 'black', 'lilac'))
    yield d(lambda s: (blob(s, 'sun', 'black', 3.4), s.box(20, 44, 60, 12, c('black'), 4))); yield d(lambda s: (blob(s, 'peach'), s.arc(50, 50, 36, 180, 360, c('black'), 14))); yield d(lambda s: (blob(s, 'sky'), s.line([(38, 80), (36, 96)], c('black'), 5), s.line([(62, 80), (64, 96)], c('black'), 5)))
    yield d(lambda s: mug(s, 'ink')); yield d(lambda s: words(s, 'LOL', 'black', size=44)); yield d(lambda s: words(s, 'nope', 'black', 'snow', 2.4, 34)); yield d(lambda s: words(s, 'OMG', 'night', 'sun', 1.4, 38)); yield outline(d(lambda s: cat(s, 'coal')), 6, c('snow')); yield outline(d(bat), 4, c('gray')); yield glow(d(bat), 9, c('sun'))
    yield d(lambda s: (s.disc(50, 50, 40, c('ink')), face(s, 50, 50, ink='snow'))); yield d(lambda s: cat(s, 'gray', 'black', 4.6)); yield d(lambda s: (heart(s, 'black'), s.disc(36, 40, 4, c('snow'))))
    # light parts
    yield d(lambda s: ghost(s, 'snow', None)); yield d(lambda s: ghost(s, 'cream', 'gray', .7)); yield d(lambda s: words(s, 'yay', 'snow', size=44)); yield d(lambda s: words(s, 'yay', 'snow', 'coral', 2, 44)); yield shadow(d(lambda s: ghost(s, 'snow', None)), 0, 8, 8); yield d(lambda s: star(s, 'snow', 'sky')); yield d(lambda s: (mushroom(s), s.disc(80, 78, 12, c('snow'))))
    # cut out of a background
    yield cut(d(F[1]), (255, 255, 255, 255), 8); yield cut(d(F[6]), (255, 255, 255, 255), 20, .6); yield cut(d(F[0], 512), (255, 255, 255, 255), 2, .5); yield cut(d(F[11]), (255, 255, 255, 255), 60); yield cut(d(lambda s: star(s, 'red', None)), (0, 0, 0, 255), 10); yield cut(d(lambda s: heart(s, 'pink')), (0, 0, 0, 255), 30, .5); yield cut(d(lambda s: cat(s, 'night')), (255, 255, 255, 255), 12, .5); yield cut(d(lambda s: witch(s, 'navy')), (255, 255, 255, 255), 90)
    yield cut(d(lambda s: mug(s, 'ink')), (250, 250, 250, 255), 30, .4)
    # borders that were drawn
    yield outline(d(F[1]), 7, c('snow')); yield outline(d(F[4]), 3, c('snow')); yield outline(d(F[9], 512), 12, c('snow')); yield outline(d(F[6], 300), 2, c('snow'), .5); yield outline(outline(d(F[8]), 3, c('black')), 5, c('snow')); yield shadow(outline(d(F[10]), 6, c('snow')), 3, 4, 4)
    # hard edges
    yield d(F[0], 408, True); yield d(F[4], 300, True); yield d(F[9], 618, True); yield d(lambda s: words(s, 'WOW', 'coral', 'ink', 1.6, 36), 408, True); yield d(F[1], 206, True); yield outline(d(F[6], 408, True), 3, c('snow'), .1)
    x = d(F[2]); a = np.asarray(x).copy(); a[..., 3] = np.where(a[..., 3] > 100, 255, 0); yield Image.fromarray(a, 'RGBA')
    # pixel art
    yield pixels(SLIME, dict(a='ink', b='mint', c='snow', d='ink'), 24, 408); yield pixels(SWORD, dict(a='black', b='snow', c='gray', d='sun', e='brown'), 24, 408); yield pixels(HEART, dict(a='night', b='red', c='snow'), 20, 408, (0, 0)); yield pixels(HEART, dict(b='pink', c='snow', a='snow'), 16, 300)
    yield pixels(SLIME, dict(a='black', b='lilac', c='snow', d='black'), 8, 408, (-60, 90)); yield enlarge(pixels(SLIME, dict(a='ink', b='sky', c='snow', d='ink'), 1), 408, Image.BICUBIC); yield enlarge(pixels(HEART, dict(a='black', b='coral', c='snow'), 1), 300, Image.NEAREST); yield pixels(SWORD, dict(a='snow', b='sky', c='sky', d='sun', e='brown'), 4, 64)
    # specks and what an eraser left
    yield dots(d(F[0]), [(22, 30, 2, 2, (40, 30, 60, 255))]); yield dots(d(F[9]), [(380, 20, 3, 3, (200, 30, 50, 255)), (30, 372, 2, 3, (200, 30, 50, 200)), (385, 360, 1, 1, (0, 0, 0, 255))]); yield dots(d(F[4], 300), [(12, 280, 1, 1, (0, 0, 0, 120))]); yield dots(d(F[6]), [(12, 200, 4, 4, (255, 255, 255, 255)), (398, 12, 3, 3, (60, 60, 60, 90))])
    def left(al, r, a, b, w): return lambda s: (s.disc(50, 46, 26, c('sky')), face(s, 50, 46, z=.7), s.arc(50, 46, r, a, b, (40, 30, 60, al), w))
    yield d(left(70, 46, 20, 80, .5)); yield d(left(120, 42, 95, 150, .45)); yield d(left(255, 46, 200, 250, .6)); yield d(left(35, 46, 300, 340, .5)); yield d(lambda s: (star(s, 'sun', 'ink', r=30), [s.disc(x, y, 1.6, c('sun')) for x, y in ((12, 20), (88, 18), (84, 82), (14, 84))]))
    # placement
    B = d(F[0]); K = d(F[10])
    for q in ((.45, 0, 0), (.6, .14, 0), (.6, 0, -.17), (.7, -.08, .06), (.3, .3, .3), (.8, .1, 0), (.5, 0, .25)): yield place(B if q[0] != .6 else K, *q)
    # holes
    def holes(f, l):
        x = np.asarray(d(f)).copy()
        for u, v, w, h in l: x[v:v + h, u:u + w] = 0
        return Image.fromarray(x, 'RGBA')
    yield holes(F[0], [(180, 150, 4, 4)]); yield holes(F[9], [(200, 190, 6, 5), (150, 160, 3, 3)]); yield holes(F[6], [(220, 110, 2, 1)]); yield holes(F[4], [(170, 250, 2, 3), (240, 280, 5, 2)])
    x = d(F[1]); s = np.asarray(x).copy(); yy, xx = np.mgrid[:408, :408]; e = np.hypot(yy - 290, xx - 204); s[..., 3] = (s[..., 3] * np.clip((e - 3) / 6, 0, 1)).astype(np.uint8); yield Image.fromarray(s, 'RGBA')
    # backgrounds
    yield on(d(F[0]), c('snow')); yield on(d(F[6]), c('sky')); t = Image.new('RGBA', (408, 408), (0, 0, 0, 0)); ImageDraw.Draw(t).rounded_rectangle((2, 2, 405, 405), 70, c('lilac')); t.alpha_composite(d(F[3])); yield t
    t = Image.new('RGBA', (408, 408), (0, 0, 0, 0)); t.paste(on(d(F[4], 300), c('cream')), (54, 54)); yield t; t = Image.new('RGBA', (408, 408), (0, 0, 0, 0)); t.paste(on(d(F[1], 380), c('snow')), (14, 14)); yield t
    # softness and old JPEGs
    yield enlarge(d(F[0], 80), 408, Image.BICUBIC); yield enlarge(d(F[4], 150), 408, Image.BILINEAR); yield enlarge(d(F[8], 250), 408, Image.BICUBIC); yield d(F[5]).filter(ImageFilter.GaussianBlur(3)); yield jpeg(d(F[6]), 30); yield jpeg(d(F[1]), 75)
    # glass and glows
    yield glow(d(F[5]), 10, c('sun')); yield glow(d(lambda s: words(s, 'neon', 'pink', size=34)), 6, c('pink'), 1.4); yield d(lambda s: (s.disc(50, 50, 40, (110, 198, 240, 90)), s.arc(50, 50, 39, 200, 260, (255, 255, 255, 220), 2.4), s.arc(50, 50, 39, 0, 360, (110, 198, 240, 200), 1.2))); yield shadow(d(F[7]), 4, 10, 7, .6); yield glow(d(lambda s: ghost(s, 'snow', None)), 14, c('navy'), .8)
def motion():
    n = 300; lerp = lambda a, b, t: tuple(int(x + (y - x) * t) for x, y in zip(a, b))
    hop = lambda t: abs(math.sin(math.pi * t))
    yield [draw(lambda s, t=i / 12: blob(s, 'sun', 'ink', y=64 - 26 * hop(t), r=24), n) for i in range(12)], 60
    yield [draw(lambda s, i=i: (s.disc(50, 50, 42, c('snow' if i % 2 else 'black')), s.text(50, 50, 'HEY', 26, c('red'))), n) for i in range(2)], 50
    yield [draw(lambda s, i=i: (s.disc(50, 50, 42, c('snow' if i % 2 else 'black')), s.text(50, 50, 'HEY', 26, c('red'))), n) for i in range(2)], 180
    yield [draw(lambda s, i=i: star(s, ('red', 'sun', 'mint', 'sky', 'lilac', 'pink')[i], 'ink'), n) for i in range(6)], 40
    yield [draw(lambda s, i=i: star(s, ('red', 'sun', 'mint', 'sky', 'lilac', 'pink')[i], 'ink'), n) for i in range(6)], 200
    yield [draw(lambda s, i=i: words(s, 'WOW', ('red', 'leaf', 'navy', 'sun')[i], size=36), n) for i in range(4)], 60
    yield [draw(lambda s, t=i / 16: [s.poly([(50, 50), (50 + 44 * math.cos(q), 50 + 44 * math.sin(q)), (50 + 44 * math.cos(q + .4), 50 + 44 * math.sin(q + .4))], c('black' if j % 2 else 'snow')) for j in range(16) for q in [(j + 2 * t) * math.pi / 8]], n) for i in range(16)], 40
    yield [draw(lambda s, i=i: (blob(s, 'peach', 'ink'), s.poly([(10, 8), (30, 8), (20, 26)], c('sun')) if i % 2 else None), n) for i in range(2)], 80
    yield [draw(lambda s, t=i / 10: heart(s, 'red', r=14 + 6 * hop(t)), n) for i in range(10)], 70
    yield [place(draw(FIG[1], n), .6, .14 * math.sin(2 * math.pi * i / 20), 0) for i in range(20)], 50
    yield [draw(lambda s, t=i / 9: blob(s, 'mint', 'ink', x=20 + 60 * t, r=18), n) for i in range(9)], 70
    yield [draw(lambda s, k=(0, 1, 0, 1, 0, 0)[i]: (cat(s, 'coal'), s.disc(50, 50, 44, (255, 255, 255, 190)) if k else None), n) for i in range(6)], 90
    yield [draw(lambda s, i=i: (s.box(6, 6, 88, 88, c(('red', 'black')[i % 2]), 10), s.text(50, 50, '!', 60, c('snow'))), n) for i in range(2)], 120
    yield [draw(lambda s, t=i / 14: (s.disc(50, 50, 40, lerp(c('navy'), c('sky'), hop(t))), face(s, 50, 50)), n) for i in range(14)], 60
    yield [draw(FIG[4], n, True), draw(FIG[4], n, True).rotate(4), draw(FIG[4], n, True), draw(FIG[4], n, True).rotate(-4)], 110
    yield [draw(lambda s, i=i: (penguin(s, 'coal'), s.line([(70, 50), (88, 40 - 8 * i)], c('coal'), 5)), n) for i in (0, 1, 2, 1)], 100
    yield [cut(draw(lambda s, i=i: witch(s, 'red'), n), (255, 255, 255, 255), 40).rotate(3 * i) for i in (0, 1, 0, -1)], 120
    yield [draw(lambda s, i=i: [s.disc(*((random.Random(7 * j + i).random() * 90 + 5) for _ in '12'), 3, c(('red', 'sun', 'sky', 'mint')[j % 4])) for j in range(60)], n) for i in range(8)], 60
def pictures():
    for im in stills(): b = io.BytesIO(); im.save(b, 'PNG', optimize=True); yield b.getvalue(), 'png'
    for i, (fr, ms) in enumerate(motion()):
        b = io.BytesIO(); gif = i % 3 == 2
        kw = dict(save_all=True, append_images=fr[1:], duration=ms, loop=0)
        fr[0].save(b, 'GIF', disposal=2, **kw) if gif else fr[0].save(b, 'PNG', disposal=0, blend=0, **kw)
        yield b.getvalue(), 'gif' if gif else 'png'
def main():
    """Writes the drawn pictures under the names that they were labeled with, and names those whose bytes differ."""
    here = os.path.dirname(os.path.abspath(__file__))
    folder = os.path.join(sys.argv[1], 'pictures'); os.makedirs(folder, exist_ok=True)
    with open(os.path.join(here, 'sources.tsv')) as table:
        drawn = {row['source']: row for row in csv.DictReader(table, delimiter='\t') if row['repo'] == 'drawn'}
    for number, (data, kind) in enumerate(pictures()):
        row = drawn[f'{number:03}.{kind}']
        with open(os.path.join(folder, row['path']), 'wb') as file: file.write(data)
        if hashlib.sha256(data).hexdigest() != row['sha256']: print(row['path'], 'differs from the labeled picture')
    shutil.copy(os.path.join(here, 'labels.tsv'), sys.argv[1])
if __name__ == '__main__': main()
