// The drop page: files go to the program on this machine, and what it says of them comes back.
const limits = { atOnce: 4 };
const queue = [];
let [sent, total, busy] = [0, 0, 0];

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
    for (const entry of entries) await readEntry(entry);
  });
  for (const id of ["files", "folder"]) {
    const input = document.getElementById(id);
    input.addEventListener("change", () => {
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

async function readEntry(entry) {
  const path = entry.fullPath.replace(/^\/+/, "");
  if (entry.isFile) {
    const file = await new Promise((done) => entry.file(done, () => done(null)));
    if (file) enqueue([[path, file]]);
    else refuse(`${path} could not be read`);
    return;
  }
  const reader = entry.createReader();
  for (;;) {
    const some = await new Promise((done) => reader.readEntries(done, () => done([])));
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
  if (busy === 0) [sent, total] = [0, 0];
}

async function send(path, file) {
  try {
    const answer = await fetch("files?path=" + encodeURIComponent(path), { method: "POST", body: file });
    if (!answer.ok) refuse((await errorIn(answer)) ?? `${path} was not taken`);
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

function refuse(words) {
  const item = document.createElement("li");
  item.textContent = words;
  document.getElementById("refused").append(item);
}

function tellProgress() {
  const isDone = sent >= total;
  document.getElementById("progress").textContent = isDone ? "" : `Checking ${sent + 1} of ${total} …`;
}

// What the program says, as it says it; after a break everything is told anew.
function listen() {
  const events = new EventSource("events");
  events.onmessage = (event) => take(JSON.parse(event.data));
  events.onerror = () => say("The connection is lost: start stickerlint serve again if it has ended.");
  events.onopen = () => say("");
}

function take(message) {
  if (message.type === "reset") reset(message.html);
  else if (message.type === "sticker") putSticker(message.html);
  else if (message.type === "removed") removeSticker(message.number);
  else if (message.type === "pack") document.getElementById("pack").innerHTML = message.html;
  else if (message.type === "note") return say(message.text);
  document.getElementById("actions").hidden = articles().length === 0;
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
    const open = old?.querySelector("[role=tab][aria-selected=true]")?.dataset.view;
    old?.endView?.();
    if (old) old.replaceWith(article);
    else insertInOrder(article);
    takeIn(article);
    if (!open) continue;
    const tab = article.querySelector(`[role=tab][data-view=${open}]`);
    if (tab) openView(article, tab);
  }
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

function say(words) { document.getElementById("outcome").textContent = words; }

async function act(what, button) {
  button.disabled = true;
  say({ fix: "Fixing …", zip: "Packing …", pack: "Building the pack …" }[what] ?? "");
  try {
    if (what === "zip") await download("all.zip", "stickers.zip");
    else if (what === "pack") await download("pack.zip", "pack.zip");
    else await ask(what);
    if (what === "fix") say("Fixed, as far as it goes: each sticker below says what was done. Download what you like.");
    else if (what !== "pack") say("");  // of the pack the program says what is in it
  } catch (error) {
    say(error.message);
  }
  button.disabled = false;
}

async function actOnOne(what, button) {
  const { number } = button.closest("article").dataset;
  button.disabled = true;
  const said = button.parentElement.querySelector("output") ?? document.createElement("output");
  said.textContent = what === "fix" ? "Fixing …" : "";
  button.parentElement.append(said);
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
  if (!answer?.ok) throw new Error((answer && (await errorIn(answer))) ?? "stickerlint does not answer: has it ended?");
}

async function download(place, name) {
  const answer = await fetch(place).catch(() => null);
  if (!answer?.ok) throw new Error((answer && (await errorIn(answer))) ?? "stickerlint does not answer: has it ended?");
  const said = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get("content-disposition") ?? "");
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = said ? decodeURIComponent(said[1]) : name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
