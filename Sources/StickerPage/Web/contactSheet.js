// Downloads a contact sheet, which the server draws. It shows the selected stickers or, if none are selected, all visible
// stickers in the pack: on the selected background, or on six backgrounds. Returns a message about the result.
async function downloadContactSheet(isOnSelectedBackground) {
  const selected = selectedTiles().map(articleForTile);
  const candidates = selected.length > 0 ? selected
    : visibleTiles().map(articleForTile).filter((article) => !isOutsidePack(article));
  const stickers = candidates.filter((article) => article.dataset.role !== "icon");
  if (stickers.length === 0) return "There are no stickers for a contact sheet.";
  const body = JSON.stringify({
    stickers: stickers.map((article) => Number(article.dataset.number)),
    background: isOnSelectedBackground ? selectedBackground() : undefined,
  });
  await downloadFile("contact-sheet", "contact-sheet.png", { method: "POST", body });
  return `The contact sheet shows ${pluralize(stickers.length, "sticker")}.`;
}

// Returns the name or the color of the selected background.
function selectedBackground() {
  const name = document.getElementById("grounds").elements.ground.value;
  return name === "own" ? document.getElementById("own").value : name;
}
