// Parses an animated WebP (RFC 9649). Each frame becomes a still WebP, which the browser decodes when the frame is
// shown.
function parseWebP(bytes) {
  const readUint = (offset, byteCount) => {
    let value = 0;
    for (let i = byteCount - 1; i >= 0; i--) value = value * 256 + (bytes[offset + i] ?? 0);
    return value;
  };
  const chunkType = (offset) => String.fromCharCode(...bytes.subarray(offset, offset + 4));
  const end = Math.min(bytes.length, 8 + readUint(4, 4));
  const frames = [];
  let [width, height] = [1, 1];
  for (let offset = 12; offset + 8 <= end; ) {
    const length = readUint(offset + 4, 4);
    if (chunkType(offset) === "VP8X") [width, height] = [readUint(offset + 12, 3) + 1, readUint(offset + 15, 3) + 1];
    if (chunkType(offset) === "ANMF") {
      const flags = bytes[offset + 23];
      const frame = {
        x: 2 * readUint(offset + 8, 3), y: 2 * readUint(offset + 11, 3),
        width: readUint(offset + 14, 3) + 1, height: readUint(offset + 17, 3) + 1,
        dispose: flags & 1 ? "background" : "keep", blend: flags & 2 ? "source" : "over",
      };
      const data = bytes.subarray(offset + 24, offset + 8 + length);
      frame.decode = () => decodeStill(frame, data);
      frames.push(frame);
    }
    offset += 8 + length + (length & 1);
  }
  return new FrameCompositor(width, height, cachePatches(frames));
}

// Wraps a frame's chunks in the header of a still image. The header must declare alpha. Otherwise, browsers ignore the
// alpha channel, even in lossless data.
function decodeStill({ width, height }, data) {
  const littleEndian = (value, count) => Array.from({ length: count }, (_, i) => Math.floor(value / 256 ** i) & 255);
  const charCodes = (text) => Array.from(text, (letter) => letter.charCodeAt(0));
  const header = [
    ...charCodes("WEBPVP8X"), ...littleEndian(10, 4), 0x10, 0, 0, 0,
    ...littleEndian(width - 1, 3), ...littleEndian(height - 1, 3),
  ];
  const start = [...charCodes("RIFF"), ...littleEndian(header.length + data.length, 4), ...header];
  const file = [new Uint8Array(start), data];
  return createImageBitmap(new Blob(file, { type: "image/webp" }), { premultiplyAlpha: "none" });
}
