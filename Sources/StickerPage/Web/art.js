// A picture of the page: its bytes, its frames, and addresses under which it is shown again.
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

  // What its file stores as frames, if only one.
  get isAnimated() { return this.delays.length > 0 && this.image.dataset.format !== "jpeg"; }

  // Seconds of a frame; as slow as Apple's clamped timing plays it.
  seconds(index, isClamped) {
    const [numerator, denominator] = this.delays[index] ?? [0, 1];
    const own = numerator / (denominator || 100);
    if (!isClamped) return own;
    // As the rule clamped-delay has it.
    const least = this.image.dataset.format === "gif" ? 0.1 : 0.05;
    return own < least ? least : own;
  }

  async load() {
    if (!this.source.startsWith("data:")) {
      const answer = await fetch(this.source);
      if (!answer.ok) throw new Error("it is not there any more");
      return new Uint8Array(await answer.arrayBuffer());
    }
    const text = atob(this.source.slice(this.source.indexOf(",") + 1));
    return Uint8Array.from(text, (character) => character.charCodeAt(0));
  }

  // Its frames, for as long as somebody looks at them: they are large.
  async frames() {
    const bytes = await this.bytes();
    switch (this.image.dataset.format) {
      case "gif": return framesOfGIF(bytes);
      case "webp": return framesOfWebP(bytes);
      default: return framesOfAPNG(bytes);
    }
  }

  // A canvas of its own with one frame; from `frames`, where they are at hand.
  async frame(index, frames) {
    let shown = this.image;
    if (this.isAnimated) shown = await (frames ?? (await this.frames())).show(index);
    else await this.decoded();
    const canvas = newCanvas(this.width, this.height);
    canvas.getContext("2d").drawImage(shown, 0, 0);
    return canvas;
  }

  // A picture that is not shown is not even asked for before somebody wants it.
  decoded() {
    this.image.loading = "eager";
    return this.image.decode();
  }

  // A small canvas with the first frame.
  async small(side) {
    if (this.isAnimated) return fitted(await (await this.frames()).show(0), side);
    if (this.image.dataset.format === "jpeg") {
      // How a JPEG is turned is the image's to know.
      await this.decoded();
      return fitted(this.image, side, this.width, this.height);
    }
    // Of hundreds a browser would keep every pixel for as long as there are images of them. Of what is
    // damaged only an image shows as much as can be read.
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

// Whether a sticker stands still until somebody starts it.
function isCalm(article) {
  return !document.getElementById("motion").checked || article.dataset.flashes === "1";
}

function addressToShow(article, art) { return isCalm(article) ? art.stillAddress() : art.address(); }

// Lets the pictures of a sticker move, or stand still.
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

// What the pack takes along: on the drop page what a sticker was fixed to.
function artShown(article) {
  const after = document.body.dataset.place === "drop" && article.querySelector("img.after");
  return after ? Art.of(after) : artOf(article);
}

function copyOf(name) {
  return document.getElementById(name).content.cloneNode(true);
}

// Fits a canvas into a square of so many pixels, softly.
function fitted(source, side, width = source.width, height = source.height) {
  const scale = Math.min(1, side / Math.max(width, height));
  const scaled = (pixels) => Math.max(1, Math.round(pixels * scale));
  const canvas = newCanvas(scaled(width), scaled(height));
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  return canvas;
}

// The ways to look at a sticker: each fills its panel, and may return what ends it.
const views = {};
