// Receives messages from the server, and updates the page.
const disconnectedText =
  "stickerlint was closed or restarted. Your work is saved. Start stickerlint again, and continue on its new page.";

// The only place where text becomes markup. The markup comes from the server, which escapes names and other
// text.
const trustedTypesPolicy = self.trustedTypes?.createPolicy("stickerlint", { createHTML: (html) => html });
const trustedHTML = (html) => trustedTypesPolicy?.createHTML(html) ?? html;

// Listens to the server. After a reconnect, the server sends the whole state again.
function listenForServerEvents() {
  const events = new EventSource("events");
  events.onmessage = (event) => {
    const message = JSON.parse(event.data);
    if (delayedMessages) delayedMessages.push(message);
    else handleServerMessage(message);
  };
  events.onerror = () => showToast(disconnectedText);
  events.onopen = () => document.getElementById("outcome").textContent === disconnectedText && showToast("");
}

// While a pointer is pressed, messages wait. Otherwise a message could replace the pressed button or tile, and browsers
// send no click to an element that was replaced before the release. null if messages are handled at once.
let delayedMessages = null;

function delayMessagesDuringPresses() {
  let timer = 0;
  const handleDelayedMessages = () => {
    for (const message of delayedMessages) queueMicrotask(() => handleServerMessage(message));
    delayedMessages = null;
  };
  const handleDelayedMessagesAfter = (milliseconds) => {
    clearTimeout(timer);
    timer = setTimeout(handleDelayedMessages, milliseconds);
  };
  const options = { capture: true };
  addEventListener("pointerdown", ({ isPrimary, button }) => {
    if (!isPrimary || button !== 0 || delayedMessages) return;
    delayedMessages = [];
    // The page may not learn of the release.
    handleDelayedMessagesAfter(5000);
  }, options);
  // On touchscreens, the click follows the release a moment later. After a drag, there is no click.
  for (const [type, milliseconds] of [["pointerup", 300], ["click", 0], ["pointercancel", 0]]) {
    addEventListener(type, () => delayedMessages && handleDelayedMessagesAfter(milliseconds), options);
  }
}

function handleServerMessage(message) {
  if (message.type === "reset") {
    applyAnalysisProgress({ numbers: [], pack: false });
    resetPage(message.html);
  }
  else if (message.type === "sticker") addOrUpdateSticker(message.html);
  else if (message.type === "removed") removeArticle(message.number);
  else if (message.type === "pack") {
    document.getElementById("pack").innerHTML = trustedHTML(message.html);
    if (packState) updateMissingRequirements(packState);
  }
  else if (message.type === "description") return applyPackState(message);
  else if (message.type === "messengers") return applyMessengerState(message);
  else if (message.type === "checking") applyAnalysisProgress(message);
  else if (message.type === "history") return applyUndoHistory(message);
  else if (message.type === "session") return applySessionOffer(message);
  else if (message.type === "messages") document.getElementById("interactive").innerHTML = trustedHTML(message.html);
  else if (message.type === "notices") {
    return document.getElementById("notices").replaceChildren(...message.lines.map(createListItem));
  }
  scheduleRefresh();
}

// The contents of the pack file that the server sent last, and functions to call when they change.
let packState = null;
const packStateListeners = [];

// Calls a function after each change, and also now if the state is known.
function onPackState(listener) {
  packStateListeners.push(listener);
  if (packState) listener(packState);
}

function applyPackState(message) {
  packState = message;
  applyServerOrder(message.order);
  for (const listener of packStateListeners) listener(message);
  updateSideColumn();
}

function parseArticles(html) {
  const template = document.createElement("template");
  template.innerHTML = trustedHTML(html);
  return [...template.content.querySelectorAll("article.sticker")];
}

// Replaces all stickers. The open one stays open if it still exists.
function resetPage(html) {
  const opened = openArticle();
  const openedID = opened?.id;
  if (opened) closeArticle(opened);
  document.body.classList.remove("paned");
  for (const article of stickerArticles()) detachDescriptionFields(article);
  grid.replaceChildren();
  const sorted = parseArticles(html).sort(comparePositions);
  document.getElementById("stickers").replaceChildren(...sorted);
  for (const article of stickerArticles()) initializeArticle(article);
  const reopened = openedID && document.getElementById(openedID);
  if (reopened) openPane(reopened);
  else openArticleFromHash();
}

