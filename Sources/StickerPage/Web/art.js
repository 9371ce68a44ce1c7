// The art of an image element: its bytes, its frames, and URLs to show it elsewhere.
class Art {
  static of(image) { return (image.art ??= new Art(image)); }

  constructor(image) {
    this.image = image;
    this.source = image.dataset.src ?? image.src;
    const delays = (image.dataset.delays ?? "").split(" ").filter(Boolean);
    this.delays = delays.map((delay) => delay.split("/").map(Number));
    this.plays = Number(image.dataset.plays ?? 1);
    this.width = Number(image.getAttribute("width"));
    this.height = Number(image.getAttribute("height"));
    this.bytes = memoizeAsync(() => this.load());
    this.url = memoizeAsync(() => this.createURL());
    this.stillURL = memoizeAsync(() => this.createStillURL());
  }

  // Whether the file is an animation, even with a single frame.
  get isAnimated() { return this.delays.length > 0 && this.image.dataset.format !== "jpeg"; }

  // Returns the duration of a frame in seconds. `isClamped` applies the minimum that Apple's players enforce.
  frameDuration(index, isClamped) {
    const [numerator, denominator] = this.delays[index] ?? [0, 1];
    const seconds = numerator / (denominator || 100);
    if (!isClamped) return seconds;
    // The same limits as in the rule clamped-delay.
    const minSeconds = this.image.dataset.format === "gif" ? 0.1 : 0.05;
    return seconds < minSeconds ? minSeconds : seconds;
  }

  async load() {
    if (!this.source.startsWith("data:")) {
      const response = await fetch(this.source);
      if (!response.ok) throw new Error("it no longer exists");
      return new Uint8Array(await response.arrayBuffer());
    }
    const text = atob(this.source.slice(this.source.indexOf(",") + 1));
    return Uint8Array.from(text, (character) => character.charCodeAt(0));
  }

  // Returns the frames. They use a lot of memory, so callers do not keep them after the view closes.
  async decodeFrames() {
    const bytes = await this.bytes();
    switch (this.image.dataset.format) {
      case "gif": return parseGIF(bytes);
      case "webp": return parseWebP(bytes);
      default: return parseAPNG(bytes);
    }
  }

  // Returns a new canvas with one frame. Pass `frames` to decode the file only once for several calls.
  async renderFrame(index, frames) {
    let source = this.image;
    if (this.isAnimated) source = await (frames ?? (await this.decodeFrames())).compositeFrame(index);
    else await this.decodeImage();
    const canvas = createCanvas(this.width, this.height);
    canvas.getContext("2d").drawImage(source, 0, 0);
    return canvas;
  }

  // Decodes the image now. With lazy loading, an invisible image would never load.
  decodeImage() {
    this.image.loading = "eager";
    return this.image.decode();
  }

  // Returns a small canvas with the first frame.
  async thumbnail(maxSide) {
    if (this.isAnimated) return scaleToFit(await (await this.decodeFrames()).compositeFrame(0), maxSide);
    if (this.image.dataset.format === "jpeg") {
      // Only an image element applies the orientation of a JPEG.
      await this.decodeImage();
      return scaleToFit(this.image, maxSide, this.width, this.height);
    }
    // A browser keeps the pixels of every image element in memory, which is too much for hundreds of stickers. Bitmaps
    // can be closed. Only damaged files need an image element, which shows the part that can be decoded.
    const bitmap = await createImageBitmap(new Blob([await this.load()])).catch(() => null);
    if (!bitmap) {
      await this.decodeImage();
      return scaleToFit(this.image, maxSide, this.width, this.height);
    }
    const canvas = scaleToFit(bitmap, maxSide);
    bitmap.close();
    return canvas;
  }

  async createURL() {
    if (!this.source.startsWith("data:")) return this.source;
    const type = this.source.slice(5, this.source.indexOf(";"));
    return URL.createObjectURL(new Blob([await this.bytes()], { type }));
  }

  async createStillURL() {
    if (this.delays.length < 2) return this.url();
    const canvas = await this.renderFrame(0);
    const blob = await new Promise((resolve) => canvas.toBlob(resolve));
    return URL.createObjectURL(blob);
  }
}

const reducedMotionQuery = matchMedia("(prefers-reduced-motion: reduce)");

// Whether a sticker stays still until the user plays it.
function isMotionPaused(article) {
  return !document.getElementById("motion").checked || article.dataset.flashes === "1";
}

function displayURL(article, art) { return isMotionPaused(article) ? art.stillURL() : art.url(); }

// Plays the images of a sticker, or replaces them with their first frames.
async function updateMotion(article) {
  for (const image of article.querySelectorAll("img.art, img.after")) {
    const art = Art.of(image);
    if (!art.isAnimated) continue;
    const url = isMotionPaused(article) ? await art.stillURL().catch(() => null) : art.source;
    if (url && image.src !== url) image.src = url;
  }
}

function originalArt(article) {
  const image = article.querySelector("img.art");
  return image ? Art.of(image) : null;
}

// Returns the art that the pack will contain. On the drop page, that is the fixed art if the sticker was fixed.
function displayedArt(article) {
  const fixedImage = document.body.dataset.place === "drop" && article.querySelector("img.after");
  return fixedImage ? Art.of(fixedImage) : originalArt(article);
}

function cloneTemplate(id) {
  return document.getElementById(id).content.cloneNode(true);
}

// Returns a canvas with the image, scaled down to fit into a square.
function scaleToFit(source, maxSide, width = source.width, height = source.height) {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  const scaleSide = (pixels) => Math.max(1, Math.round(pixels * scale));
  const canvas = createCanvas(scaleSide(width), scaleSide(height));
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  return canvas;
}

// The functions that show the views of a sticker, by the `data-view` of their tabs. Each function fills a panel, and
// may return a function that stops the view.
const viewRenderers = {};
