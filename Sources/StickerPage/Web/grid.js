// The grid has a tile for each sticker. A tile is drawn shortly before it becomes visible.
const grid = document.getElementById("grid");
const isDropPage = document.body.dataset.place === "drop";
const tileForArticle = (article) => document.getElementById("to-" + article.dataset.number);
const tileForNumber = (number) => document.getElementById("to-" + number);
const articleForTile = (tile) => document.getElementById("sticker-" + tile.dataset.number);
const visibleTiles = () => [...grid.children].filter((tile) => !tile.hidden);
// The side of a tile in px. Until the user chooses a size, tiles are as large as possible while all stickers fit on the
// screen.
const tileSize = { px: 160, isUserDefined: false, min: 80, max: 240 };
const tileSizeName = (side) => (side < 104 ? "small" : side < 144 ? "medium" : "large");
// The space between tiles and the height of their names, in px. Small tiles have no names.
const tileSpacing = (side) => (
  { small: { gap: 4, label: 0 }, medium: { gap: 4, label: 28 }, large: { gap: 8, label: 28 } }[tileSizeName(side)]);
const tileArtSide = () => 1.2 * tileSize.px * Math.min(2, devicePixelRatio);

// Stickers are in the order of the pack. Other images follow, sorted by name.
const nameCollator = new Intl.Collator(undefined, { numeric: true });
let positionByNumber = new Map();
const positionOf = (article) => positionByNumber.get(Number(article.dataset.number)) ?? Infinity;

function comparePositions(a, b) {
  const [positionA, positionB] = [positionOf(a), positionOf(b)];
  if (positionA !== positionB) return positionA - positionB;
  return nameCollator.compare(a.dataset.path, b.dataset.path);
}

// Inserts an article at its position, and moves its tile to the same position in the grid. A binary search finds the
// position, because packs can have a thousand stickers.
function insertArticle(article) {
  const parent = document.getElementById("stickers");
  const others = stickerArticles().filter((other) => other !== article);
  let [low, high] = [0, others.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (comparePositions(others[middle], article) <= 0) low = middle + 1;
    else high = middle;
  }
  const next = others[low] ?? null;
  if (article.parentElement !== parent || article.nextElementSibling !== next) {
    parent.insertBefore(article, next);
  }
  const tile = tileForArticle(article);
  if (tile) grid.insertBefore(tile, next && tileForArticle(next));
}

// The order that the user has just set. Until the server confirms it, the page ignores other orders.
let pendingOrder = null;

function applyServerOrder(order) {
  if (pendingOrder && pendingOrder.join() !== order.join()) return;
  pendingOrder = null;
  applyOrder(order);
}

// Applies a new order.
function applyOrder(order) {
  const isSame = order.length === positionByNumber.size
    && order.every((number, index) => positionByNumber.get(number) === index);
  if (isSame) return;
  positionByNumber = new Map(order.map((number, index) => [number, index]));
  const focused = document.activeElement;
  const [current, sorted] = [stickerArticles(), stickerArticles().sort(comparePositions)];
  if (current.every((article, index) => article === sorted[index])) return;
  document.getElementById("stickers").append(...sorted);
  grid.append(...sorted.map(tileForArticle).filter(Boolean));
  // An element loses focus when it moves.
  if (focused !== document.activeElement && focused?.isConnected) focused.focus({ preventScroll: true });
}

// Updates the tile of a sticker, or creates it.
function updateTile(article) {
  const { number, name } = article.dataset;
  if (isDropPage) updateVerdict(article);
  let tile = tileForArticle(article);
  if (!tile) {
    tile = document.createElement("li");
    Object.assign(tile, { id: "to-" + number, className: "tile", tabIndex: -1 });
    tile.dataset.number = number;
    tile.setAttribute("role", "option");
    tile.setAttribute("aria-selected", "false");
    const [thumb, label] = [document.createElement("span"), document.createElement("span")];
    [thumb.className, label.className] = ["thumb ground", "name"];
    tile.append(thumb, label);
    grid.append(tile);
    insertArticle(article);
    tileObserver.observe(tile);
  } else if (tile.isDrawn) {
    drawTile(tile);
  }
  if (isDropPage) updateOutsidePackMark(tile);
  tile.dataset.verdict = article.classList.contains("checking") ? "checking" : article.dataset.verdict;
  tile.querySelector(".name").textContent = name;
  tile.querySelector(".badge")?.remove();
  tile.append(article.querySelector(".badge").cloneNode(true));
  const isAnimated = (displayedArt(article)?.delays.length ?? 0) > 1 || Boolean(article.dataset.vector);
  tile.classList.toggle("moves", isAnimated);
  tile.title = name;
  const verdict = article.querySelector(".verdict").textContent;
  tile.setAttribute("aria-label", `${name}: ${verdict}${isAnimated ? ", animated" : ""}`);
  updateTabStop();
}

