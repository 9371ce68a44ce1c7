// The languages of a pack's descriptions.
function updateLanguages(codes) {
  const hasFocus = packElement("languages").contains(document.activeElement);
  packElement("languages").replaceChildren(...codes.map((code) => {
    const [item, button] = [document.createElement("li"), document.createElement("button")];
    Object.assign(button, { type: "button", className: "plain", textContent: "×" });
    button.setAttribute("aria-label", `Remove ${languageName(code)}`);
    button.addEventListener("click", () => removeLanguage(code));
    item.append(languageName(code), button);
    return item;
  }));
  for (const option of packElement("language").options) option.hidden = codes.includes(option.value);
  if (hasFocus) packElement("language").focus();
}

async function removeLanguage(code) {
  const { languages, stickers } = packState;
  const texts = stickers.filter(({ descriptions }) => descriptions[code]);
  if (!(await sendEdits([{ set: "languages", to: languages.filter((other) => other !== code) }]))) return;
  if (texts.length === 0) return;
  showToast(`Removed ${languageName(code)} and ${pluralize(texts.length, "description")}.`, true);
}
