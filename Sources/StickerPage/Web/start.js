// Starts the page.
function takeIn(article) {
  if (isCalm(article)) settleMotion(article);
  showInGrid(article);
}

// Many messages at once cause only one update.
let refreshing = 0;

function refresh() {
  refreshing ||= setTimeout(() => {
    refreshing = 0;
    countStickers();
    applyFilters();
  }, 30);
}

document.body.classList.add("scripted");

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
}).observe(document.querySelector(".top"));
prepareGrounds();
prepareFilters();
prepareGrid();
for (const article of articles()) takeIn(article);
countStickers();
applyFilters();
preparePane();
if (document.body.dataset.place === "drop") startDropping();