function removeTile(number) { document.getElementById("to-" + number)?.remove(); }

const tileObserver = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) if (isIntersecting && !target.isDrawn) drawTile(target);
}, { rootMargin: "400px" });

// Tiles are drawn a few at a time, the newest first, so that visible tiles do not wait for those that the user has
// scrolled past.
const drawQueue = { maxWorkers: 3, activeWorkers: 0, tiles: [] };

function drawTile(tile) {
  tile.isDrawn = true;
  drawQueue.tiles.push(tile);
  while (drawQueue.activeWorkers < drawQueue.maxWorkers && drawQueue.tiles.length > 0) {
    drawQueue.activeWorkers += 1;
    drawQueuedTiles();
  }
}

async function drawQueuedTiles() {
  for (let tile = drawQueue.tiles.pop(); tile; tile = drawQueue.tiles.pop()) {
    const article = articleForTile(tile);
    const art = article && displayedArt(article);
    const placeholder = Object.assign(
      document.createElement("span"), { className: "none", textContent: article?.dataset.vector || "?" });
    const picture = art ? await art.thumbnail(tileArtSide()).catch(() => placeholder) : placeholder;
    // If the art changed in the meantime, the tile is in the queue again.
    const isCurrent = article?.isConnected && displayedArt(article) === art;
    picture.classList.toggle("tall", picture.height > picture.width);
    if (isCurrent) tile.querySelector(".thumb").replaceChildren(picture);
    await new Promise((resolve) => setTimeout(resolve));
  }
  drawQueue.activeWorkers -= 1;
}

// Makes one tile the only tab stop of the grid: the open one, or the one that the user moved to last.
function updateTabStop(preferred) {
  const stop = preferred ?? grid.querySelector("[tabindex='0']:not([hidden])") ?? visibleTiles()[0];
  for (const tile of grid.querySelectorAll("[tabindex='0']")) if (tile !== stop) tile.tabIndex = -1;
  if (stop) stop.tabIndex = 0;
}

// Returns the largest size at which all stickers fit on the screen.
function largestFittingTileSize(count) {
  const top = grid.getBoundingClientRect().top + scrollY || 200;
  const [width, height] = [grid.clientWidth || innerWidth, innerHeight - top - 16];
  for (let side = tileSize.max; side > tileSize.min; side -= 8) {
    const { gap, label } = tileSpacing(side);
    const columns = Math.max(1, Math.floor((width + gap) / (side + gap)));
    // Tiles are square, and as wide as their column.
    const column = (width + gap) / columns;
    if (Math.ceil(count / columns) * (column + label) <= height) return side;
  }
  return tileSize.min;
}

function fitTileSize(count) {
  if (count > 0 && !tileSize.isUserDefined) setTileSize(largestFittingTileSize(count));
}

// Adapts the tiles to the width next to the pane, and keeps a tile visible.
function refitTiles(tile) {
  fitTileSize(grid.children.length);
  tile?.scrollIntoView({ block: "nearest" });
}

function setTileSize(side) {
  document.getElementById("tile-size").value = side;
  if (grid.style.getPropertyValue("--tile") === `${side}px`) return;
  const isLarger = side > tileSize.px;
  tileSize.px = side;
  grid.style.setProperty("--tile", `${side}px`);
  grid.dataset.size = tileSizeName(side);
  if (!isLarger) return;
  // Observing a tile again redraws it: immediately if it is visible, otherwise once it becomes visible.
  for (const tile of grid.children) {
    tile.isDrawn = false;
    tileObserver.unobserve(tile);
    tileObserver.observe(tile);
  }
}

function prepareTileSize() {
  document.getElementById("tile-size").addEventListener("input", ({ target }) => {
    tileSize.isUserDefined = true;
    setTileSize(Number(target.value));
  });
  addEventListener("resize", () => fitTileSize(grid.children.length));
}
