// Saves to the page's folder. Asks before the first save, and again if the folder has changed.
const inSaving = (name) => document.getElementById("saving-" + name);
let mayBeSaved = false;

function prepareSaving() {
  const dialog = document.getElementById("saving");
  dialog.addEventListener("click", (event) => {
    const { saving: answer } = event.target.closest("[data-saving]")?.dataset ?? {};
    if (answer !== undefined) dialog.close(answer);
  });
  onDescription(({ folder, problem }) => {
    const button = document.querySelector("[data-do=save]");
    button.hidden = folder === null;
    button.disabled = problem !== null;
    button.title = folder === null ? "" : `Save to ${folder}`;
  });
}

// Shows the dialog, and returns the name of the pressed button, or an empty string.
function askWhetherToSave({ title, words, files = [], yes, theirs = false }) {
  const dialog = document.getElementById("saving");
  inSaving("title").textContent = title;
  inSaving("words").textContent = words;
  const shown = files.length > 8 ? [...files.slice(0, 7), `and ${files.length - 7} more`] : files;
  inSaving("files").replaceChildren(...shown.map(listItem));
  inSaving("files").hidden = files.length === 0;
  inSaving("yes").textContent = yes;
  inSaving("theirs").hidden = !theirs;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((done) => {
    dialog.addEventListener("close", () => done(dialog.returnValue), { once: true });
  });
}

async function saveToFolder() {
  await editsDone();
  const { folder, files, tag } = await (await answered(await fetch("saved").catch(() => null))).json();
  if (!mayBeSaved) {
    const words = `These files will be written to ${folder}. Your art itself is never changed.`;
    const answer = await askWhetherToSave({ title: "Save to the folder?", words, files, yes: "Save" });
    if (answer !== "yes") return "";
    mayBeSaved = true;
  }
  return saveOver(tag, folder);
}

// Saves if the file in the folder has this tag. Asks before replacing any other file.
async function saveOver(tag, folder) {
  const condition = tag === null ? { "If-None-Match": "*" } : { "If-Match": `"${tag}"` };
  // Repeating the key proves that the page itself is saving.
  const headers = { ...condition, "Stickerlint-Token": location.pathname.split("/")[1] };
  say("Saving…", false, true);
  const answer = await fetch("save", { method: "POST", headers }).catch(() => null);
  if (answer?.status !== 412) {
    const { files } = await (await answered(answer)).json();
    const fixed = files.length - 1;
    return `Saved to ${folder}: ${files[0]}${fixed > 0 ? ` and ${counted(fixed, "fixed image")}` : ""}.`;
  }
  const other = await answer.json();
  const chosen = await askWhetherToSave({
    title: "The file in the folder has changed", words: other.error, yes: "Replace it",
    theirs: other.tag !== null,
  });
  if (chosen === "yes") return saveOver(other.tag, folder);
  if (chosen !== "theirs") return "";
  await ask("reread");
  return "The page now shows the file from the folder. Your changes were discarded.";
}
