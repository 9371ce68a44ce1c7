// What the program is looking at again: what was said of it before is not shown as if it were so.
const checking = { numbers: new Set(), isOfPack: false, timer: 0 };
const isChecked = (article) => !checking.numbers.has(article.dataset.number);

function takeChecking({ numbers, pack }) {
  const before = checking.numbers;
  checking.numbers = new Set(numbers.map(String));
  for (const number of new Set([...before, ...checking.numbers])) {
    if (before.has(number) === checking.numbers.has(number)) continue;
    const article = document.getElementById("sticker-" + number);
    if (article) showInGrid(article);
  }
  clearTimeout(checking.timer);
  // What is written changes the pack with each word: what is judged in no time needs no telling.
  if (!pack) tellOfPack(false);
  else checking.timer = setTimeout(() => tellOfPack(true), 600);
}

function tellOfPack(isBusy) {
  if (checking.isOfPack === isBusy) return;
  checking.isOfPack = isBusy;
  const place = document.getElementById("pack");
  place.ariaBusy = String(isBusy);
  place.classList.toggle("checking", isBusy);
  refresh();
}

// In place of the verdict there are words that say why there is none.
function showVerdict(article) {
  const isAgain = !isChecked(article);
  article.classList.toggle("checking", isAgain);
  const verdict = article.querySelector(".verdict");
  if (isAgain) {
    verdict.dataset.words ??= verdict.textContent;
    verdict.textContent = "Checking …";
  } else if (verdict.dataset.words) {
    verdict.textContent = verdict.dataset.words;
    delete verdict.dataset.words;
  }
}

// What is being looked at, with and without a place on the page.
function countChecking() {
  const isSeen = (number) => document.getElementById("sticker-" + number) !== null;
  return inThePack().filter((article) => !isChecked(article)).length
    + [...checking.numbers].filter((number) => !isSeen(number)).length;
}
