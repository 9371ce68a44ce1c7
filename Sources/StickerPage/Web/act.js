// What the buttons of the drop page do.
const busyWords = { zip: "Packing …", pack: "Building the pack …" };

async function act(what, button) {
  if (what === "select-none") return selectNone();
  if (what === "take-out") return takeOut();
  if (what === "earlier" || what === "later") return moveInOrder(chosenTiles(), what === "earlier" ? -1 : 1);
  if (what === "fixes") return openSheet();
  if (what === "clear" && !confirm("Take all stickers off the page? What was fixed is gone then.")) return;
  if (button.ariaDisabled === "true") return;
  // A button that is disabled would lose the focus.
  button.ariaDisabled = "true";
  say(busyWords[what] ?? "", null, true);
  try {
    say(await carryOut(what));
  } catch (error) {
    complain(error.message);
  }
  button.ariaDisabled = "false";
}

// Does what a button says; what is to be said of it then.
async function carryOut(what) {
  // What somebody has just written is in it.
  if (what === "zip" || what === "pack") await editsDone();
  if (what === "zip") {
    await download("all.zip", "stickers.zip");
    return wholeInWords();
  }
  if (what === "pack") {
    const words = await download("pack.zip", "pack.zip");
    inPack("next").open = true;
    return words;
  }
  if (what === "save") return saveToFolder();
  if (what === "contact") return contactSheet();
  if (what === "samples") return dropSamples();
  if (what === "remove") await removeChosen();
  else await ask(what);
  if (what === "clear") forgetRefused();
  return "";
}

async function removeChosen() {
  const chosen = chosenArticles();
  selectNone();
  for (const article of chosen) await ask("remove/" + article.dataset.number);
}

// Takes stickers out of the pack; they stay on the page.
async function takeOut() {
  const chosen = chosenArticles();
  if (chosen.length === 0) return;
  selectNone();
  await takeOutOfPack(chosen.map((article) => Number(article.dataset.number)));
}

function wholeInWords() {
  const failing = articles().filter((article) => article.dataset.verdict === "error");
  if (failing.length === 0) return "All files are in it, each as it is best.";
  const names = failing.map((article) => article.dataset.name).join("\n");
  return `All files are in it, also these, which are not ready:\n${names}`;
}

// The rules that a sticker was fixed by, with more or without some.
function rulesOf(article, more = [], without = []) {
  const rules = new Set([...(article.dataset.asked || "").split(" ").filter(Boolean), ...more]);
  for (const rule of without) rules.delete(rule);
  return [...rules].sort();
}

// Has a sticker be as it is once just these rules are cured; none: as it came.
async function fixTo(article, rules, isSmallest = article.dataset.smallest === "1") {
  const { number } = article.dataset;
  if (rules.length === 0 && !isSmallest) return ask("unfix/" + number);
  const answer = await ask(`fix/${number}?rules=${rules.join(",")}${isSmallest ? "&smallest=1" : ""}`);
  await arrival(number, (await answer.json()).revision);
}

// What was done is told to every page: until this one has heard of it, it shows what was before.
async function arrival(number, revision) {
  const revisionOf = (article) => Number(/\?v=(\d+)/.exec(sourceOf(article, "after") ?? "")?.[1] ?? 0);
  for (let waited = 0; waited < 5000; waited += 50) {
    const article = document.getElementById("sticker-" + number);
    if (!article || revisionOf(article) >= revision) return;
    await new Promise((done) => setTimeout(done, 50));
  }
}

async function actOnOne(what, button) {
  const article = button.closest("article");
  const { number } = article.dataset;
  const rules = (button.dataset.rules ?? "").split(",").filter(Boolean);
  if (button.ariaDisabled === "true") return;
  button.ariaDisabled = "true";
  const place = article.querySelector(".own");
  const said = place.querySelector("output") ?? document.createElement("output");
  place.append(said);
  said.textContent = what === "fix" ? "Fixing …" : "";
  try {
    if (what === "download") await download("download/" + number, "sticker");
    else if (what === "fix") await fixTo(article, rulesOf(article, rules));
    else if (what === "undo") await fixTo(article, rulesOf(article, [], rules));
    else await ask(`${what}/${number}`);
    said.textContent = "";
  } catch (error) {
    said.textContent = error.message;
  }
  button.ariaDisabled = "false";
}

async function ask(place) {
  const answer = await fetch(place, { method: "POST" }).catch(() => null);
  return answered(answer);
}

async function answered(answer) {
  if (!answer?.ok) throw new Error((answer && (await errorIn(answer))) ?? gone);
  return answer;
}

function saveFile(blob, name) {
  const link = document.createElement("a");
  Object.assign(link, { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

// Saves a file of the program's, and gives back what the program says is in it.
async function download(place, name) {
  const answer = await answered(await fetch(place).catch(() => null));
  const said = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get("content-disposition") ?? "");
  saveFile(await answer.blob(), said ? decodeURIComponent(said[1]) : name);
  return decodeURIComponent(answer.headers.get("pack-contents") ?? "");
}
