// The actions of the buttons on the drop page.
const busyWords = { zip: "Creating the archive…", pack: "Building the pack…" };

async function act(what, button) {
  if (what === "select-none") return selectNone();
  if (what === "take-out") return takeOut();
  if (what === "earlier" || what === "later") return moveInOrder(chosenTiles(), what === "earlier" ? -1 : 1);
  if (what === "fixes") return openSheet();
  if (button.ariaDisabled === "true") return;
  // A disabled button would lose the focus.
  button.ariaDisabled = "true";
  say(busyWords[what] ?? "", false, true);
  try {
    const words = await carryOut(what);
    if (words !== null) say(words, isUndoable.includes(what));
  } catch (error) {
    complain(error.message);
  }
  button.ariaDisabled = "false";
}

const isUndoable = ["clear", "remove"];

// Carries out an action, and returns a message about the result; null if it has shown one.
async function carryOut(what) {
  // The download includes the latest edits.
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
  if (what === "remove") return removeFromPage(chosenArticles());
  if (what === "undo" || what === "redo") {
    await undoLast(what === "redo");
    return null;
  }
  await ask(`${what}?action=${newAction()}`);
  if (what !== "clear") return "";
  forgetRefused();
  return "Started over.";
}

async function removeFromPage(chosen) {
  selectNone();
  const action = newAction();
  for (const article of chosen) await ask(`remove/${article.dataset.number}?action=${action}`);
  const what = chosen.length === 1 ? chosen[0].dataset.name : counted(chosen.length, "sticker");
  return `Removed ${what} from this page. Your ${chosen.length === 1 ? "file stays" : "files stay"}.`;
}

// Removes stickers from the pack. They stay on the page.
async function takeOut() {
  const chosen = chosenArticles();
  if (chosen.length === 0) return;
  selectNone();
  await takeOutOfPack(chosen.map((article) => Number(article.dataset.number)));
}

function wholeInWords() {
  const failing = articles().filter((article) => article.dataset.verdict === "error");
  if (failing.length === 0) return "The archive contains all files, fixed where possible.";
  const names = failing.map((article) => article.dataset.name).join("\n");
  return `The archive contains all files, including these, which are not ready:\n${names}`;
}

// The rules that a sticker was fixed for, with some added or removed.
function rulesOf(article, more = [], without = []) {
  const rules = new Set([...(article.dataset.asked || "").split(" ").filter(Boolean), ...more]);
  for (const rule of without) rules.delete(rule);
  return [...rules].sort();
}

// Fixes a sticker for exactly these rules; with none, restores the original.
async function fixTo(article, rules, isSmallest = article.dataset.smallest === "1", action = newAction(),
  small = article.dataset.small) {
  const { number } = article.dataset;
  if (rules.length === 0 && !isSmallest) return ask(`unfix/${number}?action=${action}`);
  const options = (isSmallest ? "&smallest=1" : "") + (small ? `&small=${small}` : "");
  const answer = await ask(`fix/${number}?rules=${rules.join(",")}${options}&action=${action}`);
  await arrival(number, (await answer.json()).revision);
}

// Waits until this page has received the fixed sticker. The server sends it to every page.
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
  said.textContent = what === "fix" ? "Fixing…" : "";
  try {
    if (what === "download") await download("download/" + number, "sticker");
    else if (what === "fix") await fixTo(article, rulesOf(article, rules), undefined, undefined, button.dataset.small);
    else if (what === "undo") await fixTo(article, rulesOf(article, [], rules));
    else if (what === "remove") say(await removeFromPage([article]), true);
    else await ask(`${what}/${number}?action=${newAction()}`);
    said.textContent = "";
  } catch (error) {
    said.textContent = error.message;
  }
  button.ariaDisabled = "false";
}

// Shows on each button what art that is too small would become.
async function showSmallArt(article) {
  for (const button of article.querySelectorAll("button[data-small]:not(:has(canvas))")) {
    const { rules, small } = button.dataset;
    const answer = await ask(`try/${article.dataset.number}?rules=${rules}&small=${small}`).catch(() => null);
    const picture = answer?.status === 200 && (await createImageBitmap(await answer.blob()).catch(() => null));
    if (picture && !button.querySelector("canvas")) button.prepend(framed(fitted(picture, 192)));
    picture?.close?.();
  }
}

// Explains a rule inside the pane, below its finding.
async function showReason(link) {
  const finding = link.closest("li");
  const old = finding.querySelector(".reason");
  link.setAttribute("aria-expanded", String(!old));
  if (old) return old.remove();
  const answer = await answered(await fetch(link.getAttribute("href")).catch(() => null));
  const page = new DOMParser().parseFromString(trusted(await answer.text()), "text/html");
  const reason = document.createElement("div");
  reason.className = "reason";
  reason.append(...[...page.querySelector("main").children].filter(({ tagName }) => tagName !== "H1"));
  for (const inner of reason.querySelectorAll("a")) inner.target = "_blank";
  finding.append(reason);
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

// Downloads a file, and returns the server's description of its contents.
async function download(place, name) {
  const answer = await answered(await fetch(place).catch(() => null));
  const said = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get("content-disposition") ?? "");
  saveFile(await answer.blob(), said ? decodeURIComponent(said[1]) : name);
  return decodeURIComponent(answer.headers.get("pack-contents") ?? "");
}
