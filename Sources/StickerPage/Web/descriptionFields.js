// The fields of the open sticker: descriptions, keywords and emoji.
const graphemeSegmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const extractEmoji = (text) => [...graphemeSegmenter.segment(text)].map(({ segment }) => segment)
  .filter((segment) => /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u.test(segment));
// Returns the words in a text, without emoji.
const textWithoutEmoji = (text) => extractEmoji(text).reduce((rest, emoji) => rest.replaceAll(emoji, " "), text)
  .split(/[\s,;]+/).filter(Boolean).join(" ");
const parseKeywords = (text) => text.split(",").map((word) => word.trim()).filter(Boolean);

function showDescriptionFields(section, number) {
  for (const field of section.querySelectorAll("input, textarea")) if (unsentFields.has(field)) field.send();
  section.dataset.number = number;
  if (section.children.length === 0) createDescriptionFields(section);
  if (packState) updateDescriptionFields(section);
}

const sectionStickerNumber = (section) => Number(section.dataset.number);

function createDescriptionFields(section) {
  section.append(document.getElementById("describe-parts").content.cloneNode(true));
  const field = (name) => section.querySelector(`[data-field=${name}]`);
  sendEditsOnInput(field("keywords"), (value) => [
    { set: "keywords", sticker: sectionStickerNumber(section), to: parseKeywords(value) }]);
  prepareEmojiField(field("emoji"), () => sectionStickerNumber(section));
  section.addEventListener("click", (event) => {
    const { describe: action } = event.target.closest("[data-describe]")?.dataset ?? {};
    const number = sectionStickerNumber(section);
    if (action === "add") sendEdits([{ add: number }]);
    if (action === "out") removeStickersFromPack([number]);
    if (action === "icon") useAsIcon(number);
    if (action === "earlier" || action === "later") {
      moveTilesByOffset([tileForNumber(number)], action === "earlier" ? -1 : 1);
    }
  });
  onPackState(() => updateDescriptionFields(section));
}

async function useAsIcon(number, movesFocus = true) {
  const background = packState.icon.background ?? "#FFFFFF";
  if (await sendEdits([{ set: "icon", to: { sticker: number, background } }])) {
    closePane();
    setIconPanelOpen(true);
    if (movesFocus) packElement("icon").focus();
  }
}

function updateDescriptionFields(section) {
  const number = sectionStickerNumber(section);
  const sticker = packState.stickers.find((item) => item.number === number);
  const outside = packState.apart.find((item) => item.number === number);
  section.hidden = !sticker && !outside;
  section.querySelector(".describe-fields").hidden = !sticker;
  section.querySelector(".describe-fields").disabled = packState.problem !== null;
  const outsideNote = section.querySelector(".describe-apart");
  outsideNote.hidden = !outside;
  if (outside) outsideNote.querySelector("span").textContent = `Not in the pack: ${outside.why}.`;
  outsideNote.querySelector("button").hidden = !outside?.canBeAdded;
  if (!sticker) return;
  updateDescriptions(section, sticker);
  updateField(section.querySelector("[data-field=keywords]"), sticker.keywords.join(", "));
  updateEmojiField(section.querySelector("[data-field=emoji]"), sticker.emoji);
}

// Prepares a field for emoji. Words in it stay in the field and cause a warning, but are not sent.
function prepareEmojiField(field, getNumber) {
  sendEditsOnInput(field, (value) => [{ set: "emoji", sticker: getNumber(), to: extractEmoji(value) }]);
  const suggestions = Object.assign(document.createElement("div"), { className: "emoji-guesses", hidden: true });
  suggestions.setAttribute("role", "group");
  suggestions.setAttribute("aria-label", "Suggested emoji");
  field.closest("li, fieldset").querySelector(".emoji-words").after(suggestions);
  field.addEventListener("input", () => {
    updateEmojiWarning(field);
    suggestEmoji(field, getNumber());
  });
}

