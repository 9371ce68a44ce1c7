// The languages of the pack's descriptions.
function showLanguages(codes) {
  const hasFocus = inPack("languages").contains(document.activeElement);
  inPack("languages").replaceChildren(...codes.map((code) => {
    const [item, button] = [document.createElement("li"), document.createElement("button")];
    Object.assign(button, { type: "button", className: "plain", textContent: "×" });
    button.setAttribute("aria-label", `Remove ${nameOfLanguage(code)}`);
    button.addEventListener("click", () => removeLanguage(code));
    item.append(nameOfLanguage(code), button);
    return item;
  }));
  for (const option of inPack("language").options) option.hidden = codes.includes(option.value);
  if (hasFocus) inPack("language").focus();
}

async function removeLanguage(code) {
  const { languages, stickers } = description;
  const texts = stickers.filter(({ descriptions }) => descriptions[code]);
  if (!(await edit([{ set: "languages", to: languages.filter((other) => other !== code) }]))) return;
  if (texts.length === 0) return;
  say(`Removed ${nameOfLanguage(code)} and ${counted(texts.length, "description")}.`, true);
}
