// Views of a sticker in Messages: in a conversation, as an icon, and in the sticker browser.
viewRenderers.messages = async (article, panel) => {
  const url = await displayURL(article, displayedArt(article));
  panel.append(cloneTemplate("messages"));
  fillPlaceholders(panel, url);
};

viewRenderers.icon = async (article, panel) => {
  const url = await displayURL(article, displayedArt(article));
  panel.append(cloneTemplate("icon"));
  fillPlaceholders(panel, url);
};

// Replaces placeholders in a template with the art.
function fillPlaceholders(panel, url) {
  for (const placeholder of panel.querySelectorAll("[data-put]")) {
    placeholder.replaceWith(Object.assign(new Image(), { className: placeholder.dataset.put, alt: "", src: url }));
  }
}

viewRenderers.sizes = async (article, panel) => {
  const art = displayedArt(article);
  panel.append(cloneTemplate("sizes"));
  const shown = [...grid.children].map(articleForTile)
    .filter((other) => other.dataset.role !== "icon" && originalArt(other));
  for (const shelf of panel.querySelectorAll("[data-shelf]")) {
    const columns = { small: 4, regular: 3, large: 2 }[shelf.parentElement.dataset.size];
    // The row of the sticker and, if there is one, the row above it come first.
    const row = Math.max(0, Math.floor(shown.indexOf(article) / columns) - 1);
    for (const neighbor of shown.slice(row * columns, (row + columns) * columns)) {
      const image = new Image();
      image.alt = "";
      image.className = neighbor === article ? "this" : "";
      image.src = await displayURL(neighbor, displayedArt(neighbor));
      shelf.append(image);
    }
  }
  const still = await art.renderFrame(0);
  drawCentered(panel.querySelector("[data-still]"), scaleToFit(still, 80), 80);
  for (const canvas of panel.querySelectorAll("[data-scale]")) drawScale(canvas, still);
};

function drawCentered(canvas, picture, side) {
  canvas.width = canvas.height = side;
  canvas.getContext("2d").drawImage(picture, (side - picture.width) / 2, (side - picture.height) / 2);
}

// Draws the middle of the art as it looks at one screen scale: 43 points, which is about a third of the width of 408
// px art.
function drawScale(canvas, still) {
  const scale = Number(canvas.dataset.scale);
  const width = Math.max(1, Math.round((still.width * scale) / 3));
  const height = Math.max(1, Math.round((still.height * scale) / 3));
  const small = createCanvas(width, height);
  const context = small.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(still, 0, 0, width, height);
  const side = 43 * scale;
  canvas.width = canvas.height = side;
  canvas.getContext("2d").drawImage(small, (side - width) / 2, (side - height) / 2);
}