// Shows the emoji of a sticker. A field that already has these emoji keeps the words that the user typed.
function updateEmojiField(field, emoji) {
  const isSame = extractEmoji(field.value).join() === emoji.join();
  const isSameSticker = field.dataset.of === String(field.closest("[data-number]")?.dataset.number);
  if (!(isSame && isSameSticker)) updateField(field, emoji.join(" "));
  field.dataset.of = field.closest("[data-number]")?.dataset.number;
  updateEmojiWarning(field);
  suggestEmoji(field, field.dataset.of);
}

function updateEmojiWarning(field) {
  const note = field.closest("li, fieldset").querySelector(".emoji-words");
  const words = textWithoutEmoji(field.value);
  note.hidden = words === "";
  const hasMatches = words !== "" && matchingEmoji(words).length > 0;
  note.textContent = words === "" ? ""
    : `“${words}” isn’t an emoji. ${hasMatches ? "Choose one" : "Type or paste one, like 👋"}.`;
  field.setAttribute("aria-invalid", String(words !== ""));
}

// The language of the first description in a pack without languages. Adding the description adds this
// language to the pack.
const browserLanguage = () => navigator.language.split("-")[0] || "en";

// Returns the languages of the pack and of the descriptions of a sticker.
function descriptionLanguages({ descriptions }) {
  const codes = [...packState.languages];
  for (const code of Object.keys(descriptions).sort()) if (!codes.includes(code)) codes.push(code);
  return codes.length > 0 ? codes : [browserLanguage()];
}

function updateDescriptions(section, sticker) {
  const codes = descriptionLanguages(sticker);
  const container = section.querySelector(".describe-texts");
  if (container.dataset.languages !== codes.join(" ")) {
    const focusedLanguage = container.contains(document.activeElement) ? document.activeElement.dataset.language : null;
    container.dataset.languages = codes.join(" ");
    container.replaceChildren(...codes.map((code) => createDescriptionField(section, code, codes.length)));
    if (focusedLanguage) container.querySelector(`[data-language="${focusedLanguage}"]`)?.focus();
  }
  for (const field of container.querySelectorAll("textarea")) {
    updateField(field, sticker.descriptions[field.dataset.language] ?? "");
    updateVoiceOverText(field, sticker);
  }
}

// Returns the edits for a description. The first description of a pack also adds its language to the pack.
function descriptionEdits(number, code, value) {
  const text = { set: "description", sticker: number, language: code, to: value.trim() };
  const isFirst = packState.stickers.every(({ descriptions }) => Object.keys(descriptions).length === 0);
  const isNew = packState.languages.length === 0 && code !== "und" && isFirst;
  return isNew ? [{ set: "languages", to: [code] }, text] : [text];
}

function createDescriptionField(section, code, count) {
  const block = document.createElement("div");
  block.append(document.getElementById("describe-text").content.cloneNode(true));
  const name = count > 1 || packState.languages.length > 0 ? ` in ${languageName(code)}` : "";
  block.querySelector(".language").textContent = `Description${name}`;
  const field = block.querySelector("textarea");
  field.dataset.language = code;
  if (code !== "und") field.lang = code;
  sendEditsOnInput(field, (value) => descriptionEdits(sectionStickerNumber(section), code, value));
  field.addEventListener("input", () => {
    updateVoiceOverText(field, packState.stickers.find(({ number }) => number === sectionStickerNumber(section)));
  });
  return block;
}

// Shows what VoiceOver will read, and the length of the text.
function updateVoiceOverText(field, sticker) {
  const block = field.closest("div");
  const text = field.value.trim();
  const [length, maxLength] = [[...text].length, Number(field.dataset.most)];
  block.querySelector(".count").textContent = `${length} of ${maxLength}`;
  block.classList.toggle("long", length > maxLength);
  block.querySelector(".voice").textContent = text !== "" ? `VoiceOver says: “${text}”`
    : `Without a description, VoiceOver reads “${sticker?.heard ?? "the file name"}”.`;
}
