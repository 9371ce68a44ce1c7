// The art before and after fixing, with a slider between them.
views.compare = async (article, panel) => {
  const [before, after] = [artOf(article), Art.of(article.querySelector("img.after"))];
  panel.append(copyOf("compare"));
  const pair = panel.querySelector(".pair");
  const split = panel.querySelector("[data-split]");
  const canvases = [panel.querySelector("[data-before]"), panel.querySelector("[data-after]")];
  const name = article.dataset.name;
  canvases[0].setAttribute("aria-label", `${name} before fixing`);
  canvases[1].setAttribute("aria-label", `${name} after fixing`);
  // Show both at the larger size, as Messages scales them to the same size.
  const [width, height] = [Math.max(before.width, after.width), Math.max(before.height, after.height)];
  for (const canvas of canvases) [canvas.width, canvas.height] = [width, height];
  const frames = [before.isAnimated && (await before.frames()), after.isAnimated && (await after.frames())];
  const number = panel.querySelector("[data-frame]");
  number.max = Math.max(1, before.delays.length);
  panel.querySelector("[data-frames]").hidden = before.delays.length < 2;
  const draw = async () => {
    const index = Math.min(Math.max(1, Number(number.value)), Number(number.max)) - 1;
    await drawFitted(canvases[0], await before.frame(index, frames[0]));
    await drawFitted(canvases[1], await after.frame(frameAtTime(after, before, index), frames[1]));
  };
  number.addEventListener("input", draw);
  await draw();
  const move = () => pair.style.setProperty("--split", split.value + "%");
  split.addEventListener("input", move);
  pair.addEventListener("pointermove", (event) => {
    const box = pair.getBoundingClientRect();
    split.value = ((event.clientX - box.left) / box.width) * 100;
    move();
  });
  move();
};

function drawFitted(canvas, still) {
  const scale = Math.min(canvas.width / still.width, canvas.height / still.height);
  const [across, down] = [still.width * scale, still.height * scale];
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.drawImage(still, (canvas.width - across) / 2, (canvas.height - down) / 2, across, down);
}

// Returns the frame of one animation that is shown when a frame of the other begins.
function frameAtTime(art, other, index) {
  let time = other.delays.slice(0, index).reduce((sum, _, at) => sum + other.seconds(at, false), 0);
  const found = art.delays.findIndex((_, at) => (time -= art.seconds(at, false)) < -1e-9);
  return found < 0 ? Math.max(0, art.delays.length - 1) : found;
}
