// Handles messages from the server.
const gone =
  "stickerlint was closed or restarted. Your work is saved: start it again, and continue in the page that it opens.";

// The only place where text becomes markup. The markup is from the server, which escapes names and texts.
const markup = self.trustedTypes?.createPolicy("stickerlint", { createHTML: (html) => html });
const trusted = (html) => markup?.createHTML(html) ?? html;

// Receives messages. After a reconnect, the server sends the whole state again.
function listen() {
  const events = new EventSource("events");
  events.onmessage = (event) => take(JSON.parse(event.data));
  events.onerror = () => say(gone);
  events.onopen = () => document.getElementById("outcome").textContent === gone && say("");
}

function take(message) {
  if (message.type === "reset") {
    takeChecking({ numbers: [], pack: false });
    reset(message.html);
  }
  else if (message.type === "sticker") putSticker(message.html);
  else if (message.type === "removed") removeSticker(message.number);
  else if (message.type === "pack") document.getElementById("pack").innerHTML = trusted(message.html);
  else if (message.type === "description") return takeDescription(message);
  else if (message.type === "messengers") return takeMessengers(message);
  else if (message.type === "checking") takeChecking(message);
  else if (message.type === "history") return takeHistory(message);
  else if (message.type === "session") return takeSession(message);
  else if (message.type === "messages") document.getElementById("interactive").innerHTML = trusted(message.html);
  else if (message.type === "notices") {
    return document.getElementById("notices").replaceChildren(...message.lines.map(listItem));
  }
  refresh();
}

// The current pack file, and the functions to call when it changes.
let description = null;
const describers = [];

function onDescription(listener) {
  describers.push(listener);
  if (description) listener(description);
}

function takeDescription(message) {
  description = message;
  takeSaidOrder(message.order);
  for (const listener of describers) listener(message);
  settleSide();
}

function parsed(html) {
  const template = document.createElement("template");
  template.innerHTML = trusted(html);
  return [...template.content.querySelectorAll("article.sticker")];
}

function reset(html) {
  const open = openArticle();
  const id = open?.id;
  if (open) endPane(open);
  document.body.classList.remove("paned");
  for (const article of articles()) rescueDescribe(article);
  grid.replaceChildren();
  const sorted = parsed(html).sort(inOrder);
  document.getElementById("stickers").replaceChildren(...sorted);
  for (const article of articles()) takeIn(article);
  const again = id && document.getElementById(id);
  if (again) openPane(again);
  else openNamed();
}

function putSticker(html) {
  for (const article of parsed(html)) {
    const old = document.getElementById(article.id);
    if (!old) place(article);
    else if (sourceOf(old, "art") === sourceOf(article, "art")) return renew(old, article);
    else replaceSticker(old, article);
    takeIn(article);
    if (!old) openNamed();
  }
}

const sourceOf = (article, name) => {
  const image = article.querySelector("img." + name);
  return image ? Art.of(image).source : null;
};

// Updates a sticker whose art is unchanged, and keeps open views.
function renew(old, article) {
  const focus = focusIn(old);
  const isOtherFix = sourceOf(old, "after") !== sourceOf(article, "after");
  for (const { name, value } of article.attributes) if (name !== "class") old.setAttribute(name, value);
  // A fix, or its removal, also changes the image.
  const parts = isOtherFix ? ["header", ".stage", ".said"] : ["header", ".said"];
  for (const part of parts) old.querySelector(part).replaceWith(article.querySelector(part));
  if (!isOtherFix) {
    old.querySelector(".stage .marks")?.remove();
    old.querySelector(".stage .canvas")?.append(...article.querySelectorAll(".stage .marks"));
  }
  if (isOtherFix && old.isPrepared) prepareAgain(old);
  else settleMotion(old);
  showInGrid(old);
  focus();
}

function prepareAgain(article) {
  const open = article.querySelector("[role=tab][aria-selected=true]")?.dataset.view;
  article.endView?.();
  article.querySelector(".views")?.remove();
  article.isPrepared = false;
  prepareSticker(article);
  openAgain(article, open);
}

function replaceSticker(old, article) {
  const open = old.querySelector("[role=tab][aria-selected=true]")?.dataset.view;
  const focus = focusIn(old, article);
  const isOpen = old.classList.contains("open");
  old.endView?.();
  rescueDescribe(old);
  old.replaceWith(article);
  if (isOpen) {
    article.classList.add("open");
    prepareSticker(article);
    describeIn(article);
    openAgain(article, open);
  }
  focus();
}

// Returns a function that restores the focus to the same button or tab, or else to the sticker.
function focusIn(old, article = old) {
  const active = document.activeElement;
  if (!old.contains(active)) return () => {};
  const { own, rules, view } = active.dataset;
  const byButton = own && `[data-own="${own}"]` + (rules ? `[data-rules="${rules}"]` : "");
  const selector = byButton || (view && `[data-view="${view}"]`);
  return () => {
    if (active.isConnected) return;
    ((selector && article.querySelector(selector)) ?? article).focus();
  };
}

function removeSticker(number) {
  const article = document.getElementById("sticker-" + number);
  if (!article) return;
  if (article.classList.contains("open")) closePane();
  rescueDescribe(article);
  article.remove();
  removeTile(number);
}
