// Composites the frames of an animation. In the file, each frame is a patch:
// `{x, y, width, height, dispose, blend, decode}`, where `decode()` returns its pixels.
class FrameCompositor {
  constructor(width, height, frames) {
    Object.assign(this, { width, height, frames });
    this.canvas = createCanvas(width, height);
    // A canvas with 8 bits per channel and premultiplied alpha would accumulate rounding errors.
    this.context = this.canvas.getContext("2d", { colorType: "float16" });
    this.savedPatch = null;
    this.currentIndex = -1;
    this.pending = Promise.resolve();
  }

  get count() { return this.frames.length; }

  // Returns a canvas with the composited frame. The next call draws over it.
  compositeFrame(index) {
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
    // For the first frame, `previous` restores an empty canvas.
    this.context.clearRect(frame.x, frame.y, frame.width, frame.height);
    if (frame.dispose === "previous" && this.savedPatch) this.context.drawImage(this.savedPatch, frame.x, frame.y);
    this.savedPatch = null;
  }
}

// Returns a function that calls an asynchronous function once. After a failed call, the next call tries
// again.
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

// Only short animations keep their decoded patches, because memory is limited.
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
