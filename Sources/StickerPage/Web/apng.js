// Splits an APNG: each frame becomes a PNG, which the browser decodes.
function framesOfAPNG(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const shared = [];
  const frames = [];
  let header, frame;
  let isAfterData = false;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (type === "IHDR") header = data;
    else if (type === "fcTL") frames.push((frame = frameControl(view, at + 8)));
    else if (type === "IDAT") {
      isAfterData = true;
      // Without an fcTL chunk before it, the default image is not part of the animation.
      frame?.data.push(data);
    } else if (type === "fdAT") frame?.data.push(data.subarray(4));
    else if (type === "IEND") break;
    else if (type !== "acTL" && !isAfterData) shared.push(bytes.subarray(at, at + 12 + length));
    at += 12 + length;
  }
  for (const frame of frames) frame.picture = () => decodePatch(header, shared, frame);
  const size = new DataView(header.buffer, header.byteOffset);
  return new Frames(size.getUint32(0), size.getUint32(4), keptPatches(frames));
}

function frameControl(view, at) {
  return {
    width: view.getUint32(at + 4), height: view.getUint32(at + 8), x: view.getUint32(at + 12),
    y: view.getUint32(at + 16), data: [],
    dispose: ["keep", "background", "previous"][view.getUint8(at + 24)] ?? "keep",
    blend: view.getUint8(at + 25) === 1 ? "over" : "source",
  };
}

function decodePatch(header, shared, frame) {
  const own = header.slice();
  const size = new DataView(own.buffer);
  size.setUint32(0, frame.width);
  size.setUint32(4, frame.height);
  const signature = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10]);
  const data = frame.data.map((part) => chunk("IDAT", part));
  const file = [signature, chunk("IHDR", own), ...shared, ...data, chunk("IEND", new Uint8Array())];
  return createImageBitmap(new Blob(file, { type: "image/png" }), { premultiplyAlpha: "none" });
}

function chunk(type, data) {
  const out = new Uint8Array(data.length + 12);
  const view = new DataView(out.buffer);
  view.setUint32(0, data.length);
  for (let i = 0; i < 4; i++) out[4 + i] = type.charCodeAt(i);
  out.set(data, 8);
  view.setUint32(8 + data.length, crc(out.subarray(4, 8 + data.length)));
  return out;
}

const crcTable = new Uint32Array(256).map((_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n;
});

// PNG specification, annex D.
function crc(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) value = crcTable[(value ^ byte) & 255] ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}
