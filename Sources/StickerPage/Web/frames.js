// Composites an animation from the patches in its file, as the specifications require. `frames` are
// `{x, y, width, height, dispose, blend, picture}`, where `picture()` decodes the patch.
class Frames {
  constructor(width, height, frames) {
    Object.assign(this, { width, height, frames });
    this.canvas = newCanvas(width, height);
    // With 8 bits and premultiplied alpha, rounding errors would accumulate.
    this.context = this.canvas.getContext("2d", { colorType: "float16" });
    this.kept = null;
    this.at = -1;
    this.turn = Promise.resolve();
  }

  get count() { return this.frames.length; }

  // Returns a canvas with the composited frame. The next call draws over it.
  show(index) {
    this.turn = this.turn.catch(() => {}).then(async () => {
      if (index < this.at) this.restart();
      while (this.at < index) await this.step();
      return this.canvas;
    });
    return this.turn;
  }

  restart() {
    this.context.clearRect(0, 0, this.width, this.height);
    this.kept = null;
    this.at = -1;
  }

  async step() {
    const { context } = this;
    this.dispose(this.frames[this.at]);
    const index = this.at + 1;
    const frame = this.frames[index];
    const picture = await frame.picture();
    if (frame.dispose === "previous" && index > 0) this.keep(frame);
    if (frame.blend === "source") context.clearRect(frame.x, frame.y, frame.width, frame.height);
    context.drawImage(picture, frame.x, frame.y);
    this.at = index;
  }

  keep(frame) {
    this.kept = newCanvas(frame.width, frame.height);
    this.kept.getContext("2d").drawImage(this.canvas, -frame.x, -frame.y);
  }

  dispose(frame) {
    if (!frame || frame.dispose === "keep") return;
    // Before the first frame, the canvas was empty.
    this.context.clearRect(frame.x, frame.y, frame.width, frame.height);
    if (frame.dispose === "previous" && this.kept) this.context.drawImage(this.kept, frame.x, frame.y);
    this.kept = null;
  }
}

// Caches the result of an asynchronous function, unless it fails.
function once(make) {
  let made;
  return () => {
    made ??= Promise.resolve(make()).catch((error) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

// Decoded patches are cached only for short animations, to limit memory.
const mostKeptPixels = 16e6;

function keptPatches(frames) {
  const pixels = frames.reduce((sum, frame) => sum + frame.width * frame.height, 0);
  if (pixels <= mostKeptPixels) for (const frame of frames) frame.picture = once(frame.picture);
  return frames;
}

function newCanvas(width, height) {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  return canvas;
}
