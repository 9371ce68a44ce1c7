// The items that are missing before the pack can be uploaded.

// Returns the stickers without a description in at least one language. If the pack lists no languages, the
// languages of all stickers count.
function undescribed({ stickers, languages }) {
  const said = stickers.flatMap(({ descriptions }) => Object.keys(descriptions));
  const wanted = languages.length > 0 ? languages : [...new Set(said)].filter((code) => code !== "und");
  return stickers.filter(({ descriptions }) => Object.keys(descriptions).length === 0
    || wanted.some((code) => !descriptions[code]));
}

function lacksOf(said) {
  if (!said || said.problem !== null || said.order.length === 0) return [];
  const silent = undescribed(said).length;
  return [
    ["icon", said.icon.kind === "none", "an icon"], ["name", !said.name, "a name"],
    ["texts", silent > 0, counted(silent, "description")],
  ].filter(([, isLacking]) => isLacking).map(([what, , words]) => [what, words]);
}

const lacksInWords = () => {
  const lacks = lacksOf(description);
  return lacks.length > 0 ? `missing: ${listed(lacks.map(([, words]) => words))}` : "";
};

function prepareLacks() {
  inPack("ready-download").addEventListener("click", () => document.querySelector("[data-do=pack]").click());
  inPack("lacks").addEventListener("click", (event) => {
    const { lack } = event.target.closest("[data-lack]")?.dataset ?? {};
    if (lack === "icon") {
      openIcons(true);
      inPack("icons").querySelector("input").focus();
    } else if (lack === "name") inPack("name").focus();
    else if (lack === "texts") openDescribeAll();
  });
  onDescription((said) => {
    const lacks = lacksOf(said).map(([what]) => what);
    inPack("lacks").hidden = lacks.length === 0;
    // Screen readers read a hidden description too.
    const button = document.querySelector("[data-do=pack]");
    if (lacks.length > 0) button.setAttribute("aria-describedby", "pack-lacks");
    else button.removeAttribute("aria-describedby");
    for (const item of inPack("lacks").querySelectorAll("[data-item]")) {
      item.hidden = !lacks.includes(item.dataset.item);
    }
    const silent = undescribed(said).length;
    inPack("lacks-texts").textContent = counted(silent, "sticker");
    refresh();
  });
}

// The moment when every sticker is ready: three of them in a conversation.
function showReady(all, counts, waiting) {
  const isReady = all.length > 0 && counts.ready === all.length && waiting === 0;
  inPack("ready").hidden = !isReady;
  if (!isReady) return;
  inPack("ready-words").textContent = `${counted(all.length, "sticker")} ready`;
  const shown = all.slice(0, 3);
  const talk = inPack("ready").querySelector(".talk");
  const key = shown.map((article) => artShown(article)?.source).join(" ");
  if (talk.dataset.of === key) return;
  talk.dataset.of = key;
  Promise.all(shown.map((article) => artShown(article)?.small(192).catch(() => null))).then((pictures) => {
    if (talk.dataset.of === key) talk.replaceChildren(...pictures.filter(Boolean).map((one) => fitted(one, 192)));
  });
}
