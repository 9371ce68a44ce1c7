// Offers to continue the previous session.
function applySessionOffer({ name, count }) {
  const card = document.getElementById("session");
  card.hidden = name === null;
  const text = name === null ? "" : `Continue with “${name || "Stickers"}” (${pluralize(count, "sticker")})`;
  document.getElementById("session-continue").textContent = text;
}

function prepareSession() {
  document.getElementById("session-continue").addEventListener("click", () => {
    post("continue").catch((error) => showError(error.message));
  });
  document.getElementById("session-discard").addEventListener("click", () => {
    post("discard").catch((error) => showError(error.message));
  });
}
