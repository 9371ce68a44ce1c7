// The dialog of all possible fixes, grouped by kind. Each fix is tried before it is offered.
const sheet = { run: 0, changes: [], left: 0 };
const tried = new Map();
const inSheet = (name) => document.getElementById("sheet-" + name);

function prepareSheet() {
  const dialog = document.getElementById("sheet");
  dialog.addEventListener("click", (event) => {
    const { sheet: what } = event.target.closest("[data-sheet]")?.dataset ?? {};
    if (what === "close" || event.target === dialog) dialog.close();
    if (what === "stop") stopTrying();
    if (what === "go") fixTicked();
  });
  dialog.addEventListener("close", stopTrying);
  dialog.addEventListener("change", (event) => {
    const group = event.target.closest("[data-all]") && event.target.closest("section");
    for (const one of group?.querySelectorAll("li input") ?? []) one.checked = event.target.checked;
    tellSum();
  });
}

function stopTrying() {
  sheet.run += 1;
  inSheet("doing").hidden = true;
  document.getElementById("sheet").ariaBusy = "false";
  tellSum();
}

// The fixes that a sticker may still need.
function candidatesOf(article) {
  const asked = rulesOf(article);
  const all = (article.dataset.fixes || "").split(";").filter(Boolean).map((text) => {
    const [rule, isSeen, ...words] = text.split(":");
    return { article, rules: [rule], isSeen: isSeen === "1", words: words.join(":") };
  }).filter(({ rules }) => !asked.includes(rules[0]));
  // Format, dimensions and file size are one fix, because each depends on the others.
  const fitting = all.filter(({ rules }) => fittingRules.has(rules[0]));
  if (fitting.length === 0) return all;
  const rules = fitting.flatMap((one) => one.rules);
  const whole = { article, rules, isSeen: fitting.some(({ isSeen }) => isSeen), words: "make it fit" };
  return [whole, ...all.filter((one) => !fitting.includes(one))];
}

// The rules about format, dimensions and file size.
const fittingRules = new Set(["unsupported-format", "animation-format", "extension-mismatch", "pixel-dimensions",
  "not-square", "grid-size", "whole-points", "file-size", "discouraged-format"]);

async function openSheet() {
  const run = ++sheet.run;
  const selected = chosenTiles().map(articleOf);
  const wanted = selected.length > 0 ? selected : inThePack();
  sheet.articles = wanted.filter(({ dataset }) => dataset.role !== "frame");
  const waiting = sheet.articles.flatMap(candidatesOf);
  // Invisible changes come first, since they are quick.
  waiting.sort((one, other) => one.isSeen - other.isSeen);
  [sheet.changes, sheet.left] = [[], waiting.length];
  inSheet("list").replaceChildren();
  document.getElementById("sheet").ariaBusy = "true";
  document.getElementById("sheet").showModal();
  const total = waiting.length;
  tellTrying(0, total);
  // Short tasks show no progress.
  setTimeout(() => (inSheet("doing").hidden = sheet.run !== run), 300);
  const workers = Array.from({ length: 2 }, async () => {
    for (let next = waiting.shift(); next && sheet.run === run; next = waiting.shift()) {
      const change = await tryOut(next).catch(() => null);
      if (sheet.run !== run) return;
      sheet.left -= 1;
      if (change) offer(change);
      tellTrying(total - sheet.left, total);
    }
  });
  await Promise.all(workers);
  if (sheet.run === run) stopTrying();
}

function tellTrying(done, of) {
  [inSheet("done").max, inSheet("done").value] = [Math.max(1, of), done];
  inSheet("words").textContent = `Trying ${Math.min(done + 1, of)} of ${of}…`;
  tellSum();
}

// Tries one fix on one sticker, with a cache of results.
async function tryOut(candidate) {
  const { article } = candidate;
  const rules = rulesOf(article, candidate.rules).join(",");
  const key = `${sourceOf(article, "art")} ${rules}`;
  if (!tried.has(key)) {
    const answer = await ask(`try/${article.dataset.number}?rules=${rules}`);
    if (answer.status === 204) return null;
    const said = JSON.parse(decodeURIComponent(answer.headers.get("trial")));
    const picture = await createImageBitmap(await answer.blob());
    // Limits the cache.
    if (tried.size >= 500) tried.clear();
    tried.set(key, { ...said, after: fitted(picture, 96), bytes: [said.before, said.after] });
    picture.close();
  }
  const before = fitted(await artShown(article).small(96), 96);
  return { ...candidate, ...tried.get(key), beforeArt: before };
}

function offer(change) {
  sheet.changes.push(change);
  const group = groupOf(change);
  const item = document.createElement("li");
  const label = document.createElement("label");
  const tick = Object.assign(document.createElement("input"), { type: "checkbox", checked: !change.isSeen });
  const words = document.createElement("span");
  const { name } = change.article.dataset;
  const step = change.rules.length > 1 ? change.steps.join("; ") : change.steps.at(-1) ?? "";
  words.append(name, Object.assign(document.createElement("small"), { textContent: step }));
  label.append(tick, framed(change.beforeArt), "→", framed(copied(change.after)), words);
  change.tick = tick;
  item.append(label);
  group.querySelector("ul").append(item);
  group.querySelector("[data-count]").textContent = group.querySelectorAll("li").length;
  tickGroup(group);
}

function copied(canvas) { return fitted(canvas, 96); }

function framed(canvas) {
  const frame = document.createElement("span");
  frame.className = "thumb ground";
  frame.append(canvas);
  return frame;
}

