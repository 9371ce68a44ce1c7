// Reorders stickers by dragging tiles, or with Alt and the arrow keys.
const drag = {
  tiles: [], ghost: null, start: null, target: null, isAfter: false, holdTimer: 0, suppressesClick: false,
};

function prepareReordering() {
  grid.addEventListener("pointerdown", startPointerDrag);
  addEventListener("pointermove", handleDragMove);
  addEventListener("pointerup", () => endDrag(true));
  addEventListener("pointercancel", () => endDrag(false));
  // Prevent scrolling while a finger drags tiles.
  grid.addEventListener("touchmove", (event) => drag.ghost && event.preventDefault(), { passive: false });
  grid.addEventListener("contextmenu", (event) => drag.ghost && event.preventDefault());
  grid.addEventListener("click", (event) => {
    if (drag.suppressesClick) event.stopImmediatePropagation();
    drag.suppressesClick = false;
  }, { capture: true });
  grid.addEventListener("keydown", handleReorderKey);
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !drag.ghost) return;
    event.preventDefault();
    endDrag(false);
  }, { capture: true });
}

// Returns the tiles that move with a tile: all selected ones if it is selected.
const tilesToMove = (tile) => (selectedTiles().includes(tile) ? selectedTiles() : [tile]);

function startPointerDrag(event) {
  const tile = event.target.closest(".tile");
  if (!tile || event.button !== 0) return;
  drag.suppressesClick = false;
  drag.start = { tile, x: event.clientX, y: event.clientY };
  // On touchscreens, a long press starts dragging, because an immediate movement scrolls the page.
  if (event.pointerType !== "mouse") drag.holdTimer = setTimeout(() => drag.start && liftTiles(event), 400);
}

function liftTiles(event) {
  const { tile } = drag.start;
  drag.tiles = tilesToMove(tile);
  for (const other of drag.tiles) other.classList.add("lifted");
  const ghost = document.createElement("div");
  ghost.className = "ghost";
  ghost.append(tile.querySelector(".thumb").cloneNode(false));
  const canvas = tile.querySelector("canvas");
  if (canvas) ghost.firstChild.append(scaleToFit(canvas, canvas.width));
  if (drag.tiles.length > 1) {
    ghost.append(Object.assign(document.createElement("b"), { textContent: drag.tiles.length }));
  }
  document.body.append(ghost);
  drag.ghost = ghost;
  handleDragMove(event);
}

function handleDragMove(event) {
  if (!drag.start) return;
  const isFar = Math.hypot(event.clientX - drag.start.x, event.clientY - drag.start.y) > 6;
  if (!drag.ghost) {
    if (!isFar) return;
    if (event.pointerType !== "mouse") return endDrag(false);
    liftTiles(event);
  }
  drag.ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
  const tile = document.elementFromPoint(event.clientX, event.clientY)?.closest?.(".tile");
  if (tile) {
    const box = tile.getBoundingClientRect();
    setDropTarget(tile, event.clientX > box.x + box.width / 2);
  }
  const scrollZone = 72;
  if (event.clientY < scrollZone) scrollBy(0, -24);
  else if (event.clientY > innerHeight - scrollZone) scrollBy(0, 24);
}

// Marks the position where the tiles would be dropped.
function setDropTarget(tile, isAfter) {
  drag.target?.classList.remove("before", "after");
  [drag.target, drag.isAfter] = [tile, isAfter];
  tile?.classList.add(isAfter ? "after" : "before");
}

function endDrag(isDropped) {
  clearTimeout(drag.holdTimer);
  const { tiles, ghost, target, isAfter } = drag;
  drag.suppressesClick = ghost !== null;
  for (const tile of tiles) tile.classList.remove("lifted");
  ghost?.remove();
  setDropTarget(null, false);
  [drag.start, drag.ghost, drag.tiles] = [null, null, []];
  if (isDropped && ghost && target && !tiles.includes(target)) moveTilesBeside(tiles, target, isAfter);
}

function handleReorderKey(event) {
  const tile = event.target.closest(".tile");
  if (!tile || !event.altKey || !event.key.startsWith("Arrow")) return;
  event.preventDefault();
  const tiles = tilesToMove(tile);
  const isForward = ["ArrowRight", "ArrowDown"].includes(event.key);
  const target = tileForKey(isForward ? tiles.at(-1) : tiles[0], event.key);
  if (target && !tiles.includes(target)) moveTilesBeside(tiles, target, isForward);
  tile.focus();
}

// Moves tiles one position earlier or later.
function moveTilesByOffset(moved, offset) {
  // If a filter hides the open sticker, move it among all tiles, not only the visible ones.
  const all = moved.some((tile) => tile.hidden) ? [...grid.children] : visibleTiles();
  const target = offset < 0 ? all[all.indexOf(moved[0]) - 1] : all[all.indexOf(moved.at(-1)) + 1];
  if (moved.length === 0) return;
  if (target) return moveTilesBeside(moved, target, offset > 0);
  document.getElementById("moved").textContent = offset < 0 ? "Already first." : "Already last.";
}

// Moves tiles before or after another. Tiles that a filter hides stay where they are.
async function moveTilesBeside(moved, target, isAfter) {
  const reordered = [...grid.children].filter((tile) => !moved.includes(tile));
  reordered.splice(reordered.indexOf(target) + (isAfter ? 1 : 0), 0, ...moved);
  const numbers = reordered.map((tile) => Number(tile.dataset.number));
  applyOrder(numbers);
  moved[0].scrollIntoView({ block: "nearest" });
  const movedText = moved.length === 1 ? articleForTile(moved[0]).dataset.name : `${moved.length} stickers`;
  const position = reordered.indexOf(moved[0]) + 1;
  document.getElementById("moved").textContent = `${movedText}: now ${position} of ${reordered.length}`;
  updateNavigationBar();
  // The user may reorder new stickers before the server has added them to the pack. Ignore other orders until then.
  pendingOrder = numbers;
  const isUnknown = (number) => !isInPack(number) && !packState.apart.some((image) => image.number === number);
  for (let waited = 0; waited < 5000 && (!packState || numbers.some(isUnknown)); waited += 100) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  if (pendingOrder !== numbers) return;
  // Images outside the pack have no position in it.
  const packNumbers = numbers.filter(isInPack);
  pendingOrder = packNumbers;
  const succeeded = await sendEdits([{ set: "order", to: packNumbers }]);
  if (succeeded) showToast(`Moved ${moved.length === 1 ? movedText : pluralize(moved.length, "sticker")}.`, true);
  setTimeout(() => {
    if (pendingOrder !== packNumbers) return;
    pendingOrder = null;
    if (packState) applyOrder(packState.order);
  }, succeeded ? 1000 : 0);
}
