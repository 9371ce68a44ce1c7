// The pack card: shows the pack file, and sends edits while the user types.
const inPack = (name) => document.getElementById("pack-" + name);
const isInPack = (number) => description?.order.includes(number) ?? false;

// Edits are sent one after the other, since each applies to the result of the previous one.
let editing = Promise.resolve();

// Edits the pack, and returns whether that succeeded. If not, shows the error and the current state.
async function edit(edits, action = newAction()) {
  const own = editing.then(async () => {
    const body = JSON.stringify({ edits });
    // The request completes even if the page closes.
    const request = { method: "POST", body, keepalive: body.length < 60000 };
    return answered(await fetch(`edit?action=${action}`, request).catch(() => null));
  });
  editing = own.catch(() => {});
  try {
    await own;
    return true;
  } catch (error) {
    complain(error.message);
    if (description) takeDescription(description);
    return false;
  }
}

// Fields with unsent changes. Downloads and saves wait for them.
const written = new Set();

function sendWritten() { for (const field of [...written]) field.send(); }

async function editsDone() {
  sendWritten();
  await editing;
}

// Sends a field when editing ends or pauses.
function sending(field, editsOf) {
  let [timer, edits] = [0, null];
  field.send = () => {
    clearTimeout(timer);
    written.delete(field);
    const own = edits;
    edits = null;
    if (own) edit(own);
  };
  field.addEventListener("input", () => {
    // Create the edits now. Later, another sticker may be open.
    edits = editsOf(field.value);
    written.add(field);
    clearTimeout(timer);
    timer = setTimeout(field.send, 700);
  });
  field.addEventListener("change", field.send);
}

// Shows a value, unless the field has unsent changes.
function showIn(field, value) {
  if (!written.has(field) && field.value !== value) field.value = value;
}

const languageNames = new Intl.DisplayNames(undefined, { type: "language" });
const nameOfLanguage = (code) => {
  if (code === "und") return "no language";
  try {
    return languageNames.of(code);
  } catch {
    return code;
  }
};

// The languages of the App Store.
const storeLanguages = ["ar", "ca", "cs", "da", "de", "el", "en", "es", "es-MX", "fi", "fr", "fr-CA", "he",
  "hi", "hr", "hu", "id", "it", "ja", "ko", "ms", "nl", "no", "pl", "pt-BR", "pt-PT", "ro", "ru", "sk", "sv",
  "th", "tr", "uk", "vi", "zh-Hans", "zh-Hant"];

function packCard() {
  sending(inPack("name"), (value) => [{ set: "name", to: value.trim() }]);
  inPack("icon").addEventListener("click", () => openIcons(inPack("icons").hidden));
  inPack("icon-file").addEventListener("change", ({ target }) => {
    if (target.files[0]) takeIcon(target.files[0]);
    target.value = "";
  });
  inPack("icon-color").addEventListener("change", ({ target }) => colorIcon(target.value));
  inPack("no-icon").addEventListener("click", () => edit([{ set: "icon", to: null }]));
  for (const well of [inPack("icon"), inPack("icons")]) prepareWell(well);
  inPack("fields").addEventListener("change", ({ target }) => {
    if (target.name === "pack-grid") edit([{ set: "grid", to: target.value }]);
  });
  inPack("one-size").addEventListener("click", makeOneSize);
  inPack("grid-none").addEventListener("click", () => edit([{ set: "grid", to: null }]));
  const names = storeLanguages.map((code) => [code, nameOfLanguage(code)]);
  names.sort((one, other) => byName.compare(one[1], other[1]));
  for (const [code, name] of names) inPack("language").add(new Option(name, code));
  inPack("language").addEventListener("change", ({ target }) => {
    if (target.value) edit([{ set: "languages", to: [...description.languages, target.value] }]);
    target.value = "";
  });
  inPack("save-text").addEventListener("click", saveText);
  inPack("join").addEventListener("click", joinRun);
  inPack("separate").addEventListener("click", () => {
    separate.add(shownRun.join());
    showRun(description.runs);
  });
  inPack("forget").addEventListener("click", () => edit([{ set: "removeMissing" }]));
  inPack("icon-open").addEventListener("click", () => openPane(document.getElementById("sticker-" + iconNumber())));
  onDescription(showPack);
}

