// The dialog with all possible fixes, in groups. The server tries each fix before the dialog offers it.
const fixDialog = { trialRunNumber: 0, changes: [], remaining: 0, removalText: "" };
const fixTrialCache = new Map();
const failedFixKeys = new Set();
const fixDialogElement = (name) => document.getElementById("sheet-" + name);

function prepareFixDialog() {
  const dialog = document.getElementById("sheet");
  dialog.addEventListener("click", (event) => {
    const { sheet: action } = event.target.closest("[data-sheet]")?.dataset ?? {};
    if (action === "close" || event.target === dialog) dialog.close();
    if (action === "stop") endTrials();
    if (action === "go") applySelectedFixes();
    const { openSticker: opened, removeSticker: removed } = event.target.dataset;
    if (opened) {
      const article = document.getElementById(opened);
      dialog.close();
      if (!article) return;
      openPane(article);
      article.focus();
    } else if (removed) removeUnfixableSticker(event.target);
  });
  dialog.addEventListener("close", () => {
    endTrials();
    // A toast under the open dialog could not be used.
    if (fixDialog.removalText) showToast(fixDialog.removalText, true);
    fixDialog.removalText = "";
  });
  dialog.addEventListener("change", (event) => {
    const isForAll = event.target.closest("#sheet-all") !== null;
    const group = isForAll ? fixDialogElement("list") : event.target.closest("[data-all]")?.closest("section");
    for (const checkbox of group?.querySelectorAll("li input") ?? []) checkbox.checked = event.target.checked;
    updateFixSummary();
  });
}

// If stickers must be fixed and fixes exist, the fix button is the primary button. The download button is
// primary once nothing must be fixed.
function updateFixButton() {
  const failing = stickersToFix();
  const isFixable = (article) => fixCandidates(article).some(
    (candidate) => resolvesError(candidate) && !isKnownToFail(candidate));
  const hasFixes = failing.some(isFixable);
  document.querySelector("#actions [data-do=fixes]").classList.toggle("filled", hasFixes);
  // If no fix is known, the dialog still lists the stickers.
  document.querySelector("[data-lack=errors]").textContent = hasFixes ? "Fix…" : "Show…";
  document.querySelector("#actions [data-do=pack]").classList.toggle("filled", failing.length === 0);
  failing.forEach(hideFailedFixes);
  retryFailedFixes(failing);
}

let isRetryingFixes = false;

// Tries fixes that failed before once more if the sticker or the pack has changed, so that the page does not offer a fix
// that fails again.
async function retryFailedFixes(failing) {
  if (isRetryingFixes || document.getElementById("sheet").open) return;
  const failedIDs = new Set([...failedFixKeys].map((key) => key.split(" ")[0]));
  const failedBefore = ({ id }) => failedIDs.has(id);
  const isUntried = (candidate) => resolvesError(candidate) && !isKnownToFail(candidate)
    && !fixTrialCache.has(fixTrialKey(candidate));
  const candidates = failing.filter(failedBefore).flatMap(fixCandidates).filter(isUntried);
  if (candidates.length === 0) return;
  isRetryingFixes = true;
  let hasResults = false;
  for (const candidate of candidates) {
    // Without a result, the next change of the page tries again.
    hasResults = await tryFix(candidate).then(() => true, () => hasResults);
  }
  isRetryingFixes = false;
  if (hasResults) scheduleRefresh();
}

// Stops trying fixes. Changing the run number makes the workers stop.
function endTrials() {
  fixDialog.trialRunNumber += 1;
  fixDialogElement("doing").hidden = true;
  document.getElementById("sheet").ariaBusy = "false";
  updateFixSummary();
  listUnfixableStickers();
  fixDialog.articles.forEach(hideFailedFixes);
}

