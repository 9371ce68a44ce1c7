// Before and after fixing, one beside the other under a slider.
views.compare = async (article, panel) => {
  const [before, after] = [artOf(article), Art.of(article.querySelector("img.after"))];
  panel.append(copyOf("compare"));
  const pair = panel.querySelector(".pair");
  const split = panel.querySelector("[data-split]");
  const canvases = [panel.querySelector("[data-before]"), panel.querySelector("[data-after]")];
  // Both as large as the larger: what became smaller is shown at the size it is seen at.
  const width = Math.max(before.width, after.width);
  const height = Math.max(before.height, after.height);
  for (const [art, canvas] of [[before, canvases[0]], [after, canvases[1]]]) {
    const still = await art.frame(0);
    [canvas.width, canvas.height] = [width, height];
    const scale = Math.min(width / still.width, height / still.height);
    const [across, down] = [still.width * scale, still.height * scale];
    const context = canvas.getContext("2d");
    context.imageSmoothingQuality = "high";
    context.drawImage(still, (width - across) / 2, (height - down) / 2, across, down);
  }
  const move = () => pair.style.setProperty("--split", split.value + "%");
  split.addEventListener("input", move);
  pair.addEventListener("pointermove", (event) => {
    const box = pair.getBoundingClientRect();
    split.value = ((event.clientX - box.left) / box.width) * 100;
    move();
  });
  move();
};
