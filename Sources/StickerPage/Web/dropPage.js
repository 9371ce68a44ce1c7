// The drop page: sends files to the server on this machine.
const limits = { atOnce: 4 };
const queue = [];
let [sent, total, busy, passedOver] = [0, 0, 0, []];

function startDropping() {
  addEventListener("dragover", (event) => {
    event.preventDefault();
    if (event.dataTransfer.types.includes("Files")) document.body.classList.add("over");
  });
  addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) document.body.classList.remove("over");
  });
  addEventListener("drop", async (event) => {
    event.preventDefault();
    document.body.classList.remove("over");
    // The list is emptied when this function suspends, so read it first.
    const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
    const files = [...event.dataTransfer.files];
    forgetRefused();
    if (entries.length === 0) return drop(files.map((file) => [file.name, file]));
    const found = [];
    for (const entry of entries) await readEntry(entry, found);
    drop(found);
  });
  for (const id of ["files", "folder"]) {
    const input = document.getElementById(id);
    input.addEventListener("change", () => {
      forgetRefused();
      drop([...input.files].map((file) => [file.webkitRelativePath || file.name, file]));
      input.value = "";
    });
  }
  prepareSaying();
  prepareSheet();
  prepareMessengers();
  prepareOrder();
  document.getElementById("stop").addEventListener("click", () => stopDoing?.());
  for (const button of document.querySelectorAll("[data-do]")) {
    button.addEventListener("click", () => act(button.dataset.do, button));
  }
  document.getElementById("stickers").addEventListener("click", (event) => {
    const button = event.target.closest("[data-own]");
    if (button) actOnOne(button.dataset.own, button);
  });
  document.getElementById("side").addEventListener("click", (event) => {
    const link = event.target.closest("a[data-why]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    showReason(link).catch((error) => complain(error.message));
  });
  grid.addEventListener("keydown", (event) => {
    if (["Delete", "Backspace"].includes(event.key) && event.target.closest(".tile")) takeOut();
  });
  packCard();
  prepareLacks();
  prepareDescribeAll();
  prepareSaving();
  prepareUndo();
  prepareSession();
  addEventListener("pagehide", sendWritten);
  listen();
  showSamples();
}

// Shows the progress of a longer task. Empty words hide it. `stop` is called when the user cancels.
let stopDoing = null;
let doingSince = 0;

function tellDoing(words, done = 0, of = 0, stop = null) {
  const bar = document.getElementById("doing");
  if (words === "") doingSince = 0;
  else doingSince ||= performance.now();
  stopDoing = stop;
  document.getElementById("progress").textContent = words;
  document.getElementById("stop").hidden = stop === null;
  const progress = document.getElementById("done-of");
  [progress.max, progress.value] = [Math.max(1, of), done];
  // Short tasks show no progress.
  bar.hidden = words === "" || performance.now() - doingSince < 300;
  if (words !== "" && bar.hidden) setTimeout(() => (bar.hidden = doingSince === 0), 300);
}

// Folders without stickers and files of the operating system are not read.
const leftBySystems = ["node_modules", "__MACOSX", "Thumbs.db", "desktop.ini"];
const isSkipped = (name) => /^\.[^.]/.test(name) || leftBySystems.includes(name);

async function readEntry(entry, found) {
  const path = entry.fullPath.replace(/^\/+/, "");
  if (isSkipped(entry.name)) return;
  if (entry.isFile) {
    const file = await new Promise((done) => entry.file(done, () => done(null)));
    if (file) found.push([path, file]);
    else refuse(`${path} could not be read`);
    return;
  }
  const reader = entry.createReader();
  for (;;) {
    const some = await new Promise((done) => reader.readEntries(done, () => done(null)));
    if (!some) return refuse(`${path} could not be read`);
    if (some.length === 0) return;
    for (const inner of some) await readEntry(inner, found);
  }
}

async function drop(files) {
  const found = files.filter((file) => !isArchive(file));
  for (const archive of files.filter(isArchive)) found.push(...await filesInArchive(...archive));
  enqueue(await withoutBuilds(found));
}

// The sample stickers, as files.
const samples = once(async () => {
  const answer = await answered(await fetch("samples").catch(() => null));
  const bytes = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return Object.entries(await answer.json()).map(([name, text]) => [name, new File([bytes(text)], name)]);
});

async function dropSamples() {
  drop(await samples());
  return "";
}

// While the page is empty, it shows some of the samples.
async function showSamples() {
  if (articles().length > 0) return;
  const files = (await samples().catch(() => [])).slice(0, innerWidth < 600 ? 3 : 6);
  const pictures = await Promise.all(files.map(([, file]) => createImageBitmap(file).catch(() => null)));
  document.getElementById("fan").replaceChildren(...pictures.filter(Boolean).map((picture, at) => {
    const canvas = fitted(picture, 256);
    canvas.style.setProperty("--at", at);
    return canvas;
  }));
}

function enqueue(files) {
  const wanted = files.filter(([path]) => !path.split("/").some(isSkipped));
  queue.push(...wanted);
  total += wanted.length;
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
  if (passedOver.length === 1) tellNote(`${passedOver[0]} is not an image and was skipped.`);
  else if (passedOver.length > 1) {
    tellNote(`${listed(passedOver.sort(byName.compare))} are not images and were skipped.`);
  }
  [sent, total, passedOver] = [0, 0, []];
}

async function send(from, original) {
  const other = ofOtherProgram(from);
  if (other) return tellNote(other);
  const [path, file] = await drawnHere(from, original);
  try {
    const answer = await fetch("files?path=" + encodeURIComponent(path), { method: "POST", body: file });
    if (answer.status === 204) passedOver.push(path);
    if (answer.ok) return;
    const words = (await errorIn(answer)) ?? "the file was not added";
    refuse(words.includes(path) ? words : `${path}: ${words}`);
  } catch {
    refuse(`${path} was not sent. Is stickerlint still running?`);
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

function forgetRefused() {
  document.getElementById("refused").replaceChildren();
  forgetNotes();
}

function listItem(words) { return Object.assign(document.createElement("li"), { textContent: words }); }

function tellProgress() {
  const isDone = sent >= total;
  tellDoing(isDone ? "" : `Checking ${sent + 1} of ${total}…`, sent, total);
}
