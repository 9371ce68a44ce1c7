// Pictures of kinds that Messages does not know: drawn to a PNG here where this browser can show them, or
// named with what to do.
const exported = {
  psd: ["a Photoshop document", "File → Export → Export As…, PNG with transparency"],
  psb: ["a Photoshop document", "File → Export → Export As…, PNG with transparency"],
  ai: ["an Illustrator document", "File → Export → Export for Screens…, PNG"],
  procreate: ["a Procreate canvas", "Actions → Share → PNG, or Animated PNG for what moves"],
  fig: ["a Figma file", "select the frames, then Export → PNG"],
  sketch: ["a Sketch document", "select the artboards, then Make Exportable → PNG"],
  xd: ["an Adobe XD document", "select the artboards, then File → Export → Selected…, PNG"],
  afdesign: ["an Affinity document", "File → Export…, PNG"],
  afphoto: ["an Affinity document", "File → Export…, PNG"],
  clip: ["a Clip Studio document", "File → Export (Single Layer) → .png"],
  kra: ["a Krita document", "File → Export…, PNG"],
  xcf: ["a GIMP picture", "File → Export As…, with a name that ends with .png"],
  aseprite: ["an Aseprite sprite", "File → Export → Export As…, .png, or .gif for what moves"],
  ora: ["an OpenRaster image", "File → Export…, PNG"],
  jxl: ["a JPEG XL image", "in an image editor: File → Export…, PNG"],
  tgs: ["a Telegram animation", "in After Effects or a Lottie editor: render it as APNG"],
  lottie: ["a Lottie animation", "in After Effects or a Lottie editor: render it as APNG"],
  webm: ["a WebM video", "in the video editor: export it as APNG"],
  mkv: ["a Matroska video", "in the video editor: export it as APNG"],
};

// - Source: what this page promises of an SVG; no sticker is larger than its side.
const drawing = { mostBytes: 4 << 20, milliseconds: 5000, side: 618, mostSide: 4096, mostParts: 100000 };
const extensionOf = (path) => (/\.([^./]+)$/.exec(path)?.[1] ?? "").toLowerCase();

// Why a file of another program is not taken, and what to do; null for any other.
function ofOtherProgram(path) {
  const [what, how] = exported[extensionOf(path)] ?? [];
  return what ? `${path} is ${what}: export it as PNG (${how}), and drop that.` : null;
}

// The path and the file to send: a PNG where one could be drawn.
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
    // The program says of it what it says of any picture that Messages does not know.
    const why = error instanceof DOMException ? "this browser cannot show it" : error.message;
    tellNote(`${path} was not drawn: ${why}.`);
    return [path, file];
  }
}

// What else has that name already keeps it.
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
      throw new Error(`it has more than ${drawing.mostSide} px`);
    }
    const canvas = newCanvas(picture.width, picture.height);
    canvas.getContext("2d").drawImage(picture, 0, 0);
    return canvas;
  } finally {
    picture.close();
  }
}

// As a picture only: there no script of it runs, and nothing that it names is loaded.
async function drawVector(file) {
  if (file.size > drawing.mostBytes) throw new Error("it has more than 4 MiB");
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
    setTimeout(() => fail(new Error("that takes longer than 5 s")), drawing.milliseconds);
  });
  return Promise.race([work, late]);
}

// How many parts are drawn once each reference is the part that it names: nobody can stop a browser that
// draws.
function countParts(text) {
  // Nothing of it runs or styles anything here, and the page's policy would speak of each try.
  const plain = text.replace(/<style[\s\S]*?<\/style\s*>/gi, "")
    .replace(/\b(?:style|on\w+)(?=\s*=)/gi, "data-$&");
  const tree = new DOMParser().parseFromString(trusted(plain), "image/svg+xml");
  const counted = new Map();
  const count = (part, depth) => {
    if (counted.has(part)) return counted.get(part);
    if (depth > 200) return Infinity;
    // What names itself is drawn never.
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

// What was drawn, in one line, however much it is.
const drawnNames = [];

function tellDrawn(path, canvas) {
  const own = extensionOf(path) === "svg" ? ` at ${canvas.width} × ${canvas.height} px` : "";
  drawnNames.push(path + own);
  let line = document.getElementById("drawn-line");
  if (!line) {
    line = Object.assign(listItem(""), { id: "drawn-line" });
    document.getElementById("notes").append(line);
  }
  line.textContent = `Drawn to PNG by this browser, the first picture of each: ${listed(drawnNames)}.`;
}

function tellNote(words) { document.getElementById("notes").append(listItem(words)); }

function forgetNotes() {
  drawnNames.length = 0;
  document.getElementById("notes").replaceChildren();
}
