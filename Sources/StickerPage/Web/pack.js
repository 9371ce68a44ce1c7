// The pack card shows the contents of the pack file, and sends edits as the user types.
const packElement = (name) => document.getElementById("pack-" + name);
const isInPack = (number) => packState?.order.includes(number) ?? false;

// Each edit is sent after the previous one has completed, because it applies to the result of the previous one.
let lastEditRequest = Promise.resolve();

// Edits the pack. Returns whether the edits succeeded. If they failed, shows the error, and resets the
// fields.
async function sendEdits(edits, action = createActionID()) {
  markFixedTiles([]);
  const sending = lastEditRequest.then(async () => {
    const body = JSON.stringify({ edits });
    // With keepalive, the request completes even if the page closes. Browsers limit such requests to 64 KiB.
    const request = { method: "POST", body, keepalive: body.length < 60000 };
    return checkResponse(await fetch(`edit?action=${action}`, request).catch(() => null));
  });
  lastEditRequest = sending.catch(() => {});
  try {
    await sending;
    return true;
  } catch (error) {
    showError(error.message);
    if (packState) applyPackState(packState);
    return false;
  }
}

// The fields with changes that have not been sent yet. They are sent before a download or a save.
const unsentFields = new Set();

function sendUnsentEdits() { for (const field of [...unsentFields]) field.send(); }

async function flushEdits() {
  sendUnsentEdits();
  await lastEditRequest;
}

// Sends the edits of a field when the user leaves it or stops typing.
function sendEditsOnInput(field, createEdits) {
  let [timer, pendingEdits] = [0, null];
  field.send = () => {
    clearTimeout(timer);
    unsentFields.delete(field);
    const edits = pendingEdits;
    pendingEdits = null;
    if (edits) sendEdits(edits);
  };
  field.addEventListener("input", () => {
    // Create the edits now, because another sticker may be open when they are sent.
    pendingEdits = createEdits(field.value);
    unsentFields.add(field);
    clearTimeout(timer);
    timer = setTimeout(field.send, 700);
  });
  field.addEventListener("change", field.send);
}

// Sets the value of a field, unless it has unsent changes.
function updateField(field, value) {
  if (!unsentFields.has(field) && field.value !== value) field.value = value;
}

const languageNames = new Intl.DisplayNames(undefined, { type: "language" });
const languageName = (code) => {
  if (code === "und") return "no language";
  try {
    return languageNames.of(code);
  } catch {
    return code;
  }
};

// The languages that the App Store supports.
const storeLanguages = ["ar", "ca", "cs", "da", "de", "el", "en", "es", "es-MX", "fi", "fr", "fr-CA", "he",
  "hi", "hr", "hu", "id", "it", "ja", "ko", "ms", "nl", "no", "pl", "pt-BR", "pt-PT", "ro", "ru", "sk", "sv",
  "th", "tr", "uk", "vi", "zh-Hans", "zh-Hant"];

function preparePackCard() {
  sendEditsOnInput(packElement("name"), (value) => [{ set: "name", to: value.trim() }]);
  packElement("icon").addEventListener("click", () => setIconPanelOpen(packElement("icons").hidden));
  packElement("icon-file").addEventListener("change", ({ target }) => {
    if (target.files[0]) uploadIcon(target.files[0]);
    target.value = "";
  });
  packElement("icon-color").addEventListener("change", ({ target }) => setIconBackground(target.value));
  packElement("icon-choices").addEventListener("click", ({ target }) => {
    const { number } = target.closest("button")?.dataset ?? {};
    if (number) useAsIcon(Number(number), false);
  });
  packElement("icon-sizes").addEventListener("toggle", () => updateIcon(packState.icon));
  document.getElementById("pack").addEventListener("click", ({ target }) => {
    if (target.closest("[data-resize]")) resizeAllStickers();
  });
  packElement("no-icon").addEventListener("click", () => sendEdits([{ set: "icon", to: null }]));
  for (const target of [packElement("icon"), packElement("icons")]) prepareIconDropTarget(target);
  packElement("fields").addEventListener("change", ({ target }) => {
    if (target.name === "pack-grid") sendEdits([{ set: "grid", to: target.value }]);
  });
  packElement("one-size").addEventListener("click", resizeAllStickers);
  packElement("grid-none").addEventListener("click", () => sendEdits([{ set: "grid", to: null }]));
  const names = storeLanguages.map((code) => [code, languageName(code)]);
  names.sort((a, b) => nameCollator.compare(a[1], b[1]));
  for (const [code, name] of names) packElement("language").add(new Option(name, code));
  packElement("language").addEventListener("change", ({ target }) => {
    if (target.value) sendEdits([{ set: "languages", to: [...packState.languages, target.value] }]);
    target.value = "";
  });
  packElement("save-text").addEventListener("click", downloadPackFile);
  packElement("join").addEventListener("click", joinFrames);
  packElement("separate").addEventListener("click", () => {
    declinedRuns.add(offeredRun.join());
    offerAnimation(packState.runs);
  });
  packElement("forget").addEventListener("click", () => sendEdits([{ set: "removeMissing" }]));
  packElement("icon-open").addEventListener("click",
    () => openPane(document.getElementById("sticker-" + iconNumber())));
  onPackState(updatePackCard);
}

