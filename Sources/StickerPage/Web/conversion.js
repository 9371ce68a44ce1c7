// Handles images in formats that Messages does not support. If the browser can decode an image, the page converts it to
// PNG. Otherwise, the page explains how to export the image.
const exportInstructions = {
  ai: ["an Illustrator document", "File → Export → Export for Screens…, PNG"],
  procreate: ["a Procreate canvas", "Actions → Share → PNG, or Animated PNG for animations"],
  fig: ["a Figma file", "select the frames, then Export → PNG"],
  sketch: ["a Sketch document", "select the artboards, then Make Exportable → PNG"],
  xd: ["an Adobe XD document", "select the artboards, then File → Export → Selected…, PNG"],
  afdesign: ["an Affinity document", "File → Export…, PNG"],
  afphoto: ["an Affinity document", "File → Export…, PNG"],
  clip: ["a Clip Studio document", "File → Export (Single Layer) → .png"],
  xcf: ["a GIMP image", "File → Export As…, with a name that ends with .png"],
  jxl: ["a JPEG XL image", "in an image editor: File → Export…, PNG"],
  lottie: ["a Lottie animation", "in After Effects or a Lottie editor: render it as APNG"],
  mkv: ["a Matroska video", "in a video editor: export it as APNG"],
};

// SVGs are drawn at the size of the largest stickers, 618 px.
const conversionLimits = {
  maxSVGBytes: 4 << 20, timeoutMilliseconds: 5000, svgSide: 618, maxSide: 4096, maxSVGElements: 100000,
};
const fileExtension = (path) => (/\.([^./]+)$/.exec(path)?.[1] ?? "").toLowerCase();

// Returns instructions for exporting a file from the program that created it; null if the page can handle the file.
function exportHint(path) {
  const [format, instructions] = exportInstructions[fileExtension(path)] ?? [];
  return format ? `${path} is ${format}. To add it, export it as an image (${instructions}).` : null;
}

// Returns the path and the file to upload: a PNG if the file was converted, or the original.
async function convertToPNG(path, file) {
  const drawFunctions = { svg: drawSVG, avif: drawBitmap, heic: drawBitmap, heif: drawBitmap };
  const draw = drawFunctions[fileExtension(path)];
  if (!draw) return [path, file];
  try {
    const canvas = await draw(file);
    const png = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
    if (!png) throw new Error("it has no pixels");
    const name = convertedName(path);
    reportConversion(path, canvas);
    return [name, png];
  } catch (error) {
    // The server reports the original file as it would any image in an unsupported format.
    const reason = error instanceof DOMException ? "this browser cannot decode it" : error.message;
    addNote(`${path} was not converted: ${reason}.`);
    return [path, file];
  }
}

// The paths of the original files by the names of the converted ones. A file that is dropped again gets the same name.
const sourcePathByConvertedName = new Map();

// Returns the name for a converted file. If another file has that name, the name keeps the original
// extension.
function convertedName(path) {
  const name = path.replace(/\.[^./]+$/, ".png");
  const isTaken = sourcePathByConvertedName.has(name) ? sourcePathByConvertedName.get(name) !== path
    : uploadQueue.some(([queuedPath]) => queuedPath === name)
      || stickerArticles().some(({ dataset }) => dataset.path === name);
  const result = isTaken ? `${path}.png` : name;
  sourcePathByConvertedName.set(result, path);
  return result;
}

async function drawBitmap(file) {
  const bitmap = await createImageBitmap(file);
  try {
    if (Math.max(bitmap.width, bitmap.height) > conversionLimits.maxSide) {
      throw new Error(`it is too large (limit: ${conversionLimits.maxSide} px per side)`);
    }
    const canvas = createCanvas(bitmap.width, bitmap.height);
    canvas.getContext("2d").drawImage(bitmap, 0, 0);
    return canvas;
  } finally {
    bitmap.close();
  }
}

// In an image element, an SVG cannot run scripts or load anything.
async function drawSVG(file) {
  if (file.size > conversionLimits.maxSVGBytes) throw new Error("it is too large (limit: 4 MiB)");
  if (countElements(await file.text()) > conversionLimits.maxSVGElements) {
    throw new Error("it has too many parts");
  }
  const url = URL.createObjectURL(new Blob([file], { type: "image/svg+xml" }));
  try {
    const image = Object.assign(new Image(), { src: url });
    await withTimeout(image.decode());
    const [width, height] = [image.naturalWidth || 1, image.naturalHeight || 1];
    const scale = conversionLimits.svgSide / Math.max(width, height);
    const [canvasWidth, canvasHeight] = [width, height].map((length) => Math.max(1, Math.round(length * scale)));
    [image.width, image.height] = [canvasWidth, canvasHeight];
    const canvas = createCanvas(canvasWidth, canvasHeight);
    canvas.getContext("2d").drawImage(image, 0, 0, canvasWidth, canvasHeight);
    return canvas;
  } finally {
    URL.revokeObjectURL(url);
  }
}

function withTimeout(promise) {
  const timeout = new Promise((_, reject) => {
    setTimeout(() => reject(new Error("it took too long (limit: 5 s)")), conversionLimits.timeoutMilliseconds);
  });
  return Promise.race([promise, timeout]);
}

// Counts the elements that the browser would draw, including repeated references. A small SVG can refer to its elements
// billions of times, and drawing cannot be canceled.
function countElements(text) {
  // The parsed document is never shown. Its styles and event handlers are disabled, because the browser would log a
  // policy violation for each of them.
  const inertText = text.replace(/<style[\s\S]*?<\/style\s*>/gi, "")
    .replace(/\b(?:style|on\w+)(?=\s*=)/gi, "data-$&");
  const svg = new DOMParser().parseFromString(trustedHTML(inertText), "image/svg+xml");
  const counts = new Map();
  const count = (element, depth) => {
    if (counts.has(element)) return counts.get(element);
    if (depth > 200) return Infinity;
    // Browsers do not draw elements that contain themselves.
    counts.set(element, 0);
    let sum = 1;
    for (const child of element.children) sum += count(child, depth + 1);
    for (const { value } of element.attributes) {
      const reference = /^\s*#([^\s]+)|url\(\s*["']?#([^"')]+)/.exec(value);
      const target = reference && svg.getElementById(reference[1] ?? reference[2]);
      if (target) sum += count(target, depth + 1);
    }
    counts.set(element, sum);
    return sum;
  };
  return count(svg.documentElement, 0);
}

// The converted files. One note lists all of them.
const conversionLines = [];

function reportConversion(path, canvas) {
  const sizeText = fileExtension(path) === "svg" ? ` at ${canvas.width} × ${canvas.height} px` : "";
  conversionLines.push(path + sizeText);
  let line = document.getElementById("drawn-line");
  if (!line) {
    line = Object.assign(createListItem(""), { id: "drawn-line" });
    document.getElementById("notes").append(line);
  }
  line.textContent = `Converted to PNG by this browser (only the first image in each file): ${joinNames(conversionLines)}.`;
}

function addNote(text) { document.getElementById("notes").append(createListItem(text)); }

function clearNotes() {
  conversionLines.length = 0;
  document.getElementById("notes").replaceChildren();
}
