// The tabs of a sticker's views. A view is created when its tab opens.
function addViewTabs(article) {
  if (article.hasViewTabs || !originalArt(article)) return;
  article.hasViewTabs = true;
  article.append(cloneTemplate("views"));
  updateViewOrder(article);
  const hasMessengerPreview = document.getElementById("looks") !== null;
  const isSticker = ["sticker", "frame"].includes(article.dataset.role);
  const isViewAvailable = {
    messages: isSticker, looks: isSticker && hasMessengerPreview, sizes: isSticker,
    icon: article.dataset.role === "icon",
    player: displayedArt(article).delays.length > 1, compare: article.querySelector("img.after") !== null,
  };
  const number = article.dataset.number;
  const tabs = [...article.querySelectorAll("[role=tab]")].filter((tab) => {
    const isAvailable = isViewAvailable[tab.dataset.view] ?? true;
    if (!isAvailable) tab.remove();
    return isAvailable;
  });
  const panel = article.querySelector("[role=tabpanel]");
  panel.id = "panel-" + number;
  for (const tab of tabs) {
    tab.id = `tab-${tab.dataset.view}-${number}`;
    tab.setAttribute("aria-controls", panel.id);
    tab.addEventListener("click", () => openView(article, tab));
  }
  deselectTabs(article, tabs);
  const tabList = article.querySelector("[role=tablist]");
  tabList.addEventListener("scroll", () => updateTabFade(tabList), { passive: true });
  tabListObserver.observe(tabList);
  tabList.addEventListener("keydown", (event) => {
    const index = tabs.indexOf(document.activeElement);
    const last = tabs.length - 1;
    const [next, previous] = [index === last ? 0 : index + 1, index === 0 ? last : index - 1];
    const target = { ArrowRight: next, ArrowLeft: previous, Home: 0, End: last }[event.key];
    if (index < 0 || target === undefined) return;
    event.preventDefault();
    tabs[target].focus({ preventScroll: true });
    scrollToTab(tabs[target]);
  });
}

// Puts the views of a sticker without findings first. They show its art, so the page does not show it again. The art of
// other stickers comes first, because it has marks. The text fields come last.
function updateViewOrder(article) {
  const views = article.querySelector(":scope > .views");
  if (!views) return;
  const isFirst = article.dataset.verdict === "fine";
  const previous = article.querySelector(isFirst ? ":scope > header" : ":scope > .parts");
  if (views.previousElementSibling === previous) return;
  const focused = document.activeElement;
  previous.after(views);
  // An element loses focus when it moves.
  if (views.contains(focused)) focused.focus({ preventScroll: true });
}

// In a narrow pane, the tabs scroll. They fade out at each edge that has more tabs beyond it.
function updateTabFade(tabList) {
  const { scrollLeft, clientWidth, scrollWidth } = tabList;
  const [isAfterStart, isBeforeEnd] = [scrollLeft > 1, scrollLeft + clientWidth < scrollWidth - 1];
  tabList.classList.toggle("scrolls", isAfterStart || isBeforeEnd);
  tabList.classList.toggle("earlier", isAfterStart);
  tabList.classList.toggle("later", isBeforeEnd);
}

const tabListObserver = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    scrollToTab(target.querySelector("[aria-selected=true]"));
    updateTabFade(target);
  }
});

// Scrolls only the list of tabs, so that the pane stays where it is.
function scrollToTab(tab) {
  if (!tab) return;
  const tabList = tab.parentElement;
  const [box, listBox, margin] = [tab.getBoundingClientRect(), tabList.getBoundingClientRect(), 40];
  if (box.left < listBox.left + margin) tabList.scrollLeft -= listBox.left + margin - box.left;
  if (box.right > listBox.right - margin) tabList.scrollLeft += box.right - listBox.right + margin;
}

function deselectTabs(article, tabs) {
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
  // The previous view may still be drawing, so it keeps its own container, which is no longer in the page.
  const container = document.createElement("div");
  // The panel keeps its height while the view is drawn, so that the page does not jump.
  panel.style.minHeight = `${panel.clientHeight}px`;
  panel.replaceChildren(container);
  deselectTabs(article, tabs);
  lastView = tab.dataset.view;
  for (const other of tabs) other.tabIndex = other === tab ? 0 : -1;
  tab.setAttribute("aria-selected", "true");
  scrollToTab(tab);
  panel.setAttribute("aria-labelledby", tab.id);
  panel.hidden = false;
  try {
    const endView = await viewRenderers[tab.dataset.view](article, container);
    if (container.isConnected) article.endView = endView ?? null;
    else endView?.();
  } catch {
    const message = "This browser cannot show this file. It is damaged, or its format is not supported.";
    container.replaceChildren(message);
  }
  if (container.isConnected) panel.style.minHeight = "";
}

// Opens a view, or the first one if the sticker has no such view.
function openViewByName(article, name) {
  const tab = article.querySelector(`[role=tab][data-view=${name}]`) ?? article.querySelector("[role=tab]");
  if (tab) openView(article, tab);
}

// Highlights the marks of the finding under the pointer.
function highlightMarks(event) {
  const finding = event.target.closest?.(".findings li[data-rule]");
  for (const dimmed of document.querySelectorAll(".dimmed")) dimmed.classList.remove("dimmed");
  const article = finding?.closest("article.sticker");
  const marks = [...(article?.querySelectorAll(".marks g") ?? [])];
  const belongsToFinding = (mark) => mark.dataset.rule === finding.dataset.rule;
  if (!marks.some(belongsToFinding)) return;
  for (const mark of marks) mark.classList.toggle("wanted", belongsToFinding(mark));
  article.classList.add("dimmed");
}
