// Which stickers are shown, how many there are of each kind, and the small pictures that lead to them.
const articles = () => [...document.querySelectorAll("article.sticker")];
const isReady = (article) => ["hint", "fine"].includes(article.dataset.verdict);

function isWanted(article, verdict, rule) {
  const own = isReady(article) ? "ready" : article.dataset.verdict;
  const isKind = verdict === "all" || own === verdict;
  return isKind && (rule === "" || article.dataset.rules.split(" ").includes(rule));
}

function applyFilters() {
  const form = document.getElementById("filters");
  const [verdict, rule] = [form.elements.verdict.value, document.getElementById("rule").value];
  let shown = 0;
  for (const article of articles()) {
    article.hidden = !isWanted(article, verdict, rule);
    if (!article.hidden) shown += 1;
    const link = document.getElementById("to-" + article.dataset.number);
    if (link) link.hidden = article.hidden;
  }
  document.getElementById("none").hidden = shown > 0 || articles().length === 0;
}

function countStickers() {
  const all = articles();
  const number = (test) => all.filter(test).length;
  const counts = {
    all: all.length, ready: number(isReady), error: number((a) => a.dataset.verdict === "error"),
    warning: number((a) => a.dataset.verdict === "warning"),
  };
  for (const [name, count] of Object.entries(counts)) {
    document.querySelector(`[data-count=${name}]`).textContent = count;
  }
  const parts = [[counts.error, "not ready"], [counts.warning, "to look at again"], [counts.ready, "ready"]]
    .filter(([count]) => count > 0).map((part) => part.join(" "));
  const stickers = `${all.length} sticker${all.length === 1 ? "" : "s"}`;
  const last = parts.pop();
  const listed = parts.length > 0 ? `${parts.join(", ")} and ${last}` : last;
  const verdicts = all.length > 0 ? `${stickers}: ${listed}.${ofPack()}` : "";
  const words = [verdicts, ofMessages()].filter(Boolean).join(" ") || "No sticker yet.";
  const tally = document.getElementById("tally");
  if (tally.textContent !== words) tally.textContent = words;
  document.getElementById("bars").hidden = all.length === 0;
  countRules(all);
}

function ofPack() {
  const has = (kind) => document.querySelector(`#pack .findings > .${kind}`) !== null;
  if (has("error")) return " The pack as a whole is not ready.";
  return has("warning") ? " There is something to look at in the pack as a whole." : "";
}

function ofMessages() {
  const messages = [...document.querySelectorAll("section.message")];
  if (messages.length === 0) return "";
  const unready = messages.filter((message) => message.dataset.verdict === "error").length;
  const count = `${messages.length} message${messages.length === 1 ? "" : "s"}`;
  return `${count}: ${unready === 0 ? "ready" : `${unready} not ready`}.`;
}

function countRules(all) {
  const select = document.getElementById("rule");
  const chosen = select.value;
  const counts = new Map();
  for (const rule of all.flatMap((article) => article.dataset.rules.split(" ").filter(Boolean))) {
    counts.set(rule, (counts.get(rule) ?? 0) + 1);
  }
  const options = [...counts].sort().map(([rule, count]) => new Option(`${rule} (${count})`, rule));
  select.replaceChildren(select.options[0], ...options);
  select.value = counts.has(chosen) ? chosen : "";
}

// The small picture that leads to a sticker.
async function showInOverview(article) {
  const { number, name } = article.dataset;
  const id = "to-" + number;
  const link = document.createElement("a");
  link.id = id;
  link.href = "#sticker-" + number;
  const verdict = article.querySelector(".verdict").textContent;
  link.title = `${name}: ${verdict}`;
  link.setAttribute("aria-label", link.title);
  link.append(article.querySelector(".badge").cloneNode(true));
  const old = document.getElementById(id);
  if (old) old.replaceWith(link);
  else {
    const later = document.getElementById("to-" + nextSticker(article)?.dataset.number);
    document.getElementById("overview").insertBefore(link, later);
  }
  const art = artOf(article);
  const nothing = Object.assign(document.createElement("span"), { className: "none", textContent: "?" });
  link.prepend(art ? await art.frame(0).then((frame) => fitted(frame, 144)).catch(() => nothing) : nothing);
}

// The next one that has its small picture already.
function nextSticker(article) {
  let next = article.nextElementSibling;
  while (next && !document.getElementById("to-" + next.dataset.number)) next = next.nextElementSibling;
  return next;
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
    document.body.classList.toggle("unmarked", !document.getElementById("marks").checked);
  };
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
  document.getElementById("all").addEventListener("click", () => {
    form.reset();
    applyFilters();
    form.elements.verdict[0].focus();
  });
  for (const bar of document.querySelectorAll("form")) {
    bar.addEventListener("submit", (event) => event.preventDefault());
  }
}
