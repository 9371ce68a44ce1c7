// A conversation in Messages, and the sticker browser.
views.messages = async (article, panel) => {
  const address = await addressToShow(article, artShown(article));
  panel.append(copyOf("messages"));
  putPictures(panel, address);
};

views.icon = async (article, panel) => {
  const address = await addressToShow(article, artShown(article));
  panel.append(copyOf("icon"));
  putPictures(panel, address);
};

function putPictures(panel, address) {
  for (const place of panel.querySelectorAll("[data-put]")) {
    place.replaceWith(Object.assign(new Image(), { className: place.dataset.put, alt: "", src: address }));
  }
}

views.sizes = async (article, panel) => {
  const art = artShown(article);
  panel.append(copyOf("sizes"));
  const others = [...document.querySelectorAll("article.sticker:not([data-role=icon])")];
  const start = others.indexOf(article);
  const neighbors = [...others.slice(start), ...others.slice(0, start)].filter(artOf).slice(0, 16);
  for (const shelf of panel.querySelectorAll("[data-shelf]")) {
    const columns = { small: 4, regular: 3, large: 2 }[shelf.parentElement.dataset.size];
    for (const neighbor of neighbors.slice(0, columns * columns)) {
      const image = new Image();
      image.alt = "";
      image.className = neighbor === article ? "this" : "";
      image.src = await addressToShow(neighbor, artShown(neighbor));
      shelf.append(image);
    }
  }
  const still = await art.frame(0);
  drawInto(panel.querySelector("[data-still]"), fitted(still, 80), 80);
  for (const canvas of panel.querySelectorAll("[data-scale]")) drawScale(canvas, still);
};

function drawInto(canvas, picture, side) {
  canvas.width = canvas.height = side;
  canvas.getContext("2d").drawImage(picture, (side - picture.width) / 2, (side - picture.height) / 2);
}

// Draws the middle 43 points of the art at a scale. For art of 408 px, that is about a third.
function drawScale(canvas, still) {
  const scale = Number(canvas.dataset.scale);
  const width = Math.max(1, Math.round((still.width * scale) / 3));
  const height = Math.max(1, Math.round((still.height * scale) / 3));
  const small = newCanvas(width, height);
  const context = small.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(still, 0, 0, width, height);
  const side = 43 * scale;
  canvas.width = canvas.height = side;
  canvas.getContext("2d").drawImage(small, (side - width) / 2, (side - height) / 2);
}
