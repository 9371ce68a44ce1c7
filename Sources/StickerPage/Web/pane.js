// The pane next to the grid that shows the open sticker.
const openArticle = () => document.querySelector("#stickers > .open");
let lastView = "messages";

function openPane(article) {
  const previous = openArticle();
  if (previous === article) return updateNavigationBar();
  if (previous) closeArticle(previous);
  article.classList.add("open");
  article.hidden = false;
  document.body.classList.add("paned");
  addViewTabs(article);
  moveDescriptionFields(article);
  const tile = tileForArticle(article);
  tile?.setAttribute("aria-current", "true");
  updateTabStop(tile);
  scrollPaneToTop();
  history.replaceState(null, "", "#" + article.id);
  openViewByName(article, lastView);
  updateNavigationBar();
  refitTiles(tile);
  if (isDropPage) {
    showSmallArtPreviews(article);
    hideFailedFixes(article);
  }
}

// Scrolls to the top: the column next to the grid or, in a narrow window, the pane over the grid.
function scrollPaneToTop() {
  for (const id of ["side", "pane"]) document.getElementById(id).scrollTop = 0;
}

// Closes a sticker, but not the pane.
function closeArticle(article) {
  lastView = article.querySelector("[role=tab][aria-selected=true]")?.dataset.view ?? lastView;
  article.endView?.();
  article.endView = null;
  const panel = article.querySelector("[role=tabpanel]");
  // Discard the view, because it uses memory and would be outdated when the sticker opens again.
  if (panel) deselectTabs(article, [...article.querySelectorAll("[role=tab]")]);
  panel?.replaceChildren();
  article.classList.remove("open");
  tileForArticle(article)?.removeAttribute("aria-current");
}

function closePane() {
  const article = openArticle();
  if (!article) return;
  const hadFocus = document.getElementById("pane").contains(document.activeElement);
  closeArticle(article);
  document.body.classList.remove("paned");
  scrollPaneToTop();
  history.replaceState(null, "", location.pathname + location.search);
  const tile = tileForArticle(article);
  updateSideColumn();
  refitTiles(tile);
  if (hadFocus && tile && !tile.hidden) tile.focus();
}

// Opens the next or previous visible sticker.
function openNeighbor(offset) {
  const all = visibleTiles();
  const index = all.indexOf(tileForArticle(openArticle()));
  const next = all[index + offset];
  if (!next) return;
  openPane(articleForTile(next));
  next.scrollIntoView({ block: "nearest" });
}

function updateNavigationBar() {
  const article = openArticle();
  if (!article) return updateSideColumn();
  const all = visibleTiles();
  const index = all.indexOf(tileForArticle(article));
  document.getElementById("walked").textContent = index < 0 ? "" : `${index + 1} of ${all.length}`;
  for (const [offset, isEnabled] of [["-1", index > 0], ["1", index >= 0 && index + 1 < all.length]]) {
    document.querySelector(`[data-walk="${offset}"]`).disabled = !isEnabled;
  }
  updateSideColumn();
}

// Shows the side column if a sticker is open or the pack has content in it.
function updateSideColumn() {
  const hasPackContent = document.getElementById("whole").textContent.trim() !== "";
  document.body.classList.toggle("sided", stickerArticles().length > 0 && (openArticle() !== null || hasPackContent));
}

// Moves the fields for descriptions to the open sticker. The page has only one set of these fields.
function moveDescriptionFields(article) {
  const section = document.querySelector(".describe");
  if (!section) return;
  section.dataset.number = article.dataset.number;
  article.insertBefore(section, article.querySelector(":scope > .own"));
  showDescriptionFields(section, Number(article.dataset.number));
}

// Moves the fields for descriptions out of an article before the article is removed.
function detachDescriptionFields(article) {
  const section = article.querySelector(".describe");
  if (section) document.getElementById("pane").append(section);
}

function preparePane() {
  for (const button of document.querySelectorAll("[data-walk]")) {
    const offset = Number(button.dataset.walk);
    button.addEventListener("click", () => (offset === 0 ? closePane() : openNeighbor(offset)));
  }
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const handlesKeys = event.target.closest?.("input, select, textarea, [role=tab], dialog, .menu, .loupe");
    if (event.key === "Escape" && !event.target.closest?.("dialog")) {
      if (selectedTiles().length > 0) clearSelection();
      else closePane();
    } else if (!handlesKeys && openArticle() && ["ArrowLeft", "ArrowRight"].includes(event.key)) {
      openNeighbor(event.key === "ArrowLeft" ? -1 : 1);
    }
  });
  if (stickerArticles().length === 1 && document.body.dataset.place === "file") openPane(stickerArticles()[0]);
  else openArticleFromHash();
}

// Opens the sticker in the address, which was open before the page was reloaded.
function openArticleFromHash() {
  const article = location.hash.startsWith("#sticker-") && document.getElementById(location.hash.slice(1));
  if (article && !openArticle()) openPane(article);
}
