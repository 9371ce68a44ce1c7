// Plays an animation frame by frame.
views.player = async (article, panel) => {
  const player = new Player(artShown(article), article, panel);
  await player.start();
  return () => player.pause();
};

class Player {
  constructor(art, article, panel) {
    panel.append(copyOf("player"));
    const find = (selector) => panel.querySelector(selector);
    Object.assign(this, { art, article, index: 0, turns: 0, timer: 0 });
    this.canvas = find("canvas");
    this.button = find("[data-play]");
    this.slider = find("[data-frame]");
    this.now = find("[data-now]");
    this.loop = find("[data-loop]");
    this.strip = find("[data-strip]");
    this.speed = find("[data-speed]");
    this.clamped = find("[data-clamped]");
    this.isPlaying = false;
    this.button.addEventListener("click", () => (this.isPlaying ? this.pause() : this.playOn()));
    for (const step of panel.querySelectorAll("[data-step]")) {
      step.addEventListener("click", () => this.go(this.index + Number(step.dataset.step)));
    }
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value) - 1));
    this.clamped.addEventListener("change", () => this.describe());
  }

  async start() {
    const { art } = this;
    this.frames = await art.frames();
    this.count = Math.min(this.frames.count, art.delays.length);
    if (this.count === 0) throw new Error("it has no frame");
    this.slider.max = this.count;
    [this.canvas.width, this.canvas.height] = [this.frames.width, this.frames.height];
    this.canvas.className = "fit";
    this.describe();
    await this.draw(0);
    this.fillStrip();
    if (!isCalm(this.article)) this.play();
  }

  // Plays, from the start if the animation has ended.
  async playOn() {
    if (this.index + 1 >= this.count) await this.draw(0);
    this.play();
  }

  describe() {
    const { art } = this;
    const total = art.delays.reduce((sum, _, index) => sum + art.seconds(index, this.clamped.checked), 0);
    const own = art.delays.reduce((sum, _, index) => sum + art.seconds(index, false), 0);
    const asDrawn = this.clamped.checked ? ". Apple slows down no frame" : "";
    const slower = total > own * 1.0001 ? ` (${tenth(own)} s in the file)` : asDrawn;
    const number = art.plays === 1 ? "once" : `${art.plays} times`;
    const times = art.plays === 0 ? "forever" : `${number}, then stops`;
    this.loop.textContent = `Plays ${times}. One loop takes ${tenth(total)} s${slower}.`;
  }

  play() {
    this.isPlaying = true;
    this.button.textContent = "Pause";
    this.turns = 0;
    this.wait();
  }

  pause() {
    clearTimeout(this.timer);
    this.isPlaying = false;
    this.button.textContent = "Play";
  }

  wait() {
    const seconds = this.art.seconds(this.index, this.clamped.checked) / Number(this.speed.value);
    this.timer = setTimeout(() => this.advance(), Math.max(10, seconds * 1000));
  }

  async advance() {
    if (!this.isPlaying || !this.canvas.isConnected) return this.pause();
    const isLast = this.index + 1 >= this.count;
    if (isLast && this.art.plays > 0 && ++this.turns >= this.art.plays) return this.pause();
    await this.draw(isLast ? 0 : this.index + 1);
    if (this.isPlaying) this.wait();
  }

  async go(index) {
    this.pause();
    await this.draw((index + this.count) % this.count);
  }

  async draw(index) {
    // Set the index at once, so that quick steps add up.
    this.index = index;
    this.slider.value = index + 1;
    const shown = await this.frames.show(index);
    if (this.index !== index) return;
    const context = this.canvas.getContext("2d");
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    context.drawImage(shown, 0, 0);
    this.slider.setAttribute("aria-valuetext", this.words());
    this.noteInStrip();
    this.tell();
  }

  words() {
    const seconds = this.art.seconds(this.index, this.clamped.checked);
    return `frame ${this.index + 1} of ${this.count}, ${Math.round(seconds * 1000)} ms`;
  }

  tell() {
    this.now.ariaLive = this.isPlaying ? "off" : "polite";
    this.now.textContent = this.words();
    this.canvas.setAttribute("aria-label", `${this.article.dataset.name}, ${this.words()}`);
  }

  // Draws the thumbnails from a separate decoder while the animation plays.
  async fillStrip() {
    const marked = markedFrames(this.article);
    const items = Array.from({ length: this.count }, (_, index) => this.stripItem(index, marked.get(index)));
    this.strip.append(...items);
    this.noteInStrip();
    const frames = await this.art.frames();
    for (const item of items) {
      if (!this.strip.isConnected) return;
      item.firstChild.prepend(fitted(await frames.show(Number(item.dataset.index)), 96));
    }
  }

  stripItem(index, rules) {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.append(`${index + 1} · ${Math.round(this.art.seconds(index, false) * 1000)} ms`);
    if (rules) {
      button.className = "marked";
      button.append(Object.assign(document.createElement("i"), { textContent: rules.join(", ") }));
    }
    button.addEventListener("click", () => this.go(index));
    item.dataset.index = index;
    item.append(button);
    return item;
  }

  noteInStrip() {
    for (const item of this.strip.children) {
      const isShown = item.dataset.index === String(this.index);
      item.firstChild.setAttribute("aria-current", isShown);
      if (!isShown) continue;
      this.strip.scrollLeft = item.offsetLeft - this.strip.offsetLeft - this.strip.clientWidth / 2;
    }
  }
}

// Returns the frames that findings mark, with the rules.
function markedFrames(article) {
  const marked = new Map();
  for (const [rule, frames] of JSON.parse(article.dataset.frames ?? "[]")) {
    for (const frame of frames) marked.set(frame, [...(marked.get(frame) ?? []), rule]);
  }
  return marked;
}

function tenth(seconds) { return String(Math.round(seconds * 100) / 100); }
