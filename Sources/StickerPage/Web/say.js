// What is said of what was done: it goes by itself when there was time to read it, and not while somebody is
// at it. What went wrong stays until it is closed.
const saying = { timer: 0, left: 0, isLasting: false };

// What takes back what was done last.
let undoing = null;

// Milliseconds to read a text in; what can be undone stays longer.
const timeToRead = (words, undo) => Math.min(60000, (undo ? 20000 : 6000) + 60 * words.length);

function say(words, undo = null, isLasting = words === gone) {
  const outcome = document.getElementById("outcome");
  // What goes takes no focus along.
  if (words === "" && document.querySelector(".outcome").contains(document.activeElement)) {
    (grid.querySelector("[tabindex='0']") ?? document.getElementById("files")).focus();
  }
  outcome.textContent = words;
  outcome.classList.toggle("lost", words === gone);
  undoing = undo;
  document.getElementById("undo").hidden = undo === null;
  [saying.left, saying.isLasting] = [timeToRead(words, undo), isLasting];
  waitToLeave();
}

const complain = (words) => say(words, null, true);

const isLookedAt = (toast) => document.hidden || toast.matches(":hover")
  || toast.contains(document.activeElement);

// Time only passes while nobody points at it, or has the focus in it, and the page is seen.
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
  document.getElementById("undo").addEventListener("click", () => undoing?.());
  document.getElementById("said").addEventListener("click", () => say(""));
  document.querySelector(".outcome").addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    say("");
  });
}
