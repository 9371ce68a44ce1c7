// Splits an animated WebP: each frame becomes a WebP, which the browser decodes (RFC 9649).
function framesOfWebP(bytes) {
  const number = (at, count) => {
    let value = 0;
    for (let i = count - 1; i >= 0; i--) value = value * 256 + (bytes[at + i] ?? 0);
    return value;
  };
  const name = (at) => String.fromCharCode(...bytes.subarray(at, at + 4));
  const end = Math.min(bytes.length, 8 + number(4, 4));
  const frames = [];
  let [width, height] = [1, 1];
  for (let at = 12; at + 8 <= end; ) {
    const length = number(at + 4, 4);
    if (name(at) === "VP8X") [width, height] = [number(at + 12, 3) + 1, number(at + 15, 3) + 1];
    if (name(at) === "ANMF") {
      const flags = bytes[at + 23];
      const frame = {
        x: 2 * number(at + 8, 3), y: 2 * number(at + 11, 3),
        width: number(at + 14, 3) + 1, height: number(at + 17, 3) + 1,
        dispose: flags & 1 ? "background" : "keep", blend: flags & 2 ? "source" : "over",
      };
      const data = bytes.subarray(at + 24, at + 8 + length);
      frame.picture = () => decodeStill(frame, data);
      frames.push(frame);
    }
    at += 8 + length + (length & 1);
  }
  return new Frames(width, height, keptPatches(frames));
}

// Wraps a frame's chunks in the header of a still. The header must declare alpha, since a browser otherwise ignores it,
// even in lossless data.
function decodeStill({ width, height }, data) {
  const low = (value, count) => Array.from({ length: count }, (_, i) => Math.floor(value / 256 ** i) & 255);
  const letters = (text) => Array.from(text, (letter) => letter.charCodeAt(0));
  const header = [
    ...letters("WEBPVP8X"), ...low(10, 4), 0x10, 0, 0, 0, ...low(width - 1, 3), ...low(height - 1, 3),
  ];
  const start = [...letters("RIFF"), ...low(header.length + data.length, 4), ...header];
  const file = [new Uint8Array(start), data];
  return createImageBitmap(new Blob(file, { type: "image/webp" }), { premultiplyAlpha: "none" });
}
