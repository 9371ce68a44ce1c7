// The size that Messages shows the pack in, and stickers that are all made for it.
function showGridSize({ grid: size, fits }) {
  const shown = size ?? fits;
  for (const choice of document.getElementsByName("pack-grid")) choice.checked = choice.value === shown;
  inPack("grid-words").textContent = size === null ? "The one nearest to your art." : "";
  inPack("grid-none").hidden = size === null;
}

// The size of the pack is the pack's to say; what follows from it for a sticker are two rules about sizes.
const rulesOfSize = ["grid-size", "not-square"];

const longerSide = ({ width, height }) => Math.max(width, height);
const isOfSize = (art, side) => art.width === side && art.height === side;
// Nobody's art is enlarged: it would look blurred. A row or two of transparent pixels are nothing.
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
    id: article.id, was: stateOf(article), ...stateOf(article, rulesOfSize), isAsked: true,
  }));
  const [from, names] = [stickers.length - others.length, others.map(({ id }) => id)];
  await fixEach(jobs, "Fixing", {
    none: others.length === 0 ? `All of them are ${side} × ${side} px already.`
      : jobs.length === 0 ? `Nothing could be made ${side} × ${side} px.` : "Nothing was changed.",
    more: () => [
      from > 0 && jobs.length > 0 ? `${from} ${from === 1 ? "was" : "were"} that size already.` : "",
      leftOver(names, side),
    ].filter(Boolean).join("\n"),
  });
}

// What is of another size now, by what it is now: an article is another one after a fix.
function leftOver(ids, side) {
  const left = ids.map((id) => document.getElementById(id))
    .filter((article) => article && !isOfSize(artShown(article), side));
  const small = left.filter((article) => isTooSmall(artShown(article), side));
  if (small.length === 0) return "";
  return `${listed(small.map(({ dataset }) => dataset.name))} would have to be enlarged for `
    + `${side} × ${side} px: export ${small.length === 1 ? "it" : "them"} anew.`;
}