// Returns the group of a change. Groups of invisible changes come first.
function groupOf({ words, isSeen }) {
  const list = inSheet("list");
  const isIt = ({ dataset }) => dataset.words === words && dataset.seen === String(isSeen);
  const found = [...list.children].find(isIt);
  if (found) return found;
  const group = document.createElement("section");
  [group.dataset.words, group.dataset.seen] = [words, isSeen];
  const label = document.createElement("label");
  const tick = Object.assign(document.createElement("input"), { type: "checkbox" });
  tick.dataset.all = "";
  const title = words[0].toUpperCase() + words.slice(1);
  const count = Object.assign(document.createElement("span"), { className: "quiet" });
  count.dataset.count = "";
  const seen = Object.assign(document.createElement("span"), { className: "quiet" });
  seen.textContent = isSeen ? "May be visible" : "Lossless";
  label.append(tick, Object.assign(document.createElement("b"), { textContent: title }), count, seen);
  group.append(label, document.createElement("ul"));
  const later = isSeen ? null : list.querySelector("[data-seen=true]");
  list.insertBefore(group, later);
  return group;
}

function tickGroup(group) {
  const ticks = [...group.querySelectorAll("li input")];
  const count = ticks.filter((tick) => tick.checked).length;
  const all = group.querySelector("[data-all]");
  all.checked = count === ticks.length;
  all.indeterminate = count > 0 && count < ticks.length;
}

function tellSum() {
  for (const group of inSheet("list").children) tickGroup(group);
  const chosen = sheet.changes.filter(({ tick }) => tick.checked);
  const fixed = new Set(chosen.map(({ article }) => article.dataset.number));
  const stickers = fixed.size;
  const bytes = chosen.reduce((sum, change) => sum + change.bytes[1] - change.bytes[0], 0);
  const none = sheet.left === 0 ? "Nothing can be fixed here." : "";
  const weight = bytes === 0 ? "" : `, about ${inKilobytes(Math.abs(bytes))} ${bytes < 0 ? "less" : "more"}`;
  inSheet("sum").textContent = sheet.changes.length === 0 ? none
    : `${counted(chosen.length, "change")} on ${counted(stickers, "sticker")}${weight}`;
  const go = document.querySelector("[data-sheet=go]");
  const isSmallest = document.getElementById("smallest").checked;
  // It is not known in advance how many will get smaller.
  const others = sheet.articles.filter((one) => isPNG(one) && !fixed.has(one.dataset.number));
  const more = isSmallest ? others.length : 0;
  const upTo = more > 0 ? "up to " : "";
  go.textContent = stickers + more > 0 ? `Fix ${upTo}${counted(stickers + more, "sticker")}` : "Fix";
  go.disabled = stickers + more === 0;
}

const isPNG = (article) => ["png", "apng"].includes(article.querySelector("img.art")?.dataset.format);
const counted = (count, what) => `${count} ${what}${count === 1 ? "" : "s"}`;
const inKilobytes = (bytes) => (bytes < 1000 ? `${bytes} bytes` : `${Math.round(bytes / 1000)} KB`);

async function fixTicked() {
  const isSmallest = document.getElementById("smallest").checked;
  const wanted = new Map();
  for (const { article, rules, tick } of sheet.changes) {
    if (tick.checked) wanted.set(article.id, [...(wanted.get(article.id) ?? []), ...rules]);
  }
  const others = isSmallest ? sheet.articles.filter(isPNG) : [];
  for (const { id } of others) if (!wanted.has(id)) wanted.set(id, []);
  document.getElementById("sheet").close();
  await fixEach([...wanted].map(([id, rules]) => {
    const article = document.getElementById(id);
    const all = stateOf(article, rules);
    return { id, ...all, isSmallest: isSmallest || all.isSmallest, isAsked: rules.length > 0 };
  }));
}

// The fixes that were requested for a sticker, with more rules if given.
const stateOf = (article, more = []) => (
  { rules: rulesOf(article, more), isSmallest: article.dataset.smallest === "1" });

// Fixes stickers, two at a time, until the user stops. All fixes can be undone together.
//
// `told.none` is the message if nothing was fixed; `told.more()` returns additional text.
async function fixEach(jobs, told = {}) {
  const action = newAction();
  const waiting = [...jobs];
  const [done, failed] = [[], []];
  let isStopped = false;
  say("");  // hide the previous message
  const stop = () => (isStopped = true);
  tellDoing(`Fixing 1 of ${jobs.length}…`, 0, jobs.length, stop);
  const workers = Array.from({ length: 2 }, async () => {
    for (let job = waiting.shift(); job && !isStopped; job = waiting.shift()) {
      const article = document.getElementById(job.id);
      try {
        if (article) await fixTo(article, job.rules, job.isSmallest, action);
        done.push(job);
      } catch (error) {
        // A PNG that cannot get smaller is not a failure.
        if (job.isAsked) failed.push(error.message);
      }
      const count = jobs.length - waiting.length;
      tellDoing(`Fixing ${count} of ${jobs.length}…`, count, jobs.length, stop);
    }
  });
  await Promise.all(workers);
  tellDoing("");
  tellFixed(done, failed, told);
}

function tellFixed(done, failed, { none, more }) {
  const smaller = done.filter(({ isAsked }) => !isAsked).length;
  const only = smaller > 0 && smaller < done.length ? `. For ${smaller} of them, only the file size changed` : "";
  const count = done.length === 0 ? none ?? "Nothing was fixed, and no file could be made smaller."
    : `Fixed ${counted(done.length, "sticker")}${only}.`;
  const text = [count, more?.(), ...failed].filter(Boolean).join("\n");
  say(text, done.length > 0, failed.length > 0);
}
