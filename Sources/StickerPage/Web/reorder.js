// Reorders stickers by dragging tiles, or with Alt and the arrow keys.
const drag = { moved: [], ghost: null, start: null, target: null, isAfter: false, hold: 0, isDone: false };

function prepareOrder() {
  grid.addEventListener("pointerdown", grip);
  addEventListener("pointermove", moveGhost);
  addEventListener("pointerup", () => letGo(true));
  addEventListener("pointercancel", () => letGo(false));
  // Do not scroll while dragging by touch.
  grid.addEventListener("touchmove", (event) => drag.ghost && event.preventDefault(), { passive: false });
  grid.addEventListener("contextmenu", (event) => drag.ghost && event.preventDefault());
  grid.addEventListener("click", (event) => {
    if (drag.isDone) event.stopImmediatePropagation();
    drag.isDone = false;
  }, { capture: true });
  grid.addEventListener("keydown", moveByKey);
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !drag.ghost) return;
    event.preventDefault();
    letGo(false);
  }, { capture: true });
}

const movedWith = (tile) => (chosenTiles().includes(tile) ? chosenTiles() : [tile]);

function grip(event) {
  const tile = event.target.closest(".tile");
  if (!tile || event.button !== 0) return;
  drag.isDone = false;
  drag.start = { tile, x: event.clientX, y: event.clientY };
  // On a touchscreen, an immediate move scrolls, and a long press lifts.
  if (event.pointerType !== "mouse") drag.hold = setTimeout(() => drag.start && lift(event), 400);
}

function lift(event) {
  const { tile } = drag.start;
  drag.moved = movedWith(tile);
  for (const one of drag.moved) one.classList.add("lifted");
  const ghost = document.createElement("div");
  ghost.className = "ghost";
  ghost.append(tile.querySelector(".thumb").cloneNode(false));
  const canvas = tile.querySelector("canvas");
  if (canvas) ghost.firstChild.append(fitted(canvas, canvas.width));
  if (drag.moved.length > 1) {
    ghost.append(Object.assign(document.createElement("b"), { textContent: drag.moved.length }));
  }
  document.body.append(ghost);
  drag.ghost = ghost;
  moveGhost(event);
}

function moveGhost(event) {
  if (!drag.start) return;
  const far = Math.hypot(event.clientX - drag.start.x, event.clientY - drag.start.y) > 6;
  if (!drag.ghost) {
    if (!far) return;
    if (event.pointerType !== "mouse") return letGo(false);
    lift(event);
  }
  drag.ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
  const under = document.elementFromPoint(event.clientX, event.clientY)?.closest?.(".tile");
  if (under) {
    const box = under.getBoundingClientRect();
    aim(under, event.clientX > box.x + box.width / 2);
  }
  const edge = 72;
  if (event.clientY < edge) scrollBy(0, -24);
  else if (event.clientY > innerHeight - edge) scrollBy(0, 24);
}

// Marks the drop position.
function aim(tile, isAfter) {
  drag.target?.classList.remove("before", "after");
  [drag.target, drag.isAfter] = [tile, isAfter];
  tile?.classList.add(isAfter ? "after" : "before");
}

function letGo(isWanted) {
  clearTimeout(drag.hold);
  const { moved, ghost, target, isAfter } = drag;
  drag.isDone = ghost !== null;
  for (const one of moved) one.classList.remove("lifted");
  ghost?.remove();
  aim(null, false);
  [drag.start, drag.ghost, drag.moved] = [null, null, []];
  if (isWanted && ghost && target && !moved.includes(target)) putBeside(moved, target, isAfter);
}

function moveByKey(event) {
  const tile = event.target.closest(".tile");
  if (!tile || !event.altKey || !event.key.startsWith("Arrow")) return;
  event.preventDefault();
  const moved = movedWith(tile);
  const isForth = ["ArrowRight", "ArrowDown"].includes(event.key);
  const target = tileBeyond(isForth ? moved.at(-1) : moved[0], event.key);
  if (target && !moved.includes(target)) putBeside(moved, target, isForth);
  tile.focus();
}

// Moves tiles one position earlier or later.
function moveInOrder(moved, by) {
  // A filter may hide the open sticker. It then moves among all tiles.
  const all = moved.some((tile) => tile.hidden) ? [...grid.children] : tiles();
  const target = by < 0 ? all[all.indexOf(moved[0]) - 1] : all[all.indexOf(moved.at(-1)) + 1];
  if (moved.length === 0) return;
  if (target) return putBeside(moved, target, by > 0);
  document.getElementById("moved").textContent = by < 0 ? "Already first." : "Already last.";
}

// Moves tiles before or after another. Tiles that a filter hides keep their positions.
async function putBeside(moved, target, isAfter) {
  const rest = [...grid.children].filter((tile) => !moved.includes(tile));
  rest.splice(rest.indexOf(target) + (isAfter ? 1 : 0), 0, ...moved);
  const numbers = rest.map((tile) => Number(tile.dataset.number));
  takeOrder(numbers);
  moved[0].scrollIntoView({ block: "nearest" });
  const names = moved.length === 1 ? articleOf(moved[0]).dataset.name : `${moved.length} stickers`;
  const place = rest.indexOf(moved[0]) + 1;
  document.getElementById("moved").textContent = `${names}: now ${place} of ${rest.length}`;
  tellWalk();
  // The user may reorder before the pack file has arrived.
  wantedOrder = numbers;
  const isUnknown = (number) => !isInPack(number) && !description.apart.some((one) => one.number === number);
  // Wait until the pack file includes new files.
  for (let waited = 0; waited < 5000 && (!description || numbers.some(isUnknown)); waited += 100) {
    await new Promise((done) => setTimeout(done, 100));
  }
  if (wantedOrder !== numbers) return;
  // Images outside the pack have no position in it.
  const wanted = numbers.filter(isInPack);
  wantedOrder = wanted;
  const isDone = await edit([{ set: "order", to: wanted }]);
  if (isDone) say(`Moved ${moved.length === 1 ? names : counted(moved.length, "sticker")}.`, true);
  setTimeout(() => {
    if (wantedOrder !== wanted) return;
    wantedOrder = null;
    if (description) takeOrder(description.order);
  }, isDone ? 1000 : 0);
}
