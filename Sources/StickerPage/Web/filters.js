// Filters and counts the stickers.
const articles = () => [...document.querySelectorAll("article.sticker")];
// Images outside the pack are shown but not counted.
const isApart = (article) => tileOf(article)?.classList.contains("apart") ?? false;
const inThePack = () => articles().filter((article) => !isApart(article));
const isReady = (article) => ["hint", "fine"].includes(article.dataset.verdict);

function isWanted(article, verdict, rule) {
  const own = isReady(article) ? "ready" : article.dataset.verdict;
  const isKind = verdict === "all" || (own === verdict && !isApart(article));
  return isKind && (rule === "" || article.dataset.rules.split(" ").includes(rule));
}

function applyFilters() {
  const form = document.getElementById("filters");
  const [verdict, rule] = [form.elements.verdict.value, document.getElementById("rule").value];
  let shown = 0;
  for (const article of articles()) {
    const isShown = isWanted(article, verdict, rule) && !(inDropPage && isIcon(article));
    if (isShown) shown += 1;
    // The open sticker stays visible, even if a fix has changed its verdict.
    article.hidden = !isShown && !article.classList.contains("open");
    const tile = tileOf(article);
    if (tile) tile.hidden = !isShown;
  }
  keepOneStop();
  tellChosen();
  tellWalk();
  document.getElementById("none").hidden = shown > 0 || articles().length === 0;
}

function countStickers() {
  const all = inThePack();
  const judged = inDropPage ? all.filter(isAtRest) : all;
  const number = (test) => judged.filter(test).length;
  const counts = {
    all: all.length, ready: number(isReady), error: number((a) => a.dataset.verdict === "error"),
    warning: number((a) => a.dataset.verdict === "warning"),
  };
  for (const [name, count] of Object.entries(counts)) {
    document.querySelector(`[data-count=${name}]`).textContent = count;
  }
  const waiting = inDropPage ? countChecking() : 0;
  const parts = [[counts.ready, "ready"], [counts.warning, "to review"], [counts.error, "to fix"],
    [waiting, "checking"]].filter(([count]) => count > 0).map((part) => part.join(" "));
  const stickers = `${all.length} sticker${all.length === 1 ? "" : "s"}`;
  const verdicts = all.length > 0 ? [stickers, ...parts, ofPack()] : [];
  const lacks = inDropPage && all.length > 0 ? lacksInWords() : "";
  const words = [...verdicts, ofMessages(), lacks].filter(Boolean).join(" · ") || "No stickers yet.";
  const tally = document.getElementById("tally");
  if (tally.textContent !== words) tally.textContent = words;
  const shown = articles().length;
  document.getElementById("bars").hidden = shown === 0;
  document.body.classList.toggle("empty", shown === 0);
  sizeTiles(shown);
  countRules(all);
  if (inDropPage) showReady(all, counts, waiting);
}

// Joins names: `a, b and c`. Long lists are shortened.
function listed(names, most = 5) {
  const more = names.length - most;
  const shown = more > 1 ? [...names.slice(0, most), `${more} more`] : [...names];
  const last = shown.pop();
  return shown.length > 0 ? `${shown.join(", ")} and ${last}` : last;
}

function ofPack() {
  if (inDropPage && checking.isOfPack) return "checking the pack";
  const has = (kind) => document.querySelector(`#pack .findings > .${kind}`) !== null;
  if (has("error")) return "the pack needs a fix";
  return has("warning") ? "the pack is worth a look" : "";
}

function ofMessages() {
  const messages = [...document.querySelectorAll("section.message")];
  if (messages.length === 0) return "";
  const unready = messages.filter((message) => message.dataset.verdict === "error").length;
  const count = `${messages.length} message${messages.length === 1 ? "" : "s"}`;
  return `${count}: ${unready === 0 ? "ready" : `${unready} to fix`}`;
}

// The id of a rule as words: `Grid size`.
const inWords = (rule) => rule[0].toUpperCase() + rule.slice(1).replaceAll("-", " ");

function countRules(all) {
  const select = document.getElementById("rule");
  const chosen = select.value;
  const counts = new Map();
  for (const rule of all.flatMap((article) => article.dataset.rules.split(" ").filter(Boolean))) {
    counts.set(rule, (counts.get(rule) ?? 0) + 1);
  }
  const options = [...counts].sort().map(([rule, count]) => new Option(`${inWords(rule)} (${count})`, rule));
  select.replaceChildren(select.options[0], ...options);
  select.value = counts.has(chosen) ? chosen : "";
}

function prepareGrounds() {
  const form = document.getElementById("grounds");
  const own = document.getElementById("own");
  const root = document.documentElement.style;
  for (const swatch of form.querySelectorAll("[data-tile]")) {
    root.setProperty("--" + swatch.dataset.ground, `url("${swatch.dataset.tile}")`);
  }
  const apply = () => {
    document.body.dataset.ground = form.elements.ground.value;
    root.setProperty("--own", own.value);
  };
  const marks = document.getElementById("marks");
  marks.addEventListener("change", () => document.body.classList.toggle("unmarked", !marks.checked));
  own.addEventListener("input", () => {
    form.elements.ground.value = "own";
    apply();
  });
  form.addEventListener("change", apply);
  apply();
}

function prepareFilters() {
  const form = document.getElementById("filters");
  form.addEventListener("change", applyFilters);
  const fold = document.getElementById("fold");
  fold.addEventListener("click", () => {
    const isOpen = document.body.classList.toggle("unfolded");
    fold.setAttribute("aria-expanded", isOpen);
  });
  for (const menu of document.querySelectorAll("details.menu")) prepareMenu(menu);
  document.getElementById("all").addEventListener("click", () => {
    form.reset();
    applyFilters();
    form.elements.verdict[0].focus();
  });
  for (const bar of document.querySelectorAll("form")) {
    bar.addEventListener("submit", (event) => event.preventDefault());
  }
}

// Closes a menu after a choice, a click elsewhere, or Escape.
function prepareMenu(menu) {
  const close = () => {
    const hadFocus = menu.contains(document.activeElement);
    menu.open = false;
    if (hadFocus) menu.querySelector("summary").focus();
  };
  // The focus may be outside the menu, so listen on the window.
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    event.preventDefault();
    close();
  });
  menu.addEventListener("click", (event) => event.target.closest("button") && close());
  addEventListener("pointerdown", (event) => !menu.contains(event.target) && (menu.open = false));
}
