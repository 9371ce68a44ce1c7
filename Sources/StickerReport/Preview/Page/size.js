// The size that Messages shows the pack in, and stickers that are all made for it.
function showGridSize({ grid: size, fits }) {
  const shown = size ?? fits;
  for (const choice of document.getElementsByName("pack-grid")) choice.checked = choice.value === shown;
  inPack("grid-words").textContent = size === null ? "The one nearest to your art." : "";
  inPack("grid-none").hidden = size === null;
}

// The size of the pack is the pack's to say; what follows from it for a sticker are two rules about sizes.
const rulesOfSize = ["grid-size", "not-square"];

async function makeOneSize() {
  await editsDone();
  const size = description.grid ?? description.fits;
  if (!size || (description.grid === null && !(await edit([{ set: "grid", to: size }])))) return;
  const stickers = description.order.map((number) => document.getElementById("sticker-" + number))
    .filter((article) => article?.dataset.role === "sticker");
  const side = Number(document.querySelector(`[name=pack-grid][value=${size}]`).dataset.pixels);
  const jobs = stickers.map((article) => ({
    id: article.id, was: stateOf(article), ...stateOf(article, rulesOfSize), isAsked: false,
  }));
  await fixEach(jobs, "Fixing", {
    none: `Nothing is larger than ${side} × ${side} px.`,
    more: () => leftOver(stickers, side),
  });
}

// Nobody's art is enlarged: it would look blurred. What is long and thin would be too low once it is scaled.
function leftOver(stickers, side) {
  const arts = stickers.map(({ id }) => document.getElementById(id)).filter((article) => article
    && artShown(article));
  const isSmall = (article) => Math.max(artShown(article).width, artShown(article).height) < side;
  const isOther = (article) => artShown(article).width !== side || artShown(article).height !== side;
  const small = arts.filter(isSmall);
  const thin = arts.filter((article) => !isSmall(article) && isOther(article));
  return [[small, "have to be enlarged"], [thin, "have to be redrawn"]].filter(([some]) => some.length > 0)
    .map(([some, what]) => `${listed(some.map(({ dataset }) => dataset.name))} would ${what} for `
      + `${side} × ${side} px: export ${some.length === 1 ? "it" : "them"} anew.`).join("\n");
}
