// The stickers that the server is checking. The page hides their outdated verdicts.
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
  // The server checks the pack after each edit. Checks shorter than 600 ms are not shown.
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

// Replaces the verdict while the server checks the sticker.
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

// Counts the stickers that the server is checking, including new ones that are not in the page yet.
function countUnfinishedStickers() {
  const isOnPage = (number) => document.getElementById("sticker-" + number) !== null;
  return packArticles().filter((article) => !hasCurrentVerdict(article)).length
    + [...analysis.numbers].filter((number) => !isOnPage(number)).length;
}
