// Compares the frames that Chromium decodes with images that the test serves. Nothing is drawn, so no colors are
// converted and no alpha is premultiplied. Both have straight alpha, and are composited on white and on black with
// integers.
async function framesOf(name, type) {
  const data = await (await fetch("/file/" + name)).arrayBuffer();
  const decoder = new ImageDecoder({ data, type, colorSpaceConversion: "none", preferAnimation: true });
  await decoder.completed;
  await decoder.tracks.ready;
  return { decoder, count: decoder.tracks.selectedTrack.frameCount };
}

async function straightRGBA(image) {
  const stored = new Uint8Array(image.allocationSize());
  const [plane] = await image.copyTo(stored);
  const { width, height } = image.visibleRect;
  const out = new Uint8Array(width * height * 4);
  const [red, blue] = image.format.startsWith("BGR") ? [2, 0] : [0, 2];
  const isOpaque = image.format.endsWith("X");
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [from, to] = [y * plane.stride + x * 4, (y * width + x) * 4];
      out[to] = stored[from + red];
      out[to + 1] = stored[from + 1];
      out[to + 2] = stored[from + blue];
      out[to + 3] = isOpaque ? 255 : stored[from + 3];
    }
  }
  return { width, height, pixels: out };
}

// Returns the largest difference on white or on black, multiplied by 255; null if the sizes differ.
function difference(one, other) {
  if (one.length !== other.length) return null;
  let most = 0;
  for (let at = 0; at < one.length; at += 4) {
    const [a, b] = [one[at + 3], other[at + 3]];
    for (let sample = at; sample < at + 3; sample++) {
      const onBlack = one[sample] * a - other[sample] * b;
      most = Math.max(most, Math.abs(onBlack), Math.abs(onBlack + 255 * (b - a)));
    }
  }
  return most;
}

// Compares the frames that Chromium decodes from a file with the `count` images below /ours/.
async function compareFrames(name, type, count) {
  const read = await framesOf(name, type);
  const out = { count: read.count, differences: [] };
  for (let frameIndex = 0; frameIndex < read.count && read.count === count; frameIndex++) {
    const { image } = await read.decoder.decode({ frameIndex });
    const theirs = await straightRGBA(image);
    const ours = new Uint8Array(await (await fetch("/ours/" + frameIndex)).arrayBuffer());
    out.differences.push(difference(theirs.pixels, ours));
    image.close();
  }
  read.decoder.close();
  return out;
}