function showPack(said) {
  inPack("problem").textContent = said.problem ? `The pack cannot be edited here: ${said.problem}` : "";
  inPack("problem").hidden = !said.problem;
  inPack("fields").disabled = said.problem !== null;
  showIn(inPack("name"), said.name ?? "");
  inPack("name").placeholder = said.called || "Stickers";
  showIcon(said.icon);
  showTitle(said);
  // Without an icon, there is no Xcode project, and there are no next steps.
  inPack("next").hidden = said.problem === null && said.icon.kind === "none" && !said.icon.slots;
  showGridSize(said);
  showLanguages(said.languages);
  showApart(said.apart);
  showMissing(said.missing);
  showRun(said.runs);
  inPack("source").textContent = said.source ?? "stickerpack.yml";
  inPack("changed").hidden = !said.unsaved;
  inPack("text").textContent = said.text;
}

// The title of the page is the name of the pack.
function showTitle({ name, called }) {
  const title = document.querySelector("h1");
  title.dataset.called ??= title.textContent;
  const words = name || called || title.dataset.called;
  if (title.textContent !== words) title.textContent = words;
  document.title = `${words} · stickerlint`;
}

function openIcons(isOpen) {
  inPack("icons").hidden = !isOpen;
  inPack("icon").ariaExpanded = String(isOpen);
  if (isOpen && description) showIcon(description.icon);
}

// Loads icons again only if they changed and are visible.
function showIcon(icon) {
  const key = `${icon.number}-${icon.revision}-${icon.background}`;
  const isThere = icon.number !== null;
  const isOpen = !inPack("icons").hidden;
  if (!isThere) inPack("icon").querySelector("img")?.remove();
  const places = [inPack("icon"), ...(isOpen ? inPack("icon-sizes").querySelectorAll("figure") : [])];
  for (const place of isThere ? places : []) {
    const picture = pictureIn(place);
    const source = `icon/${place.dataset.slot}?of=${encodeURIComponent(key)}`;
    if (picture.getAttribute("src") !== source) picture.src = source;
    picture.onerror = () => tellIcon("This image cannot be used as an icon. Use a square PNG or JPEG of at least "
      + "1024 × 1024 px, and choose a background if it is transparent.");
  }
  inPack("icon-sizes").hidden = !isThere;
  inPack("icon-ground").hidden = !isThere;
  inPack("no-icon").hidden = icon.kind === "none";
  if (icon.background) inPack("icon-color").value = icon.background.toLowerCase();
  const source = { sticker: `Drawn from ${icon.name}.`, file: `Made from ${icon.name}.` };
  tellIcon(source[icon.kind] ?? "Drop a square image of at least 1024 × 1024 px here, or open a sticker "
    + "and press “Use as icon”.");
}

function pictureIn(place) {
  const known = place.querySelector("img");
  if (known) return known;
  const [width, height] = place.dataset.size.split("x").map(Number);
  // The text beside it names it.
  const picture = Object.assign(new Image(width, height), { alt: "" });
  place.prepend(picture);
  return picture;
}

function tellIcon(words) { inPack("icon-words").textContent = words; }

// Changes the background of the icon, and keeps its source.
function colorIcon(color) {
  const { kind, number } = description.icon;
  if (number === null) return;
  edit([{ set: "icon", to: kind === "sticker" ? { sticker: number, background: color }
    : { file: number, background: color } }]);
}

// An image that is dropped here becomes the icon, not a sticker.
function prepareWell(well) {
  well.addEventListener("dragover", (event) => {
    event.preventDefault();
    event.stopPropagation();
    document.body.classList.remove("over");
    well.classList.add("over");
  });
  well.addEventListener("dragleave", () => well.classList.remove("over"));
  well.addEventListener("drop", (event) => {
    event.preventDefault();
    event.stopPropagation();
    for (const over of [well, document.body]) over.classList.remove("over");
    const [file] = event.dataTransfer.files;
    if (file) takeIcon(file);
  });
}

// The smallest side of an icon, in px.
const iconSide = 1024;

async function takeIcon(file) {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return complain(`${file.name} can't be an icon: this browser can't open it. Use a PNG or JPEG.`);
  const { width, height } = picture;
  picture.close();
  if (Math.min(width, height) < iconSide) {
    return complain(`${file.name} is too small for an icon: ${width} × ${height} px. Use a square image of at `
      + `least ${iconSide} × ${iconSide} px.`);
  }
  const taken = articles().map(({ dataset }) => dataset.name);
  const isFree = (name) => description?.icon.name === name || !taken.includes(name);
  const ending = file.type === "image/jpeg" ? ".jpg" : ".png";
  let name = "icon" + ending;
  for (let count = 2; !isFree(name); count += 1) name = `icon-${count}${ending}`;
  try {
    const address = "files?path=" + encodeURIComponent(name);
    const answer = await answered(await fetch(address, { method: "POST", body: file }).catch(() => null));
    const { number } = await answer.json();
    if (await edit([{ set: "icon", to: { file: number } }])) openIcons(true);
  } catch (error) {
    complain(error.message);
  }
}