// Once all fixes have been tried, lists the stickers that must be fixed but have no fix.
function listUnfixableStickers() {
  fixDialogElement("list").querySelector(".unfixable")?.remove();
  const isUnfixable = (article) => article.dataset.verdict === "error"
    && !fixDialog.changes.some((change) => change.article.id === article.id && resolvesError(change));
  const unfixable = fixDialog.remaining > 0 ? [] : fixDialog.articles.filter(isUnfixable);
  scheduleRefresh();
  if (unfixable.length === 0) return;
  const section = Object.assign(document.createElement("section"), { className: "unfixable" });
  const heading = Object.assign(document.createElement("h3"), { textContent: "No automatic fix" });
  const list = document.createElement("ul");
  list.append(...unfixable.map(createUnfixableItem));
  section.append(heading, list);
  fixDialogElement("list").append(section);
}

// Returns a list item for a sticker without a fix: what is wrong, and buttons to open and to remove the sticker.
function createUnfixableItem(article) {
  const { name } = article.dataset;
  const issue = article.querySelector(".said > .findings > .error b")?.textContent ?? "";
  const [open, remove] = [["Open", "openSticker"], ["Remove", "removeSticker"]].map(([text, key]) => {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: text });
    button.dataset[key] = article.id;
    button.setAttribute("aria-label", `${text} ${name}`);
    return button;
  });
  remove.title = "Removes it from this page. Your file stays where it is.";
  return createStickerItem(article, name, issue, [open, remove]);
}

// Returns a list item with the art of a sticker, its name, a note and buttons.
function createStickerItem(article, name, note, buttons) {
  const [item, caption] = [document.createElement("li"), document.createElement("span")];
  caption.append(name, Object.assign(document.createElement("small"), { textContent: note }));
  const thumbnail = createThumbnailElement(document.createElement("canvas"));
  const art = article && displayedArt(article);
  art?.thumbnail(96).then((canvas) => thumbnail.replaceChildren(scaleToFit(canvas, 96))).catch(() => {});
  item.append(thumbnail, caption, ...buttons);
  return item;
}

async function removeUnfixableSticker(button) {
  const article = document.getElementById(button.dataset.removeSticker);
  const [section, item] = [button.closest("section"), button.closest("li")];
  try {
    if (article) fixDialog.removalText = await removeFilesFromPage([article]);
  } catch (error) {
    fixDialogElement("sum").textContent = error.message;
    return;
  }
  const next = item.nextElementSibling ?? item.previousElementSibling;
  item.remove();
  if (!section.querySelector("li")) section.remove();
  fixDialog.articles = fixDialog.articles.filter((other) => other.id !== button.dataset.removeSticker);
  if (fixDialogElement("list").children.length === 0) return document.getElementById("sheet").close();
  updateFixSummary();
  (next?.querySelector("[data-remove-sticker]") ?? document.querySelector("#sheet [data-sheet=close]")).focus();
}

// Hides the buttons of fixes that were tried and do not work.
function hideFailedFixes(article) {
  for (const button of article.querySelectorAll("[data-own=fix]:not([data-small])")) {
    const choice = button.closest(".fix-choice") ?? button;
    const hadFocus = choice.contains(document.activeElement);
    choice.hidden = isKnownToFail({ article, rules: button.dataset.rules.split(",") });
    if (choice.hidden && hadFocus) article.focus({ preventScroll: true });
  }
}

// Returns the fixes that a sticker may still need.
function fixCandidates(article) {
  const alreadyRequested = requestedRules(article);
  const all = (article.dataset.fixes || "").split(";").filter(Boolean).map((text) => {
    const [rule, isVisible, ...title] = text.split(":");
    return { article, rules: [rule], isVisible: isVisible === "1", title: title.join(":") };
  }).filter(({ rules }) => !alreadyRequested.includes(rules[0]));
  // Fixes of the format, the dimensions and the file size depend on one another, so the dialog offers them as one fix.
  const fitFixes = all.filter(({ rules }) => formatAndSizeRules.has(rules[0]));
  if (fitFixes.length === 0) return all;
  const rules = fitFixes.flatMap((fix) => fix.rules);
  const isVisible = fitFixes.some((fix) => fix.isVisible);
  const combined = { article, rules, isVisible, title: fitTitles[0], isCombined: true };
  return [combined, ...all.filter((fix) => !fitFixes.includes(fix))];
}

