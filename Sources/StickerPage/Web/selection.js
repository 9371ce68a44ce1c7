// Selects tiles and opens stickers, with mouse, touch and keyboard.
const chosenTiles = () => tiles().filter((tile) => tile.getAttribute("aria-selected") === "true");
let anchor = null;

function select(tile, isSelected) { tile.setAttribute("aria-selected", isSelected); }

function selectNone() {
  for (const tile of grid.querySelectorAll("[aria-selected=true]")) select(tile, false);
  tellChosen();
}

function selectTo(tile) {
  const all = tiles();
  const [from, to] = [Math.max(0, all.indexOf(anchor)), all.indexOf(tile)];
  const [first, last] = [Math.min(from, to), Math.max(from, to)];
  for (const [index, one] of all.entries()) select(one, index >= first && index <= last);
  tellChosen();
}

function tellChosen() {
  const bar = document.getElementById("chosen");
  if (!bar) return;
  const count = chosenTiles().length;
  bar.hidden = count === 0;
  document.getElementById("controls").classList.toggle("behind", count > 0);
  document.getElementById("chosen-count").textContent = count > 0 ? `${count} selected` : "";
}

// The stickers that a button or a key applies to: the selected ones, or else the one that has the focus or is open.
function chosenArticles() {
  const selected = chosenTiles();
  if (selected.length > 0) return selected.map(articleOf);
  const focused = document.activeElement.closest?.(".tile");
  const one = focused ? articleOf(focused) : openArticle();
  return one ? [one] : [];
}

function goTo(tile, event) {
  keepOneStop(tile);
  tile.focus();
  tile.scrollIntoView({ block: "nearest" });
  if (event?.shiftKey) return selectTo(tile);
  anchor = tile;
  if (openArticle() && !event?.ctrlKey && !event?.metaKey) openPane(articleOf(tile));
}

function clickTile(event) {
  const tile = event.target.closest(".tile");
  if (!tile) return;
  keepOneStop(tile);
  if (event.shiftKey) return selectTo(tile);
  anchor = tile;
  if (event.ctrlKey || event.metaKey) {
    select(tile, tile.getAttribute("aria-selected") !== "true");
    return tellChosen();
  }
  selectNone();
  openPane(articleOf(tile));
}

// The tile that a key leads to. The number of columns depends on the width.
function tileBeyond(tile, key) {
  const all = tiles();
  const at = all.indexOf(tile);
  const columns = Math.max(1, all.filter((other) => other.offsetTop === all[0].offsetTop).length);
  const to = {
    ArrowLeft: at - 1, ArrowRight: at + 1, ArrowUp: at - columns, ArrowDown: at + columns, Home: 0,
    End: all.length - 1,
  }[key];
  return to === undefined ? null : all[to] ?? tile;
}

function pressInGrid(event) {
  const tile = event.target.closest(".tile");
  if (!tile || event.altKey) return;
  const next = tileBeyond(tile, event.key);
  if (next) goTo(next, event);
  else if (event.key === "Enter") openPane(articleOf(tile));
  else if (event.key === " ") {
    select(tile, tile.getAttribute("aria-selected") !== "true");
    anchor = tile;
    tellChosen();
  } else if (event.key === "a" && (event.ctrlKey || event.metaKey)) {
    for (const one of tiles()) select(one, true);
    tellChosen();
  } else return;
  event.preventDefault();
}

function prepareGrid() {
  prepareTileSize();
  grid.addEventListener("click", clickTile);
  grid.addEventListener("keydown", pressInGrid);
}
