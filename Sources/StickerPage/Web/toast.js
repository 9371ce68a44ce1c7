// Messages about results. They disappear after enough time to read them, but not while the user points at them.
// Errors stay until they are closed.
const toastState = { timer: 0, remaining: 0, isPersistent: false };

// The time to show a message, in milliseconds. A message with Undo stays longer.
const readingTime = (text, offersUndo) => Math.min(60000, (offersUndo ? 20000 : 6000) + 60 * text.length);

// `undo` offers to undo the last action.
function showToast(text, offersUndo = false, isPersistent = text === disconnectedText) {
  const outcome = document.getElementById("outcome");
  // Move the focus out of a message that disappears.
  if (text === "" && document.querySelector(".outcome").contains(document.activeElement)) {
    (grid.querySelector("[tabindex='0']") ?? document.getElementById("files")).focus();
  }
  outcome.textContent = text;
  outcome.classList.toggle("lost", text === disconnectedText);
  document.getElementById("undo").hidden = !offersUndo;
  [toastState.remaining, toastState.isPersistent] = [readingTime(text, offersUndo), isPersistent];
  scheduleDismissal();
}

const showError = (text) => showToast(text, false, true);

const isToastInUse = (toast) => document.hidden || toast.matches(":hover")
  || toast.contains(document.activeElement);

// The time counts only while the page is visible, and neither the pointer nor the focus is in the message.
function scheduleDismissal() {
  clearInterval(toastState.timer);
  const toast = document.querySelector(".outcome");
  if (toastState.isPersistent || document.getElementById("outcome").textContent === "") return;
  const interval = 250;
  toastState.timer = setInterval(() => {
    if (isToastInUse(toast)) return;
    toastState.remaining -= interval;
    if (toastState.remaining <= 0) showToast("");
  }, interval);
}

function prepareToast() {
  document.getElementById("undo").addEventListener("click", () => {
    undoLastAction().catch((error) => showError(error.message));
  });
  document.getElementById("said").addEventListener("click", () => showToast(""));
  document.querySelector(".outcome").addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    showToast("");
  });
}
