// The texts of the open sticker: descriptions, keywords and emoji.
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const emojiIn = (text) => [...graphemes.segment(text)].map(({ segment }) => segment)
  .filter((segment) => /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u.test(segment));
// A text without its emoji.
const wordsIn = (text) => emojiIn(text).reduce((rest, one) => rest.replaceAll(one, " "), text)
  .split(/[\s,;]+/).filter(Boolean).join(" ");
const keywordsIn = (text) => text.split(",").map((word) => word.trim()).filter(Boolean);

function describe(section, number) {
  for (const field of section.querySelectorAll("input, textarea")) if (written.has(field)) field.send();
  section.dataset.number = number;
  if (section.children.length === 0) prepareDescribe(section);
  if (description) showDescribed(section);
}

const numberIn = (section) => Number(section.dataset.number);

function prepareDescribe(section) {
  section.append(document.getElementById("describe-parts").content.cloneNode(true));
  const field = (name) => section.querySelector(`[data-field=${name}]`);
  sending(field("keywords"), (value) => [
    { set: "keywords", sticker: numberIn(section), to: keywordsIn(value) }]);
  prepareEmoji(field("emoji"), () => numberIn(section));
  section.addEventListener("click", (event) => {
    const { describe: what } = event.target.closest("[data-describe]")?.dataset ?? {};
    const number = numberIn(section);
    if (what === "add") edit([{ add: number }]);
    if (what === "out") takeOutOfPack([number]);
    if (what === "icon") useAsIcon(number);
    if (what === "earlier" || what === "later") moveInOrder([tileFor(number)], what === "earlier" ? -1 : 1);
  });
  onDescription(() => showDescribed(section));
}

async function useAsIcon(number) {
  const background = description.icon.background ?? "#FFFFFF";
  if (await edit([{ set: "icon", to: { sticker: number, background } }])) {
    closePane();
    openIcons(true);
    inPack("icon").focus();
  }
}

function showDescribed(section) {
  const number = numberIn(section);
  const sticker = description.stickers.find((one) => one.number === number);
  const apart = description.apart.find((one) => one.number === number);
  section.hidden = !sticker && !apart;
  section.querySelector(".describe-fields").hidden = !sticker;
  section.querySelector(".describe-fields").disabled = description.problem !== null;
  const out = section.querySelector(".describe-apart");
  out.hidden = !apart;
  if (apart) out.querySelector("span").textContent = `Not in the pack: ${apart.why}.`;
  out.querySelector("button").hidden = !apart?.canBeAdded;
  if (!sticker) return;
  showTexts(section, sticker);
  showIn(section.querySelector("[data-field=keywords]"), sticker.keywords.join(", "));
  showEmoji(section.querySelector("[data-field=emoji]"), sticker.emoji);
}

// A field for emoji. Words in it are not sent, but they stay in the field, and are reported immediately.
function prepareEmoji(field, numberOf) {
  sending(field, (value) => [{ set: "emoji", sticker: numberOf(), to: emojiIn(value) }]);
  const guesses = Object.assign(document.createElement("div"), { className: "emoji-guesses", hidden: true });
  guesses.setAttribute("role", "group");
  guesses.setAttribute("aria-label", "Suggested emoji");
  field.closest("li, fieldset").querySelector(".emoji-words").after(guesses);
  field.addEventListener("input", () => {
    tellWords(field);
    suggestEmoji(field, numberOf());
  });
}

function showEmoji(field, emoji) {
  const isSame = emojiIn(field.value).join() === emoji.join();
  const isSameSticker = field.dataset.of === String(field.closest("[data-number]")?.dataset.number);
  if (!(isSame && isSameSticker)) showIn(field, emoji.join(" "));
  field.dataset.of = field.closest("[data-number]")?.dataset.number;
  tellWords(field);
  suggestEmoji(field, field.dataset.of);
}

function tellWords(field) {
  const note = field.closest("li, fieldset").querySelector(".emoji-words");
  const words = wordsIn(field.value);
  note.hidden = words === "";
  const found = words !== "" && emojiFor(words).length > 0;
  note.textContent = words === "" ? "" : `“${words}” isn’t an emoji. ${found ? "Choose one" : "Type or paste one, like 👋"}.`;
  field.setAttribute("aria-invalid", String(words !== ""));
}

// If the pack has no language, the first description is in the browser's language, which is then added to the pack.
const ownLanguage = () => navigator.language.split("-")[0] || "en";

// The languages of the pack, and those that the sticker has descriptions in.
function languagesOf({ descriptions }) {
  const codes = [...description.languages];
  for (const code of Object.keys(descriptions).sort()) if (!codes.includes(code)) codes.push(code);
  return codes.length > 0 ? codes : [ownLanguage()];
}

function showTexts(section, sticker) {
  const codes = languagesOf(sticker);
  const place = section.querySelector(".describe-texts");
  if (place.dataset.languages !== codes.join(" ")) {
    const isWriting = place.contains(document.activeElement) ? document.activeElement.dataset.language : null;
    place.dataset.languages = codes.join(" ");
    place.replaceChildren(...codes.map((code) => textField(section, code, codes.length)));
    if (isWriting) place.querySelector(`[data-language="${isWriting}"]`)?.focus();
  }
  for (const field of place.querySelectorAll("textarea")) {
    showIn(field, sticker.descriptions[field.dataset.language] ?? "");
    tellHeard(field, sticker);
  }
}

// Returns the edits for a description. The first one also adds its language.
function textEdits(number, code, value) {
  const text = { set: "description", sticker: number, language: code, to: value.trim() };
  const isFirst = description.stickers.every(({ descriptions }) => Object.keys(descriptions).length === 0);
  const isNew = description.languages.length === 0 && code !== "und" && isFirst;
  return isNew ? [{ set: "languages", to: [code] }, text] : [text];
}

function textField(section, code, count) {
  const block = document.createElement("div");
  block.append(document.getElementById("describe-text").content.cloneNode(true));
  const name = count > 1 || description.languages.length > 0 ? ` in ${nameOfLanguage(code)}` : "";
  block.querySelector(".language").textContent = `Description${name}`;
  const field = block.querySelector("textarea");
  field.dataset.language = code;
  if (code !== "und") field.lang = code;
  sending(field, (value) => textEdits(numberIn(section), code, value));
  field.addEventListener("input", () => {
    tellHeard(field, description.stickers.find(({ number }) => number === numberIn(section)));
  });
  return block;
}

// Shows what VoiceOver will read, and how long the text is.
function tellHeard(field, sticker) {
  const block = field.closest("div");
  const text = field.value.trim();
  const [length, most] = [[...text].length, Number(field.dataset.most)];
  block.querySelector(".count").textContent = `${length} of ${most}`;
  block.classList.toggle("long", length > most);
  block.querySelector(".voice").textContent = text !== "" ? `VoiceOver says: “${text}”`
    : `Without a description, VoiceOver reads “${sticker?.heard ?? "the file name"}”.`;
}