// The rules about format, dimensions and file size.
const formatAndSizeRules = new Set(["unsupported-format", "animation-format", "extension-mismatch", "pixel-dimensions",
  "not-square", "grid-size", "whole-points", "file-size", "discouraged-format"]);

// The titles of the combined fix: without a visible change, and with one.
const fitTitles = ["make it fit", "resize or simplify to fit"];

// The title of a combined fix that only converts the format.
const conversionTitle = "convert to PNG";

function fixTitle({ title, isCombined, isConversion, isVisible }) {
  if (!isCombined) return title;
  return isConversion ? conversionTitle : fitTitles[Number(isVisible)];
}

// Opens the dialog for the selected stickers, or for the whole pack.
async function openFixDialog(isForSelection) {
  const runNumber = ++fixDialog.trialRunNumber;
  const targets = isForSelection ? selectedTiles().map(articleForTile) : packArticles();
  fixDialog.articles = targets.filter(({ dataset }) => dataset.role !== "frame");
  const candidates = fixDialog.articles.flatMap(fixCandidates);
  // Lossless fixes come first, because they are fast.
  candidates.sort((a, b) => a.isVisible - b.isVisible);
  candidates.forEach((candidate, index) => (candidate.index = index));
  [fixDialog.changes, fixDialog.remaining] = [[], candidates.length];
  fixDialogElement("list").replaceChildren();
  document.getElementById("sheet").ariaBusy = "true";
  document.getElementById("sheet").showModal();
  const total = candidates.length;
  showTrialProgress(0, total);
  // Progress appears after 300 ms, so that short tasks do not make the dialog flicker.
  setTimeout(() => (fixDialogElement("doing").hidden = fixDialog.trialRunNumber !== runNumber), 300);
  const workers = Array.from({ length: 2 }, async () => {
    while (candidates.length > 0 && fixDialog.trialRunNumber === runNumber) {
      // The dialog also tries what failed before.
      const change = await tryFix(candidates.shift(), true).catch(() => null);
      if (fixDialog.trialRunNumber !== runNumber) return;
      fixDialog.remaining -= 1;
      if (change) addChange(change);
      showTrialProgress(total - fixDialog.remaining, total);
    }
  });
  await Promise.all(workers);
  if (fixDialog.trialRunNumber === runNumber) endTrials();
}

function showTrialProgress(done, total) {
  [fixDialogElement("done").max, fixDialogElement("done").value] = [Math.max(1, total), done];
  fixDialogElement("words").textContent = `Trying ${Math.min(done + 1, total)} of ${total}…`;
  updateFixSummary();
}

const rulesToTry = ({ article, rules }) => requestedRules(article, rules).join(",");

// Returns a key for everything that the result of a fix depends on.
function fixTrialKey(candidate) {
  const rules = rulesToTry(candidate);
  const gridSize = rules.split(",").some((rule) => gridSizeRules.includes(rule)) ? packState?.grid : "";
  return [candidate.article.id, imageSource(candidate.article, "art"), gridSize, rules].join(" ");
}

// Whether a fix was tried and does not work.
const isKnownToFail = (candidate) => failedFixKeys.has(fixTrialKey(candidate));

