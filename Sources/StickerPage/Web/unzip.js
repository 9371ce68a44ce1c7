// Opens a zip in memory, and adds its files like dropped files. Nothing that the archive declares is trusted, and the
// names in it are only labels, never paths.
//
// - Source: PKWARE APPNOTE.TXT 6.3.10, 4.3.7 (local header), 4.3.12 (directory), 4.3.16 (its end).
const archives = { mostEntries: 1000, mostBytes: 256 << 20 };
const isArchive = ([path]) => extensionOf(path) === "zip";

async function filesInArchive(path, file) {
  try {
    const entries = await directoryOf(file);
    const folder = commonFolder(entries) ? "" : path.split("/").pop().replace(/\.zip$/i, "") + "/";
    const room = { left: archives.mostBytes };
    const found = [];
    for (const entry of entries) {
      const bytes = await inflated(file, entry, room);
      found.push([folder + entry.name, new File([bytes], entry.name.split("/").pop())]);
    }
    for (const [inner] of found.filter(isArchive)) {
      tellNote(`${inner} is inside another zip and was not opened.`);
    }
    return found.filter((one) => !isArchive(one));
  } catch (error) {
    const isOurs = error instanceof ArchiveError;
    refuse(`${path} was not opened: ${isOurs ? error.message : "it is damaged"}.`);
    return [];
  }
}

class ArchiveError extends Error {}

// Whether all entries are in one folder.
function commonFolder(entries) {
  const first = entries[0]?.name.split("/")[0];
  return entries.every(({ name }) => name.includes("/") && name.split("/")[0] === first);
}

async function view(file, from, to) { return new DataView(await file.slice(from, to).arrayBuffer()); }

// Returns the files in the archive's directory, with the positions of their bytes.
async function directoryOf(file) {
  const start = Math.max(0, file.size - 65557);
  const tail = await view(file, start, file.size);
  let end = tail.byteLength - 22;
  while (end >= 0 && (tail.getUint32(end, true) !== 0x06054b50 ||
    end + 22 + tail.getUint16(end + 20, true) !== tail.byteLength)) end -= 1;
  if (end < 0) throw new ArchiveError("it is not a zip, or it is incomplete");
  const [size, offset] = [tail.getUint32(end + 12, true), tail.getUint32(end + 16, true)];
  if (offset === 0xffffffff) throw new ArchiveError("ZIP64 archives are not supported");
  if (offset + size > start + end) throw new ArchiveError("it is damaged");
  const entries = readDirectory(await view(file, offset, offset + size));
  for (const entry of entries) await placeEntry(file, entry, offset);
  const sorted = [...entries].sort((one, other) => one.offset - other.offset);
  if (sorted.some((entry, at) => at > 0 && sorted[at - 1].end > entry.offset)) {
    throw new ArchiveError("files in it overlap");
  }
  return entries.filter(({ name, isLink }) => !name.endsWith("/") && !isLink);
}

function readDirectory(bytes) {
  const entries = [];
  for (let at = 0; at + 46 <= bytes.byteLength;) {
    if (bytes.getUint32(at, true) !== 0x02014b50) throw new ArchiveError("it is damaged");
    if (entries.length === archives.mostEntries) {
      throw new ArchiveError(`it contains too many files (limit: ${archives.mostEntries})`);
    }
    const [flags, method] = [bytes.getUint16(at + 8, true), bytes.getUint16(at + 10, true)];
    if (flags & 1) throw new ArchiveError("it is encrypted");
    const lengths = [28, 30, 32].map((field) => bytes.getUint16(at + field, true));
    const name = new Uint8Array(bytes.buffer, at + 46, Math.min(lengths[0], bytes.byteLength - at - 46));
    entries.push({
      name: new TextDecoder().decode(name).replaceAll("\\", "/"), method,
      length: bytes.getUint32(at + 20, true), offset: bytes.getUint32(at + 42, true),
      // On Unix, the upper four bits are the file type.
      isLink: bytes.getUint8(at + 5) === 3 && bytes.getUint16(at + 40, true) >> 12 === 0xa,
    });
    at += 46 + lengths[0] + lengths[1] + lengths[2];
  }
  return entries;
}

async function placeEntry(file, entry, directory) {
  const header = await view(file, entry.offset, entry.offset + 30);
  if (header.byteLength < 30 || header.getUint32(0, true) !== 0x04034b50) {
    throw new ArchiveError("it is damaged");
  }
  entry.start = entry.offset + 30 + header.getUint16(26, true) + header.getUint16(28, true);
  entry.end = entry.start + entry.length;
  if (entry.end > directory) throw new ArchiveError("it is damaged");
}

// Counts the decompressed bytes, since the declared sizes cannot be trusted.
async function inflated(file, entry, room) {
  if (![0, 8].includes(entry.method)) throw new ArchiveError("its compression method is not supported");
  const packed = file.slice(entry.start, entry.end);
  const stream = entry.method === 0 ? packed.stream()
    : packed.stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = stream.getReader();
  const pieces = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(pieces);
    room.left -= value.byteLength;
    if (room.left < 0) {
      await reader.cancel();
      throw new ArchiveError("its contents are too large (limit: 256 MiB)");
    }
    pieces.push(value);
  }
}
