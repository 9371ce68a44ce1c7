// Art in a chat of another messenger, with its backgrounds, display sizes and canvas.
let look = document.body.dataset.look ?? null;

views.looks = async (article, panel) => {
  const art = artShown(article);
  const address = await addressToShow(article, art);
  panel.append(copyOf("looks"));
  const choice = panel.querySelector("[data-look]");
  if (look) choice.value = look;
  const draw = () => drawLook(panel, choice.selectedOptions[0], art, address);
  choice.addEventListener("change", () => {
    look = choice.value;
    draw();
  });
  draw();
};

// Returns the canvas in px, and the size of the art on it. The art is never enlarged or cropped.
function canvasOf({ canvas, fixed, moves, longer }, art) {
  const [width, height] = canvas.split("x").map(Number);
  const scale = Math.min(1, width / art.width, height / art.height);
  const own = [art.width * scale, art.height * scale].map((side) => Math.max(1, Math.round(side)));
  if ((art.delays.length > 1 ? moves : fixed) === "1") return { canvas: [width, height], own };
  const least = Number(longer);
  const isWide = own[0] >= own[1];
  if (least > Math.max(...own)) return { canvas: isWide ? [least, own[1]] : [own[0], least], own };
  return { canvas: own, own };
}

function drawLook(panel, option, art, address) {
  const figures = option.dataset;
  const { canvas, own } = canvasOf(figures, art);
  // A sticker is scaled by the largest canvas that the messenger allows. An emoji always fills its line.
  const most = Math.max(...(figures.inline ? canvas : figures.canvas.split("x").map(Number)));
  for (const chat of panel.querySelectorAll(".look")) {
    chat.querySelector(".talk").style.background = figures[chat.dataset.scheme];
    for (const place of chat.querySelectorAll("[data-in]")) {
      const points = Number(figures[place.dataset.in] ?? 0);
      place.hidden = points === 0;
      place.replaceChildren();
      if (points > 0) place.append(onCanvas(canvas, own, points / most, address));
    }
  }
  const shown = canvas.map((side) => Math.max(1, Math.round((side * figures.alone) / most)));
  panel.querySelector("[data-figures]").textContent = `Its canvas of ${canvas.join(" × ")} px is shown at `
    + `${shown.join(" × ")} points${figures.inline ? `, and ${figures.inline} in a line of text` : ""}.`;
}

// Returns a box of the canvas's size with the art centered in it. `points` is the size of a pixel in points.
function onCanvas(canvas, own, points, address) {
  const box = document.createElement("span");
  box.className = "canvas-box";
  const image = Object.assign(new Image(), { alt: "", src: address });
  for (const [part, sides] of [[box, canvas], [image, own]]) {
    [part.style.width, part.style.height] = sides.map((side) => `${(side * points).toFixed(2)}px`);
  }
  box.append(image);
  return box;
}
