// Shows messages about results. A message disappears after the user has had enough time to read it, but not while
// the user points at it. Errors stay until the user closes them.
const toastState = { timer: 0, remaining: 0, isPersistent: false, offer: null };

// Returns how long to show a message, in milliseconds. A message with an Undo button stays longer.
const readingTime = (text, offersUndo) => Math.min(60000, (offersUndo ? 10000 : 6000) + 60 * text.length);

// Shows a message; an empty string hides it. Screen readers announce it, because `outcome` is a live region. `offer` is
// an additional action with its label.
function showToast(text, offersUndo = false, isPersistent = text === disconnectedText, offer = null) {
  const outcome = document.getElementById("outcome");
  // The focus would be lost with the message, so move it to the grid.
  if (text === "" && document.querySelector(".outcome").contains(document.activeElement)) {
    (grid.querySelector("[tabindex='0']") ?? document.getElementById("files")).focus();
  }
  outcome.textContent = text;
  outcome.classList.toggle("lost", text === disconnectedText);
  document.getElementById("undo").hidden = !offersUndo;
  const offerButton = document.getElementById("offer");
  offerButton.hidden = !offer;
  offerButton.textContent = offer?.label ?? "";
  toastState.offer = offer;
  [toastState.remaining, toastState.isPersistent] = [readingTime(text, offersUndo), isPersistent];
  scheduleDismissal();
}

const showError = (text) => showToast(text, false, true);

const isToastInUse = (toast) => document.hidden || toast.matches(":hover")
  || toast.contains(document.activeElement);

// Hides the message after the remaining time. The timer pauses while the page is hidden, or while the pointer or focus
// is in the message.
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
    undoWithToast(false).catch((error) => showError(error.message));
  });
  document.getElementById("offer").addEventListener("click", () => {
    toastState.offer?.run().catch((error) => showError(error.message));
  });
  document.getElementById("said").addEventListener("click", () => showToast(""));
  document.querySelector(".outcome").addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    showToast("");
  });
}
