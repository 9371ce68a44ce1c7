// Images in formats that Messages does not support. If the browser can decode them, they are converted to PNG. For
// others, the page explains how to export them.
const exported = {
  psd: ["a Photoshop document", "File → Export → Export As…, PNG with transparency"],
  psb: ["a Photoshop document", "File → Export → Export As…, PNG with transparency"],
  ai: ["an Illustrator document", "File → Export → Export for Screens…, PNG"],
  procreate: ["a Procreate canvas", "Actions → Share → PNG, or Animated PNG for animations"],
  fig: ["a Figma file", "select the frames, then Export → PNG"],
  sketch: ["a Sketch document", "select the artboards, then Make Exportable → PNG"],
  xd: ["an Adobe XD document", "select the artboards, then File → Export → Selected…, PNG"],
  afdesign: ["an Affinity document", "File → Export…, PNG"],
  afphoto: ["an Affinity document", "File → Export…, PNG"],
  clip: ["a Clip Studio document", "File → Export (Single Layer) → .png"],
  kra: ["a Krita document", "File → Export…, PNG"],
  xcf: ["a GIMP image", "File → Export As…, with a name that ends with .png"],
  aseprite: ["an Aseprite sprite", "File → Export → Export As…, .png, or .gif for animations"],
  ora: ["an OpenRaster image", "File → Export…, PNG"],
  jxl: ["a JPEG XL image", "in an image editor: File → Export…, PNG"],
  tgs: ["a Telegram animation", "in After Effects or a Lottie editor: render it as APNG"],
  lottie: ["a Lottie animation", "in After Effects or a Lottie editor: render it as APNG"],
  webm: ["a WebM video", "in the video editor: export it as APNG"],
  mkv: ["a Matroska video", "in the video editor: export it as APNG"],
};

// Limits for drawing. No sticker is larger than `side`.
const drawing = { mostBytes: 4 << 20, milliseconds: 5000, side: 618, mostSide: 4096, mostParts: 100000 };
const extensionOf = (path) => (/\.([^./]+)$/.exec(path)?.[1] ?? "").toLowerCase();

// Explains how to export a file from another program; null for other files.
function ofOtherProgram(path) {
  const [what, how] = exported[extensionOf(path)] ?? [];
  return what ? `${path} is ${what}. Export it as PNG (${how}), and add the result.` : null;
}

// Returns the path and the file to send: a converted PNG if possible.
async function drawnHere(path, file) {
  const kinds = { svg: drawVector, avif: drawPicture, heic: drawPicture, heif: drawPicture };
  const draw = kinds[extensionOf(path)];
  if (!draw) return [path, file];
  try {
    const canvas = await draw(file);
    const png = await new Promise((done) => canvas.toBlob(done, "image/png"));
    if (!png) throw new Error("it has no pixels");
    const name = nameOfDrawn(path);
    tellDrawn(path, canvas);
    return [name, png];
  } catch (error) {
    // The server reports it like any image in an unsupported format.
    const why = error instanceof DOMException ? "this browser cannot decode it" : error.message;
    tellNote(`${path} was not converted: ${why}.`);
    return [path, file];
  }
}

// The names of converted files, with their sources. Other files keep their names.
const drawnFrom = new Map();

function nameOfDrawn(path) {
  const name = path.replace(/\.[^./]+$/, ".png");
  const isTaken = drawnFrom.has(name) ? drawnFrom.get(name) !== path
    : queue.some(([other]) => other === name) || articles().some(({ dataset }) => dataset.path === name);
  const chosen = isTaken ? `${path}.png` : name;
  drawnFrom.set(chosen, path);
  return chosen;
}

async function drawPicture(file) {
  const picture = await createImageBitmap(file);
  try {
    if (Math.max(picture.width, picture.height) > drawing.mostSide) {
      throw new Error(`it is too large (limit: ${drawing.mostSide} px per side)`);
    }
    const canvas = newCanvas(picture.width, picture.height);
    canvas.getContext("2d").drawImage(picture, 0, 0);
    return canvas;
  } finally {
    picture.close();
  }
}

// Drawn as an image, an SVG runs no scripts and loads nothing.
async function drawVector(file) {
  if (file.size > drawing.mostBytes) throw new Error("it is too large (limit: 4 MiB)");
  if (countParts(await file.text()) > drawing.mostParts) throw new Error("it has too many parts");
  const address = URL.createObjectURL(new Blob([file], { type: "image/svg+xml" }));
  try {
    const image = Object.assign(new Image(), { src: address });
    await withinTime(image.decode());
    const [width, height] = [image.naturalWidth || 1, image.naturalHeight || 1];
    const scale = drawing.side / Math.max(width, height);
    const [right, bottom] = [width, height].map((length) => Math.max(1, Math.round(length * scale)));
    [image.width, image.height] = [right, bottom];
    const canvas = newCanvas(right, bottom);
    canvas.getContext("2d").drawImage(image, 0, 0, right, bottom);
    return canvas;
  } finally {
    URL.revokeObjectURL(address);
  }
}

function withinTime(work) {
  const late = new Promise((_, fail) => {
    setTimeout(() => fail(new Error("it took too long (limit: 5 s)")), drawing.milliseconds);
  });
  return Promise.race([work, late]);
}

// Counts the elements to draw, with references resolved, because drawing cannot be stopped once it has begun.
function countParts(text) {
  // Styles and scripts have no effect here, but the page's policy would log each of them.
  const plain = text.replace(/<style[\s\S]*?<\/style\s*>/gi, "")
    .replace(/\b(?:style|on\w+)(?=\s*=)/gi, "data-$&");
  const tree = new DOMParser().parseFromString(trusted(plain), "image/svg+xml");
  const counted = new Map();
  const count = (part, depth) => {
    if (counted.has(part)) return counted.get(part);
    if (depth > 200) return Infinity;
    // Elements that refer to themselves are not drawn.
    counted.set(part, 0);
    let sum = 1;
    for (const inner of part.children) sum += count(inner, depth + 1);
    for (const { value } of part.attributes) {
      const name = /^\s*#([^\s]+)|url\(\s*["']?#([^"')]+)/.exec(value);
      const named = name && tree.getElementById(name[1] ?? name[2]);
      if (named) sum += count(named, depth + 1);
    }
    counted.set(part, sum);
    return sum;
  };
  return count(tree.documentElement, 0);
}

// Converted files, reported in one line.
const drawnNames = [];

function tellDrawn(path, canvas) {
  const own = extensionOf(path) === "svg" ? ` at ${canvas.width} × ${canvas.height} px` : "";
  drawnNames.push(path + own);
  let line = document.getElementById("drawn-line");
  if (!line) {
    line = Object.assign(listItem(""), { id: "drawn-line" });
    document.getElementById("notes").append(line);
  }
  line.textContent = `Converted to PNG by this browser (first image only): ${listed(drawnNames)}.`;
}

function tellNote(words) { document.getElementById("notes").append(listItem(words)); }

function forgetNotes() {
  drawnNames.length = 0;
  document.getElementById("notes").replaceChildren();
}
