// The list of all stickers with their texts. It sends the same edits as the pane.
const inDescribing = (name) => document.getElementById("describing-" + name);
let describedLanguage = null;

function prepareDescribeAll() {
  const dialog = document.getElementById("describing");
  inPack("describe-all").addEventListener("click", openDescribeAll);
  dialog.addEventListener("click", (event) => {
    if (event.target.closest("[data-describing=close]") || event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", sendWritten);
  inDescribing("language").addEventListener("change", ({ target }) => {
    sendWritten();
    describedLanguage = target.value;
    fillDescribeAll();
  });
  inDescribing("list").addEventListener("keydown", goOnDescribing);
  onDescription(() => dialog.open && fillDescribeAll());
}

// Enter goes to the next field, along the row and then to the next sticker; Shift-Enter goes back.
function goOnDescribing(event) {
  if (event.key !== "Enter" || event.isComposing) return;
  event.preventDefault();
  const all = [...inDescribing("list").querySelectorAll("[data-field]")];
  const next = all[all.indexOf(event.target) + (event.shiftKey ? -1 : 1)];
  (next ?? document.querySelector("#describing footer [data-describing=close]")).focus();
  next?.select();
}

function openDescribeAll() {
  if (!description || description.problem !== null) return;
  describedLanguage = null;
  inDescribing("list").replaceChildren();
  fillDescribeAll();
  document.getElementById("describing").showModal();
  const fields = [...inDescribing("list").querySelectorAll("[data-field=text]")];
  (fields.find(({ value }) => value === "") ?? fields[0])?.focus();
}

function fillDescribeAll() {
  const said = description.stickers.flatMap(({ descriptions }) => Object.keys(descriptions).sort());
  const codes = new Set([...description.languages, ...said]);
  if (codes.size === 0) codes.add(ownLanguage());
  if (!codes.has(describedLanguage)) describedLanguage = [...codes][0];
  const select = inDescribing("language");
  select.replaceChildren(...[...codes].map((code) => new Option(nameOfLanguage(code), code)));
  select.value = describedLanguage;
  const list = inDescribing("list");
  const rows = new Map([...list.children].map((row) => [Number(row.dataset.number), row]));
  const wanted = description.stickers.map(({ number }) => rows.get(number) ?? describingRow(number));
  // Moving an element takes its focus away, so keep the rows if they are unchanged.
  if (wanted.length !== list.children.length || wanted.some((row, at) => row !== list.children[at])) {
    list.replaceChildren(...wanted);
  }
  for (const sticker of description.stickers) showDescribing(wanted.shift(), sticker);
  const silent = description.stickers.filter((one) => !one.descriptions[describedLanguage]).length;
  inDescribing("sum").textContent = silent === 0 ? "All stickers have a description."
    : `${counted(silent, "sticker")} without a description.`;
}

function describingRow(number) {
  const row = document.getElementById("describing-row").content.querySelector("li").cloneNode(true);
  row.dataset.number = number;
  const [text, emoji] = ["text", "emoji"].map((name) => row.querySelector(`[data-field=${name}]`));
  sending(text, (value) => textEdits(number, describedLanguage, value));
  prepareEmoji(emoji, () => number);
  text.addEventListener("input", () => tellLength(row, text));
  const article = document.getElementById("sticker-" + number);
  const art = article && artShown(article);
  art?.small(96).then((picture) => row.querySelector(".thumb").append(picture)).catch(() => {});
  return row;
}

function showDescribing(row, sticker) {
  const name = document.getElementById("sticker-" + sticker.number)?.dataset.name ?? sticker.name;
  const [text, emoji] = ["text", "emoji"].map((field) => row.querySelector(`[data-field=${field}]`));
  row.querySelector(".name").textContent = name;
  text.setAttribute("aria-label", `${name}: description in ${nameOfLanguage(describedLanguage)}`);
  emoji.setAttribute("aria-label", `${name}: emoji`);
  if (describedLanguage !== "und") text.lang = describedLanguage;
  showIn(text, sticker.descriptions[describedLanguage] ?? "");
  showEmoji(emoji, sticker.emoji);
  tellLength(row, text);
}

function tellLength(row, field) {
  const [length, most] = [[...field.value.trim()].length, Number(field.dataset.most)];
  row.querySelector(".count").textContent = length > most * 0.8 ? `${length} of ${most}` : "";
  row.classList.toggle("long", length > most);
}
