// A view of the enlarged art, its opacity, or its soft edge.
const legends = {
  art: "Transparent pixels show the selected background. Point at a pixel to see its color.",
  alpha: "White is opaque, black is transparent, and gray is in between.",
  edge: "Pink is semitransparent: a soft edge is a thin pink line, and haze is a pink cloud. Blue is opaque.",
};

viewRenderers.closely = async (article, panel) => {
  const art = displayedArt(article);
  panel.append(cloneTemplate("closely"));
  const [canvas, zoomSelect] = [panel.querySelector("canvas"), panel.querySelector("[data-zoom]")];
  const layerInputs = [...panel.querySelectorAll("[data-layer]")];
  for (const layer of layerInputs) layer.name = "layer-" + article.dataset.number;
  const frameInput = panel.querySelector("[data-frame]");
  frameInput.max = Math.max(1, art.delays.length);
  panel.querySelector("[data-frames]").hidden = art.delays.length < 2;
  [canvas.width, canvas.height] = [art.width, art.height];
  canvas.setAttribute("aria-label", `${article.dataset.name}, enlarged`);
  const frames = art.isAnimated ? await art.decodeFrames() : null;
  let pixels;
  const draw = async () => {
    const index = Math.min(Math.max(1, Number(frameInput.value)), Number(frameInput.max)) - 1;
    const still = await art.renderFrame(index, frames);
    pixels = still.getContext("2d").getImageData(0, 0, still.width, still.height);
    const layer = layerInputs.find((input) => input.checked).value;
    canvas.getContext("2d").putImageData(renderLayer(pixels, layer), 0, 0);
    panel.querySelector("[data-legend]").textContent = legends[layer];
    const factor = zoomSelect.value === "fit" ? null : Number(zoomSelect.value);
    canvas.className = factor ? "pixelated" : "fit";
    frameInput.value = index + 1;
    canvas.style.width = factor ? (still.width * factor) / devicePixelRatio + "px" : "";
  };
  panel.addEventListener("change", draw);
  // When the zoom changes, scroll to the middle of the art.
  zoomSelect.addEventListener("change", () => requestAnimationFrame(() => {
    const loupe = canvas.parentElement;
    const [right, down] = [loupe.scrollWidth - loupe.clientWidth, loupe.scrollHeight - loupe.clientHeight];
    loupe.scrollTo(right / 2, down / 2);
  }));
  canvas.addEventListener("mousemove", (event) => showPixelColor(panel, canvas, pixels, event));
  await draw();
};

// Returns the pixels to show for a layer: the art itself, its opacity, or its semitransparent edge.
function renderLayer(pixels, layer) {
  if (layer === "art") return pixels;
  const output = new ImageData(pixels.width, pixels.height);
  for (let i = 0; i < output.data.length; i += 4) {
    const alpha = pixels.data[i + 3];
    const isSoft = alpha > 0 && alpha < 255;
    const color = layer === "alpha" ? [alpha, alpha, alpha, 255]
      : isSoft ? [236, 0, 140, 255] : [28, 72, 140, alpha];
    output.data.set(color, i);
  }
  return output;
}

// Shows the color under the pointer.
function showPixelColor(panel, canvas, pixels, event) {
  const box = canvas.getBoundingClientRect();
  const x = Math.floor(((event.clientX - box.left) / box.width) * canvas.width);
  const y = Math.floor(((event.clientY - box.top) / box.height) * canvas.height);
  if (x < 0 || y < 0 || x >= canvas.width || y >= canvas.height) return;
  const [red, green, blue, alpha] = pixels.data.subarray((y * canvas.width + x) * 4);
  const color = [red, green, blue].map((sample) => sample.toString(16).padStart(2, "0")).join("");
  const opacity = Math.round((alpha / 255) * 100);
  const text = alpha === 0 ? "transparent" : `#${color}, ${opacity}% opaque`;
  panel.querySelector("[data-pixel]").textContent = `(${x}, ${y}) ${text}`;
}
