// Downloads a contact sheet. It shows the selected stickers or, if none are selected, all visible stickers in the pack,
// with their names, on the selected background.
const contactSheetColors = { background: "#e5e5ea", text: "#55555a" };

async function createContactSheet() {
  const selected = selectedTiles().map(articleForTile);
  const candidates = selected.length > 0 ? selected
    : visibleTiles().map(articleForTile).filter((article) => !isOutsidePack(article));
  const stickers = candidates.filter((article) => article.dataset.role !== "icon" && displayedArt(article));
  if (stickers.length === 0) return "There are no stickers for a contact sheet.";
  // With 1,000 stickers, the limit of the page, no side exceeds 4,096 px, which all image viewers can open.
  const [cellSide, gap, labelHeight] = stickers.length > 300 ? [96, 12, 18] : [168, 16, 24];
  const columns = Math.ceil(Math.sqrt(stickers.length * 1.2));
  const rows = Math.ceil(stickers.length / columns);
  const canvas = createCanvas(columns * (cellSide + gap) + gap, rows * (cellSide + gap + labelHeight) + gap);
  const context = canvas.getContext("2d");
  context.fillStyle = contactSheetColors.background;
  context.fillRect(0, 0, canvas.width, canvas.height);
  const background = await drawSelectedBackground(cellSide);
  for (const [index, article] of stickers.entries()) {
    showProgress(`Drawing ${index + 1} of ${stickers.length}…`, index, stickers.length);
    const x = gap + (index % columns) * (cellSide + gap);
    const y = gap + Math.floor(index / columns) * (cellSide + gap + labelHeight);
    const art = await displayedArt(article).thumbnail(cellSide - 24).catch(() => null);
    drawCell(context, background, art, x, y, cellSide);
    drawName(context, article.dataset.name, x + cellSide / 2, y + cellSide + labelHeight - 7, cellSide);
  }
  showProgress("");
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("This browser cannot create an image with this many stickers.");
  downloadBlob(blob, "contact-sheet.png");
  return `The contact sheet shows ${pluralize(stickers.length, "sticker")}.`;
}

function drawCell(context, background, art, x, y, side) {
  context.save();
  context.beginPath();
  context.roundRect(x, y, side, side, 12);
  context.clip();
  context.drawImage(background, x, y, side, side);
  if (art) context.drawImage(art, x + (side - art.width) / 2, y + (side - art.height) / 2);
  context.restore();
}

// Truncates a name to the width of its cell.
function drawName(context, name, centerX, baseline, maxWidth) {
  context.fillStyle = contactSheetColors.text;
  context.font = `${maxWidth > 100 ? 13 : 11}px system-ui, sans-serif`;
  context.textAlign = "center";
  let letters = [...graphemeSegmenter.segment(name)].slice(0, 80).map(({ segment }) => segment);
  const fits = (text) => context.measureText(text).width <= maxWidth;
  let text = letters.join("");
  while (!fits(text) && letters.length > 1) {
    letters = letters.slice(0, -1);
    text = letters.join("") + "…";
  }
  context.fillText(text, centerX, baseline);
}

// Returns a canvas with the selected background.
async function drawSelectedBackground(side) {
  const canvas = createCanvas(side, side);
  const context = canvas.getContext("2d");
  const selected = document.getElementById("grounds").elements.ground.value;
  const swatch = document.querySelector(`.swatch[data-ground="${selected}"]`);
  if (swatch?.dataset.tile) {
    const image = new Image();
    image.src = swatch.dataset.tile;
    await image.decode();
    context.drawImage(image, 0, 0, side, side);
    return canvas;
  }
  const style = getComputedStyle(swatch ?? document.body);
  context.fillStyle = selected === "own" ? document.getElementById("own").value : style.backgroundColor;
  context.fillRect(0, 0, side, side);
  if (selected === "checkerboard") drawCheckerboard(context, side);
  return canvas;
}

function drawCheckerboard(context, side) {
  const style = getComputedStyle(document.documentElement);
  for (let y = 0; y < side; y += 12) {
    for (let x = 0; x < side; x += 12) {
      context.fillStyle = style.getPropertyValue((x + y) % 24 === 0 ? "--check-a" : "--check-b");
      context.fillRect(x, y, 12, 12);
    }
  }
}
