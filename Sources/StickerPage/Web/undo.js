// Undoes and redoes actions, with Ctrl+Z, ⌘Z, a menu, and the button of a message.
const undoHistory = { undo: null, redo: null };

// All requests of one action have the same id, so that the server undoes them together.
let lastActionNumber = 0;
const actionIDPrefix = Date.now().toString(36);
const createActionID = () => `${actionIDPrefix}-${++lastActionNumber}`;

function applyUndoHistory({ undo, redo }) {
  Object.assign(undoHistory, { undo, redo });
  for (const [action, label] of [["undo", undo], ["redo", redo]]) {
    const button = document.querySelector(`[data-do=${action}]`);
    button.disabled = label === null;
    const verb = action === "undo" ? "Undo" : "Redo";
    button.textContent = label === null ? verb : `${verb}: ${label}`;
  }
}

// Undoes or redoes the last action. Returns a message about the result. If `actionID` is given, undoes nothing if another
// action was the last one.
async function undoLastAction(isRedo = false, actionID = "") {
  markFixedTiles([]);
  await flushEdits();
  // Undo may restore an order that differs from the one that the user has just set.
  pendingOrder = null;
  const { label } = await (await post(isRedo ? "undo?redo=1" : `undo?action=${actionID}`)).json();
  return `${isRedo ? "Redone" : "Undone"}: ${label}.`;
}

const undoWithToast = (isRedo) => undoLastAction(isRedo).then((text) => showToast(text));

// In these fields, the browser itself undoes typing.
const hasBrowserUndo = (field) => unsentFields.has(field)
  || field?.matches?.("textarea, input:not([type=checkbox], [type=radio], [type=range], [type=color])");

function prepareUndo() {
  addEventListener("keydown", (event) => {
    const isRedo = event.key.toLowerCase() === "y" || event.shiftKey;
    if (!["z", "y"].includes(event.key.toLowerCase()) || event.altKey) return;
    if (!(event.ctrlKey || event.metaKey) || hasBrowserUndo(event.target)) return;
    event.preventDefault();
    if (isRedo ? undoHistory.redo : undoHistory.undo) undoWithToast(isRedo).catch((error) => showError(error.message));
  });
}
