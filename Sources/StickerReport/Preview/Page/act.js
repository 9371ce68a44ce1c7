// What the buttons of the drop page do, and what is said of it.
function say(words) {
  const outcome = document.getElementById("outcome");
  outcome.textContent = words;
  outcome.classList.toggle("lost", words === gone);
}

const busyWords = {
  fix: "Fixing …", lossy: "Fixing …", zip: "Packing …", pack: "Building the pack …",
};

async function act(what, button) {
  if (what === "select-none") return selectNone();
  if (what === "take-out") return takeOut();
  if (what === "clear" && !confirm("Take all stickers off the page? What was fixed is gone then.")) return;
  if (button.ariaDisabled === "true") return;
  // A button that is disabled would lose the focus.
  button.ariaDisabled = "true";
  say(busyWords[what] ?? "");
  try {
    say(await carryOut(what));
  } catch (error) {
    say(error.message);
  }
  button.ariaDisabled = "false";
}

// Does what a button says; what is to be said of it then.
async function carryOut(what) {
  if (what === "fix" || what === "lossy") {
    const { fixed } = await (await ask("fix" + fixQuery(what === "lossy" ? "lossy=1" : ""))).json();
    return fixedInWords(fixed);
  }
  if (what === "zip") {
    await download("all.zip", "stickers.zip");
    return wholeInWords();
  }
  if (what === "pack") return download("pack.zip", "pack.zip");
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
  if (chosen.length === 0 || typeof edit !== "function") return;
  selectNone();
  await edit(chosen.map((article) => ({ takeOut: Number(article.dataset.number) })));
}

// What a fix is asked with: what its button says, and whether each PNG is to take the fewest bytes.
function fixQuery(query) {
  const asked = new URLSearchParams(query);
  if (document.getElementById("smallest").checked) asked.set("smallest", "1");
  const text = asked.toString();
  return text ? `?${text}` : "";
}

function wholeInWords() {
  const failing = articles().filter((article) => article.dataset.verdict === "error");
  if (failing.length === 0) return "All files are in it, each as it is best.";
  const names = failing.map((article) => article.dataset.name).join("\n");
  return `All files are in it, also these, which are not ready:\n${names}`;
}

function fixedInWords(count) {
  if (count === 0) {
    const smallest = document.getElementById("smallest").checked;
    return smallest ? "Nothing can be fixed so, and no PNG got smaller." :
      "There is nothing that can be fixed so.";
  }
  const files = count === 1 ? "1 sticker is" : `${count} stickers are`;
  return `${files} fixed: each says below what was done, and what it cost. Download what you like.`;
}

async function actOnOne(what, button) {
  const { number } = button.closest("article").dataset;
  if (button.ariaDisabled === "true") return;
  button.ariaDisabled = "true";
  const said = button.parentElement.querySelector("output") ?? document.createElement("output");
  button.parentElement.append(said);
  said.textContent = what === "fix" ? "Fixing …" : "";
  try {
    if (what === "download") await download("download/" + number, "sticker");
    else await ask(`${what}/${number}${what === "fix" ? fixQuery(button.dataset.query ?? "") : ""}`);
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

// Saves a file, and gives back what the program says is in it.
async function download(place, name) {
  const answer = await answered(await fetch(place).catch(() => null));
  const said = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get("content-disposition") ?? "");
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = said ? decodeURIComponent(said[1]) : name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  return decodeURIComponent(answer.headers.get("pack-contents") ?? "");
}
