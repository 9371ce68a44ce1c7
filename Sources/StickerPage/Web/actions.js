// The actions of the buttons on the drop page.
const progressTexts = {
  zip: "Creating the archive…", pack: "Building the pack…", contact: "Drawing the contact sheet…",
  "contact-all": "Drawing the contact sheet…",
};

async function handleActionButton(action, button) {
  if (action === "select-none") return clearSelection();
  if (action === "take-out") return removeSelectedFromPack();
  if (action === "earlier" || action === "later") {
    return moveTilesByOffset(selectedTiles(), action === "earlier" ? -1 : 1);
  }
  if (action === "fixes") return openFixDialog(button.closest("#chosen") !== null);
  markFixedTiles([]);
  if (button.ariaDisabled === "true") return;
  // With the `disabled` attribute, the button would lose focus.
  button.ariaDisabled = "true";
  showToast(progressTexts[action] ?? "", false, true);
  try {
    const message = await runAction(action);
    if (message !== null) showToast(message, undoableActions.includes(action));
  } catch (error) {
    showError(error.message);
  }
  button.ariaDisabled = "false";
}

const undoableActions = ["clear", "remove"];

// Runs an action. Returns a message about the result; null if the action has already shown one.
async function runAction(action) {
  // The download must include the latest edits.
  if (action === "zip" || action === "pack") await flushEdits();
  if (action === "zip") {
    const { name } = await downloadFile("all.zip", "stickers.zip");
    return `Downloaded ${name}. ${archiveSummary()}`;
  }
  if (action === "pack") {
    const { name, contents } = await downloadFile("pack.zip", "pack.zip");
    packElement("next").open = true;
    return [`Downloaded ${name}.`, contents].filter(Boolean).join("\n");
  }
  if (action === "save") return saveToFolder();
  if (action === "contact" || action === "contact-all") return downloadContactSheet(action === "contact");
  if (action === "samples") return addSamples();
  if (action === "remove") return removeFilesFromPage(selectedOrCurrentArticles());
  if (action === "undo" || action === "redo") {
    return undoLastAction(action === "redo");
  }
  await post(`${action}?action=${createActionID()}`);
  if (action !== "clear") return "";
  clearRejections();
  return "Started over.";
}

// Removes stickers from the page. Returns a message about the result.
async function removeFilesFromPage(selected) {
  clearSelection();
  const next = openArticle() && tileAfterRemoval(selected);
  const action = createActionID();
  for (const article of selected) await post(`remove/${article.dataset.number}?action=${action}`);
  // If nothing is wrong with the next sticker, the pane closes, and the pack card shows the next steps.
  const nextArticle = next && articleForTile(next);
  if (nextArticle && !isReady(nextArticle)) openPane(nextArticle);
  const description = selected.length === 1 ? selected[0].dataset.name : pluralize(selected.length, "sticker");
  return `Removed ${description} from this page. No files were deleted.`;
}

// Returns the tile to open when the open sticker is removed: the next one, or else the one before. Returns undefined if
// the open sticker is not removed.
function tileAfterRemoval(removed) {
  const all = visibleTiles();
  const index = all.indexOf(tileForArticle(openArticle()));
  const staysOnPage = (tile) => !removed.includes(articleForTile(tile));
  if (index < 0 || staysOnPage(all[index])) return undefined;
  return all.slice(index).find(staysOnPage) ?? all.slice(0, index).findLast(staysOnPage);
}

// Removes stickers from the pack. They stay on the page.
async function removeSelectedFromPack() {
  const selected = selectedOrCurrentArticles();
  if (selected.length === 0) return;
  clearSelection();
  await removeStickersFromPack(selected.map((article) => Number(article.dataset.number)));
}

function archiveSummary() {
  const failing = stickerArticles().filter((article) => article.dataset.verdict === "error");
  if (failing.length === 0) return "It contains all files, with the fixes that you applied.";
  const names = failing.map((article) => article.dataset.name).join("\n");
  return `It contains all files, including these, which must be fixed:\n${names}`;
}

// Returns the rules that a sticker was fixed for, after adding and removing rules.
function requestedRules(article, added = [], removed = []) {
  const rules = new Set([...(article.dataset.asked || "").split(" ").filter(Boolean), ...added]);
  for (const rule of removed) rules.delete(rule);
  return [...rules].sort();
}

