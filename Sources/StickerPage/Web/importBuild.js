// Opens a pack that stickerlint built, as a zip or a folder: its manifest leads from the built files back to the
// art. Variants, icons, contact sheets and the Xcode project are left out.
const built = { manifestName: "manifest.json", program: "stickerlint", mostBytes: 4 << 20 };
const nameOf = (path) => path.split("/").pop();
const folderOf = (path) => path.slice(0, path.length - nameOf(path).length);

// Replaces the files of built packs with their art.
async function withoutBuilds(files) {
  let left = files;
  for (const [path, file] of files.filter(([path]) => nameOf(path) === built.manifestName)) {
    const manifest = await readManifest(file);
    if (manifest) left = artOfBuild(manifest, folderOf(path), left);
  }
  return left;
}

async function readManifest(file) {
  if (file.size > built.mostBytes) return null;
  try {
    const manifest = JSON.parse(await file.text());
    const isOurs = manifest?.generator?.name === built.program && Array.isArray(manifest.stickers);
    return isOurs ? manifest : null;
  } catch {
    return null;
  }
}

function artOfBuild(manifest, folder, files) {
  const inside = new Map(files.filter(([path]) => path.startsWith(folder)));
  const others = files.filter(([path]) => !path.startsWith(folder));
  // The zip has the pack file beside the folder.
  const around = folder === "" ? "" : folderOf(folder.slice(0, -1));
  const packFile = others.find(([path]) => path === `${around}stickerpack.yml`);
  const stickers = manifest.stickers.slice(0, archives.mostEntries).map((sticker) => {
    const variants = Array.isArray(sticker?.variants) ? sticker.variants : [];
    const [best] = [...variants].sort((one, other) => (other?.scale ?? 0) - (one?.scale ?? 0));
    const file = inside.get(folder + best?.file);
    return file ? { sticker, file, path: around + nameOfArt(sticker, String(best.file)) } : null;
  }).filter(Boolean);
  const icon = inside.get(folder + manifest.icons?.find?.(({ slot }) => slot === "ios-marketing-1024x1024@1x")?.file);
  const art = stickers.map(({ path, file }) => [path, file]);
  if (packFile) reopenIcon(packFile[1], around, icon);
  else fillIn(manifest, stickers, icon);
  return [...others, ...art];
}

// The name of the source, with the extension of the built file.
function nameOfArt({ source, id }, builtName) {
  const name = nameOf(typeof source === "string" && source !== "" ? source : String(id));
  const ending = /\.[a-z]+$/i.exec(builtName)?.[0] ?? ".png";
  return name.replace(/\.[^.]*$/, "") + ending;
}

// The pack file names its icon. The largest icon of the build takes that name.
async function reopenIcon(packFile, around, icon) {
  const [, name] = /^icon: *"?([^"#\n]+?)"? *(?:#.*)?$/m.exec(await packFile.text()) ?? [];
  if (icon && name) enqueue([[around + name, icon]]);
}

// Without a pack file, the manifest has the name, the order, the texts and the icon.
async function fillIn(manifest, stickers, icon) {
  const numberOf = ({ path }) => {
    const article = articles().find(({ dataset }) => dataset.path === path);
    return article && isInPack(Number(article.dataset.number)) ? Number(article.dataset.number) : null;
  };
  for (let waited = 0; waited < 30000 && stickers.some((one) => numberOf(one) === null); waited += 100) {
    await new Promise((done) => setTimeout(done, 100));
  }
  const found = stickers.map((one) => ({ ...one.sticker, number: numberOf(one) })).filter(({ number }) => number);
  const texts = found.flatMap(({ number: sticker, descriptions, keywords, emoji }) => [
    ...Object.entries(descriptions ?? {}).map(([language, to]) => (
      { set: "description", sticker, language, to })),
    ...(keywords?.length > 0 ? [{ set: "keywords", sticker, to: keywords }] : []),
    ...(emoji?.length > 0 ? [{ set: "emoji", sticker, to: emoji }] : []),
  ]);
  const others = description.order.filter((number) => !found.some((one) => one.number === number));
  await edit([
    { set: "name", to: String(manifest.name ?? "") },
    ...(manifest.languages?.length > 0 ? [{ set: "languages", to: manifest.languages }] : []),
    ...(manifest.author?.name ? [{ set: "author", to: manifest.author.name }] : []),
    ...texts, { set: "order", to: [...found.map(({ number }) => number), ...others] },
  ]);
  if (icon) await takeIcon(new File([icon], "icon.png", { type: "image/png" }));
}
