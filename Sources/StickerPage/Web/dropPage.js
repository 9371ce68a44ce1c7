// The drop page uploads files to the server on this machine.
const uploadLimits = { maxConcurrent: 4 };
const uploadQueue = [];
let [sentCount, totalCount, activeUploads, skippedPaths] = [0, 0, 0, []];

function startDropPage() {
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
    // The browser empties the list at the first await, so read all of it now.
    const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
    const files = [...event.dataTransfer.files];
    clearRejections();
    if (entries.length === 0) return addFiles(files.map((file) => [file.name, file]));
    const droppedFiles = [];
    for (const entry of entries) await readEntry(entry, droppedFiles);
    addFiles(droppedFiles);
  });
  for (const id of ["files", "folder"]) {
    const input = document.getElementById(id);
    input.addEventListener("change", () => {
      clearRejections();
      addFiles([...input.files].map((file) => [file.webkitRelativePath || file.name, file]));
      input.value = "";
    });
  }
  foldKeyboardInstructions();
  prepareToast();
  prepareFixDialog();
  prepareMessengers();
  prepareReordering();
  document.getElementById("stop").addEventListener("click", () => cancelTask?.());
  for (const button of document.querySelectorAll("[data-do]")) {
    button.addEventListener("click", () => handleActionButton(button.dataset.do, button));
  }
  document.getElementById("stickers").addEventListener("click", (event) => {
    const button = event.target.closest("[data-own]");
    if (button) handleStickerButton(button.dataset.own, button);
  });
  grid.addEventListener("keydown", (event) => {
    if (["Delete", "Backspace"].includes(event.key) && event.target.closest(".tile")) removeSelectedFromPack();
  });
  document.getElementById("stickers").addEventListener("change", ({ target }) => {
    const article = target.closest("article");
    if (!target.matches("[data-outline-width]") || !article.dataset.outline) return;
    applyOutline(article, target.value).catch((error) => {
      target.value = article.dataset.outline;
      showError(error.message);
    });
  });
  preparePackCard();
  prepareMissingRequirements();
  prepareDescriptionDialog();
  prepareSaving();
  prepareUndo();
  prepareSession();
  addEventListener("pagehide", sendUnsentEdits);
  delayMessagesDuringPresses();
  listenForServerEvents();
  showSamples();
}

// Hides the keyboard instructions behind a button. They are not in a `details` element, because they also describe the
// grid. Screen readers read a hidden description, but not one in a closed `details` element.
function foldKeyboardInstructions() {
  const instructions = document.getElementById("keys");
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: "Keyboard" });
  button.className = "plain keyboard";
  button.setAttribute("aria-controls", "keys");
  const setOpen = (isOpen) => {
    instructions.hidden = !isOpen;
    button.setAttribute("aria-expanded", String(isOpen));
  };
  button.addEventListener("click", () => {
    setOpen(instructions.hidden);
    instructions.scrollIntoView({ block: "nearest" });
  });
  instructions.before(button);
  setOpen(false);
}

// The function that cancels the current task if the user clicks Stop, and the time when the task began.
let cancelTask = null;
let taskStart = 0;

// Shows the progress of a task. An empty string hides it. `cancel` is called if the user clicks Stop.
function showProgress(text, done = 0, total = 0, cancel = null) {
  const bar = document.getElementById("doing");
  if (text === "") taskStart = 0;
  else taskStart ||= performance.now();
  cancelTask = cancel;
  document.getElementById("progress").textContent = text;
  document.getElementById("stop").hidden = cancel === null;
  const progress = document.getElementById("done-of");
  [progress.max, progress.value] = [Math.max(1, total), done];
  // Progress appears after 300 ms, so that short tasks do not make the page flicker.
  bar.hidden = text === "" || performance.now() - taskStart < 300;
  if (text !== "" && bar.hidden) setTimeout(() => (bar.hidden = taskStart === 0), 300);
}

// Folders that contain no stickers, and files that operating systems create.
const ignoredNames = ["node_modules", "__MACOSX", "Thumbs.db", "desktop.ini"];
const isIgnored = (name) => /^\.[^.]/.test(name) || ignoredNames.includes(name);

