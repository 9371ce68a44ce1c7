// Packs for other messengers. The server evaluates them only while this section is open.
const messengersElement = (name) => document.getElementById("messengers" + (name ? `-${name}` : ""));

// Shows the next steps after a download, below the messenger that the pack is for.
function showNextSteps(row) {
  for (const steps of document.querySelectorAll(".next-steps")) steps.hidden = !row.contains(steps);
}

const pendingVerdictTexts = { working: "Checking…", waiting: "Waiting…" };

function prepareMessengers() {
  const section = messengersElement();
  sendEditsOnInput(messengersElement("author"), (value) => [{ set: "author", to: value.trim() }]);
  sendEditsOnInput(messengersElement("publisher"), (value) => [{ set: "publisher", to: value.trim() }]);
  section.addEventListener("toggle", (event) => event.target === section && section.open && requestMessengerVerdicts());
  section.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    const row = button?.closest("[data-messenger]");
    if (button?.dataset.hand) downloadForMessenger(button, row);
    else if (button?.dataset.lead) focusMissingField(button.dataset);
  });
  onPackState(({ author, publisher, problem }) => {
    updateField(messengersElement("author"), author ?? "");
    updateField(messengersElement("publisher"), publisher ?? "");
    for (const name of ["author", "publisher"]) messengersElement(name).disabled = problem !== null;
  });
}

const requestMessengerVerdicts = () => post("messengers").catch((error) => showError(error.message));

function applyMessengerState(message) {
  const section = messengersElement();
  if (message.old && section.open) requestMessengerVerdicts();
  section.classList.toggle("old", message.old);
  const rows = [...section.querySelectorAll("[data-messenger]")];
  for (const row of rows) updateMessengerRow(row, message);
  const ready = rows.filter(({ dataset }) => dataset.state === "ready").length;
  const isDone = message.working === null && Object.keys(message.verdicts).length === rows.length;
  messengersElement("sum").textContent = isDone && !message.old ? `${ready} of ${rows.length} can be downloaded.`
    : "Checking the pack for each messenger…";
}

// Updates the row of a messenger. Outdated results stay visible until new ones arrive. Downloads always contain the
// current pack.
function updateMessengerRow(row, { verdicts, working, waiting }) {
  const name = row.dataset.messenger;
  const verdict = verdicts[name];
  const isPending = working === name || waiting.includes(name);
  const text = verdict?.words ?? pendingVerdictTexts[working === name ? "working" : "waiting"];
  row.dataset.state = isPending || !verdict ? "waiting" : verdict.state;
  row.classList.toggle("again", isPending);
  const key = JSON.stringify([text, verdict]);
  // Leave an unchanged row alone, because the user may be reading it.
  if (row.shownKey === key) return;
  row.shownKey = key;
  row.form = verdict?.form ?? "";
  const [summary, details] = [row.querySelector(".words > span"), row.querySelector("details")];
  const hadFocus = summary.contains(document.activeElement);
  const lines = verdict?.lines ?? [];
  const fieldButton = verdict ? createMissingFieldButton(verdict) : null;
  // If there is no button, the text becomes the summary of the details.
  summary.replaceChildren(fieldButton ?? (lines.length > 0 ? "" : text));
  if (hadFocus) summary.querySelector("button")?.focus();
  details.hidden = lines.length === 0;
  details.querySelector("summary").textContent = fieldButton ? "More" : text;
  details.querySelector("ul").replaceChildren(...lines.map(createListItem));
  row.querySelector("[data-hand]").hidden = verdict?.state !== "ready";
}

// Returns a button that moves the focus to the field for missing text; null if there is no such field.
function createMissingFieldButton({ words: text, text: fieldName, emoji: stickerNumber }) {
  if (fieldName === undefined && stickerNumber === undefined) return null;
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "plain lead", textContent: text });
  button.dataset.lead = fieldName ?? "emoji";
  if (stickerNumber !== undefined) button.dataset.sticker = stickerNumber;
  return button;
}

function focusMissingField({ lead: fieldName, sticker: number }) {
  if (fieldName !== "emoji") return (fieldName === "name" ? packElement("name") : messengersElement(fieldName)).focus();
  const article = document.getElementById("sticker-" + number);
  if (!article) return;
  openPane(article);
  const field = article.querySelector("[data-field=emoji]");
  field?.scrollIntoView({ block: "center" });
  field?.focus();
}

async function downloadForMessenger(button, row) {
  if (button.ariaDisabled === "true") return;
  button.ariaDisabled = "true";
  const name = button.getAttribute("aria-label").replace("Download for ", "");
  showToast(`Building the pack for ${name}…`, false, true);
  try {
    await flushEdits();
    await downloadFile("messenger/" + row.dataset.messenger, "stickers.zip");
    showToast(`Downloaded the pack for ${name}${row.form ? `: ${row.form}` : ""}.`);
    showNextSteps(row);
  } catch (error) {
    showError(error.message);
  }
  button.ariaDisabled = "false";
}
