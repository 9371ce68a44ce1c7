// Puts the page to work: what is on it, and what comes to it later.
function takeIn(article) {
  prepareSticker(article);
  showInOverview(article);
}

function refresh() {
  countStickers();
  applyFilters();
}

document.getElementById("stickers").addEventListener("mouseover", pointAtMarks);
const motion = document.getElementById("motion");
motion.checked = !wantsCalm.matches;
motion.addEventListener("change", () => articles().forEach(settleMotion));
wantsCalm.addEventListener("change", () => {
  motion.checked = !wantsCalm.matches;
  articles().forEach(settleMotion);
});
new ResizeObserver(([bars]) => {
  document.documentElement.style.setProperty("--bars", bars.target.offsetHeight + "px");
}).observe(document.getElementById("bars"));
prepareGrounds();
prepareFilters();
for (const article of articles()) takeIn(article);
refresh();
if (document.body.dataset.place === "drop") startDropping();
