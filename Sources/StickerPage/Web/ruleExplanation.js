// The explanation of a rule, which opens below a finding.
function prepareRuleExplanations() {
  document.querySelector(".work").addEventListener("click", (event) => {
    const link = event.target.closest("a[data-why]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    toggleRuleExplanation(link).catch((error) => isDropPage && showError(error.message));
  });
}

async function toggleRuleExplanation(link) {
  const finding = link.closest("li");
  const previous = finding.querySelector(".reason");
  link.setAttribute("aria-expanded", String(!previous));
  if (previous) return previous.remove();
  const explanation = document.createElement("div");
  explanation.className = "reason";
  explanation.append(...await loadRuleExplanation(link));
  for (const source of explanation.querySelectorAll("a")) source.target = "_blank";
  await pauseExamples(explanation.querySelector(".examples[data-moving]"));
  finding.append(explanation);
}

// Returns the elements of an explanation: from a template in a preview file, or from the server.
async function loadRuleExplanation(link) {
  if (!isDropPage) return [...cloneTemplate("why-" + link.dataset.why).children];
  const response = await checkResponse(await fetch(link.getAttribute("href")).catch(() => null));
  const rulePage = new DOMParser().parseFromString(trustedHTML(await response.text()), "text/html");
  return [...rulePage.querySelector("main").children].filter(({ tagName }) => tagName !== "H1");
}

// If animations are paused, replaces moving examples with their first frames and a button that plays them.
async function pauseExamples(examples) {
  if (!examples || document.getElementById("motion").checked) return;
  const images = [...examples.querySelectorAll("img")];
  const stills = await Promise.all(images.map(firstFrame));
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