function updatePackCard(state) {
  packElement("problem").textContent = state.problem ? `The pack cannot be edited here: ${state.problem}` : "";
  packElement("problem").hidden = !state.problem;
  packElement("fields").disabled = state.problem !== null;
  updateField(packElement("name"), state.name ?? "");
  packElement("name").placeholder = state.called || "Stickers";
  updateIcon(state.icon);
  updateTitle(state);
  // Without an icon, the download has no Xcode project, so no steps in Xcode follow.
  packElement("next").hidden = state.problem === null && state.icon.kind === "none" && !state.icon.slots;
  updateGridSize(state);
  updateLanguages(state.languages);
  showImagesOutsidePack(state.apart);
  showMissingFiles(state.missing);
  offerAnimation(state.runs);
  packElement("source").textContent = state.source ?? "stickerpack.yml";
  packElement("changed").hidden = !state.unsaved;
  packElement("text").textContent = state.text;
}

// The title of the page is the name of the pack.
function updateTitle({ name, called: defaultName }) {
  const title = document.querySelector("h1");
  title.dataset.called ??= title.textContent;
  const text = name || defaultName || title.dataset.called;
  if (title.textContent !== text) title.textContent = text;
  document.title = `${text} · stickerlint`;
}

function setIconPanelOpen(isOpen) {
  packElement("icons").hidden = !isOpen;
  packElement("icon").ariaExpanded = String(isOpen);
  if (isOpen && packState) updateIcon(packState.icon);
}

// Shows the icon. Icons are loaded only if they have changed and are visible.
function updateIcon(icon) {
  const key = `${icon.number}-${icon.revision}-${icon.background}`;
  const hasIcon = icon.number !== null;
  const isOpen = !packElement("icons").hidden;
  const showsSizes = isOpen && packElement("icon-sizes").open;
  if (!hasIcon) packElement("icon").querySelector("img")?.remove();
  const containers = [packElement("icon"), ...(showsSizes ? packElement("icon-sizes").querySelectorAll("figure") : [])];
  for (const container of hasIcon ? containers : []) {
    const image = iconImage(container);
    const source = `icon/${container.dataset.slot}?of=${encodeURIComponent(key)}`;
    if (image.getAttribute("src") !== source) image.src = source;
    image.onerror = () => showIconHint("This image cannot be used as an icon. Use a square PNG or JPEG of at least "
      + "1024 × 1024 px, and choose a background if it is transparent.");
  }
  packElement("icon-sizes").hidden = !hasIcon;
  packElement("icon-ground").hidden = !hasIcon;
  packElement("no-icon").hidden = icon.kind === "none";
  if (isOpen) updateIconChoices(icon);
  if (icon.background) packElement("icon-color").value = icon.background.toLowerCase();
  const source = { sticker: `Drawn from ${icon.name}.`, file: `Made from ${icon.name}.` };
  showIconHint(source[icon.kind] ?? "Choose a sticker, or drop a square image of at least 1024 × 1024 px here.");
}

// Of a larger pack, only the first stickers are shown. The others can be chosen when they are open.
const maxIconChoices = 100;

