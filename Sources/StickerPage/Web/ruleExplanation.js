// The explanation of a rule, which opens below a finding.
function prepareRuleExplanations() {
  document.querySelector(".work").addEventListener("click", (event) => {
    const link = event.target.closest("a[data-why]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    toggleRuleExplanation(link);
  });
}

async function toggleRuleExplanation(link) {
  const finding = link.closest("li");
  const previous = finding.querySelector(".reason");
  link.setAttribute("aria-expanded", String(!previous));
  if (previous) return previous.remove();
  const explanation = document.createElement("div");
  explanation.className = "reason";
  explanation.hidden = true;
  // Append it before it has loaded, so that a second click removes it.
  finding.append(explanation);
  try {
    explanation.append(...await loadRuleExplanation(link));
    for (const source of explanation.querySelectorAll("a")) source.target = "_blank";
    const examples = explanation.querySelector(movingExamples);
    if (examples && !motion.checked) await pauseExamples(examples);
  } catch (error) {
    explanation.textContent = error.message;
  }
  explanation.hidden = false;
}

// Returns the elements of an explanation: from a template in a preview file, or from the server.
async function loadRuleExplanation(link) {
  if (!isDropPage) return [...cloneTemplate("why-" + link.dataset.why).children];
  const response = await checkResponse(await fetch(link.getAttribute("href")).catch(() => null));
  const rulePage = new DOMParser().parseFromString(trustedHTML(await response.text()), "text/html");
  return [...rulePage.querySelector("main").children].filter(({ tagName }) => tagName !== "H1");
}

const movingExamples = ".examples[data-moving]";

// Plays or pauses the examples of all open explanations, depending on the “Play animations” setting.
function updateExampleMotion() {
  for (const examples of document.querySelectorAll(".reason " + movingExamples)) {
    if (motion.checked) examples.querySelector("button")?.click();
    else pauseExamples(examples).catch(() => {});
  }
}

// Replaces examples with their first frames and a button that plays them.
async function pauseExamples(examples) {
  const images = [...examples.querySelectorAll("img")];
  const stills = await Promise.all(images.map(firstFrame));
  if (examples.querySelector("button")) return;
  images.forEach((image, index) => image.replaceWith(stills[index]));
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: "Play examples" });
  button.addEventListener("click", () => {
    images.forEach((image, index) => stills[index].replaceWith(image));
    button.remove();
  });
  examples.append(button);
}

// Returns a canvas with the first frame of an image.
async function firstFrame(image) {
  await image.decode();
  const canvas = createCanvas(image.naturalWidth, image.naturalHeight);
  canvas.getContext("2d").drawImage(image, 0, 0);
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", image.alt);
  return canvas;
}
