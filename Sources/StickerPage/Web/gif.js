// Splits a GIF into patches (GIF89a specification).
function framesOfGIF(bytes) {
  const word = (at) => bytes[at] | (bytes[at + 1] << 8);
  const colors = (at, flags) => bytes.subarray(at, at + 3 * (2 << (flags & 7)));
  const [width, height, flags] = [word(6), word(8), bytes[10]];
  const common = flags & 128 ? colors(13, flags) : new Uint8Array();
  const frames = [];
  let at = 13 + common.length;
  let control = {};
  while (at < bytes.length && bytes[at] !== 0x3b) {
    const kind = bytes[at++];
    if (kind === 0x21) {
      if (bytes[at] === 0xf9) control = graphicControl(bytes, at + 2);
      at = skipBlocks(bytes, at + 1);
    } else if (kind === 0x2c) {
      const own = bytes[at + 8];
      const frame = {
        x: word(at), y: word(at + 2), width: word(at + 4), height: word(at + 6), blend: "over",
        dispose: control.dispose ?? "keep",
      };
      const table = own & 128 ? colors(at + 9, own) : common;
      const start = at + 9 + (own & 128 ? table.length : 0);
      const end = skipBlocks(bytes, start + 1);
      const { transparent } = control;
      frame.picture = () => paint(frame, indices(bytes, start, frame), table, transparent, own & 64);
      if (frame.width > 0 && frame.height > 0) frames.push(frame);
      control = {};
      at = end;
    } else break;
  }
  return new Frames(width, height, keptPatches(frames));
}

function graphicControl(bytes, at) {
  const dispose = ["keep", "keep", "background", "previous"][(bytes[at] >> 2) & 7] ?? "keep";
  return { dispose, transparent: bytes[at] & 1 ? bytes[at + 3] : -1 };
}

function skipBlocks(bytes, at) {
  while (at < bytes.length && bytes[at] > 0) at += bytes[at] + 1;
  return at + 1;
}

// Decodes the color indices of a patch: LZW with codes of 3 to 12 bits (GIF89a, appendix F).
function indices(bytes, start, { width, height }) {
  const out = new Uint8Array(width * height);
  const least = bytes[start];
  const clear = 1 << least;
  const [prefix, suffix, stack] = [new Int16Array(4096), new Uint8Array(4096), new Uint8Array(4097)];
  let [at, left, bits, held, count] = [start + 1, 0, 0, 0, 0];
  let [size, next, old, first] = [least + 1, clear + 2, -1, 0];
  while (count < out.length) {
    while (held < size) {
      if (left === 0) {
        left = bytes[at++] ?? 0;
        if (left === 0) return out;
      }
      bits |= (bytes[at++] ?? 0) << held;
      held += 8;
      left--;
    }
    const code = bits & ((1 << size) - 1);
    bits >>>= size;
    held -= size;
    if (code === clear + 1) break;
    if (code === clear) {
      [size, next, old] = [least + 1, clear + 2, -1];
      continue;
    }
    if (code > next || (code === next && old < 0)) break;
    let [depth, seen] = [0, code];
    if (code === next) {
      stack[depth++] = first;
      seen = old;
    }
    while (seen > clear) {
      stack[depth++] = suffix[seen];
      seen = prefix[seen];
    }
    stack[depth++] = first = seen;
    while (depth > 0 && count < out.length) out[count++] = stack[--depth];
    if (old >= 0 && next < 4096) {
      [prefix[next], suffix[next]] = [old, first];
      if (++next === 1 << size && size < 12) size++;
    }
    old = code;
  }
  return out;
}

function paint({ width, height }, numbers, table, transparent, isInterlaced) {
  const data = new ImageData(width, height);
  const rows = isInterlaced ? interlacedRows(height) : null;
  for (let i = 0; i < numbers.length; i++) {
    const row = Math.floor(i / width);
    const to = ((rows ? rows[row] : row) * width + (i % width)) * 4;
    const color = numbers[i] * 3;
    if (numbers[i] === transparent || color + 2 >= table.length) continue;
    [data.data[to], data.data[to + 1], data.data[to + 2]] = table.subarray(color, color + 3);
    data.data[to + 3] = 255;
  }
  const canvas = newCanvas(width, height);
  canvas.getContext("2d").putImageData(data, 0, 0);
  return canvas;
}

function interlacedRows(height) {
  const rows = [];
  for (const [start, step] of [[0, 8], [4, 8], [2, 4], [1, 2]]) {
    for (let row = start; row < height; row += step) rows.push(row);
  }
  return rows;
}
