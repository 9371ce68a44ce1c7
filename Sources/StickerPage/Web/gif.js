// Parses a GIF (GIF89a specification). Frames are decoded when they are shown.
function parseGIF(bytes) {
  const readUint16 = (offset) => bytes[offset] | (bytes[offset + 1] << 8);
  const readColorTable = (offset, flags) => bytes.subarray(offset, offset + 3 * (2 << (flags & 7)));
  const [width, height, flags] = [readUint16(6), readUint16(8), bytes[10]];
  const globalColors = flags & 128 ? readColorTable(13, flags) : new Uint8Array();
  const frames = [];
  let offset = 13 + globalColors.length;
  let control = {};
  while (offset < bytes.length && bytes[offset] !== 0x3b) {
    const blockType = bytes[offset++];
    if (blockType === 0x21) {
      if (bytes[offset] === 0xf9) control = parseGraphicControl(bytes, offset + 2);
      offset = skipBlocks(bytes, offset + 1);
    } else if (blockType === 0x2c) {
      const localFlags = bytes[offset + 8];
      const frame = {
        x: readUint16(offset), y: readUint16(offset + 2), width: readUint16(offset + 4),
        height: readUint16(offset + 6), blend: "over", dispose: control.dispose ?? "keep",
      };
      const colorTable = localFlags & 128 ? readColorTable(offset + 9, localFlags) : globalColors;
      const dataStart = offset + 9 + (localFlags & 128 ? colorTable.length : 0);
      const dataEnd = skipBlocks(bytes, dataStart + 1);
      const { transparent } = control;
      frame.decode = () => paintPatch(
        frame, decodeIndices(bytes, dataStart, frame), colorTable, transparent, localFlags & 64);
      if (frame.width > 0 && frame.height > 0) frames.push(frame);
      control = {};
      offset = dataEnd;
    } else break;
  }
  return new FrameCompositor(width, height, cachePatches(frames));
}

// Reads a graphic control extension. If there is no transparent color, `transparent` is -1.
function parseGraphicControl(bytes, offset) {
  const dispose = ["keep", "keep", "background", "previous"][(bytes[offset] >> 2) & 7] ?? "keep";
  return { dispose, transparent: bytes[offset] & 1 ? bytes[offset + 3] : -1 };
}

// Returns the offset after a chain of data sub-blocks.
function skipBlocks(bytes, offset) {
  while (offset < bytes.length && bytes[offset] > 0) offset += bytes[offset] + 1;
  return offset + 1;
}

// Decodes the color indices of a patch: LZW with codes of 3 to 12 bits (GIF89a, appendix F).
function decodeIndices(bytes, start, { width, height }) {
  const output = new Uint8Array(width * height);
  const minCodeSize = bytes[start];
  const clearCode = 1 << minCodeSize;
  const [prefix, suffix, stack] = [new Int16Array(4096), new Uint8Array(4096), new Uint8Array(4097)];
  let [offset, blockBytesLeft, bitBuffer, bitCount, outputCount] = [start + 1, 0, 0, 0, 0];
  let [codeSize, nextCode, previousCode, firstIndex] = [minCodeSize + 1, clearCode + 2, -1, 0];
  while (outputCount < output.length) {
    while (bitCount < codeSize) {
      if (blockBytesLeft === 0) {
        blockBytesLeft = bytes[offset++] ?? 0;
        if (blockBytesLeft === 0) return output;
      }
      bitBuffer |= (bytes[offset++] ?? 0) << bitCount;
      bitCount += 8;
      blockBytesLeft--;
    }
    const code = bitBuffer & ((1 << codeSize) - 1);
    bitBuffer >>>= codeSize;
    bitCount -= codeSize;
    if (code === clearCode + 1) break;
    if (code === clearCode) {
      [codeSize, nextCode, previousCode] = [minCodeSize + 1, clearCode + 2, -1];
      continue;
    }
    if (code > nextCode || (code === nextCode && previousCode < 0)) break;
    let [depth, current] = [0, code];
    if (code === nextCode) {
      stack[depth++] = firstIndex;
      current = previousCode;
    }
    while (current > clearCode) {
      stack[depth++] = suffix[current];
      current = prefix[current];
    }
    stack[depth++] = firstIndex = current;
    while (depth > 0 && outputCount < output.length) output[outputCount++] = stack[--depth];
    if (previousCode >= 0 && nextCode < 4096) {
      [prefix[nextCode], suffix[nextCode]] = [previousCode, firstIndex];
      if (++nextCode === 1 << codeSize && codeSize < 12) codeSize++;
    }
    previousCode = code;
  }
  return output;
}

// Converts color indices to pixels. Indices outside the color table stay transparent.
function paintPatch({ width, height }, indices, colorTable, transparent, isInterlaced) {
  const data = new ImageData(width, height);
  const rows = isInterlaced ? interlacedRowOrder(height) : null;
  for (let index = 0; index < indices.length; index++) {
    const row = Math.floor(index / width);
    const target = ((rows ? rows[row] : row) * width + (index % width)) * 4;
    const colorOffset = indices[index] * 3;
    if (indices[index] === transparent || colorOffset + 2 >= colorTable.length) continue;
    [data.data[target], data.data[target + 1], data.data[target + 2]]
      = colorTable.subarray(colorOffset, colorOffset + 3);
    data.data[target + 3] = 255;
  }
  const canvas = createCanvas(width, height);
  canvas.getContext("2d").putImageData(data, 0, 0);
  return canvas;
}

// Returns the rows in the order of their data (GIF89a, appendix E).
function interlacedRowOrder(height) {
  const rows = [];
  for (const [start, step] of [[0, 8], [4, 8], [2, 4], [1, 2]]) {
    for (let row = start; row < height; row += step) rows.push(row);
  }
  return rows;
}