// Fixes a sticker for exactly these rules. If there is nothing left to fix, restores the original.
async function applyFixes(article, rules, isSmallest = article.dataset.smallest === "1", action = createActionID(),
  smallArt = article.dataset.small, outlineWidth = article.dataset.outline) {
  const { number } = article.dataset;
  if (rules.length === 0 && !isSmallest) return post(`unfix/${number}?action=${action}`);
  const options = (isSmallest ? "&smallest=1" : "") + (smallArt ? `&small=${smallArt}` : "")
    + (outlineWidth ? `&outline=${outlineWidth}` : "");
  const response = await post(`fix/${number}?rules=${rules.join(",")}${options}&action=${action}`);
  await waitForFixedRevision(number, (await response.json()).revision);
}

// Waits until this page has received the fixed sticker, which the server sends to all pages as an event.
async function waitForFixedRevision(number, revision) {
  const revisionOf = (article) => Number(/\?v=(\d+)/.exec(imageSource(article, "after") ?? "")?.[1] ?? 0);
  for (let waited = 0; waited < 5000; waited += 50) {
    const article = document.getElementById("sticker-" + number);
    if (!article || revisionOf(article) >= revision) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

// Runs the action of a button of one sticker, and shows errors next to the button.
async function handleStickerButton(action, button) {
  const article = button.closest("article");
  const { number } = article.dataset;
  const rules = (button.dataset.rules ?? "").split(",").filter(Boolean);
  if (button.ariaDisabled === "true") return;
  button.ariaDisabled = "true";
  markFixedTiles([]);
  showToast("");  // it may cover the buttons
  const container = button.closest(".fix-choice, .outline, .own, li");
  const status = container.querySelector("output") ?? document.createElement("output");
  status.className = "failure";
  container.append(status);
  status.textContent = action === "fix" ? "Fixing…" : "";
  try {
    if (action === "download") await downloadFile("download/" + number, "sticker");
    else if (action === "outline") await applyOutline(article, button.dataset.width);
    else if (action === "fix") {
      await applyFixes(article, requestedRules(article, rules), undefined, undefined, button.dataset.small);
    } else if (action === "undo") await applyFixes(article, requestedRules(article, [], rules));
    else if (action === "remove") showToast(await removeFilesFromPage([article]), true);
    else await post(`${action}/${number}?action=${createActionID()}`);
    status.textContent = "";
  } catch (error) {
    status.textContent = error.message;
  }
  button.ariaDisabled = "false";
}

// Draws a white outline around a sticker whose background was removed. An empty width removes the outline.
async function applyOutline(article, width) {
  const hadOutline = article.dataset.outline !== "";
  await applyOutlineFix(article, createActionID(), width);
  const added = hadOutline ? `Changed the outline to ${width} px.` : "Added a white outline.";
  showToast(width === "" ? "Removed the outline." : added, true);
}

// Draws white outlines around several stickers. A single undo removes all of them.
async function addOutlines(articles) {
  const action = createActionID();
  for (const article of articles) await applyOutlineFix(article, action);
  showToast(`Added a white outline to ${pluralize(articles.length, "sticker")}.`, true);
}

function applyOutlineFix(article, action, width = article.querySelector("[data-outline-width]").value) {
  return applyFixes(article, requestedRules(article), undefined, action, undefined, width);
}

// Adds a preview to each button that fixes art that is too small.
async function showSmallArtPreviews(article) {
  for (const button of article.querySelectorAll("button[data-small]:not(:has(canvas))")) {
    const { rules, small } = button.dataset;
    const response = await post(`try/${article.dataset.number}?rules=${rules}&small=${small}`).catch(() => null);
    const bitmap = response?.status === 200 && (await createImageBitmap(await response.blob()).catch(() => null));
    if (bitmap && !button.querySelector("canvas")) button.prepend(createThumbnailElement(scaleToFit(bitmap, 192)));
    bitmap?.close?.();
  }
}

async function post(path) {
  const response = await fetch(path, { method: "POST" }).catch(() => null);
  return checkResponse(response);
}

// Returns the response if it is successful. Otherwise, throws the error that the server reports.
async function checkResponse(response) {
  if (!response?.ok) throw new Error((response && (await errorText(response))) ?? disconnectedText);
  return response;
}

function downloadBlob(blob, name) {
  const link = document.createElement("a");
  Object.assign(link, { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

// Downloads a file. Returns its name and the server's description of its contents.
async function downloadFile(path, fallbackName, request = {}) {
  const response = await checkResponse(await fetch(path, request).catch(() => null));
  const nameMatch = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get("content-disposition") ?? "");
  const name = nameMatch ? decodeURIComponent(nameMatch[1]) : fallbackName;
  downloadBlob(await response.blob(), name);
  return { name, contents: decodeURIComponent(response.headers.get("pack-contents") ?? "") };
}
