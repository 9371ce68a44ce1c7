// The grid: a tile for each sticker, drawn shortly before it comes into view.
const grid = document.getElementById("grid");
const inDropPage = document.body.dataset.place === "drop";
const tileOf = (article) => document.getElementById("to-" + article.dataset.number);
const tileFor = (number) => document.getElementById("to-" + number);
const articleOf = (tile) => document.getElementById("sticker-" + tile.dataset.number);
const tiles = () => [...grid.children].filter((tile) => !tile.hidden);
// The side of a tile in px: chosen by the user, or else the largest size at which all stickers are visible at
// once.
const tileSize = { px: 160, isChosen: false, least: 80, most: 240 };
const sizeName = (side) => (side < 104 ? "small" : side < 144 ? "medium" : "large");
// The space between tiles, and the height of a name, in px. Small tiles have no names.
const spacingOf = (side) => (
  { small: { gap: 4, label: 0 }, medium: { gap: 8, label: 28 }, large: { gap: 16, label: 28 } }[sizeName(side)]);
const tileSide = () => 1.2 * tileSize.px * Math.min(2, devicePixelRatio);

// Stickers are in the order of the pack, other images sorted by name.
const byName = new Intl.Collator(undefined, { numeric: true });
let places = new Map();
const placeOf = (article) => places.get(Number(article.dataset.number)) ?? Infinity;

function inOrder(one, other) {
  const [first, second] = [placeOf(one), placeOf(other)];
  if (first !== second) return first - second;
  return byName.compare(one.dataset.path, other.dataset.path);
}

// Inserts a sticker at its position, in the grid and in the list of articles.
function place(article) {
  const parent = document.getElementById("stickers");
  const others = articles().filter((other) => other !== article);
  let [low, high] = [0, others.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (inOrder(others[middle], article) <= 0) low = middle + 1;
    else high = middle;
  }
  const later = others[low] ?? null;
  if (article.parentElement !== parent || article.nextElementSibling !== later) {
    parent.insertBefore(article, later);
  }
  const tile = tileOf(article);
  if (tile) grid.insertBefore(tile, later && tileOf(later));
}

// The order that the user has just set. Earlier orders that still arrive from the server are ignored.
let wantedOrder = null;

function takeSaidOrder(order) {
  if (wantedOrder && wantedOrder.join() !== order.join()) return;
  wantedOrder = null;
  takeOrder(order);
}

// Applies a new order.
function takeOrder(order) {
  const isSame = order.length === places.size && order.every((number, index) => places.get(number) === index);
  if (isSame) return;
  places = new Map(order.map((number, index) => [number, index]));
  const focused = document.activeElement;
  const [now, sorted] = [articles(), articles().sort(inOrder)];
  if (now.every((article, index) => article === sorted[index])) return;
  document.getElementById("stickers").append(...sorted);
  grid.append(...sorted.map(tileOf).filter(Boolean));
  // Moving an element takes the focus away from it.
  if (focused !== document.activeElement && focused?.isConnected) focused.focus({ preventScroll: true });
}

function showInGrid(article) {
  const { number, name } = article.dataset;
  if (inDropPage) showVerdict(article);
  let tile = tileOf(article);
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
    place(article);
    watchedTiles.observe(tile);
  } else if (tile.isDrawn) {
    drawTile(tile);
  }
  if (inDropPage) markApart(tile);
  tile.dataset.verdict = article.classList.contains("checking") ? "checking" : article.dataset.verdict;
  tile.querySelector(".name").textContent = name;
  tile.querySelector(".badge")?.remove();
  tile.append(article.querySelector(".badge").cloneNode(true));
  const moves = (artShown(article)?.delays.length ?? 0) > 1;
  tile.classList.toggle("moves", moves);
  tile.title = name;
  const verdict = article.querySelector(".verdict").textContent;
  tile.setAttribute("aria-label", `${name}: ${verdict}${moves ? ", animated" : ""}`);
  keepOneStop();
}

function removeTile(number) { document.getElementById("to-" + number)?.remove(); }

const watchedTiles = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) if (isIntersecting && !target.isDrawn) drawTile(target);
}, { rootMargin: "400px" });

// Tiles are drawn a few at a time, latest first, so that visible tiles do not wait for others.
const drawn = { atOnce: 3, busy: 0, waiting: [] };

function drawTile(tile) {
  tile.isDrawn = true;
  drawn.waiting.push(tile);
  while (drawn.busy < drawn.atOnce && drawn.waiting.length > 0) {
    drawn.busy += 1;
    drawOn();
  }
}

async function drawOn() {
  for (let tile = drawn.waiting.pop(); tile; tile = drawn.waiting.pop()) {
    const article = articleOf(tile);
    const art = article && artShown(article);
    const nothing = Object.assign(document.createElement("span"), { className: "none", textContent: "?" });
    const picture = art ? await art.small(tileSide()).catch(() => nothing) : nothing;
    // If the art changed in the meantime, the tile is drawn again.
    const isWanted = article?.isConnected && artShown(article) === art;
    picture.classList.toggle("tall", picture.height > picture.width);
    if (isWanted) tile.querySelector(".thumb").replaceChildren(picture);
    await new Promise((done) => setTimeout(done));
  }
  drawn.busy -= 1;
}

// Only one tile is a tab stop: the open one or the one used last.
function keepOneStop(wanted) {
  const stop = wanted ?? grid.querySelector("[tabindex='0']:not([hidden])") ?? tiles()[0];
  for (const tile of grid.querySelectorAll("[tabindex='0']")) if (tile !== stop) tile.tabIndex = -1;
  if (stop) stop.tabIndex = 0;
}

// The largest size at which all stickers fit on the screen.
function fittingSize(count) {
  const top = grid.getBoundingClientRect().top + scrollY || 200;
  const [width, height] = [grid.clientWidth || innerWidth, innerHeight - top - 16];
  for (let side = tileSize.most; side > tileSize.least; side -= 8) {
    const { gap, label } = spacingOf(side);
    const columns = Math.max(1, Math.floor((width + gap) / (side + gap)));
    // A tile is as wide as its column, and as high as it is wide.
    const column = (width + gap) / columns;
    if (Math.ceil(count / columns) * (column + label) <= height) return side;
  }
  return tileSize.least;
}

function sizeTiles(count) {
  if (count > 0 && !tileSize.isChosen) setTileSize(fittingSize(count));
}

function setTileSize(side) {
  document.getElementById("tile-size").value = side;
  if (grid.style.getPropertyValue("--tile") === `${side}px`) return;
  const isLarger = side > tileSize.px;
  tileSize.px = side;
  grid.style.setProperty("--tile", `${side}px`);
  grid.dataset.size = sizeName(side);
  if (!isLarger) return;
  // Redraw visible tiles now, and others when they come into view.
  for (const tile of grid.children) {
    tile.isDrawn = false;
    watchedTiles.unobserve(tile);
    watchedTiles.observe(tile);
  }
}

function prepareTileSize() {
  document.getElementById("tile-size").addEventListener("input", ({ target }) => {
    tileSize.isChosen = true;
    setTileSize(Number(target.value));
  });
  addEventListener("resize", () => sizeTiles(grid.children.length));
}
