// Filters and counts the stickers.
const stickerArticles = () => [...document.querySelectorAll("article.sticker")];
// The page shows images that are not in the pack, but does not count them.
const isOutsidePack = (article) => tileForArticle(article)?.classList.contains("apart") ?? false;
const packArticles = () => stickerArticles().filter((article) => !isOutsidePack(article));
const isReady = (article) => ["hint", "fine"].includes(article.dataset.verdict);

function matchesFilters(article, verdict, rule) {
  const category = isReady(article) ? "ready" : article.dataset.verdict;
  const matchesVerdict = verdict === "all" || (category === verdict && !isOutsidePack(article));
  return matchesVerdict && (rule === "" || article.dataset.rules.split(" ").includes(rule));
}

function applyFilters() {
  const form = document.getElementById("filters");
  const [verdict, rule] = [form.elements.verdict.value, document.getElementById("rule").value];
  let shown = 0;
  for (const article of stickerArticles()) {
    const isShown = matchesFilters(article, verdict, rule) && !(isDropPage && isIcon(article));
    if (isShown) shown += 1;
    // The open sticker stays visible, even if its new verdict does not match the filter.
    article.hidden = !isShown && !article.classList.contains("open");
    const tile = tileForArticle(article);
    if (tile) tile.hidden = !isShown;
  }
  updateTabStop();
  updateSelectionBar();
  updateNavigationBar();
  document.getElementById("none").hidden = shown > 0 || stickerArticles().length === 0;
}

let listedFixCount = 0;

// Updates everything that depends on the number of stickers and their verdicts.
function updateCounts() {
  const all = packArticles();
  const evaluated = isDropPage ? all.filter(hasCurrentVerdict) : all;
  const count = (test) => evaluated.filter(test).length;
  const counts = {
    all: all.length, ready: count(isReady), error: count((a) => a.dataset.verdict === "error"),
    warning: count((a) => a.dataset.verdict === "warning"),
  };
  for (const [name, total] of Object.entries(counts)) {
    document.querySelector(`[data-count=${name}]`).textContent = total;
  }
  const checkingCount = isDropPage ? countStickersBeingChecked() : 0;
  const parts = [[counts.ready, "ready"], [counts.warning, "to review"], [counts.error, "to fix"],
    [checkingCount, "checking"]].filter(([count]) => count > 0).map((part) => part.join(" "));
  const iconCount = all.filter((article) => article.dataset.role === "icon").length;
  const stickers = [[all.length - iconCount, "sticker"], [iconCount, "icon"]]
    .filter(([count]) => count > 0).map(([count, noun]) => pluralize(count, noun)).join(", ");
  updateTally(all.length > 0 ? [stickers, ...parts, packVerdictText()] : []);
  const shown = stickerArticles().length;
  document.getElementById("bars").hidden = shown === 0;
  document.body.classList.toggle("empty", shown === 0);
  fitTileSize(shown);
  updateRuleMenu(all);
  if (!isDropPage) return;
  // The list of missing items contains the stickers that must be fixed.
  // With hundreds of stickers, updating it for each new verdict would be slow.
  if (packState && checkingCount === 0 && listedFixCount !== counts.error) {
    listedFixCount = counts.error;
    updateMissingRequirements(packState);
  }
  updateReadyBanner(all, counts, checkingCount);
  updateTextIssuesIfOpen();
  if (packState && !packElement("icons").hidden) updateIconChoices(packState.icon);
  if (checkingCount === 0) updateFixButton();
}

