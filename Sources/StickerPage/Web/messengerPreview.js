// A view of the art in a chat of another messenger, with its backgrounds, display sizes and canvas.
let selectedMessenger = document.body.dataset.look ?? null;

viewRenderers.looks = async (article, panel) => {
  const art = displayedArt(article);
  const url = await displayURL(article, art);
  panel.append(cloneTemplate("looks"));
  const select = panel.querySelector("[data-look]");
  if (selectedMessenger) select.value = selectedMessenger;
  const draw = () => drawChats(panel, select.selectedOptions[0], art, url);
  select.addEventListener("change", () => {
    selectedMessenger = select.value;
    draw();
  });
  draw();
};

// Returns the size of the canvas in px, and the size of the art on it. If a messenger requires a fixed canvas size, the
// art gets transparent margins, because it is never enlarged or cropped.
function canvasLayout({ canvas, fixed: isStillFixed, moves: isAnimatedFixed, longer: exactLongerSide }, art) {
  const [width, height] = canvas.split("x").map(Number);
  const scale = Math.min(1, width / art.width, height / art.height);
  const artSize = [art.width * scale, art.height * scale].map((side) => Math.max(1, Math.round(side)));
  if ((art.delays.length > 1 ? isAnimatedFixed : isStillFixed) === "1") return { canvas: [width, height], artSize };
  const fixedSide = Number(exactLongerSide);
  const isWide = artSize[0] >= artSize[1];
  if (fixedSide > Math.max(...artSize)) {
    return { canvas: isWide ? [fixedSide, artSize[1]] : [artSize[0], fixedSide], artSize };
  }
  return { canvas: artSize, artSize };
}

function drawChats(panel, option, art, url) {
  const attributes = option.dataset;
  const { canvas, artSize } = canvasLayout(attributes, art);
  // A sticker is shown at the same scale as the messenger's largest canvas. An emoji always fills the height
  // of its line.
  const maxSide = Math.max(...(attributes.inline ? canvas : attributes.canvas.split("x").map(Number)));
  for (const chat of panel.querySelectorAll(".look")) {
    chat.querySelector(".talk").style.background = attributes[chat.dataset.scheme];
    for (const slot of chat.querySelectorAll("[data-in]")) {
      const points = Number(attributes[slot.dataset.in] ?? 0);
      slot.hidden = points === 0;
      slot.replaceChildren();
      if (points > 0) slot.append(createCanvasBox(canvas, artSize, points / maxSide, url));
    }
  }
  const displaySize = canvas.map((side) => Math.max(1, Math.round((side * attributes.alone) / maxSide)));
  panel.querySelector("[data-figures]").textContent = `This ${canvas.join(" × ")} px sticker appears at `
    + `${displaySize.join(" × ")} pt${attributes.inline ? `, and at ${attributes.inline} pt within text` : ""}.`;
}

// Returns a box as large as the canvas, with the art in its center. `points` is the size of one pixel in points.
function createCanvasBox(canvas, artSize, points, url) {
  const box = document.createElement("span");
  box.className = "canvas-box";
  const image = Object.assign(new Image(), { alt: "", src: url });
  for (const [element, sides] of [[box, canvas], [image, artSize]]) {
    [element.style.width, element.style.height] = sides.map((side) => `${(side * points).toFixed(2)}px`);
  }
  box.append(image);
  return box;
}