// Tries one fix. Returns the change; null if the fix does not work. Results are cached.
async function tryFix(candidate, retriesFailure = false) {
  const { article } = candidate;
  const key = fixTrialKey(candidate);
  if (failedFixKeys.has(key) && !retriesFailure) return null;
  if (!fixTrialCache.has(key)) {
    const response = await post(`try/${article.dataset.number}?rules=${rulesToTry(candidate)}`);
    if (response.status === 204) {
      failedFixKeys.add(key);
      return null;
    }
    failedFixKeys.delete(key);
    const trial = JSON.parse(decodeURIComponent(response.headers.get("trial")));
    const bitmap = await createImageBitmap(await response.blob());
    // Limit the memory for thumbnails.
    if (fixTrialCache.size >= 500) fixTrialCache.clear();
    fixTrialCache.set(key, { ...trial, after: scaleToFit(bitmap, 96), bytes: [trial.before, trial.after] });
    bitmap.close();
  }
  const trial = fixTrialCache.get(key);
  const before = scaleToFit(await displayedArt(article).thumbnail(96), 96);
  // Only the trial shows whether a file must lose quality to become small enough.
  const isVisible = candidate.isVisible || trial.isSeen;
  const change = { ...candidate, ...trial, isVisible, beforeArt: before };
  return { ...change, title: fixTitle(change) };
}

// Whether a change resolves a finding that must be fixed.
const resolvesError = ({ article, rules }) => rules.some((rule) => (
  article.querySelector(`.said > .findings > .error[data-rule="${rule}"]`) !== null));

// Adds a change to its group. Lossless changes, and those that a sticker needs, are selected by default.
function addChange(change) {
  fixDialog.changes.push(change);
  const group = findOrCreateGroup(change);
  const item = document.createElement("li");
  const label = document.createElement("label");
  const checkbox = Object.assign(document.createElement("input"), {
    type: "checkbox", checked: !change.isVisible || resolvesError(change),
  });
  const caption = document.createElement("span");
  const { name } = change.article.dataset;
  const steps = change.rules.length > 1 ? change.steps.join("; ") : change.steps.at(-1) ?? "";
  // Omit a step that only repeats the title of the group.
  const description = [steps === change.title ? "" : steps, newSizeText(change)].filter(Boolean).join(" · ");
  caption.append(name, Object.assign(document.createElement("small"), { textContent: description }));
  label.append(checkbox, createThumbnailElement(change.beforeArt), "→",
    createThumbnailElement(copyCanvas(change.after)), caption);
  checkbox.dataset.rules = change.rules.join(" ");
  change.checkbox = checkbox;
  item.append(label);
  // Fixes are tried in parallel, so they might not arrive in the order of the stickers.
  item.dataset.index = change.index;
  const next = [...group.querySelectorAll("li")].find(({ dataset }) => Number(dataset.index) > change.index);
  group.querySelector("ul").insertBefore(item, next ?? null);
  group.querySelector("[data-count]").textContent = group.querySelectorAll("li").length;
  updateGroupCheckbox(group);
}

// Returns the new file size, such as `now 492.3 KB`; an empty string if the size stays the same.
function newSizeText({ bytes }) {
  const [before, after] = bytes.map(formatFileSize);
  return before === after ? "" : `now ${after}`;
}

function copyCanvas(canvas) { return scaleToFit(canvas, 96); }

function createThumbnailElement(canvas) {
  const thumbnail = document.createElement("span");
  thumbnail.className = "thumb ground";
  thumbnail.append(canvas);
  return thumbnail;
}

// Orders groups: lossless ones first, then those that make stickers fit, then by title.
function compareGroups(a, b) {
  const fitOrder = [...fitTitles, conversionTitle];
  const fitRank = (title) => (fitOrder.includes(title) ? fitOrder.indexOf(title) : fitOrder.length);
  const key = ({ dataset }) => [Number(dataset.seen === "true"), fitRank(dataset.words)];
  const [keyA, keyB] = [key(a), key(b)];
  return keyA[0] - keyB[0] || keyA[1] - keyB[1] || nameCollator.compare(a.dataset.words, b.dataset.words);
}

