// Starts the page. This file comes last, because it calls functions in the other files.

// Prepares an article that was added to the page, and shows its tile.
function initializeArticle(article) {
  if (isMotionPaused(article)) updateMotion(article);
  updateTile(article);
}

// Schedules an update of the page. Several messages from the server cause only one update.
let refreshTimer = 0;

function scheduleRefresh() {
  refreshTimer ||= setTimeout(() => {
    refreshTimer = 0;
    updateCounts();
    applyFilters();
  }, 30);
}

function updateAllMotion() {
  stickerArticles().forEach(updateMotion);
  updateExampleMotion();
}

document.body.classList.add("scripted");

document.getElementById("stickers").addEventListener("mouseover", highlightMarks);
const motion = document.getElementById("motion");
motion.checked = !reducedMotionQuery.matches;
motion.addEventListener("change", updateAllMotion);
reducedMotionQuery.addEventListener("change", () => {
  motion.checked = !reducedMotionQuery.matches;
  updateAllMotion();
});
new ResizeObserver(([bars]) => {
  document.documentElement.style.setProperty("--bars", bars.target.offsetHeight + "px");
}).observe(document.querySelector(".top"));
prepareBackgrounds();
prepareFilters();
prepareRuleExplanations();
prepareGrid();
for (const article of stickerArticles()) initializeArticle(article);
updateCounts();
applyFilters();
preparePane();
if (isDropPage) startDropPage();
