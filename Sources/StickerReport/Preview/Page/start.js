// Puts the page to work: what is on it, and what comes to it later.
const soon = new IntersectionObserver((entries) => {
  for (const entry of entries.filter((entry) => entry.isIntersecting)) {
    soon.unobserve(entry.target);
    prepareSticker(entry.target);
  }
}, { rootMargin: "600px" });

function takeIn(article) {
  soon.observe(article);
  showInOverview(article);
}

function refresh() {
  countStickers();
  applyFilters();
}

prepareGrounds();
prepareFilters();
for (const article of articles()) takeIn(article);
refresh();
if (document.body.dataset.place === "drop") startDropping();