// Returns the group of a change, and inserts it in order if it is new.
function findOrCreateGroup({ title, isVisible }) {
  const list = fixDialogElement("list");
  const matches = ({ dataset }) => dataset.words === title && dataset.seen === String(isVisible);
  const found = [...list.querySelectorAll("section[data-words]")].find(matches);
  if (found) return found;
  const group = document.createElement("section");
  [group.dataset.words, group.dataset.seen] = [title, isVisible];
  const label = document.createElement("label");
  const checkbox = Object.assign(document.createElement("input"), { type: "checkbox" });
  checkbox.dataset.all = "";
  const heading = title[0].toUpperCase() + title.slice(1);
  const count = Object.assign(document.createElement("span"), { className: "quiet" });
  count.dataset.count = "";
  const visibilityLabel = Object.assign(document.createElement("span"), { className: "quiet" });
  visibilityLabel.textContent = isVisible ? "May look different" : "Lossless";
  label.append(checkbox, Object.assign(document.createElement("b"), { textContent: heading }), count, visibilityLabel);
  group.append(label, document.createElement("ul"));
  list.insertBefore(group, [...list.children].find((other) => compareGroups(group, other) < 0) ?? null);
  return group;
}

function updateGroupCheckbox(group) {
  const checkboxes = [...group.querySelectorAll("li input")];
  const checkedCount = checkboxes.filter((checkbox) => checkbox.checked).length;
  const groupCheckbox = group.querySelector("[data-all]");
  groupCheckbox.checked = checkedCount === checkboxes.length;
  groupCheckbox.indeterminate = checkedCount > 0 && checkedCount < checkboxes.length;
}

function updateFixSummary() {
  for (const group of fixDialogElement("list").querySelectorAll("section[data-words]")) updateGroupCheckbox(group);
  const selected = fixDialog.changes.filter(({ checkbox }) => checkbox.checked);
  const selectAll = fixDialogElement("all").querySelector("input");
  fixDialogElement("all").hidden = fixDialog.changes.length < 2;
  selectAll.checked = selected.length === fixDialog.changes.length;
  selectAll.indeterminate = selected.length > 0 && !selectAll.checked;
  const fixedNumbers = new Set(selected.map(({ article }) => article.dataset.number));
  const fixedCount = fixedNumbers.size;
  const bytes = selected.reduce((sum, change) => sum + change.bytes[1] - change.bytes[0], 0);
  const sizeText = bytes === 0 ? ""
    : `, about ${formatFileSize(Math.abs(bytes))} ${bytes < 0 ? "less" : "more"}`;
  const emptyText = fixDialog.remaining === 0 ? "No changes to make." : "";
  fixDialogElement("sum").textContent = fixDialog.changes.length === 0 ? emptyText
    : `${pluralize(selected.length, "change")} on ${pluralize(fixedCount, "sticker")}${sizeText}`;
  const applyButton = document.querySelector("[data-sheet=go]");
  const isSmallest = document.getElementById("smallest").checked;
  // The number of files that will get smaller is not known in advance.
  const otherPNGs = fixDialog.articles
    .filter((article) => isPNG(article) && !fixedNumbers.has(article.dataset.number));
  const otherCount = isSmallest ? otherPNGs.length : 0;
  const upTo = otherCount > 0 ? "up to " : "";
  applyButton.textContent = fixedCount + otherCount > 0
    ? `Fix ${upTo}${pluralize(fixedCount + otherCount, "sticker")}` : "Fix";
  // The number changes while fixes are being tried.
  applyButton.disabled = fixedCount + otherCount === 0 || document.getElementById("sheet").ariaBusy === "true";
}

const isPNG = (article) => ["png", "apng"].includes(article.querySelector("img.art")?.dataset.format);

