// Saves to the folder of the page. Asks the user before the first save, and whenever the pack file in the
// folder has changed.
const saveDialogElement = (name) => document.getElementById("saving-" + name);
let hasConfirmedSaving = false;

function prepareSaving() {
  const dialog = document.getElementById("saving");
  dialog.addEventListener("click", (event) => {
    const { saving: answer } = event.target.closest("[data-saving]")?.dataset ?? {};
    if (answer !== undefined) dialog.close(answer);
  });
  onPackState(({ folder, problem }) => {
    const button = document.querySelector("[data-do=save]");
    button.hidden = folder === null;
    button.disabled = problem !== null;
    button.title = folder === null ? "" : `Save to ${folder}`;
  });
}

// Shows the dialog, and returns the name of the clicked button, or an empty string.
function confirmSaving({ title, text, files = [], confirmLabel, offersFolderFile = false }) {
  const dialog = document.getElementById("saving");
  saveDialogElement("title").textContent = title;
  saveDialogElement("words").textContent = text;
  const shown = files.length > 8 ? [...files.slice(0, 7), `and ${files.length - 7} more`] : files;
  saveDialogElement("files").replaceChildren(...shown.map(createListItem));
  saveDialogElement("files").hidden = files.length === 0;
  saveDialogElement("yes").textContent = confirmLabel;
  // If both answers discard work, neither stands out.
  saveDialogElement("yes").classList.toggle("filled", !offersFolderFile);
  saveDialogElement("theirs").hidden = !offersFolderFile;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue), { once: true });
  });
}

async function saveToFolder() {
  await flushEdits();
  const { folder, files, tag } = await (await checkResponse(await fetch("saved").catch(() => null))).json();
  if (!hasConfirmedSaving) {
    const text = `These files will be written to ${folder}. Your art itself is never changed.`;
    const answer = await confirmSaving({ title: "Save to the folder?", text, files, confirmLabel: "Save" });
    if (answer !== "yes") return "";
    hasConfirmedSaving = true;
  }
  return saveIfUnchanged(tag, folder);
}

// Saves if the pack file in the folder still has this tag. Otherwise, asks the user which version to keep.
async function saveIfUnchanged(tag, folder) {
  const condition = tag === null ? { "If-None-Match": "*" } : { "If-Match": `"${tag}"` };
  // The token is part of the address of the page. Other sites do not know it.
  const headers = { ...condition, "Stickerlint-Token": location.pathname.split("/")[1] };
  showToast("Saving…", false, true);
  const response = await fetch("save", { method: "POST", headers }).catch(() => null);
  if (response?.status !== 412) {
    const { files } = await (await checkResponse(response)).json();
    const fixedCount = files.length - 1;
    return `Saved to ${folder}: ${files[0]}${fixedCount > 0 ? ` and ${pluralize(fixedCount, "fixed image")}` : ""}.`;
  }
  const conflict = await response.json();
  const exists = conflict.tag !== null;
  const explanation = exists ? "“Replace the file” writes this page's version over it.\n“Use file in folder” opens it "
    + "here and discards your changes.\n“Cancel” changes nothing." : "“Save anyway” writes the file again.";
  const choice = await confirmSaving({
    title: exists ? "The file in the folder has changed" : "The file in the folder is gone",
    text: `${conflict.error}\n\n${explanation}`, confirmLabel: exists ? "Replace the file" : "Save anyway",
    offersFolderFile: exists,
  });
  if (choice === "yes") return saveIfUnchanged(conflict.tag, folder);
  if (choice !== "theirs") return "";
  await post("reread");
  return "The page now shows the file from the folder. Your changes were discarded.";
}
