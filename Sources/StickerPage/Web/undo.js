// Undo and redo of every action, with Ctrl+Z, ⌘Z, a menu and the button of a message.
const past = { undo: null, redo: null };

// The requests of one action share an identifier, so that they are undone together.
let lastAction = 0;
const pageStart = Date.now().toString(36);
const newAction = () => `${pageStart}-${++lastAction}`;

function takeHistory({ undo, redo }) {
  Object.assign(past, { undo, redo });
  for (const [what, label] of [["undo", undo], ["redo", redo]]) {
    const button = document.querySelector(`[data-do=${what}]`);
    button.disabled = label === null;
    const word = what === "undo" ? "Undo" : "Redo";
    button.textContent = label === null ? word : `${word}: ${label}`;
  }
}

async function undoLast(isRedo = false) {
  await editsDone();
  // Undo may change the order that the user has just set.
  wantedOrder = null;
  const { label } = await (await ask(isRedo ? "undo?redo=1" : "undo")).json();
  say(`${isRedo ? "Redone" : "Undone"}: ${label}.`);
}

// In a text field with unsent changes, the browser undoes what was typed.
const isTyping = (field) => written.has(field)
  || field?.matches?.("textarea, input:not([type=checkbox], [type=radio], [type=range], [type=color])");

function prepareUndo() {
  addEventListener("keydown", (event) => {
    const isRedo = event.key.toLowerCase() === "y" || event.shiftKey;
    if (!["z", "y"].includes(event.key.toLowerCase()) || event.altKey) return;
    if (!(event.ctrlKey || event.metaKey) || isTyping(event.target)) return;
    event.preventDefault();
    if (isRedo ? past.redo : past.undo) undoLast(isRedo).catch((error) => complain(error.message));
  });
}