// The image of the icon is not shown among the stickers.
const iconNumber = () => (description?.icon.kind === "file" ? description.icon.number : null);
const isIcon = (article) => Number(article.dataset.number) === iconNumber();

// Numbered files that may be one animation. Runs that the user keeps separate are not offered again.
const separate = new Set();
let shownRun = null;
const nameOfNumber = (number) => document.getElementById("sticker-" + number)?.dataset.name ?? "";

// Stickers are often numbered, too. Names with “frame” and long runs are probably animations.
const isProbable = (run) => run.length >= 6 || /frame/i.test(nameOfNumber(run[0]));

function showRun(runs) {
  shownRun = runs.find((run) => isProbable(run) && !separate.has(run.join())) ?? null;
  inPack("run").hidden = shownRun === null;
  if (!shownRun) return;
  inPack("run").querySelector("p").textContent = `${nameOfNumber(shownRun[0])} to `
    + `${nameOfNumber(shownRun.at(-1))} are numbered. Are these ${shownRun.length} frames one animation?`;
}

async function joinRun() {
  const fps = Math.round(Number(inPack("rate").value)) || 12;
  const count = shownRun.length;
  if (await edit([{ set: "frames", to: shownRun, fps }])) {
    say(`Made one animation of ${count} frames.`, true);
  }
}

function showMissing(names) {
  inPack("missing").hidden = names.length === 0;
  const [isOne, shown] = [names.length === 1, listed(names)];
  inPack("missing").querySelector("p").textContent = names.length === 0 ? ""
    : `${shown} ${isOne ? "is" : "are"} gone and left out. If ${isOne ? "the file comes" : "the files come"} back, `
      + `${isOne ? "it is" : "they are"} in the pack again.`;
}

// Marks a tile whose image is not in the pack. Returns whether that changed.
function markApart(tile, isOut = description?.apart.some(({ number }) => String(number) === tile.dataset.number)) {
  const isChanged = tile.classList.contains("apart") !== Boolean(isOut);
  tile.classList.toggle("apart", Boolean(isOut));
  if (isOut) tile.setAttribute("aria-description", "not in the pack");
  else tile.removeAttribute("aria-description");
  return isChanged;
}

function showApart(images) {
  const apart = images.filter(({ number }) => number !== iconNumber());
  inPack("icon-open").hidden = iconNumber() === null || !document.getElementById("sticker-" + iconNumber());
  inPack("apart").hidden = apart.length === 0;
  inPack("apart-count").textContent = apart.length;
  const out = new Set(images.map(({ number }) => String(number)));
  let isOther = false;
  for (const tile of grid.children) {
    if (markApart(tile, out.has(tile.dataset.number))) isOther = true;
  }
  inPack("apart-list").replaceChildren(...apart.map(apartItem));
  // With a thousand stickers, counting is too slow to repeat for each edit of a text.
  if (!isOther) return;
  countStickers();
  applyFilters();
}

function apartItem({ number, name, why, canBeAdded, inPlace }) {
  const [item, thumb, words] = ["li", "span", "span"].map((kind) => document.createElement(kind));
  thumb.className = "thumb ground";
  const article = document.getElementById("sticker-" + number);
  const art = article && artShown(article);
  art?.small(80).then((picture) => thumb.replaceChildren(fitted(picture, 80))).catch(() => {});
  words.append(name, Object.assign(document.createElement("small"), { textContent: why }));
  item.append(thumb, words);
  if (canBeAdded) {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: "Add" });
    button.setAttribute("aria-label", `Add ${name} to the pack`);
    button.addEventListener("click", () => edit([{ add: number }]));
    item.append(button);
  } else if (inPlace !== null) {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: "Use" });
    button.setAttribute("aria-label", `Use ${name} in its place`);
    button.addEventListener("click", () => edit([{ set: "instead", sticker: inPlace, to: number }]));
    item.append(button);
  }
  return item;
}

// Removes stickers from the pack.
async function takeOutOfPack(numbers) {
  const before = description;
  const out = numbers.filter(isInPack);
  if (out.length === 0 || !(await edit(out.map((number) => ({ takeOut: number }))))) return;
  const what = out.length === 1 ? before.stickers.find(({ number }) => number === out[0]).name
    : counted(out.length, "sticker");
  say(`Removed ${what} from the pack.`, true);
}

function saveText() {
  saveFile(new Blob([description.text], { type: "application/yaml" }), "stickerpack.yml");
}
