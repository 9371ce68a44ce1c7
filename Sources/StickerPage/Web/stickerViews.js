// Adds the tabs of a sticker's views. A view is created when its tab opens.
function prepareSticker(article) {
  if (article.isPrepared || !artOf(article)) return;
  article.isPrepared = true;
  article.querySelector(".parts").before(copyOf("views"));
  const hasLooks = document.getElementById("looks") !== null;
  const isSticker = ["sticker", "frame"].includes(article.dataset.role);
  const has = {
    messages: isSticker, looks: isSticker && hasLooks, sizes: isSticker,
    icon: article.dataset.role === "icon",
    player: artShown(article).delays.length > 1, compare: article.querySelector("img.after") !== null,
  };
  const number = article.dataset.number;
  const tabs = [...article.querySelectorAll("[role=tab]")].filter((tab) => {
    const isThere = has[tab.dataset.view] ?? true;
    if (!isThere) tab.remove();
    return isThere;
  });
  const panel = article.querySelector("[role=tabpanel]");
  panel.id = "panel-" + number;
  for (const tab of tabs) {
    tab.id = `tab-${tab.dataset.view}-${number}`;
    tab.setAttribute("aria-controls", panel.id);
    tab.addEventListener("click", () => openView(article, tab));
  }
  closeView(article, tabs);
  article.querySelector("[role=tablist]").addEventListener("keydown", (event) => {
    const at = tabs.indexOf(document.activeElement);
    const last = tabs.length - 1;
    const [next, before] = [at === last ? 0 : at + 1, at === 0 ? last : at - 1];
    const to = { ArrowRight: next, ArrowLeft: before, Home: 0, End: last }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    tabs[to].focus();
  });
}

function closeView(article, tabs) {
  tabs.forEach((tab, index) => {
    tab.setAttribute("aria-selected", "false");
    tab.tabIndex = index === 0 ? 0 : -1;
  });
  const panel = article.querySelector("[role=tabpanel]");
  panel.hidden = true;
  panel.removeAttribute("aria-labelledby");
}

async function openView(article, tab) {
  if (tab.getAttribute("aria-selected") === "true") return;
  const panel = article.querySelector("[role=tabpanel]");
  const tabs = [...article.querySelectorAll("[role=tab]")];
  article.endView?.();
  article.endView = null;
  // An earlier view may still be drawing. It keeps its old place, which is no longer shown.
  const place = document.createElement("div");
  panel.replaceChildren(place);
  closeView(article, tabs);
  lastView = tab.dataset.view;
  for (const other of tabs) other.tabIndex = other === tab ? 0 : -1;
  tab.setAttribute("aria-selected", "true");
  panel.setAttribute("aria-labelledby", tab.id);
  panel.hidden = false;
  try {
    const end = await views[tab.dataset.view](article, place);
    if (place.isConnected) article.endView = end ?? null;
    else end?.();
  } catch {
    const words = "This browser cannot show it. The file is damaged, or its format is not supported.";
    place.replaceChildren(words);
  }
}

function openAgain(article, view) {
  const tab = article.querySelector(`[role=tab][data-view=${view}]`) ?? article.querySelector("[role=tab]");
  if (tab) openView(article, tab);
}

// Pointing at a finding highlights its marks.
function pointAtMarks(event) {
  const finding = event.target.closest?.(".findings li[data-rule]");
  for (const dimmed of document.querySelectorAll(".dimmed")) dimmed.classList.remove("dimmed");
  const article = finding?.closest("article.sticker");
  const marks = [...(article?.querySelectorAll(".marks g") ?? [])];
  const isOf = (mark) => mark.dataset.rule === finding.dataset.rule;
  if (!marks.some(isOf)) return;
  for (const mark of marks) mark.classList.toggle("wanted", isOf(mark));
  article.classList.add("dimmed");
}
