// The stickers that are being checked again. Their old verdicts are hidden.
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
  // Each edit causes a check of the pack. Short checks are not shown.
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

// Replaces the verdict while the sticker is being checked.
function showVerdict(article) {
  const isAgain = !isAtRest(article);
  article.classList.toggle("checking", isAgain);
  const verdict = article.querySelector(".verdict");
  if (isAgain) {
    verdict.dataset.words ??= verdict.textContent;
    verdict.textContent = "Checking…";
  } else if (verdict.dataset.words) {
    verdict.textContent = verdict.dataset.words;
    delete verdict.dataset.words;
  }
}

// Counts the stickers that are being checked, including those that are not on the page yet.
function countChecking() {
  const isSeen = (number) => document.getElementById("sticker-" + number) !== null;
  return inThePack().filter((article) => !isAtRest(article)).length
    + [...checking.numbers].filter((number) => !isSeen(number)).length;
}