// Shows the stickers of the pack, so that one of them can be chosen for the icon.
function updateIconChoices(icon) {
  const container = packElement("icon-choices");
  const articles = packState.order.map((number) => document.getElementById("sticker-" + number))
    .filter((article) => article && displayedArt(article)).slice(0, maxIconChoices);
  container.hidden = articles.length === 0;
  const key = articles.map((article) => `${article.dataset.name} ${displayedArt(article).source}`).join("\n");
  if (container.dataset.of !== key) {
    container.dataset.of = key;
    container.replaceChildren(...articles.map(createIconChoice));
  }
  for (const button of container.children) {
    button.ariaPressed = String(icon.kind === "sticker" && icon.number === Number(button.dataset.number));
  }
}

function createIconChoice(article) {
  const button = Object.assign(document.createElement("button"), { type: "button", className: "ground" });
  const { name, number } = article.dataset;
  button.dataset.number = number;
  button.title = name;
  button.setAttribute("aria-label", `Use ${name}`);
  displayedArt(article).thumbnail(96).then((canvas) => button.append(scaleToFit(canvas, 96))).catch(() => {});
  return button;
}

function iconImage(container) {
  const existing = container.querySelector("img");
  if (existing) return existing;
  const [width, height] = container.dataset.size.split("x").map(Number);
  // The text next to the image describes it.
  const image = Object.assign(new Image(width, height), { alt: "" });
  container.prepend(image);
  return image;
}

function showIconHint(text) { packElement("icon-words").textContent = text; }

// Changes only the background of the icon.
function setIconBackground(color) {
  const { kind, number } = packState.icon;
  if (number === null) return;
  sendEdits([{ set: "icon", to: kind === "sticker" ? { sticker: number, background: color }
    : { file: number, background: color } }]);
}

// Makes an element accept an image as the icon. Elsewhere on the page, dropped images become stickers.
function prepareIconDropTarget(target) {
  target.addEventListener("dragover", (event) => {
    event.preventDefault();
    event.stopPropagation();
    document.body.classList.remove("over");
    target.classList.add("over");
  });
  target.addEventListener("dragleave", () => target.classList.remove("over"));
  target.addEventListener("drop", (event) => {
    event.preventDefault();
    event.stopPropagation();
    for (const element of [target, document.body]) element.classList.remove("over");
    const [file] = event.dataTransfer.files;
    if (file) uploadIcon(file);
  });
}

// The minimum size of an icon, in px.
const minIconSide = 1024;

// Uploads an image as the icon, with a name that no sticker has.
async function uploadIcon(file) {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return showError(`${file.name} can't be an icon: this browser can't open it. Use a PNG or JPEG.`);
  const { width, height } = bitmap;
  bitmap.close();
  if (Math.min(width, height) < minIconSide) {
    return showError(`${file.name} is too small for an icon: ${width} × ${height} px. Use a square image of at `
      + `least ${minIconSide} × ${minIconSide} px.`);
  }
  const takenNames = stickerArticles().map(({ dataset }) => dataset.name);
  const isFree = (name) => packState?.icon.name === name || !takenNames.includes(name);
  const extension = file.type === "image/jpeg" ? ".jpg" : ".png";
  let name = "icon" + extension;
  for (let count = 2; !isFree(name); count += 1) name = `icon-${count}${extension}`;
  try {
    const url = "files?path=" + encodeURIComponent(name);
    const response = await checkResponse(await fetch(url, { method: "POST", body: file }).catch(() => null));
    const { number } = await response.json();
    if (await sendEdits([{ set: "icon", to: { file: number } }])) setIconPanelOpen(true);
  } catch (error) {
    showError(error.message);
  }
}

// The number of the file that is the icon; null if the icon is a sticker or missing. The grid does not show this file.
const iconNumber = () => (packState?.icon.kind === "file" ? packState.icon.number : null);
const isIcon = (article) => Number(article.dataset.number) === iconNumber();

// The page offers to join numbered files into an animation. If the user declines, the page does not offer it for these
// files again.
const declinedRuns = new Set();
let offeredRun = null;
const stickerFileName = (number) => document.getElementById("sticker-" + number)?.dataset.name ?? "";

