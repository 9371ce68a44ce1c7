// A picture of the page: its bytes, its frames, and addresses under which it is shown again.
class Art {
  static of(image) { return (image.sticker ??= new Art(image)); }

  constructor(image) {
    this.image = image;
    this.source = image.dataset.src ?? image.src;
    this.delays = (image.dataset.delays ?? "").split(" ").filter(Boolean).map((delay) => delay.split("/").map(Number));
    this.plays = Number(image.dataset.plays ?? 1);
    this.width = Number(image.getAttribute("width"));
    this.height = Number(image.getAttribute("height"));
    this.bytes = once(() => this.load());
    this.frames = once(() => this.takeApart());
    this.address = once(() => this.addressOfAll());
    this.stillAddress = once(() => this.addressOfStill());
  }

  get isAnimated() { return this.delays.length > 1; }

  // Seconds of a frame; as slow as Apple's clamped timing plays it.
  seconds(index, isClamped) {
    const [numerator, denominator] = this.delays[index] ?? [0, 1];
    const own = numerator / (denominator || 100);
    if (!isClamped) return own;
    const least = this.image.dataset.format === "gif" ? 0.1 : 0.05;
    return own < least ? least : own;
  }

  async load() {
    if (!this.source.startsWith("data:")) return new Uint8Array(await (await fetch(this.source)).arrayBuffer());
    const text = atob(this.source.slice(this.source.indexOf(",") + 1));
    return Uint8Array.from(text, (character) => character.charCodeAt(0));
  }

  async takeApart() {
    if (this.delays.length > 0 && this.image.dataset.format !== "jpeg") {
      const bytes = await this.bytes();
      return this.image.dataset.format === "gif" ? framesOfGIF(bytes) : framesOfAPNG(bytes);
    }
    const picture = once(async () => {
      await this.image.decode();
      return this.image;
    });
    const whole = { x: 0, y: 0, width: this.width, height: this.height, dispose: "keep", blend: "over", picture };
    return new Frames(this.width, this.height, [whole]);
  }

  // A canvas of its own with one frame.
  async frame(index) {
    const shown = await (await this.frames()).show(index);
    const canvas = newCanvas(shown.width, shown.height);
    canvas.getContext("2d").drawImage(shown, 0, 0);
    return canvas;
  }

  async addressOfAll() {
    if (!this.source.startsWith("data:")) return this.source;
    const type = this.source.slice(5, this.source.indexOf(";"));
    return URL.createObjectURL(new Blob([await this.bytes()], { type }));
  }

  async addressOfStill() {
    if (!this.isAnimated) return this.address();
    const canvas = await this.frame(0);
    const blob = await new Promise((done) => canvas.toBlob(done));
    return URL.createObjectURL(blob);
  }
}

const wantsCalm = matchMedia("(prefers-reduced-motion: reduce)");

// How a sticker is shown where nobody has asked it to move.
function addressToShow(article, art) {
  const isCalm = wantsCalm.matches || article.dataset.flashes === "1";
  return isCalm ? art.stillAddress() : art.address();
}

function artOf(article) {
  const image = article.querySelector("img.art");
  return image ? Art.of(image) : null;
}

function copyOf(name) {
  return document.getElementById(name).content.cloneNode(true);
}

// Fits a canvas into a square of so many pixels, softly.
function fitted(source, side) {
  const scale = Math.min(1, side / Math.max(source.width, source.height));
  const canvas = newCanvas(Math.max(1, Math.round(source.width * scale)), Math.max(1, Math.round(source.height * scale)));
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  return canvas;
}

// The ways to look at a sticker: each fills its panel, and may return what ends it.
const views = {};
