// The art before and after fixing, with a slider between them.
views.compare = async (article, panel) => {
  const [before, after] = [artOf(article), Art.of(article.querySelector("img.after"))];
  panel.append(copyOf("compare"));
  const pair = panel.querySelector(".pair");
  const split = panel.querySelector("[data-split]");
  const canvases = [panel.querySelector("[data-before]"), panel.querySelector("[data-after]")];
  const name = article.dataset.name;
  canvases[0].setAttribute("aria-label", `${name} before fixing`);
  canvases[1].setAttribute("aria-label", `${name} after fixing`);
  // Show both at the larger size, as Messages scales them to the same size.
  const [width, height] = [Math.max(before.width, after.width), Math.max(before.height, after.height)];
  for (const canvas of canvases) [canvas.width, canvas.height] = [width, height];
  for (const canvas of canvases) {
    const layer = Object.assign(document.createElement("div"), { className: "layer" });
    canvas.replaceWith(layer);
    layer.append(canvas);
  }
  labelSides(article, pair, before, after);
  const frames = [before.isAnimated && (await before.frames()), after.isAnimated && (await after.frames())];
  const number = panel.querySelector("[data-frame]");
  number.max = Math.max(1, before.delays.length);
  panel.querySelector("[data-frames]").hidden = before.delays.length < 2;
  const draw = async () => {
    const index = Math.min(Math.max(1, Number(number.value)), Number(number.max)) - 1;
    await drawFitted(canvases[0], await before.frame(index, frames[0]));
    await drawFitted(canvases[1], await after.frame(frameAtTime(after, before, index), frames[1]));
  };
  number.addEventListener("input", draw);
  await draw();
  const move = () => pair.style.setProperty("--split", split.value + "%");
  split.addEventListener("input", move);
  const zoom = prepareZoom(panel, pair);
  pair.addEventListener("pointermove", (event) => {
    if (zoom.isDragging) return;
    const box = pair.getBoundingClientRect();
    split.value = ((event.clientX - box.left) / box.width) * 100;
    move();
  });
  move();
};

// Labels both sides with their file sizes, and the result with its similarity.
async function labelSides(article, pair, before, after) {
  const { similarity } = article.querySelector(".fixed").dataset;
  const [old, now] = (await Promise.all([before.bytes(), after.bytes()])).map(({ length }) => length);
  const share = Math.round((now / old - 1) * 100);
  const change = share === 0 ? "" : ` (${share > 0 ? "+" : "−"}${Math.abs(share)}%)`;
  const side = (name, words) => pair.append(
    Object.assign(document.createElement("span"), { className: `which ${name}`, textContent: words }));
  side("before", `Before ${kilobytes(old)}`);
  side("after", `After ${kilobytes(now)}${change}${similarity ? ` · SSIM ${similarity}` : ""}`);
}

const kilobytes = (bytes) => (bytes < 1000 ? `${bytes} bytes` : `${(bytes / 1000).toFixed(1)} KB`);

// Zooms with buttons, or with Ctrl or ⌘ and the wheel. While zoomed, dragging moves the art.
function prepareZoom(panel, pair) {
  const zoom = { scale: 1, x: 0, y: 0, isDragging: false, most: 16 };
  const bar = Object.assign(document.createElement("div"), { className: "zooming" });
  const value = document.createElement("output");
  const apply = () => {
    const [width, height] = [pair.clientWidth, pair.clientHeight];
    zoom.x = Math.min(0, Math.max(zoom.x, width * (1 - zoom.scale)));
    zoom.y = Math.min(0, Math.max(zoom.y, height * (1 - zoom.scale)));
    for (const [name, text] of [["--zoom", zoom.scale], ["--x", `${zoom.x}px`], ["--y", `${zoom.y}px`]]) {
      pair.style.setProperty(name, text);
    }
    pair.classList.toggle("zoomed", zoom.scale > 1);
    value.textContent = `${Math.round(zoom.scale * 100)}%`;
  };
  // Keeps the point (x, y) of the picture in place.
  const zoomTo = (scale, x = pair.clientWidth / 2, y = pair.clientHeight / 2) => {
    const next = Math.min(zoom.most, Math.max(1, scale));
    zoom.x = x - ((x - zoom.x) * next) / zoom.scale;
    zoom.y = y - ((y - zoom.y) * next) / zoom.scale;
    zoom.scale = next;
    apply();
  };
  const button = (words, label, action) => {
    const one = Object.assign(document.createElement("button"), { type: "button", textContent: words });
    one.setAttribute("aria-label", label);
    one.addEventListener("click", action);
    return one;
  };
  bar.append(button("−", "Zoom out", () => zoomTo(zoom.scale / 2)), value,
    button("+", "Zoom in", () => zoomTo(zoom.scale * 2)), button("Fit", "Fit", () => zoomTo(1)));
  pair.after(bar);
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

function drawFitted(canvas, still) {
  const scale = Math.min(canvas.width / still.width, canvas.height / still.height);
  const [across, down] = [still.width * scale, still.height * scale];
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.drawImage(still, (canvas.width - across) / 2, (canvas.height - down) / 2, across, down);
}

// Returns the frame of one animation that is shown when a frame of the other begins.
function frameAtTime(art, other, index) {
  let time = other.delays.slice(0, index).reduce((sum, _, at) => sum + other.seconds(at, false), 0);
  const found = art.delays.findIndex((_, at) => (time -= art.seconds(at, false)) < -1e-9);
  return found < 0 ? Math.max(0, art.delays.length - 1) : found;
}
