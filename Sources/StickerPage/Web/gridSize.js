// The size at which Messages shows the stickers of the pack. All stickers can be resized to it.
function updateGridSize({ grid: size, fits }) {
  const shown = size ?? fits;
  for (const radio of document.getElementsByName("pack-grid")) radio.checked = radio.value === shown;
  packElement("grid-words").textContent = size === null ? "Matches the size of your art most closely." : "";
  packElement("grid-none").hidden = size === null;
}

// The rules that compare a sticker with the grid size of the pack.
const gridSizeRules = ["grid-size", "not-square"];

const longerSide = ({ width, height }) => Math.max(width, height);
const hasSize = (art, side) => art.width === side && art.height === side;
// Fixes do not enlarge art, because it would look blurry. But they may add one or two transparent rows or columns.
const isTooSmall = (art, side) => Math.ceil(longerSide(art) / 3) * 3 < side;

const packGridSize = () => packState.grid ?? packState.fits;
const gridSide = (size) => Number(document.querySelector(`[name=pack-grid][value=${size}]`).dataset.pixels);

// Returns the stickers of the pack that can be resized.
const resizableStickers = () => packState.order.map((number) => document.getElementById("sticker-" + number))
  .filter((article) => article?.dataset.role === "sticker" && displayedArt(article));

// The addresses of images that could not be resized, each with the side in px.
const failedResizes = new Set();
const resizeKey = (art, side) => `${art.source} ${side}`;

// Whether the pack has a finding about different sizes, and resizing helps.
function canMatchSizes() {
  const size = packGridSize();
  if (!size || document.querySelector("#pack [data-resize]") === null) return false;
  const side = gridSide(size);
  return resizableStickers().map(displayedArt).some((art) => (
    !hasSize(art, side) && !isTooSmall(art, side) && !failedResizes.has(resizeKey(art, side))));
}

// Whether all stickers already have the grid size of the pack.
function haveSameSize() {
  const size = packGridSize();
  if (!size) return false;
  const side = gridSide(size);
  return resizableStickers().every((article) => hasSize(displayedArt(article), side));
}

async function resizeAllStickers() {
  await flushEdits();
  const size = packGridSize();
  if (!size) return;
  const stickers = resizableStickers();
  const side = gridSide(size);
  const toResize = stickers.filter((article) => !hasSize(displayedArt(article), side));
  const jobs = toResize.filter((article) => !isTooSmall(displayedArt(article), side)).map((article) => ({
    id: article.id, ...requestedFixOptions(article, gridSizeRules), isAsked: true,
  }));
  const setsGrid = jobs.length > 0 && packState.grid === null;
  const action = createActionID();
  if (setsGrid && !(await sendEdits([{ set: "grid", to: size }], action))) return;
  const [unchangedCount, ids] = [stickers.length - toResize.length, toResize.map(({ id }) => id)];
  await runFixJobs(jobs, {
    emptyText: `No sticker could be resized to ${side} × ${side} px.`,
    isUndoable: setsGrid,
    createDetails: () => [
      unchangedCount > 0 && jobs.length > 0 ? `${unchangedCount} already had that size.` : "",
      tooSmallStickersText(ids, side),
    ].filter(Boolean).join("\n"),
  }, action);
  for (const art of resizableStickers().map(displayedArt)) {
    if (!hasSize(art, side)) failedResizes.add(resizeKey(art, side));
  }
  updateMissingRequirements(packState);
}

// Lists stickers that would have to be enlarged. A fix replaces a sticker's article, so the articles are looked up by
// their ids.
function tooSmallStickersText(ids, side) {
  const remaining = ids.map((id) => document.getElementById(id))
    .filter((article) => article && !hasSize(displayedArt(article), side));
  const tooSmall = remaining.filter((article) => isTooSmall(displayedArt(article), side));
  if (tooSmall.length === 0) return "";
  return `${joinNames(tooSmall.map(({ dataset }) => dataset.name))} would have to be enlarged to `
    + `${side} × ${side} px. Export ${tooSmall.length === 1 ? "it" : "them"} again at a larger size.`;
}
