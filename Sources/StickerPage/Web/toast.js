// Messages about results. They disappear after enough time to read them, but not while the user points at them.
// Errors stay until they are closed.
const saying = { timer: 0, left: 0, isLasting: false };

// The time to show a message, in milliseconds. A message with Undo stays longer.
const timeToRead = (words, undo) => Math.min(60000, (undo ? 20000 : 6000) + 60 * words.length);

// `undo` offers to undo the last action.
function say(words, undo = false, isLasting = words === gone) {
  const outcome = document.getElementById("outcome");
  // Move the focus out of a message that disappears.
  if (words === "" && document.querySelector(".outcome").contains(document.activeElement)) {
    (grid.querySelector("[tabindex='0']") ?? document.getElementById("files")).focus();
  }
  outcome.textContent = words;
  outcome.classList.toggle("lost", words === gone);
  document.getElementById("undo").hidden = !undo;
  [saying.left, saying.isLasting] = [timeToRead(words, undo), isLasting];
  waitToLeave();
}

const complain = (words) => say(words, false, true);

const isLookedAt = (toast) => document.hidden || toast.matches(":hover")
  || toast.contains(document.activeElement);

// The time counts only while the page is visible, and neither the pointer nor the focus is in the message.
function waitToLeave() {
  clearInterval(saying.timer);
  const toast = document.querySelector(".outcome");
  if (saying.isLasting || document.getElementById("outcome").textContent === "") return;
  const step = 250;
  saying.timer = setInterval(() => {
    if (isLookedAt(toast)) return;
    saying.left -= step;
    if (saying.left <= 0) say("");
  }, step);
}

function prepareSaying() {
  document.getElementById("undo").addEventListener("click", () => {
    undoLast().catch((error) => complain(error.message));
  });
  document.getElementById("said").addEventListener("click", () => say(""));
  document.querySelector(".outcome").addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    say("");
  });
}
