// An image on the page: its bytes, its frames, and addresses for showing it elsewhere.
class Art {
  static of(image) { return (image.sticker ??= new Art(image)); }

  constructor(image) {
    this.image = image;
    this.source = image.dataset.src ?? image.src;
    const delays = (image.dataset.delays ?? "").split(" ").filter(Boolean);
    this.delays = delays.map((delay) => delay.split("/").map(Number));
    this.plays = Number(image.dataset.plays ?? 1);
    this.width = Number(image.getAttribute("width"));
    this.height = Number(image.getAttribute("height"));
    this.bytes = once(() => this.load());
    this.address = once(() => this.addressOfAll());
    this.stillAddress = once(() => this.addressOfStill());
  }

  // Whether the file stores frames, even a single one.
  get isAnimated() { return this.delays.length > 0 && this.image.dataset.format !== "jpeg"; }

  // The duration of a frame in seconds, optionally with Apple's clamping.
  seconds(index, isClamped) {
    const [numerator, denominator] = this.delays[index] ?? [0, 1];
    const own = numerator / (denominator || 100);
    if (!isClamped) return own;
    // As in the rule clamped-delay.
    const least = this.image.dataset.format === "gif" ? 0.1 : 0.05;
    return own < least ? least : own;
  }

  async load() {
    if (!this.source.startsWith("data:")) {
      const answer = await fetch(this.source);
      if (!answer.ok) throw new Error("it no longer exists");
      return new Uint8Array(await answer.arrayBuffer());
    }
    const text = atob(this.source.slice(this.source.indexOf(",") + 1));
    return Uint8Array.from(text, (character) => character.charCodeAt(0));
  }

  // Decodes the frames. They are large, so the caller drops them when they are no longer shown.
  async frames() {
    const bytes = await this.bytes();
    switch (this.image.dataset.format) {
      case "gif": return framesOfGIF(bytes);
      case "webp": return framesOfWebP(bytes);
      default: return framesOfAPNG(bytes);
    }
  }

  // Returns a new canvas with one frame, taken from `frames` if given.
  async frame(index, frames) {
    let shown = this.image;
    if (this.isAnimated) shown = await (frames ?? (await this.frames())).show(index);
    else await this.decoded();
    const canvas = newCanvas(this.width, this.height);
    canvas.getContext("2d").drawImage(shown, 0, 0);
    return canvas;
  }

  // Loads an image that loads lazily and may not be visible.
  decoded() {
    this.image.loading = "eager";
    return this.image.decode();
  }

  // Returns a small canvas with the first frame.
  async small(side) {
    if (this.isAnimated) return fitted(await (await this.frames()).show(0), side);
    if (this.image.dataset.format === "jpeg") {
      // Only an image element applies the orientation of a JPEG.
      await this.decoded();
      return fitted(this.image, side, this.width, this.height);
    }
    // With hundreds of image elements, a browser would keep all their pixels. Damaged files need an image element,
    // which shows as much as can be decoded.
    const picture = await createImageBitmap(new Blob([await this.load()])).catch(() => null);
    if (!picture) {
      await this.decoded();
      return fitted(this.image, side, this.width, this.height);
    }
    const canvas = fitted(picture, side);
    picture.close();
    return canvas;
  }

  async addressOfAll() {
    if (!this.source.startsWith("data:")) return this.source;
    const type = this.source.slice(5, this.source.indexOf(";"));
    return URL.createObjectURL(new Blob([await this.bytes()], { type }));
  }

  async addressOfStill() {
    if (this.delays.length < 2) return this.address();
    const canvas = await this.frame(0);
    const blob = await new Promise((done) => canvas.toBlob(done));
    return URL.createObjectURL(blob);
  }
}

const wantsCalm = matchMedia("(prefers-reduced-motion: reduce)");

// Whether a sticker is still until the user starts it.
function isCalm(article) {
  return !document.getElementById("motion").checked || article.dataset.flashes === "1";
}

function addressToShow(article, art) { return isCalm(article) ? art.stillAddress() : art.address(); }

// Starts or stops the animations of a sticker.
async function settleMotion(article) {
  for (const image of article.querySelectorAll("img.art, img.after")) {
    const art = Art.of(image);
    if (!art.isAnimated) continue;
    const address = isCalm(article) ? await art.stillAddress().catch(() => null) : art.source;
    if (address && image.src !== address) image.src = address;
  }
}

function artOf(article) {
  const image = article.querySelector("img.art");
  return image ? Art.of(image) : null;
}

// The art that the pack will contain: on the drop page, the fixed one if there is one.
function artShown(article) {
  const after = document.body.dataset.place === "drop" && article.querySelector("img.after");
  return after ? Art.of(after) : artOf(article);
}

function copyOf(name) {
  return document.getElementById(name).content.cloneNode(true);
}

// Scales an image down to fit into a square.
function fitted(source, side, width = source.width, height = source.height) {
  const scale = Math.min(1, side / Math.max(width, height));
  const scaled = (pixels) => Math.max(1, Math.round(pixels * scale));
  const canvas = newCanvas(scaled(width), scaled(height));
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  return canvas;
}

// The views of a sticker. Each fills its panel, and may return a function that ends it.
const views = {};