// Adds the files in a dropped file or folder to `files`.
async function readEntry(entry, files) {
  const path = entry.fullPath.replace(/^\/+/, "");
  if (isIgnored(entry.name)) return;
  if (entry.isFile) {
    const file = await new Promise((resolve) => entry.file(resolve, () => resolve(null)));
    if (file) files.push([path, file]);
    else showRejection(`${path} could not be read`);
    return;
  }
  const reader = entry.createReader();
  for (;;) {
    const batch = await new Promise((resolve) => reader.readEntries(resolve, () => resolve(null)));
    if (!batch) return showRejection(`${path} could not be read`);
    if (batch.length === 0) return;
    for (const child of batch) await readEntry(child, files);
  }
}

// Uploads files. Archives are unpacked first, and builds are replaced with their art.
async function addFiles(files) {
  const otherFiles = files.filter((file) => !isArchive(file));
  for (const archive of files.filter(isArchive)) otherFiles.push(...await extractArchive(...archive));
  enqueueUploads(await replaceBuildsWithArt(otherFiles));
}

// Returns the sample stickers as files with their names.
const loadSamples = memoizeAsync(async () => {
  const response = await checkResponse(await fetch("samples").catch(() => null));
  const decode = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return Object.entries(await response.json()).map(([name, text]) => [name, new File([decode(text)], name)]);
});

async function addSamples() {
  addFiles(await loadSamples());
  return "";
}

// Shows some samples while the page is empty.
async function showSamples() {
  if (stickerArticles().length > 0) return;
  // The avocado is on a white square, which would look like a broken image here.
  const files = (await loadSamples().catch(() => [])).filter(([name]) => name !== "avocado.png")
    .slice(0, 6);
  const bitmaps = await Promise.all(files.map(([, file]) => createImageBitmap(file).catch(() => null)));
  document.getElementById("fan").replaceChildren(...bitmaps.filter(Boolean).map((bitmap, index) => {
    const canvas = scaleToFit(bitmap, 256);
    canvas.style.setProperty("--at", index);
    return canvas;
  }));
}

function enqueueUploads(files) {
  const accepted = files.filter(([path]) => !path.split("/").some(isIgnored));
  uploadQueue.push(...accepted);
  totalCount += accepted.length;
  showUploadProgress();
  while (activeUploads < uploadLimits.maxConcurrent && uploadQueue.length > 0) {
    activeUploads += 1;
    uploadQueuedFiles();
  }
}

async function uploadQueuedFiles() {
  for (let next = uploadQueue.shift(); next; next = uploadQueue.shift()) {
    await uploadFile(...next);
    sentCount += 1;
    showUploadProgress();
  }
  activeUploads -= 1;
  if (activeUploads > 0) return;
  if (skippedPaths.length === 1) addNote(`${skippedPaths[0]} is not an image and was skipped.`);
  else if (skippedPaths.length > 1) {
    addNote(`${joinNames(skippedPaths.sort(nameCollator.compare))} are not images and were skipped.`);
  }
  [sentCount, totalCount, skippedPaths] = [0, 0, []];
  scheduleRefresh();
}

async function uploadFile(originalPath, originalFile) {
  const hint = exportHint(originalPath);
  if (hint) return addNote(hint);
  const [path, file] = await convertToPNG(originalPath, originalFile);
  try {
    const response = await fetch("files?path=" + encodeURIComponent(path), { method: "POST", body: file });
    if (response.status === 204) skippedPaths.push(path);
    if (response.ok) return;
    const text = (await errorText(response)) ?? "the file was not added";
    showRejection(text.includes(path) ? text : `${path}: ${text}`);
  } catch {
    showRejection(`${path} was not sent. Is stickerlint still running?`);
  }
}

// Returns the error message in a response; null if the response contains no message.
async function errorText(response) {
  try {
    const { error, lines } = await response.json();
    return [error, ...(lines ?? [])].filter(Boolean).join("\n");
  } catch {
    return null;
  }
}

function showRejection(text) {
  const item = createListItem("");
  const close = Object.assign(document.createElement("button"), { type: "button", className: "plain", textContent: "×" });
  close.setAttribute("aria-label", "Close this message");
  close.addEventListener("click", () => {
    item.remove();
    (document.querySelector("#refused button") ?? document.getElementById("files")).focus();
  });
  item.append(Object.assign(document.createElement("span"), { textContent: text }), close);
  document.getElementById("refused").append(item);
}

function clearRejections() {
  document.getElementById("refused").replaceChildren();
  clearNotes();
}

function createListItem(text) { return Object.assign(document.createElement("li"), { textContent: text }); }

function showUploadProgress() {
  const isDone = sentCount >= totalCount;
  showProgress(isDone ? "" : `Checking ${sentCount + 1} of ${totalCount}…`, sentCount, totalCount);
}
