// The stickers that the server is checking. The page hides their outdated verdicts.
const analysisProgress = { numbers: new Set(), includesPack: false, timer: 0 };
const hasCurrentVerdict = (article) => !analysisProgress.numbers.has(article.dataset.number);

function applyAnalysisProgress({ numbers, pack }) {
  const before = analysisProgress.numbers;
  analysisProgress.numbers = new Set(numbers.map(String));
  for (const number of new Set([...before, ...analysisProgress.numbers])) {
    if (before.has(number) === analysisProgress.numbers.has(number)) continue;
    const article = document.getElementById("sticker-" + number);
    if (article) updateTile(article);
  }
  // The server checks the pack after each edit. Checks shorter than 600 ms are not shown.
  if (!pack) {
    clearTimeout(analysisProgress.timer);
    analysisProgress.timer = 0;
    showPackProgress(false);
  } else if (!analysisProgress.includesPack) analysisProgress.timer ||= setTimeout(showPackProgress, 600, true);
}

function showPackProgress(isBusy) {
  if (analysisProgress.includesPack === isBusy) return;
  analysisProgress.includesPack = isBusy;
  analysisProgress.timer = 0;
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

// Counts the stickers that the server is checking, including new ones that are not on the page yet.
function countStickersBeingChecked() {
  const isOnPage = (number) => document.getElementById("sticker-" + number) !== null;
  return packArticles().filter((article) => !hasCurrentVerdict(article)).length
    + [...analysisProgress.numbers].filter((number) => !isOnPage(number)).length;
}
