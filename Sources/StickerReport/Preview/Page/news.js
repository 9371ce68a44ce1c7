// What the program tells the drop page, and what becomes of it there.
const gone =
  "stickerlint does not answer. If it has ended, start it again, and open the address that it then says.";

// What the program says, as it says it; after a break everything is told anew.
function listen() {
  const events = new EventSource("events");
  events.onmessage = (event) => take(JSON.parse(event.data));
  events.onerror = () => say(gone);
  events.onopen = () => document.getElementById("outcome").textContent === gone && say("");
}

function take(message) {
  if (message.type === "reset") reset(message.html);
  else if (message.type === "sticker") putSticker(message.html);
  else if (message.type === "removed") removeSticker(message.number);
  else if (message.type === "pack") document.getElementById("pack").innerHTML = message.html;
  else if (message.type === "messages") document.getElementById("interactive").innerHTML = message.html;
  else if (message.type === "notices") {
    return document.getElementById("notices").replaceChildren(...message.lines.map(listItem));
  }
  document.getElementById("actions").hidden = articles().length === 0;
  document.getElementById("intro").hidden = articles().length > 0;
  refresh();
}

// Markup from the program, in which names and texts are escaped already.
function parsed(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return [...template.content.querySelectorAll("article.sticker")];
}

function reset(html) {
  for (const article of articles()) article.endView?.();
  document.getElementById("overview").replaceChildren();
  const sorted = parsed(html).sort((a, b) => byName.compare(a.dataset.path, b.dataset.path));
  document.getElementById("stickers").replaceChildren(...sorted);
  for (const article of articles()) takeIn(article);
}

function putSticker(html) {
  for (const article of parsed(html)) {
    const old = document.getElementById(article.id);
    if (!old) insertInOrder(article);
    else if (sourceOf(old, "art") === sourceOf(article, "art") && old.isPrepared) return renew(old, article);
    else replaceSticker(old, article);
    takeIn(article);
  }
}

const sourceOf = (article, name) => {
  const image = article.querySelector("img." + name);
  return image ? Art.of(image).source : null;
};

// The same art with something new to say of it: what people are looking at stays as it is.
function renew(old, article) {
  const focus = focusIn(old);
  const isOtherFix = sourceOf(old, "after") !== sourceOf(article, "after");
  for (const { name, value } of article.attributes) old.setAttribute(name, value);
  for (const part of ["header", ".said"]) old.querySelector(part).replaceWith(article.querySelector(part));
  old.querySelector(".marks")?.remove();
  old.querySelector(".canvas").append(...article.querySelectorAll(".marks"));
  if (isOtherFix) prepareAgain(old);
  else settleMotion(old);
  showInOverview(old);
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

function openAgain(article, view) {
  const tab = view && article.querySelector(`[role=tab][data-view=${view}]`);
  if (tab) openView(article, tab);
}

function replaceSticker(old, article) {
  const open = old.querySelector("[role=tab][aria-selected=true]")?.dataset.view;
  const focus = focusIn(old, article);
  old.endView?.();
  old.replaceWith(article);
  prepareSticker(article);
  openAgain(article, open);
  focus();
}

// Puts the focus back to the same button or tab, or to the sticker where that is gone.
function focusIn(old, article = old) {
  const active = document.activeElement;
  if (!old.contains(active)) return () => {};
  const { own, query, view } = active.dataset;
  const byButton = own && `[data-own="${own}"]` + (query ? `[data-query="${query}"]` : "");
  const selector = byButton || (view && `[data-view="${view}"]`);
  return () => {
    if (active.isConnected) return;
    ((selector && article.querySelector(selector)) ?? article).focus();
  };
}

// Files come as they are ready: they are shown by their names.
const byName = new Intl.Collator(undefined, { numeric: true });

function insertInOrder(article) {
  const later = articles().find((other) => byName.compare(other.dataset.path, article.dataset.path) > 0);
  document.getElementById("stickers").insertBefore(article, later ?? null);
}

function removeSticker(number) {
  const article = document.getElementById("sticker-" + number);
  article?.endView?.();
  article?.remove();
  document.getElementById("to-" + number)?.remove();
}
