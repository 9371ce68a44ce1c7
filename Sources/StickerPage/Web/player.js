// A view that plays an animation, with controls and a strip of frames.
viewRenderers.player = async (article, panel) => {
  const player = new Player(displayedArt(article), article, panel);
  await player.start();
  return () => player.pause();
};

class Player {
  constructor(art, article, panel) {
    panel.append(cloneTemplate("player"));
    const find = (selector) => panel.querySelector(selector);
    Object.assign(this, { art, article, index: 0, completedLoops: 0, timer: 0 });
    this.canvas = find("canvas");
    this.playButton = find("[data-play]");
    this.slider = find("[data-frame]");
    this.frameStatus = find("[data-now]");
    this.loopText = find("[data-loop]");
    this.strip = find("[data-strip]");
    this.speedSelect = find("[data-speed]");
    this.clampedCheckbox = find("[data-clamped]");
    this.isPlaying = false;
    this.playButton.addEventListener("click", () => (this.isPlaying ? this.pause() : this.playOrRestart()));
    for (const stepButton of panel.querySelectorAll("[data-step]")) {
      stepButton.addEventListener("click", () => this.goToFrame(this.index + Number(stepButton.dataset.step)));
    }
    this.slider.addEventListener("input", () => this.goToFrame(Number(this.slider.value) - 1));
    this.clampedCheckbox.addEventListener("change", () => this.updateLoopText());
  }

  async start() {
    const { art } = this;
    this.frames = await art.decodeFrames();
    this.count = Math.min(this.frames.count, art.delays.length);
    if (this.count === 0) throw new Error("it has no frame");
    this.slider.max = this.count;
    [this.canvas.width, this.canvas.height] = [this.frames.width, this.frames.height];
    this.canvas.className = "fit";
    this.updateLoopText();
    await this.draw(0);
    this.fillStrip();
    if (!isMotionPaused(this.article)) this.play();
  }

  // Plays the animation, from the start if it has ended.
  async playOrRestart() {
    if (this.index + 1 >= this.count) await this.draw(0);
    this.play();
  }

  updateLoopText() {
    const { art } = this;
    const total = art.delays.reduce((sum, _, index) => sum + art.frameDuration(index, this.clampedCheckbox.checked), 0);
    const storedTotal = art.delays.reduce((sum, _, index) => sum + art.frameDuration(index, false), 0);
    const unchangedText = this.clampedCheckbox.checked ? ". Apple's players do not slow it down" : "";
    const slowerText = total > storedTotal * 1.0001 ? ` (${formatSeconds(storedTotal)} s in the file)` : unchangedText;
    const playCount = art.plays === 1 ? "once" : `${art.plays} times`;
    const repeatText = art.plays === 0 ? "forever" : `${playCount}, then stops`;
    this.loopText.textContent = `Plays ${repeatText}. One loop takes ${formatSeconds(total)} s${slowerText}.`;
  }

  play() {
    this.isPlaying = true;
    this.playButton.textContent = "Pause";
    this.completedLoops = 0;
    this.scheduleNextFrame();
  }

  pause() {
    clearTimeout(this.timer);
    this.isPlaying = false;
    this.playButton.textContent = "Play";
  }

  scheduleNextFrame() {
    const seconds = this.art.frameDuration(this.index, this.clampedCheckbox.checked) / Number(this.speedSelect.value);
    this.timer = setTimeout(() => this.advance(), Math.max(10, seconds * 1000));
  }

  async advance() {
    if (!this.isPlaying || !this.canvas.isConnected) return this.pause();
    const isLast = this.index + 1 >= this.count;
    if (isLast && this.art.plays > 0 && ++this.completedLoops >= this.art.plays) return this.pause();
    await this.draw(isLast ? 0 : this.index + 1);
    if (this.isPlaying) this.scheduleNextFrame();
  }

  async goToFrame(index) {
    this.pause();
    await this.draw((index + this.count) % this.count);
  }

  async draw(index) {
    // Set the index before the frame is decoded, so that quick clicks on a button add up.
    this.index = index;
    this.slider.value = index + 1;
    const frameCanvas = await this.frames.compositeFrame(index);
    if (this.index !== index) return;
    const context = this.canvas.getContext("2d");
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    context.drawImage(frameCanvas, 0, 0);
    this.slider.setAttribute("aria-valuetext", this.positionText());
    this.highlightInStrip();
    this.updateLabels();
  }

  positionText() {
    const seconds = this.art.frameDuration(this.index, this.clampedCheckbox.checked);
    return `Frame ${this.index + 1} of ${this.count}, ${Math.round(seconds * 1000)} ms`;
  }

  updateLabels() {
    this.frameStatus.ariaLive = this.isPlaying ? "off" : "polite";
    this.frameStatus.textContent = this.positionText();
    this.canvas.setAttribute("aria-label", `${this.article.dataset.name}, ${this.positionText()}`);
  }

  // Fills the strip with thumbnails. They have a decoder of their own, because the player may need a different frame at
  // the same time.
  async fillStrip() {
    const marked = markedFrames(this.article);
    const items = Array.from({ length: this.count }, (_, index) => this.createStripItem(index, marked.get(index)));
    this.strip.append(...items);
    this.highlightInStrip();
    const frames = await this.art.decodeFrames();
    for (const item of items) {
      if (!this.strip.isConnected) return;
      item.firstChild.prepend(scaleToFit(await frames.compositeFrame(Number(item.dataset.index)), 96));
    }
  }

  createStripItem(index, rules) {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.append(`${index + 1} · ${Math.round(this.art.frameDuration(index, false) * 1000)} ms`);
    if (rules) {
      button.className = "marked";
      button.append(Object.assign(document.createElement("i"), { textContent: rules.join(", ") }));
    }
    button.addEventListener("click", () => this.goToFrame(index));
    item.dataset.index = index;
    item.append(button);
    return item;
  }

  highlightInStrip() {
    for (const item of this.strip.children) {
      const isShown = item.dataset.index === String(this.index);
      item.firstChild.setAttribute("aria-current", isShown);
      if (!isShown) continue;
      this.strip.scrollLeft = item.offsetLeft - this.strip.offsetLeft - this.strip.clientWidth / 2;
    }
  }
}

// Returns the indices of the frames that findings mark, with the rules of the findings.
function markedFrames(article) {
  const marked = new Map();
  for (const [rule, frames] of JSON.parse(article.dataset.frames ?? "[]")) {
    for (const frame of frames) marked.set(frame, [...(marked.get(frame) ?? []), rule]);
  }
  return marked;
}

function formatSeconds(seconds) { return String(Math.round(seconds * 100) / 100); }
