// What the program is looking at again: what was said of it before is not shown as if it were so.
const checking = { numbers: new Set(), isOfPack: false, timer: 0 };
const isAtRest = (article) => !checking.numbers.has(article.dataset.number);

function takeChecking({ numbers, pack }) {
  const before = checking.numbers;
  checking.numbers = new Set(numbers.map(String));
  for (const number of new Set([...before, ...checking.numbers])) {
    if (before.has(number) === checking.numbers.has(number)) continue;
    const article = document.getElementById("sticker-" + number);
    if (article) showInGrid(article);
  }
  // What is written changes the pack with each word: what is judged in no time needs no telling.
  if (!pack) {
    clearTimeout(checking.timer);
    checking.timer = 0;
    tellOfPack(false);
  } else if (!checking.isOfPack) checking.timer ||= setTimeout(tellOfPack, 600, true);
}

function tellOfPack(isBusy) {
  if (checking.isOfPack === isBusy) return;
  checking.isOfPack = isBusy;
  checking.timer = 0;
  const place = document.getElementById("pack");
  place.ariaBusy = String(isBusy);
  place.classList.toggle("checking", isBusy);
  refresh();
}

// In place of the verdict there are words that say why there is none.
function showVerdict(article) {
  const isAgain = !isAtRest(article);
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
  return inThePack().filter((article) => !isAtRest(article)).length
    + [...checking.numbers].filter((number) => !isSeen(number)).length;
}
