// Shows the size at which Messages shows the pack, and resizes all stickers to it.
function showGridSize({ grid: size, fits }) {
  const shown = size ?? fits;
  for (const choice of document.getElementsByName("pack-grid")) choice.checked = choice.value === shown;
  inPack("grid-words").textContent = size === null ? "The size nearest to your art." : "";
  inPack("grid-none").hidden = size === null;
}

// The two rules that compare a sticker with the size of the pack.
const rulesOfSize = ["grid-size", "not-square"];

const longerSide = ({ width, height }) => Math.max(width, height);
const isOfSize = (art, side) => art.width === side && art.height === side;
// Art is not enlarged, because it would look blurred. One or two rows of transparent pixels may be added.
const isTooSmall = (art, side) => Math.ceil(longerSide(art) / 3) * 3 < side;

async function makeOneSize() {
  await editsDone();
  const size = description.grid ?? description.fits;
  if (!size || (description.grid === null && !(await edit([{ set: "grid", to: size }])))) return;
  const stickers = description.order.map((number) => document.getElementById("sticker-" + number))
    .filter((article) => article?.dataset.role === "sticker" && artShown(article));
  const side = Number(document.querySelector(`[name=pack-grid][value=${size}]`).dataset.pixels);
  const others = stickers.filter((article) => !isOfSize(artShown(article), side));
  const jobs = others.filter((article) => !isTooSmall(artShown(article), side)).map((article) => ({
    id: article.id, ...stateOf(article, rulesOfSize), isAsked: true,
  }));
  const [from, names] = [stickers.length - others.length, others.map(({ id }) => id)];
  await fixEach(jobs, {
    none: others.length === 0 ? `All stickers are already ${side} × ${side} px.`
      : jobs.length === 0 ? `No sticker could be resized to ${side} × ${side} px.` : "Nothing was changed.",
    more: () => [
      from > 0 && jobs.length > 0 ? `${from} already had that size.` : "",
      leftOver(names, side),
    ].filter(Boolean).join("\n"),
  });
}

// Lists stickers that would have to be enlarged. A fix replaces the article, so find it by its id.
function leftOver(ids, side) {
  const left = ids.map((id) => document.getElementById(id))
    .filter((article) => article && !isOfSize(artShown(article), side));
  const small = left.filter((article) => isTooSmall(artShown(article), side));
  if (small.length === 0) return "";
  return `${listed(small.map(({ dataset }) => dataset.name))} would have to be enlarged to `
    + `${side} × ${side} px. Export ${small.length === 1 ? "it" : "them"} again at a larger size.`;
}