function addOrUpdateSticker(html) {
  for (const article of parseArticles(html)) {
    const current = document.getElementById(article.id);
    if (!current) insertArticle(article);
    else if (imageSource(current, "art") === imageSource(article, "art")) return updateArticle(current, article);
    else replaceArticle(current, article);
    initializeArticle(article);
    if (!current) openArticleFromHash();
  }
}

const imageSource = (article, className) => {
  const image = article.querySelector("img." + className);
  return image ? Art.of(image).source : null;
};

// Updates a sticker whose art is unchanged. Its open view stays open.
function updateArticle(current, updated) {
  const restoreFocus = focusRestorer(current);
  const hasOtherFix = imageSource(current, "after") !== imageSource(updated, "after");
  for (const { name, value } of updated.attributes) if (name !== "class") current.setAttribute(name, value);
  // If the fix has changed, so has the image.
  const selectors = hasOtherFix ? ["header", ".stage", ".said"] : ["header", ".said"];
  for (const selector of selectors) current.querySelector(selector).replaceWith(updated.querySelector(selector));
  if (!hasOtherFix) {
    current.querySelector(".stage .marks")?.remove();
    current.querySelector(".stage .canvas")?.append(...updated.querySelectorAll(".stage .marks"));
  }
  if (hasOtherFix && current.hasViewTabs) rebuildViewTabs(current);
  else updateMotion(current);
  updateViewOrder(current);
  updateTile(current);
  hideFailedFixes(current);
  restoreFocus();
}

function rebuildViewTabs(article) {
  const viewName = article.querySelector("[role=tab][aria-selected=true]")?.dataset.view;
  const comparison = article.querySelector("[role=tabpanel] .slider");
  article.endView?.();
  article.querySelector(".views")?.remove();
  article.hasViewTabs = false;
  addViewTabs(article);
  reopenView(article, viewName, comparison);
}

// Opens a view of a sticker that has changed. The old comparison stays until the new one is decoded.
function reopenView(article, viewName, comparison) {
  openViewByName(article, viewName);
  const isComparing = article.querySelector("[data-view=compare][aria-selected=true]") !== null;
  if (comparison && isComparing) article.querySelector("[role=tabpanel] > div").append(comparison);
}

function replaceArticle(current, replacement) {
  const viewName = current.querySelector("[role=tab][aria-selected=true]")?.dataset.view;
  const restoreFocus = focusRestorer(current, replacement);
  const isOpen = current.classList.contains("open");
  const comparison = current.querySelector("[role=tabpanel] .slider");
  current.endView?.();
  detachDescriptionFields(current);
  current.replaceWith(replacement);
  if (isOpen) {
    replacement.classList.add("open");
    addViewTabs(replacement);
    moveDescriptionFields(replacement);
    reopenView(replacement, viewName, comparison);
  }
  restoreFocus();
}

// Returns a function that restores the focus. If the focused element is no longer on the page, the focus moves to the
// same button or tab in the new article or, if the article does not contain it, to the article itself.
function focusRestorer(oldArticle, article = oldArticle) {
  const active = document.activeElement;
  if (!oldArticle.contains(active)) return () => {};
  const { own: action, rules, view } = active.dataset;
  const buttonSelector = action && `[data-own="${action}"]` + (rules ? `[data-rules="${rules}"]` : "");
  const selector = buttonSelector || (view && `[data-view="${view}"]`);
  return () => {
    if (document.activeElement === active) return;
    // An element loses focus when it moves to another parent.
    if (active.isConnected) return active.focus();
    ((selector && article.querySelector(selector)) ?? article).focus();
  };
}

function removeArticle(number) {
  const article = document.getElementById("sticker-" + number);
  if (!article) return;
  if (article.classList.contains("open")) closePane();
  detachDescriptionFields(article);
  article.remove();
  removeTile(number);
}
