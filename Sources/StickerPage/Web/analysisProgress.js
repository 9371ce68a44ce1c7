// The stickers that are being checked again. Their old verdicts are hidden.
const analysis = { numbers: new Set(), includesPack: false, timer: 0 };
const hasCurrentVerdict = (article) => !analysis.numbers.has(article.dataset.number);

function applyAnalysisProgress({ numbers, pack }) {
  const before = analysis.numbers;
  analysis.numbers = new Set(numbers.map(String));
  for (const number of new Set([...before, ...analysis.numbers])) {
    if (before.has(number) === analysis.numbers.has(number)) continue;
    const article = document.getElementById("sticker-" + number);
    if (article) updateTile(article);
  }
  // Each edit causes a check of the pack. Short checks are not shown.
  if (!pack) {
    clearTimeout(analysis.timer);
    analysis.timer = 0;
    showPackProgress(false);
  } else if (!analysis.includesPack) analysis.timer ||= setTimeout(showPackProgress, 600, true);
}

function showPackProgress(isBusy) {
  if (analysis.includesPack === isBusy) return;
  analysis.includesPack = isBusy;
  analysis.timer = 0;
  const section = document.getElementById("pack");
  section.ariaBusy = String(isBusy);
  section.classList.toggle("checking", isBusy);
  scheduleRefresh();
}

// Replaces the verdict while the sticker is being checked.
function updateVerdict(article) {
  const isChecking = !hasCurrentVerdict(article);
  article.classList.toggle("checking", isChecking);
  const verdict = article.querySelector(".verdict");
  if (isChecking) {
    verdict.dataset.words ??= verdict.textContent;
    verdict.textContent = "Checking…";
  } else if (verdict.dataset.words) {
    verdict.textContent = verdict.dataset.words;
    delete verdict.dataset.words;
  }
}

// Counts the stickers that are being checked, including those that are not on the page yet.
function countUnfinishedStickers() {
  const isOnPage = (number) => document.getElementById("sticker-" + number) !== null;
  return packArticles().filter((article) => !hasCurrentVerdict(article)).length
    + [...analysis.numbers].filter((number) => !isOnPage(number)).length;
}
