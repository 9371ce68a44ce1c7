// Lists what a pack still needs before it can be uploaded.

// Returns the stickers without a description in one of the languages of the pack. If the pack has no languages, the
// languages of all descriptions count.
function stickersWithoutDescription({ stickers, languages }) {
  const usedLanguages = stickers.flatMap(({ descriptions }) => Object.keys(descriptions));
  const requiredLanguages = languages.length > 0 ? languages
    : [...new Set(usedLanguages)].filter((code) => code !== "und");
  return stickers.filter(({ descriptions }) => Object.keys(descriptions).length === 0
    || requiredLanguages.some((code) => !descriptions[code]));
}

// The stickers that must be fixed. While a sticker is being checked again, its earlier verdict counts.
const stickersToFix = () => packArticles().filter((article) => article.dataset.verdict === "error");

// Returns the ids of missing items.
function missingRequirements(state) {
  if (!state || state.problem !== null || state.order.length === 0) return [];
  return [
    ["errors", stickersToFix().length > 0], ["icon", state.icon.kind === "none"], ["name", !state.name],
    ["texts", stickersWithoutDescription(state).length > 0], ["sizes", canMatchSizes()],
  ].filter(([, isMissing]) => isMissing).map(([id]) => id);
}

function prepareMissingRequirements() {
  packElement("ready-download").addEventListener("click", () => document.querySelector("[data-do=pack]").click());
  packElement("lacks").addEventListener("click", (event) => {
    const { lack: requirement } = event.target.closest("[data-lack]")?.dataset ?? {};
    if (requirement === "errors") openFixDialog(false);
    else if (requirement === "icon") {
      setIconPanelOpen(true);
      packElement("icons").scrollIntoView({ block: "nearest" });
      (packElement("icon-choices").querySelector("button") ?? packElement("icon-file")).focus();
    } else if (requirement === "name") packElement("name").focus();
    else if (requirement === "texts") openDescriptionDialog();
    else if (requirement === "sizes") resizeAllStickers();
  });
  document.getElementById("steps-left").addEventListener("click", showMissingRequirements);
  onPackState(updateMissingRequirements);
}

function updateMissingRequirements(state) {
  const missing = missingRequirements(state);
  packElement("lacks").hidden = missing.length === 0;
  document.getElementById("steps-left").hidden = missing.length === 0;
  document.getElementById("steps-left").textContent = `${pluralize(missing.length, "step")} left`;
  // Remove the reference to a hidden list, because screen readers would read the list even though it is hidden.
  const button = document.querySelector("[data-do=pack]");
  if (missing.length > 0) button.setAttribute("aria-describedby", "pack-lacks");
  else button.removeAttribute("aria-describedby");
  for (const item of packElement("lacks").querySelectorAll("[data-item]")) {
    const isMissing = missing.includes(item.dataset.item);
    item.classList.toggle("done", !isMissing);
    item.wasMissing = isMissing || (item.wasMissing && state?.order.length > 0);
    item.hidden = !isMissing && !staysListed(item);
  }
  const fixCount = stickersToFix().length;
  packElement("lacks-errors").textContent = fixCount === 0 ? "stickers" : pluralize(fixCount, "sticker");
  // The step has a button for this, too.
  packElement("one-size").hidden = missing.includes("sizes") || haveSameSize();
  packElement("describe-all").hidden = missing.includes("texts");
  const resizeChoice = document.querySelector("#pack [data-resize]")?.closest(".fix-choice");
  if (resizeChoice) resizeChoice.hidden = !missing.includes("sizes");
  // The button of a finished step is hidden, so the focus moves on.
  if (document.activeElement.closest("#pack-lacks .done, #pack [hidden]")) {
    (packElement("lacks").querySelector("[data-item]:not(.done):not([hidden]) button") ?? button).focus();
  }
  const undescribedCount = stickersWithoutDescription(state).length;
  packElement("lacks-texts").textContent = undescribedCount === 0 ? "all stickers"
    : pluralize(undescribedCount, "sticker");
  scheduleRefresh();
}

// Whether a finished step stays in the list. Not every pack needs fixes and resizing, and resizing may not help.
function staysListed({ dataset, wasMissing }) {
  if (dataset.item === "errors") return wasMissing;
  return dataset.item !== "sizes" || (wasMissing && haveSameSize());
}

// Goes to the list of missing items, and closes the open sticker.
function showMissingRequirements() {
  closePane();
  packElement("lacks").scrollIntoView({ block: "center" });
  packElement("lacks").querySelector("[data-item]:not(.done) button").focus({ preventScroll: true });
}

// When all stickers are ready and no steps are left, shows three of them with a download button.
function updateReadyBanner(all, counts, checkingCount) {
  const isUploading = sentCount < totalCount;
  const isPackReady = all.length > 0 && counts.ready === all.length && checkingCount === 0 && !isUploading
    && missingRequirements(packState).length === 0 && packVerdictText() === "";
  packElement("ready").hidden = !isPackReady;
  if (!isPackReady) return;
  packElement("ready-words").textContent = `${pluralize(all.length, "sticker")} ready`;
  const stickers = all.slice(0, 3);
  const conversation = packElement("ready").querySelector(".talk");
  const key = stickers.map((article) => displayedArt(article)?.source).join(" ");
  if (conversation.dataset.of === key) return;
  conversation.dataset.of = key;
  Promise.all(stickers.map((article) => displayedArt(article)?.thumbnail(192).catch(() => null))).then((canvases) => {
    if (conversation.dataset.of === key) {
      conversation.replaceChildren(...canvases.filter(Boolean).map((canvas) => scaleToFit(canvas, 192)));
    }
  });
}
