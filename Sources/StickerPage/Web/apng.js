// Parses an APNG. Each frame becomes a PNG, which the browser decodes when the frame is shown.
function parseAPNG(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const sharedChunks = [];
  const frames = [];
  let header, frame;
  let hasImageData = false;
  for (let offset = 8; offset + 12 <= bytes.length; ) {
    const length = view.getUint32(offset);
    const type = String.fromCharCode(...bytes.subarray(offset + 4, offset + 8));
    const data = bytes.subarray(offset + 8, offset + 8 + length);
    if (type === "IHDR") header = data;
    else if (type === "fcTL") frames.push((frame = parseFrameControl(view, offset + 8)));
    else if (type === "IDAT") {
      hasImageData = true;
      // Without an fcTL chunk before it, the default image is not part of the animation.
      frame?.data.push(data);
    } else if (type === "fdAT") frame?.data.push(data.subarray(4));
    else if (type === "IEND") break;
    else if (type !== "acTL" && !hasImageData) sharedChunks.push(bytes.subarray(offset, offset + 12 + length));
    offset += 12 + length;
  }
  for (const frame of frames) frame.decode = () => decodePatch(header, sharedChunks, frame);
  const size = new DataView(header.buffer, header.byteOffset);
  return new FrameCompositor(size.getUint32(0), size.getUint32(4), cachePatches(frames));
}

function parseFrameControl(view, offset) {
  return {
    width: view.getUint32(offset + 4), height: view.getUint32(offset + 8), x: view.getUint32(offset + 12),
    y: view.getUint32(offset + 16), data: [],
    dispose: ["keep", "background", "previous"][view.getUint8(offset + 24)] ?? "keep",
    blend: view.getUint8(offset + 25) === 1 ? "over" : "source",
  };
}

function decodePatch(header, sharedChunks, frame) {
  const patchHeader = header.slice();
  const size = new DataView(patchHeader.buffer);
  size.setUint32(0, frame.width);
  size.setUint32(4, frame.height);
  const signature = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10]);
  const data = frame.data.map((part) => createChunk("IDAT", part));
  const file = [
    signature, createChunk("IHDR", patchHeader), ...sharedChunks, ...data, createChunk("IEND", new Uint8Array()),
  ];
  return createImageBitmap(new Blob(file, { type: "image/png" }), { premultiplyAlpha: "none" });
}

function createChunk(type, data) {
  const chunk = new Uint8Array(data.length + 12);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, data.length);
  for (let i = 0; i < 4; i++) chunk[4 + i] = type.charCodeAt(i);
  chunk.set(data, 8);
  view.setUint32(8 + data.length, crc(chunk.subarray(4, 8 + data.length)));
  return chunk;
}

const crcTable = new Uint32Array(256).map((_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n;
});

// PNG specification, annex D: the CRC of a chunk.
function crc(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) value = crcTable[(value ^ byte) & 255] ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}
