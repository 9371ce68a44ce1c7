// Draws a contact sheet: the selected stickers, or all in the pack, with their names on the selected background.
const sheetColors = { paper: "#e5e5ea", ink: "#55555a" };

async function contactSheet() {
  const selected = chosenTiles().map(articleOf);
  const shown = selected.length > 0 ? selected : tiles().map(articleOf).filter((one) => !isApart(one));
  const all = shown.filter((article) => article.dataset.role !== "icon" && artShown(article));
  if (all.length === 0) return "There are no stickers for a contact sheet.";
  // With 1000 stickers, the limit of the page, no side exceeds 4096 px, which all image viewers can open.
  const [cell, gap, label] = all.length > 300 ? [96, 12, 18] : [168, 16, 24];
  const columns = Math.ceil(Math.sqrt(all.length * 1.2));
  const rows = Math.ceil(all.length / columns);
  const canvas = newCanvas(columns * (cell + gap) + gap, rows * (cell + gap + label) + gap);
  const context = canvas.getContext("2d");
  context.fillStyle = sheetColors.paper;
  context.fillRect(0, 0, canvas.width, canvas.height);
  const ground = await chosenGround(cell);
  for (const [index, article] of all.entries()) {
    tellDoing(`Drawing ${index + 1} of ${all.length}…`, index, all.length);
    const x = gap + (index % columns) * (cell + gap);
    const y = gap + Math.floor(index / columns) * (cell + gap + label);
    const art = await artShown(article).small(cell - 24).catch(() => null);
    drawCell(context, ground, art, x, y, cell);
    drawName(context, article.dataset.name, x + cell / 2, y + cell + label - 7, cell);
  }
  tellDoing("");
  const bytes = await new Promise((done) => canvas.toBlob(done, "image/png"));
  if (!bytes) throw new Error("This browser cannot create an image of so many stickers.");
  saveFile(bytes, "contact-sheet.png");
  return `The contact sheet shows ${counted(all.length, "sticker")}.`;
}

function drawCell(context, ground, art, x, y, cell) {
  context.save();
  context.beginPath();
  context.roundRect(x, y, cell, cell, 12);
  context.clip();
  context.drawImage(ground, x, y, cell, cell);
  if (art) context.drawImage(art, x + (cell - art.width) / 2, y + (cell - art.height) / 2);
  context.restore();
}

// Truncates a name to the width of its cell.
function drawName(context, name, middle, base, most) {
  context.fillStyle = sheetColors.ink;
  context.font = `${most > 100 ? 13 : 11}px system-ui, sans-serif`;
  context.textAlign = "center";
  let letters = [...graphemes.segment(name)].slice(0, 80).map(({ segment }) => segment);
  const fits = (text) => context.measureText(text).width <= most;
  let text = letters.join("");
  while (!fits(text) && letters.length > 1) {
    letters = letters.slice(0, -1);
    text = letters.join("") + "…";
  }
  context.fillText(text, middle, base);
}

// Draws the selected background.
async function chosenGround(side) {
  const canvas = newCanvas(side, side);
  const context = canvas.getContext("2d");
  const choice = document.getElementById("grounds").elements.ground.value;
  const swatch = document.querySelector(`.swatch[data-ground="${choice}"]`);
  if (swatch?.dataset.tile) {
    const picture = new Image();
    picture.src = swatch.dataset.tile;
    await picture.decode();
    context.drawImage(picture, 0, 0, side, side);
    return canvas;
  }
  const style = getComputedStyle(swatch ?? document.body);
  context.fillStyle = choice === "own" ? document.getElementById("own").value : style.backgroundColor;
  context.fillRect(0, 0, side, side);
  if (choice === "checkerboard") drawChecks(context, side);
  return canvas;
}

function drawChecks(context, side) {
  const style = getComputedStyle(document.documentElement);
  for (let y = 0; y < side; y += 12) {
    for (let x = 0; x < side; x += 12) {
      context.fillStyle = style.getPropertyValue((x + y) % 24 === 0 ? "--check-a" : "--check-b");
      context.fillRect(x, y, 12, 12);
    }
  }
}
