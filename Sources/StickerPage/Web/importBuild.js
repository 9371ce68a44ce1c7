// Opens a pack that stickerlint built, as a zip or a folder. The manifest says which files are the art. Smaller
// variants, icons, contact sheets and the Xcode project are not imported.
const recognizedManifest = { fileName: "manifest.json", program: "stickerlint", maxBytes: 4 << 20 };
const fileName = (path) => path.split("/").pop();
const folderPath = (path) => path.slice(0, path.length - fileName(path).length);

// Replaces the files of builds with their art.
async function replaceBuildsWithArt(files) {
  let remaining = files;
  for (const [path, file] of files.filter(([path]) => fileName(path) === recognizedManifest.fileName)) {
    const manifest = await readManifest(file);
    if (manifest) remaining = artFromBuild(manifest, folderPath(path), remaining);
  }
  return remaining;
}

// Returns the manifest of a build; null if another program wrote the file.
async function readManifest(file) {
  if (file.size > recognizedManifest.maxBytes) return null;
  try {
    const manifest = JSON.parse(await file.text());
    const isRecognized = manifest?.generator?.name === recognizedManifest.program && Array.isArray(manifest.stickers);
    return isRecognized ? manifest : null;
  } catch {
    return null;
  }
}

function artFromBuild(manifest, folder, files) {
  const inside = new Map(files.filter(([path]) => path.startsWith(folder)));
  const others = files.filter(([path]) => !path.startsWith(folder));
  // In a download, the pack file is next to the build's folder.
  const parentFolder = folder === "" ? "" : folderPath(folder.slice(0, -1));
  const packFile = others.find(([path]) => path === `${parentFolder}stickerpack.yml`);
  const stickers = manifest.stickers.slice(0, archiveLimits.maxEntries).map((sticker) => {
    const variants = Array.isArray(sticker?.variants) ? sticker.variants : [];
    const [largest] = [...variants].sort((a, b) => (b?.scale ?? 0) - (a?.scale ?? 0));
    const file = inside.get(folder + largest?.file);
    return file ? { sticker, file, path: parentFolder + artFileName(sticker, String(largest.file)) } : null;
  }).filter(Boolean);
  const icon = inside.get(folder + manifest.icons?.find?.(({ slot }) => slot === "ios-marketing-1024x1024@1x")?.file);
  const art = stickers.map(({ path, file }) => [path, file]);
  if (packFile) enqueueIcon(packFile[1], parentFolder, icon);
  else restorePackFromManifest(manifest, stickers, icon);
  return [...others, ...art];
}

// Returns the name of the source file with the extension of the built file.
function artFileName({ source, id }, builtName) {
  const name = fileName(typeof source === "string" && source !== "" ? source : String(id));
  const extension = /\.[a-z]+$/i.exec(builtName)?.[0] ?? ".png";
  return name.replace(/\.[^.]*$/, "") + extension;
}

// Uploads the largest icon of the build under the name that the pack file gives for the icon.
async function enqueueIcon(packFile, folder, icon) {
  const [, name] = /^icon: *"?([^"#\n]+?)"? *(?:#.*)?$/m.exec(await packFile.text()) ?? [];
  if (icon && name) enqueueUploads([[folder + name, icon]]);
}

// Sets the name, order, text and icon of the pack from the manifest, for builds without a pack file. The stickers must
// be in the pack first, so this waits until the server has received them.
async function restorePackFromManifest(manifest, entries, icon) {
  const findNumber = ({ path }) => {
    const article = stickerArticles().find(({ dataset }) => dataset.path === path);
    return article && isInPack(Number(article.dataset.number)) ? Number(article.dataset.number) : null;
  };
  for (let waited = 0; waited < 30000 && entries.some((entry) => findNumber(entry) === null); waited += 100) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const restored = entries.map((entry) => ({ ...entry.sticker, number: findNumber(entry) }))
    .filter(({ number }) => number);
  const texts = restored.flatMap(({ number: sticker, descriptions, keywords, emoji }) => [
    ...Object.entries(descriptions ?? {}).map(([language, to]) => (
      { set: "description", sticker, language, to })),
    ...(keywords?.length > 0 ? [{ set: "keywords", sticker, to: keywords }] : []),
    ...(emoji?.length > 0 ? [{ set: "emoji", sticker, to: emoji }] : []),
  ]);
  const others = packState.order.filter((number) => !restored.some((entry) => entry.number === number));
  await sendEdits([
    { set: "name", to: String(manifest.name ?? "") },
    ...(manifest.languages?.length > 0 ? [{ set: "languages", to: manifest.languages }] : []),
    ...(manifest.author?.name ? [{ set: "author", to: manifest.author.name }] : []),
    ...texts, { set: "order", to: [...restored.map(({ number }) => number), ...others] },
  ]);
  if (icon) await uploadIcon(new File([icon], "icon.png", { type: "image/png" }));
}
