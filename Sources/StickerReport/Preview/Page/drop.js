// The drop page: files go to the program on this machine, and what it says of them comes back.
const limits = { atOnce: 4 };
const queue = [];
let [sent, total, busy, passedOver] = [0, 0, 0, 0];

function startDropping() {
  const drop = document.getElementById("drop");
  addEventListener("dragover", (event) => {
    event.preventDefault();
    drop.classList.add("over");
  });
  addEventListener("dragleave", (event) => event.relatedTarget === null && drop.classList.remove("over"));
  addEventListener("drop", async (event) => {
    event.preventDefault();
    drop.classList.remove("over");
    // The list is gone once this function waits: what is in it is asked for first.
    const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
    const files = [...event.dataTransfer.files];
    if (entries.length === 0) return enqueue(files.map((file) => [file.name, file]));
    forgetRefused();
    for (const entry of entries) await readEntry(entry);
  });
  for (const id of ["files", "folder"]) {
    const input = document.getElementById(id);
    input.addEventListener("change", () => {
      forgetRefused();
      enqueue([...input.files].map((file) => [file.webkitRelativePath || file.name, file]));
      input.value = "";
    });
  }
  for (const button of document.querySelectorAll("[data-do]")) {
    button.addEventListener("click", () => act(button.dataset.do, button));
  }
  document.getElementById("stickers").addEventListener("click", (event) => {
    const button = event.target.closest("[data-own]");
    if (button) actOnOne(button.dataset.own, button);
  });
  listen();
}

// What no sticker lies in is not even read.
const isSkipped = (name) => name.startsWith(".") || name === "node_modules";

async function readEntry(entry) {
  const path = entry.fullPath.replace(/^\/+/, "");
  if (isSkipped(entry.name)) return;
  if (entry.isFile) {
    const file = await new Promise((done) => entry.file(done, () => done(null)));
    if (file) enqueue([[path, file]]);
    else refuse(`${path} could not be read`);
    return;
  }
  const reader = entry.createReader();
  for (;;) {
    const some = await new Promise((done) => reader.readEntries(done, () => done(null)));
    if (!some) return refuse(`${path} could not be read`);
    if (some.length === 0) return;
    for (const inner of some) await readEntry(inner);
  }
}

function enqueue(files) {
  queue.push(...files);
  total += files.length;
  tellProgress();
  while (busy < limits.atOnce && queue.length > 0) {
    busy += 1;
    sendNext();
  }
}

async function sendNext() {
  for (let next = queue.shift(); next; next = queue.shift()) {
    await send(...next);
    sent += 1;
    tellProgress();
  }
  busy -= 1;
  if (busy > 0) return;
  if (passedOver > 0) refuse(`${passedOver} of ${total} files are no pictures: they are left out`);
  [sent, total, passedOver] = [0, 0, 0];
}

async function send(path, file) {
  try {
    const answer = await fetch("files?path=" + encodeURIComponent(path), { method: "POST", body: file });
    if (answer.status === 204) passedOver += 1;
    if (answer.ok) return;
    const words = (await errorIn(answer)) ?? "it was not taken";
    refuse(words.includes(path) ? words : `${path}: ${words}`);
  } catch {
    refuse(`${path} did not arrive: is stickerlint still running?`);
  }
}

async function errorIn(answer) {
  try {
    const { error, lines } = await answer.json();
    return [error, ...(lines ?? [])].filter(Boolean).join("\n");
  } catch {
    return null;
  }
}

function refuse(words) { document.getElementById("refused").append(listItem(words)); }

function forgetRefused() { document.getElementById("refused").replaceChildren(); }

function listItem(words) { return Object.assign(document.createElement("li"), { textContent: words }); }

function tellProgress() {
  const isDone = sent >= total;
  document.getElementById("progress").textContent = isDone ? "" : `Checking ${sent + 1} of ${total} …`;
}

const gone = "stickerlint does not answer. If it has ended, start it again, and open the address that it then says.";

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
  else if (message.type === "notices") {
    return document.getElementById("notices").replaceChildren(...message.lines.map(listItem));
  } else if (message.type === "note") return say(message.text);
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

function say(words) {
  const outcome = document.getElementById("outcome");
  outcome.textContent = words;
  outcome.classList.toggle("lost", words === gone);
}

const busyWords = { fix: "Fixing …", lossy: "Fixing …", zip: "Packing …", pack: "Building the pack …" };

async function act(what, button) {
  if (what === "clear" && !confirm("Take all stickers off the page? What was fixed is gone then.")) return;
  button.disabled = true;
  say(busyWords[what] ?? "");
  try {
    say(await carryOut(what));
  } catch (error) {
    say(error.message);
  }
  button.disabled = false;
  button.focus();
}

// Does what a button says; what is to be said of it then.
async function carryOut(what) {
  if (what === "fix" || what === "lossy") {
    const { fixed } = await (await ask(what === "lossy" ? "fix?lossy=1" : "fix")).json();
    return fixedInWords(fixed);
  }
  if (what === "zip") {
    await download("all.zip", "stickers.zip");
    return wholeInWords();
  }
  if (what === "pack") return download("pack.zip", "pack.zip");
  else await ask(what);
  if (what === "clear") forgetRefused();
  return "";
}

function wholeInWords() {
  const failing = articles().filter((article) => article.dataset.verdict === "error");
  if (failing.length === 0) return "All files are in it, each as it is best.";
  const names = failing.map((article) => article.dataset.name).join("\n");
  return `All files are in it, also these, which are not ready:\n${names}`;
}

function fixedInWords(count) {
  if (count === 0) return "There is nothing that can be fixed so.";
  const files = count === 1 ? "1 sticker is" : `${count} stickers are`;
  return `${files} fixed: each says below what was done, and what it cost. Download what you like.`;
}

async function actOnOne(what, button) {
  const { number } = button.closest("article").dataset;
  button.disabled = true;
  const said = button.parentElement.querySelector("output") ?? document.createElement("output");
  button.parentElement.append(said);
  said.textContent = what === "fix" ? "Fixing …" : "";
  try {
    if (what === "download") await download("download/" + number, "sticker");
    else await ask(`${what}/${number}${button.dataset.query ?? ""}`);
    said.textContent = "";
  } catch (error) {
    said.textContent = error.message;
  }
  button.disabled = false;
}

async function ask(place) {
  const answer = await fetch(place, { method: "POST" }).catch(() => null);
  return answered(answer);
}

async function answered(answer) {
  if (!answer?.ok) throw new Error((answer && (await errorIn(answer))) ?? gone);
  return answer;
}

// Saves a file, and gives back what the program says is in it.
async function download(place, name) {
  const answer = await answered(await fetch(place).catch(() => null));
  const said = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get("content-disposition") ?? "");
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = said ? decodeURIComponent(said[1]) : name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  return decodeURIComponent(answer.headers.get("pack-contents") ?? "");
}