// Shows the verdicts. A verdict on the pack leads to its findings.
function updateTally(verdicts) {
  const tally = document.getElementById("tally");
  const parts = [...verdicts, messagesVerdictText()].filter(Boolean);
  const hasPackFindings = document.querySelector("#pack .findings > :is(.error, .warning)") !== null;
  const linkedPart = hasPackFindings && parts.find((part) => part === packVerdictText());
  const text = parts.join(" · ") || "No stickers yet.";
  if (tally.textContent === text && (tally.querySelector("a") !== null) === Boolean(linkedPart)) return;
  const [before, after] = linkedPart ? text.split(linkedPart) : [text, ""];
  tally.replaceChildren(before);
  if (!linkedPart) return;
  const link = document.createElement("a");
  link.href = "#pack";
  link.textContent = linkedPart;
  link.addEventListener("click", (event) => {
    event.preventDefault();
    // The findings of the pack are hidden while a sticker is open.
    closePane();
    const pack = document.getElementById("pack");
    pack.tabIndex = -1;
    pack.focus();
    pack.scrollIntoView({ block: "nearest" });
  });
  tally.append(link, after);
}

const pluralize = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

// Joins names: `a, b and c`. Long lists end with the number of names that are left out.
function joinNames(names, maxCount = 5) {
  const hiddenCount = names.length - maxCount;
  const shown = hiddenCount > 1 ? [...names.slice(0, maxCount), `${hiddenCount} more`] : [...names];
  const last = shown.pop();
  return shown.length > 0 ? `${shown.join(", ")} and ${last}` : last;
}

function packVerdictText() {
  if (isDropPage && analysisProgress.includesPack) return "checking the pack";
  const has = (kind) => document.querySelector(`#pack .findings > .${kind}`) !== null;
  if (has("error")) return "the pack needs a fix";
  return has("warning") ? "the pack needs review" : "";
}

function messagesVerdictText() {
  const messages = [...document.querySelectorAll("section.message")];
  if (messages.length === 0) return "";
  const unready = messages.filter((message) => message.dataset.verdict === "error").length;
  const count = pluralize(messages.length, "message");
  return `${count}: ${unready === 0 ? "ready" : `${unready} to fix`}`;
}

// Returns the id of a rule as a title: `Grid size` for `grid-size`.
const ruleTitle = (rule) => rule[0].toUpperCase() + rule.slice(1).replaceAll("-", " ");

// Lists the rules that have findings, and keeps the selected one.
function updateRuleMenu(countedArticles) {
  const select = document.getElementById("rule");
  const selected = select.value;
  const counts = new Map();
  for (const rule of countedArticles.flatMap((article) => article.dataset.rules.split(" ").filter(Boolean))) {
    counts.set(rule, (counts.get(rule) ?? 0) + 1);
  }
  const options = [...counts].sort().map(([rule, count]) => new Option(`${ruleTitle(rule)} (${count})`, rule));
  select.replaceChildren(select.options[0], ...options);
  select.value = counts.has(selected) ? selected : "";
  select.hidden = counts.size === 0;
}

function prepareBackgrounds() {
  const form = document.getElementById("grounds");
  const customColor = document.getElementById("own");
  const root = document.documentElement.style;
  for (const swatch of form.querySelectorAll("[data-tile]")) {
    root.setProperty("--" + swatch.dataset.ground, `url("${swatch.dataset.tile}")`);
  }
  const apply = () => {
    document.body.dataset.ground = form.elements.ground.value;
    root.setProperty("--own", customColor.value);
  };
  const marksToggle = document.getElementById("marks");
  marksToggle.addEventListener("change", () => document.body.classList.toggle("unmarked", !marksToggle.checked));
  customColor.addEventListener("input", () => {
    form.elements.ground.value = "own";
    apply();
  });
  form.addEventListener("change", apply);
  apply();
}

function prepareFilters() {
  const form = document.getElementById("filters");
  form.addEventListener("change", applyFilters);
  const foldButton = document.getElementById("fold");
  foldButton.addEventListener("click", () => {
    const isOpen = document.body.classList.toggle("unfolded");
    foldButton.setAttribute("aria-expanded", isOpen);
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
  // The window receives the key even if the focus is outside the menu.
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    event.preventDefault();
    close();
  });
  menu.addEventListener("click", (event) => event.target.closest("button") && close());
  addEventListener("pointerdown", (event) => !menu.contains(event.target) && (menu.open = false));
}
