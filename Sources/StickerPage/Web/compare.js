// A view of the art before and after fixing, with a slider between them.
viewRenderers.compare = async (article, panel) => {
  const [before, after] = [originalArt(article), Art.of(article.querySelector("img.after"))];
  const comparison = cloneTemplate("compare");
  const pair = comparison.querySelector(".pair");
  const slider = comparison.querySelector("[data-split]");
  const canvases = [comparison.querySelector("[data-before]"), comparison.querySelector("[data-after]")];
  const name = article.dataset.name;
  canvases[0].setAttribute("aria-label", `${name} before fixing`);
  canvases[1].setAttribute("aria-label", `${name} after fixing`);
  // Both canvases have the size of the larger art, because Messages shows both versions at the same size.
  const [width, height] = [Math.max(before.width, after.width), Math.max(before.height, after.height)];
  for (const canvas of canvases) [canvas.width, canvas.height] = [width, height];
  for (const canvas of canvases) {
    const layer = Object.assign(document.createElement("div"), { className: "layer" });
    canvas.replaceWith(layer);
    layer.append(canvas);
  }
  const labels = labelSides(article, comparison, before, after);
  const frameInput = comparison.querySelector("[data-frame]");
  frameInput.max = Math.max(1, before.delays.length);
  comparison.querySelector("[data-frames]").hidden = before.delays.length < 2;
  const framesLoading = Promise.all([before, after].map((art) => art.isAnimated && art.decodeFrames()));
  let latestDraw = 0;
  // Draws both sides at once, after both are decoded. Until then, the previous picture stays.
  const draw = async () => {
    const number = ++latestDraw;
    const index = Math.min(Math.max(1, Number(frameInput.value)), Number(frameInput.max)) - 1;
    const frames = await framesLoading;
    const stills = await Promise.all([
      before.renderFrame(index, frames[0]), after.renderFrame(matchingFrameIndex(after, before, index), frames[1]),
    ]);
    if (number !== latestDraw) return;
    canvases.forEach((canvas, side) => drawScaledToFit(canvas, stills[side]));
  };
  frameInput.addEventListener("input", draw);
  await Promise.all([draw(), labels]);
  const hadFocus = panel.contains(document.activeElement);
  panel.replaceChildren(comparison);
  if (hadFocus) slider.focus();
  const updateSplit = () => pair.style.setProperty("--split", slider.value + "%");
  slider.addEventListener("input", updateSplit);
  const zoom = prepareZoom(panel, pair);
  pair.addEventListener("pointermove", (event) => {
    if (zoom.isDragging) return;
    const box = pair.getBoundingClientRect();
    slider.value = ((event.clientX - box.left) / box.width) * 100;
    updateSplit();
  });
  updateSplit();
};

// Labels both sides with their file sizes. Each label is in the layer of its art, so it is clipped at the divider.
async function labelSides(article, comparison, before, after) {
  const { similarity } = article.querySelector(".fixed").dataset;
  const [sizeBefore, sizeAfter] = (await Promise.all([before.bytes(), after.bytes()])).map(({ length }) => length);
  const addLabel = (side, text) => comparison.querySelector(`[data-${side}]`).parentElement.append(
    Object.assign(document.createElement("span"), { className: `which ${side}`, textContent: text }));
  addLabel("before", `Before ${formatFileSize(sizeBefore)}`);
  addLabel("after", `After ${formatFileSize(sizeAfter)}`);
  const percent = Math.round((sizeAfter / sizeBefore - 1) * 100);
  const facts = [percent === 0 ? "" : `File size: ${percent > 0 ? "+" : "−"}${Math.abs(percent)}%`,
    similarity ? `Similarity: ${similarity} (SSIM)` : ""].filter(Boolean).join(" · ");
  const legend = Object.assign(document.createElement("p"), { className: "legend", textContent: facts });
  if (facts !== "") comparison.querySelector(".slider").append(legend);
}

// Formats a file size in KB with at most one decimal place, as the server does: `544.5 KB`.
const formatFileSize = (bytes) =>
  `${(bytes > 0 ? Math.max(1, Math.round(bytes / 100)) / 10 : 0).toLocaleString("en-US", { useGrouping: "min2" })} KB`;

// Adds zoom buttons. Scrolling with Ctrl or ⌘ zooms as well, and dragging moves enlarged art.
function prepareZoom(panel, pair) {
  const zoom = { scale: 1, x: 0, y: 0, isDragging: false, maxScale: 16 };
  const toolbar = Object.assign(document.createElement("div"), { className: "zooming" });
  const percentOutput = document.createElement("output");
  const apply = () => {
    const [width, height] = [pair.clientWidth, pair.clientHeight];
    zoom.x = Math.min(0, Math.max(zoom.x, width * (1 - zoom.scale)));
    zoom.y = Math.min(0, Math.max(zoom.y, height * (1 - zoom.scale)));
    for (const [property, value] of [["--zoom", zoom.scale], ["--x", `${zoom.x}px`], ["--y", `${zoom.y}px`]]) {
      pair.style.setProperty(property, value);
    }
    pair.classList.toggle("zoomed", zoom.scale > 1);
    percentOutput.textContent = `${Math.round(zoom.scale * 100)}%`;
  };
  // Zooms around the point (x, y), which stays in place.
  const zoomTo = (scale, x = pair.clientWidth / 2, y = pair.clientHeight / 2) => {
    const newScale = Math.min(zoom.maxScale, Math.max(1, scale));
    zoom.x = x - ((x - zoom.x) * newScale) / zoom.scale;
    zoom.y = y - ((y - zoom.y) * newScale) / zoom.scale;
    zoom.scale = newScale;
    apply();
  };
  const createButton = (text, label, action) => {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: text });
    button.setAttribute("aria-label", label);
    button.addEventListener("click", action);
    return button;
  };
  toolbar.append(createButton("−", "Zoom out", () => zoomTo(zoom.scale / 2)), percentOutput,
    createButton("+", "Zoom in", () => zoomTo(zoom.scale * 2)), createButton("Fit", "Fit", () => zoomTo(1)));
  pair.after(toolbar);
  pair.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey && zoom.scale === 1) return;
    event.preventDefault();
    const box = pair.getBoundingClientRect();
    zoomTo(zoom.scale * 2 ** (-event.deltaY / 200), event.clientX - box.left, event.clientY - box.top);
  }, { passive: false });
  pair.addEventListener("pointerdown", (event) => {
    if (zoom.scale === 1 || event.button !== 0) return;
    zoom.isDragging = true;
    pair.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  pair.addEventListener("pointermove", (event) => {
    if (!zoom.isDragging) return;
    zoom.x += event.movementX;
    zoom.y += event.movementY;
    apply();
  });
  for (const name of ["pointerup", "pointercancel"]) pair.addEventListener(name, () => (zoom.isDragging = false));
  apply();
  return zoom;
}

// Draws a still in the center of a canvas, as large as possible.
function drawScaledToFit(canvas, still) {
  const scale = Math.min(canvas.width / still.width, canvas.height / still.height);
  const [width, height] = [still.width * scale, still.height * scale];
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.drawImage(still, (canvas.width - width) / 2, (canvas.height - height) / 2, width, height);
}

// Returns the index of the frame that is visible when frame `index` of the other animation begins.
function matchingFrameIndex(art, other, index) {
  let time = other.delays.slice(0, index).reduce((sum, _, frame) => sum + other.frameDuration(frame, false), 0);
  const found = art.delays.findIndex((_, frame) => (time -= art.frameDuration(frame, false)) < -1e-9);
  return found < 0 ? Math.max(0, art.delays.length - 1) : found;
}
