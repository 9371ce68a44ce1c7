// A dialog with the descriptions and emoji of all stickers. It sends the same edits as the fields of one sticker.
const descriptionDialogElement = (name) => document.getElementById("describing-" + name);
let dialogLanguage = null;

function prepareDescriptionDialog() {
  const dialog = document.getElementById("describing");
  packElement("describe-all").addEventListener("click", openDescriptionDialog);
  dialog.addEventListener("click", (event) => {
    if (event.target.closest("[data-describing=close]") || event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", sendUnsentEdits);
  descriptionDialogElement("language").addEventListener("change", ({ target }) => {
    sendUnsentEdits();
    dialogLanguage = target.value;
    updateDescriptionDialog();
  });
  descriptionDialogElement("list").addEventListener("keydown", handleDescriptionEnterKey);
  descriptionDialogElement("fill").addEventListener("submit", (event) => {
    event.preventDefault();
    const emoji = extractEmoji(descriptionDialogElement("emoji").value);
    if (emoji.length === 0) showFillResult("Type or paste an emoji first, like 👋.");
    else fillMissingEmoji(() => emoji);
  });
  descriptionDialogElement("guess").addEventListener("click", () => {
    fillMissingEmoji((number) => emojiMatchingName(number, 1));
  });
  onPackState(() => dialog.open && updateDescriptionDialog());
}

// Enter moves to the same field of the next sticker, so that descriptions can be typed one after another. Shift-Enter
// moves back.
function handleDescriptionEnterKey(event) {
  if (event.key !== "Enter" || event.isComposing) return;
  event.preventDefault();
  const all = [...descriptionDialogElement("list").querySelectorAll(`[data-field=${event.target.dataset.field}]`)];
  const next = all[all.indexOf(event.target) + (event.shiftKey ? -1 : 1)];
  (next ?? document.querySelector("#describing footer [data-describing=close]")).focus();
  next?.select();
}

const stickersWithoutEmoji = () => packState.stickers.filter(({ emoji }) => emoji.length === 0);

function emojiField(number) {
  return descriptionDialogElement("list").querySelector(`[data-number="${number}"] [data-field=emoji]`);
}

// Adds emoji to all stickers without any. `chooseEmoji` returns the emoji for the number of a sticker. Undo reverts all
// of them at once.
async function fillMissingEmoji(chooseEmoji) {
  sendUnsentEdits();
  await lastEditRequest;
  // The server might not have reported the latest edits yet, but the fields show them.
  const numbers = stickersWithoutEmoji().map(({ number }) => number).filter((number) => !emojiField(number).value);
  const edits = numbers.map((number) => ({ set: "emoji", sticker: number, to: chooseEmoji(number) }));
  const chosen = edits.filter(({ to }) => to.length > 0);
  if (chosen.length > 0 && !await sendEdits(chosen)) return;
  for (const { sticker, to } of chosen) updateEmojiField(emojiField(sticker), to);
  const added = chosen.length === 0 ? "" : `Added emoji to ${pluralize(chosen.length, "sticker")}. `;
  const unmatchedCount = edits.length - chosen.length;
  const names = unmatchedCount === 1 ? "file name doesn’t" : "file names don’t";
  showFillResult(added + (unmatchedCount === 0 ? "" : `${unmatchedCount} ${names} match an emoji.`));
}

function showFillResult(text) { descriptionDialogElement("filled").textContent = text; }

function openDescriptionDialog() {
  if (!packState || packState.problem !== null) return;
  showFillResult("");
  dialogLanguage = null;
  descriptionDialogElement("list").replaceChildren();
  updateDescriptionDialog();
  document.getElementById("describing").showModal();
  const fields = [...descriptionDialogElement("list").querySelectorAll("[data-field=text]")];
  (fields.find(({ value }) => value === "") ?? fields[0])?.focus();
}

function updateDescriptionDialog() {
  const usedLanguages = packState.stickers.flatMap(({ descriptions }) => Object.keys(descriptions).sort());
  const codes = new Set([...packState.languages, ...usedLanguages]);
  if (codes.size === 0) codes.add(browserLanguage());
  if (!codes.has(dialogLanguage)) dialogLanguage = [...codes][0];
  const select = descriptionDialogElement("language");
  select.replaceChildren(...[...codes].map((code) => new Option(languageName(code), code)));
  select.value = dialogLanguage;
  const list = descriptionDialogElement("list");
  const rows = new Map([...list.children].map((row) => [Number(row.dataset.number), row]));
  const rowsInOrder = packState.stickers.map(({ number }) => rows.get(number) ?? createDescriptionRow(number));
  // An element loses focus when it moves, so replace the rows only if they changed.
  if (rowsInOrder.length !== list.children.length || rowsInOrder.some((row, index) => row !== list.children[index])) {
    list.replaceChildren(...rowsInOrder);
  }
  for (const sticker of packState.stickers) updateDescriptionRow(rowsInOrder.shift(), sticker);
  descriptionDialogElement("fill").hidden = stickersWithoutEmoji().length === 0;
  const undescribedCount = packState.stickers.filter((sticker) => !sticker.descriptions[dialogLanguage]).length;
  descriptionDialogElement("sum").textContent = undescribedCount === 0 ? "All stickers have a description."
    : `${pluralize(undescribedCount, "sticker")} without a description.`;
  descriptionDialogElement("sum").nextElementSibling.hidden = undescribedCount === 0;
}

function createDescriptionRow(number) {
  const row = document.getElementById("describing-row").content.querySelector("li").cloneNode(true);
  row.dataset.number = number;
  const [text, emoji] = ["text", "emoji"].map((name) => row.querySelector(`[data-field=${name}]`));
  sendEditsOnInput(text, (value) => descriptionEdits(number, dialogLanguage, value));
  prepareEmojiField(emoji, () => number);
  text.addEventListener("input", () => updateLengthCount(row, text));
  const article = document.getElementById("sticker-" + number);
  const art = article && displayedArt(article);
  art?.thumbnail(96).then((canvas) => row.querySelector(".thumb").append(canvas)).catch(() => {});
  return row;
}

function updateDescriptionRow(row, sticker) {
  const name = document.getElementById("sticker-" + sticker.number)?.dataset.name ?? sticker.name;
  const [text, emoji] = ["text", "emoji"].map((field) => row.querySelector(`[data-field=${field}]`));
  row.querySelector(".name").textContent = name;
  text.setAttribute("aria-label", `${name}: description in ${languageName(dialogLanguage)}`);
  emoji.setAttribute("aria-label", `${name}: emoji`);
  if (dialogLanguage !== "und") text.lang = dialogLanguage;
  updateField(text, sticker.descriptions[dialogLanguage] ?? "");
  updateEmojiField(emoji, sticker.emoji);
  updateLengthCount(row, text);
}

// Shows the length of a description when it approaches the limit.
function updateLengthCount(row, field) {
  const [length, maxLength] = [[...field.value.trim()].length, Number(field.dataset.most)];
  row.querySelector(".count").textContent = length > maxLength * 0.8 ? `${length} of ${maxLength}` : "";
  row.classList.toggle("long", length > maxLength);
}
