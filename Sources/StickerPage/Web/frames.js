// Composites an animation from the patches in its file, as the specifications require. `frames` are
// `{x, y, width, height, dispose, blend, picture}`, where `picture()` decodes the patch.
class Frames {
  constructor(width, height, frames) {
    Object.assign(this, { width, height, frames });
    this.canvas = createCanvas(width, height);
    // With 8 bits and premultiplied alpha, rounding errors would accumulate.
    this.context = this.canvas.getContext("2d", { colorType: "float16" });
    this.savedPatch = null;
    this.currentIndex = -1;
    this.pending = Promise.resolve();
  }

  get count() { return this.frames.length; }

  // Returns a canvas with the composited frame. The next call draws over it.
  show(index) {
    this.pending = this.pending.catch(() => {}).then(async () => {
      if (index < this.currentIndex) this.restart();
      while (this.currentIndex < index) await this.drawNextFrame();
      return this.canvas;
    });
    return this.pending;
  }

  restart() {
    this.context.clearRect(0, 0, this.width, this.height);
    this.savedPatch = null;
    this.currentIndex = -1;
  }

  async drawNextFrame() {
    const { context } = this;
    this.disposeOf(this.frames[this.currentIndex]);
    const index = this.currentIndex + 1;
    const frame = this.frames[index];
    const bitmap = await frame.decode();
    if (frame.dispose === "previous" && index > 0) this.savePatch(frame);
    if (frame.blend === "source") context.clearRect(frame.x, frame.y, frame.width, frame.height);
    context.drawImage(bitmap, frame.x, frame.y);
    this.currentIndex = index;
  }

  savePatch(frame) {
    this.savedPatch = createCanvas(frame.width, frame.height);
    this.savedPatch.getContext("2d").drawImage(this.canvas, -frame.x, -frame.y);
  }

  disposeOf(frame) {
    if (!frame || frame.dispose === "keep") return;
    // Before the first frame, the canvas was empty.
    this.context.clearRect(frame.x, frame.y, frame.width, frame.height);
    if (frame.dispose === "previous" && this.savedPatch) this.context.drawImage(this.savedPatch, frame.x, frame.y);
    this.savedPatch = null;
  }
}

// Caches the result of an asynchronous function, unless it fails.
function memoizeAsync(create) {
  let result;
  return () => {
    result ??= Promise.resolve(create()).catch((error) => {
      result = undefined;
      throw error;
    });
    return result;
  };
}

// Decoded patches are cached only for short animations, to limit memory.
const maxCachedPixels = 16e6;

function cachePatches(frames) {
  const pixels = frames.reduce((sum, frame) => sum + frame.width * frame.height, 0);
  if (pixels <= maxCachedPixels) for (const frame of frames) frame.decode = memoizeAsync(frame.decode);
  return frames;
}

function createCanvas(width, height) {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  return canvas;
}
