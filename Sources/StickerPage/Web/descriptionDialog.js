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
    clearGuessedMarks();
    updateDescriptionDialog();
  });
  descriptionDialogElement("list").addEventListener("keydown", handleDescriptionEnterKey);
  descriptionDialogElement("fill").addEventListener("submit", (event) => {
    event.preventDefault();
    const emoji = extractEmoji(descriptionDialogElement("emoji").value);
    if (emoji.length === 0) showFillResult("Type or paste an emoji first, like 👋.");
    else fillMissingEmoji(emoji);
  });
  descriptionDialogElement("guess").addEventListener("click", guessFromFileNames);
  descriptionDialogElement("undo").addEventListener("click", undoFill);
  descriptionDialogElement("list").addEventListener("input", ({ target }) => {
    setGuessed(target, false);
    descriptionDialogElement("undo").hidden = true;
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

// Returns a field of a sticker in the dialog. Its name is `text` or `emoji`.
function dialogField(number, name) {
  return descriptionDialogElement("list").querySelector(`[data-number="${number}"] [data-field=${name}]`);
}

const stickersWithoutText = () => packState.stickers.filter(({ descriptions }) => !descriptions[dialogLanguage]);

// Returns the edits that add emoji to all stickers without any. `chooseEmoji` returns the emoji for the number of a
// sticker.
function missingEmojiEdits(chooseEmoji) {
  // The server might not have reported the latest edits yet, but the fields show them.
  return stickersWithoutEmoji().filter(({ number }) => !dialogField(number, "emoji").value)
    .map(({ number }) => ({ set: "emoji", sticker: number, to: chooseEmoji(number) }))
    .filter(({ to }) => to.length > 0);
}

// Adds the same emoji to all stickers without any. A single undo reverts all of them.
async function fillMissingEmoji(emoji) {
  sendUnsentEdits();
  await lastEditRequest;
  const edits = missingEmojiEdits(() => emoji);
  const action = createActionID();
  if (edits.length === 0 || !await sendEdits(edits, action)) return;
  for (const { sticker, to } of edits) updateEmojiField(dialogField(sticker, "emoji"), to);
  showFillResult(`Added emoji to ${pluralize(edits.length, "sticker")}.`, action);
}

// Fills empty descriptions and emoji from the names of the files. A single undo reverts all of them.
async function guessFromFileNames() {
  sendUnsentEdits();
  await lastEditRequest;
  const emojiEdits = missingEmojiEdits((number) => emojiMatchingName(number, 1));
  const textGuesses = stickersWithoutText().filter(({ number }) => !dialogField(number, "text").value)
    .map(({ number }) => [number, descriptionMatchingName(number)]);
  // A description that several stickers would share describes none of them well.
  const allGuesses = textGuesses.map(([, text]) => text);
  const isUnique = (text) => allGuesses.indexOf(text) === allGuesses.lastIndexOf(text);
  const textEdits = textGuesses.filter(([, text]) => text !== "" && isUnique(text));
  const allTextEdits = textEdits.flatMap(([number, text]) => descriptionEdits(number, dialogLanguage, text));
  // The first description also sets the language of the pack.
  const edits = [...emojiEdits, ...allTextEdits.filter(({ set }, index) => set === "description" || index === 0)];
  const action = createActionID();
  if (edits.length > 0 && !await sendEdits(edits, action)) return;
  for (const { sticker, to } of emojiEdits) updateEmojiField(dialogField(sticker, "emoji"), to);
  for (const [number, text] of textEdits) updateField(dialogField(number, "text"), text);
  for (const { sticker } of emojiEdits) setGuessed(dialogField(sticker, "emoji"), true);
  for (const [number] of textEdits) setGuessed(dialogField(number, "text"), true);
  const guesses = [[textEdits.length, pluralize(textEdits.length, "description")], [emojiEdits.length,
    `emoji for ${pluralize(emojiEdits.length, "sticker")}`]].filter(([count]) => count > 0).map(([, text]) => text);
  showFillResult(guesses.length === 0 ? "The file names don’t say what the stickers show."
    : `Guessed ${guesses.join(" and ")}. Check them.`, guesses.length > 0 ? action : "");
  focusFirstText();
}

// Returns the words of a file name, such as `Waving cat` for `waving-cat@3x.png`; an empty string if a camera or a
// program generated the name.
function descriptionMatchingName(number) {
  const name = document.getElementById("sticker-" + number)?.dataset.name ?? "";
  const stem = name.replace(/\.[^.]*$/, "").replace(/@[1-9]x$/i, "");
  const spaced = stem.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").toLowerCase();
  const { generated, generic } = descriptionDialogElement("list").dataset;
  const words = spaced.split(/[^\p{L}\p{M}\p{N}'’]+/u)
    .filter((word) => word !== "" && !generated.split(" ").includes(word));
  const hasNumber = /\d/.test(words.at(-1));
  while (/^\d+$/.test(words.at(-1))) words.pop();
  if (words.some((word) => /\d/.test(word))) return "";
  if (hasNumber && words.length === 1 && generic.split(" ").includes(words[0])) return "";
  const text = words.join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

// Puts the focus on the first empty description, or else on the first one.
function focusFirstText() {
  const fields = [...descriptionDialogElement("list").querySelectorAll("[data-field=text]")];
  const field = fields.find(({ value }) => value === "") ?? fields[0];
  field?.focus();
  field?.select();
}

// Marks a field whose content was guessed, until the user changes it.
function setGuessed(field, isGuessed) {
  field.classList.toggle("guessed", isGuessed);
  if (isGuessed) field.setAttribute("aria-description", "guessed from the file name");
  else field.removeAttribute("aria-description");
}

function clearGuessedMarks() {
  for (const field of document.querySelectorAll("#describing .guessed")) setGuessed(field, false);
}

// Shows the result of filling fields. `action` is the id of the action, so that it can be undone.
function showFillResult(text, action = "") {
  descriptionDialogElement("filled").textContent = text;
  descriptionDialogElement("undo").hidden = action === "";
  descriptionDialogElement("undo").dataset.action = action;
}

async function undoFill({ target: { dataset: { action } } }) {
  descriptionDialogElement("guess").focus();
  showFillResult("");
  try {
    const text = await undoLastAction(false, action);
    clearGuessedMarks();
    showFillResult(text);
  } catch (error) {
    showFillResult(error.message);
  }
}

function openDescriptionDialog() {
  if (!packState || packState.problem !== null) return;
  showFillResult("");
  dialogLanguage = null;
  descriptionDialogElement("list").replaceChildren();
  updateDescriptionDialog();
  document.getElementById("describing").showModal();
  focusFirstText();
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
  updateDescriptionSummary();
}

function updateDescriptionSummary() {
  const undescribedCount = stickersWithoutText().length;
  descriptionDialogElement("guess").disabled = undescribedCount === 0 && stickersWithoutEmoji().length === 0;
  const issueCount = document.querySelectorAll("#describing .text-issue:not(:empty)").length;
  const issuesText = issueCount === 0 ? "" : ` ${issueCount} to review.`;
  const emojiCount = stickersWithoutEmoji().length;
  const emojiText = undescribedCount > 0 || emojiCount === 0 ? "" : ` ${emojiCount} without emoji.`;
  descriptionDialogElement("sum").textContent = (undescribedCount === 0 ? "All stickers have a description."
    : `${pluralize(undescribedCount, "sticker")} without a description.`) + emojiText + issuesText;
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
  updateTextIssue(row, sticker.number);
}

const descriptionRules = ["uninformative-description", "duplicate-description"];

// Shows what is wrong with a description, as soon as the pack has been checked.
function updateTextIssue(row, number) {
  const article = document.getElementById("sticker-" + number);
  const items = [...article?.querySelectorAll(".said > .findings > [data-rule]") ?? []];
  const issue = items.find(({ dataset }) => descriptionRules.includes(dataset.rule));
  row.querySelector(".text-issue").textContent = issue?.querySelector("b").textContent ?? "";
}

// Shows new findings on descriptions. The fields keep what has been typed.
function updateTextIssuesIfOpen() {
  if (!document.getElementById("describing").open) return;
  for (const row of descriptionDialogElement("list").children) updateTextIssue(row, Number(row.dataset.number));
  updateDescriptionSummary();
}

// Shows the length of a description when it approaches the limit.
function updateLengthCount(row, field) {
  const [length, maxLength] = [[...field.value.trim()].length, Number(field.dataset.most)];
  row.querySelector(".count").textContent = length > maxLength * 0.8 ? `${length} of ${maxLength}` : "";
  row.classList.toggle("long", length > maxLength);
}