async function applySelectedFixes() {
  const isSmallest = document.getElementById("smallest").checked;
  const rulesByID = new Map();
  for (const { article, rules, checkbox } of fixDialog.changes) {
    if (checkbox.checked) rulesByID.set(article.id, [...(rulesByID.get(article.id) ?? []), ...rules]);
  }
  const others = isSmallest ? fixDialog.articles.filter(isPNG) : [];
  for (const { id } of others) if (!rulesByID.has(id)) rulesByID.set(id, []);
  document.getElementById("sheet").close();
  // A sticker may have been removed in the meantime.
  await runFixJobs([...rulesByID].filter(([id]) => document.getElementById(id)).map(([id, rules]) => {
    const article = document.getElementById(id);
    const fixes = requestedFixOptions(article, rules);
    return { id, ...fixes, isSmallest: isSmallest || fixes.isSmallest, isAsked: rules.length > 0 };
  }));
}

// Returns the fixes that were requested for a sticker, with more rules if given.
const requestedFixOptions = (article, addedRules = []) => (
  { rules: requestedRules(article, addedRules), isSmallest: article.dataset.smallest === "1" });

// Fixes stickers, two at a time, until the user clicks Stop. A single undo reverts all of these fixes.
//
// `messages.emptyText` is the message if nothing was fixed. `messages.createDetails()` returns more text.
async function runFixJobs(jobs, messages = {}, action = createActionID()) {
  const remaining = [...jobs];
  const [done, failed] = [[], []];
  let isStopped = false;
  showToast("");  // hide the previous message
  const cancel = () => (isStopped = true);
  showProgress(`Fixing 1 of ${jobs.length}…`, 0, jobs.length, cancel);
  const workers = Array.from({ length: 2 }, async () => {
    for (let job = remaining.shift(); job && !isStopped; job = remaining.shift()) {
      const article = document.getElementById(job.id);
      try {
        if (article) await applyFixes(article, job.rules, job.isSmallest, action);
        done.push(job);
      } catch (error) {
        // A PNG that cannot get smaller is not a failure.
        if (job.isAsked) failed.push(error.message);
      }
      const count = jobs.length - remaining.length;
      showProgress(`Fixing ${count} of ${jobs.length}…`, count, jobs.length, cancel);
    }
  });
  await Promise.all(workers);
  showProgress("");
  showFixResult(done, failed, messages);
}

// Returns an offer to add white outlines to the stickers whose background was just removed, or null.
function createOutlineOffer(done) {
  const articles = done.map(({ id }) => document.getElementById(id))
    .filter((article) => article?.querySelector("[data-outline-width]") && !article.dataset.outline);
  return articles.length === 0 ? null : { label: "Add a white outline", run: () => addOutlines(articles) };
}

// Marks the tiles of stickers that were just fixed and are ready. The marks stay until the next action.
function markFixedTiles(articles) {
  for (const tile of grid.querySelectorAll(".repaired")) tile.classList.remove("repaired");
  for (const article of articles) if (article && isReady(article)) tileForArticle(article)?.classList.add("repaired");
}

function showFixResult(done, failed, { emptyText, isUndoable = false, createDetails }) {
  const smallerCount = done.filter(({ isAsked }) => !isAsked).length;
  const smallerText = smallerCount > 0 && smallerCount < done.length
    ? `. For ${smallerCount} of them, only the file size changed` : "";
  const countText = done.length === 0 ? emptyText ?? "Nothing was fixed, and no file could be made smaller."
    : `Fixed ${pluralize(done.length, "sticker")}${smallerText}.`;
  const details = createDetails?.();
  const failing = stickerArticles().filter(({ dataset }) => dataset.verdict === "error");
  const failingText = failing.length <= 2 ? joinNames(failing.map(({ dataset }) => dataset.name))
    : pluralize(failing.length, "sticker");
  const restText = done.length === 0 || failing.length === 0 ? "" : `${failingText} must still be fixed.`;
  const text = [countText, details || restText, ...failed].filter(Boolean).join("\n");
  showToast(text, done.length > 0 || isUndoable, failed.length > 0, createOutlineOffer(done));
  markFixedTiles(done.map(({ id }) => document.getElementById(id)));
}
