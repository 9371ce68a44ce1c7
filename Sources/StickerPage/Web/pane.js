// The pane that shows the open sticker, beside the grid.
const openArticle = () => document.querySelector("#stickers > .open");
let lastView = "messages";

function openPane(article) {
  const old = openArticle();
  if (old === article) return tellWalk();
  if (old) endPane(old);
  article.classList.add("open");
  article.hidden = false;
  document.body.classList.add("paned");
  prepareSticker(article);
  describeIn(article);
  const tile = tileOf(article);
  tile?.setAttribute("aria-current", "true");
  keepOneStop(tile);
  document.getElementById("pane").scrollTop = 0;
  history.replaceState(null, "", "#" + article.id);
  openAgain(article, lastView);
  tellWalk();
  if (inDropPage) showSmallArt(article);
}

function endPane(article) {
  lastView = article.querySelector("[role=tab][aria-selected=true]")?.dataset.view ?? lastView;
  article.endView?.();
  article.endView = null;
  const panel = article.querySelector("[role=tabpanel]");
  // Discard the view, so that it uses no memory and is up to date when the sticker opens again.
  if (panel) closeView(article, [...article.querySelectorAll("[role=tab]")]);
  panel?.replaceChildren();
  article.classList.remove("open");
  tileOf(article)?.removeAttribute("aria-current");
}

function closePane() {
  const article = openArticle();
  if (!article) return;
  const hadFocus = document.getElementById("pane").contains(document.activeElement);
  endPane(article);
  document.body.classList.remove("paned");
  history.replaceState(null, "", location.pathname + location.search);
  const tile = tileOf(article);
  if (hadFocus && tile && !tile.hidden) tile.focus();
  settleSide();
}

function walk(by) {
  const all = tiles();
  const at = all.indexOf(tileOf(openArticle()));
  const next = all[at + by];
  if (!next) return;
  openPane(articleOf(next));
  next.scrollIntoView({ block: "nearest" });
}

function tellWalk() {
  const article = openArticle();
  if (!article) return settleSide();
  const all = tiles();
  const at = all.indexOf(tileOf(article));
  document.getElementById("walked").textContent = at < 0 ? "" : `${at + 1} of ${all.length}`;
  for (const [by, isThere] of [["-1", at > 0], ["1", at >= 0 && at + 1 < all.length]]) {
    document.querySelector(`[data-walk="${by}"]`).disabled = !isThere;
  }
  settleSide();
}

// Shows the side column if a sticker is open or there is something to show about the pack.
function settleSide() {
  const hasWhole = document.getElementById("whole").textContent.trim() !== "";
  document.body.classList.toggle("sided", articles().length > 0 && (openArticle() !== null || hasWhole));
}

// Moves the fields for texts to the open sticker.
function describeIn(article) {
  const section = document.querySelector(".describe");
  if (!section) return;
  section.dataset.number = article.dataset.number;
  article.querySelector(".parts").after(section);
  describe(section, Number(article.dataset.number));
}

// Saves the fields from an article that will be removed.
function rescueDescribe(article) {
  const section = article.querySelector(".describe");
  if (section) document.getElementById("pane").append(section);
}

function preparePane() {
  for (const button of document.querySelectorAll("[data-walk]")) {
    const by = Number(button.dataset.walk);
    button.addEventListener("click", () => (by === 0 ? closePane() : walk(by)));
  }
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const isBusy = event.target.closest?.("input, select, textarea, [role=tab], dialog, .menu, .loupe");
    if (event.key === "Escape" && !event.target.closest?.("dialog")) {
      if (chosenTiles().length > 0) selectNone();
      else closePane();
    } else if (!isBusy && openArticle() && ["ArrowLeft", "ArrowRight"].includes(event.key)) {
      walk(event.key === "ArrowLeft" ? -1 : 1);
    }
  });
  if (articles().length === 1 && document.body.dataset.place === "file") openPane(articles()[0]);
  else openNamed();
}

// After a reload, opens the sticker that was open.
function openNamed() {
  const article = location.hash.startsWith("#sticker-") && document.getElementById(location.hash.slice(1));
  if (article && !openArticle()) openPane(article);
}
