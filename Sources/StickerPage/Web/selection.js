// Selects tiles and opens stickers, with mouse, touch and keyboard.
const selectedTiles = () => visibleTiles().filter((tile) => tile.getAttribute("aria-selected") === "true");
let selectionAnchor = null;

function setSelected(tile, isSelected) { tile.setAttribute("aria-selected", isSelected); }

function clearSelection() {
  for (const tile of grid.querySelectorAll("[aria-selected=true]")) setSelected(tile, false);
  updateSelectionBar();
}

// Selects the tiles between the anchor and this one.
function selectRange(tile) {
  const all = visibleTiles();
  const [anchorIndex, tileIndex] = [Math.max(0, all.indexOf(selectionAnchor)), all.indexOf(tile)];
  const [first, last] = [Math.min(anchorIndex, tileIndex), Math.max(anchorIndex, tileIndex)];
  for (const [index, other] of all.entries()) setSelected(other, index >= first && index <= last);
  updateSelectionBar();
}

function updateSelectionBar() {
  const bar = document.getElementById("chosen");
  if (!bar) return;
  const count = selectedTiles().length;
  bar.hidden = count === 0;
  document.getElementById("controls").classList.toggle("behind", count > 0);
  document.getElementById("chosen-count").textContent = count > 0 ? `${count} selected` : "";
}

// Returns the stickers that a button or a key applies to: the selected stickers or, if none are selected, the focused
// or open sticker.
function selectedOrCurrentArticles() {
  const selected = selectedTiles();
  if (selected.length > 0) return selected.map(articleForTile);
  const focused = document.activeElement.closest?.(".tile");
  const article = focused ? articleForTile(focused) : openArticle();
  return article ? [article] : [];
}

function focusTile(tile, event) {
  updateTabStop(tile);
  tile.focus();
  tile.scrollIntoView({ block: "nearest" });
  if (event?.shiftKey) return selectRange(tile);
  selectionAnchor = tile;
  if (openArticle() && !event?.ctrlKey && !event?.metaKey) openPane(articleForTile(tile));
}

function handleTileClick(event) {
  const tile = event.target.closest(".tile");
  if (!tile) return;
  updateTabStop(tile);
  if (event.shiftKey) return selectRange(tile);
  selectionAnchor = tile;
  if (event.ctrlKey || event.metaKey) {
    setSelected(tile, tile.getAttribute("aria-selected") !== "true");
    return updateSelectionBar();
  }
  clearSelection();
  openPane(articleForTile(tile));
}

// Returns the tile that a key moves to. The number of columns is the number of tiles with the same top as the first
// tile.
function tileForKey(tile, key) {
  const all = visibleTiles();
  const index = all.indexOf(tile);
  const columns = Math.max(1, all.filter((other) => other.offsetTop === all[0].offsetTop).length);
  const target = {
    ArrowLeft: index - 1, ArrowRight: index + 1, ArrowUp: index - columns, ArrowDown: index + columns, Home: 0,
    End: all.length - 1,
  }[key];
  return target === undefined ? null : all[target] ?? tile;
}

function handleGridKey(event) {
  const tile = event.target.closest(".tile");
  if (!tile || event.altKey) return;
  const next = tileForKey(tile, event.key);
  if (next) focusTile(next, event);
  else if (event.key === "Enter") openPane(articleForTile(tile));
  else if (event.key === " ") {
    setSelected(tile, tile.getAttribute("aria-selected") !== "true");
    selectionAnchor = tile;
    updateSelectionBar();
  } else if (event.key === "a" && (event.ctrlKey || event.metaKey)) {
    for (const other of visibleTiles()) setSelected(other, true);
    updateSelectionBar();
  } else return;
  event.preventDefault();
}

function prepareGrid() {
  prepareTileSize();
  grid.addEventListener("click", handleTileClick);
  grid.addEventListener("keydown", handleGridKey);
}