// Stickers are often numbered, too. Only a long series of files, or one with “frame” in its names, is probably an
// animation.
const isProbablyAnimation = (run) => run.length >= 6 || /frame/i.test(stickerFileName(run[0]));

function offerAnimation(runs) {
  offeredRun = runs.find((run) => isProbablyAnimation(run) && !declinedRuns.has(run.join())) ?? null;
  packElement("run").hidden = offeredRun === null;
  if (!offeredRun) return;
  packElement("run").querySelector("p").textContent = `${stickerFileName(offeredRun[0])} to `
    + `${stickerFileName(offeredRun.at(-1))} are numbered. Are these ${offeredRun.length} frames one animation?`;
}

async function joinFrames() {
  const fps = Math.round(Number(packElement("rate").value)) || 12;
  const count = offeredRun.length;
  if (await sendEdits([{ set: "frames", to: offeredRun, fps }])) {
    showToast(`Made one animation from ${count} frames.`, true);
  }
}

function showMissingFiles(names) {
  packElement("missing").hidden = names.length === 0;
  const [isSingle, list] = [names.length === 1, joinNames(names)];
  packElement("missing").querySelector("p").textContent = names.length === 0 ? ""
    : `${list} ${isSingle ? "is missing, so it is" : "are missing, so they are"} left out of the pack. `
      + `If ${isSingle ? "the file comes" : "the files come"} back, `
      + `${isSingle ? "it" : "they"} will be in the pack again.`;
}

// Marks a tile if its image is not in the pack. Returns whether the mark changed.
function updateOutsidePackMark(
  tile, isOutside = packState?.apart.some(({ number }) => String(number) === tile.dataset.number)) {
  const isChanged = tile.classList.contains("apart") !== Boolean(isOutside);
  tile.classList.toggle("apart", Boolean(isOutside));
  if (isOutside) tile.setAttribute("aria-description", "not in the pack");
  else tile.removeAttribute("aria-description");
  return isChanged;
}

function showImagesOutsidePack(images) {
  const shown = images.filter(({ number }) => number !== iconNumber());
  packElement("icon-open").hidden = iconNumber() === null || !document.getElementById("sticker-" + iconNumber());
  packElement("apart").hidden = shown.length === 0;
  packElement("apart-count").textContent = shown.length;
  const numbers = new Set(images.map(({ number }) => String(number)));
  let hasChanged = false;
  for (const tile of grid.children) {
    if (updateOutsidePackMark(tile, numbers.has(tile.dataset.number))) hasChanged = true;
  }
  packElement("apart-list").replaceChildren(...shown.map(createOutsidePackItem));
  // Skip the counts if only text has changed. With a thousand stickers, counting is slow.
  if (!hasChanged) return;
  updateCounts();
  applyFilters();
}

// Returns a list item for an image outside the pack, with a button to add it or to use it in place of a sticker.
function createOutsidePackItem({ number, name, why: reason, canBeAdded, inPlace: replacedNumber }) {
  const createButton = (textContent, label, edit) => {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent });
    button.setAttribute("aria-label", label);
    button.addEventListener("click", () => sendEdits([edit]));
    return button;
  };
  const buttons = canBeAdded ? [createButton("Add", `Add ${name} to the pack`, { add: number })]
    : replacedNumber === null ? []
      : [createButton("Use", `Use ${name} in its place`, { set: "instead", sticker: replacedNumber, to: number })];
  return createStickerItem(document.getElementById("sticker-" + number), name, capitalized(reason), buttons);
}

// Capitalizes a sentence, unless it begins with a file name.
const capitalized = (text) => (/^\S*[._/-]/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1));

// Removes stickers from the pack. They stay on the page.
async function removeStickersFromPack(numbers) {
  const stateBefore = packState;
  const removed = numbers.filter(isInPack);
  if (removed.length === 0 || !(await sendEdits(removed.map((number) => ({ takeOut: number }))))) return;
  const description = removed.length === 1 ? stateBefore.stickers.find(({ number }) => number === removed[0]).name
    : pluralize(removed.length, "sticker");
  showToast(`Removed ${description} from the pack.`, true);
}

function downloadPackFile() {
  downloadBlob(new Blob([packState.text], { type: "application/yaml" }), "stickerpack.yml");
}
