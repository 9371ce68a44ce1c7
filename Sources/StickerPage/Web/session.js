// Offers to continue the session of an earlier run.
function takeSession({ name, count }) {
  const card = document.getElementById("session");
  card.hidden = name === null;
  const words = name === null ? "" : `Continue with “${name || "Stickers"}” (${counted(count, "sticker")})`;
  document.getElementById("session-continue").textContent = words;
}

function prepareSession() {
  document.getElementById("session-continue").addEventListener("click", () => {
    ask("continue").catch((error) => complain(error.message));
  });
  document.getElementById("session-discard").addEventListener("click", () => {
    ask("discard").catch((error) => complain(error.message));
  });
}
