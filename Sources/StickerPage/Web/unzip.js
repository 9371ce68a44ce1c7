// Unpacks a zip in memory. Archives are untrusted: their sizes are verified, and names are only labels, never paths in
// a file system.
//
// - Source: PKWARE APPNOTE.TXT 6.3.10, 4.3.7 (local header), 4.3.12 (directory), 4.3.16 (end of directory).
const archiveLimits = { maxEntries: 1000, maxBytes: 256 << 20 };
const isArchive = ([path]) => fileExtension(path) === "zip";

// Returns the files in an archive with their paths. Shows an error if the archive cannot be unpacked.
async function extractArchive(path, file) {
  try {
    const entries = await readArchiveEntries(file);
    const folder = haveCommonFolder(entries) ? "" : path.split("/").pop().replace(/\.zip$/i, "") + "/";
    const budget = { remainingBytes: archiveLimits.maxBytes };
    const files = [];
    for (const entry of entries) {
      const bytes = await inflateEntry(file, entry, budget);
      files.push([folder + entry.name, new File([bytes], entry.name.split("/").pop())]);
    }
    for (const [innerPath] of files.filter(isArchive)) {
      addNote(`${innerPath} is inside another zip and was not opened.`);
    }
    return files.filter((entry) => !isArchive(entry));
  } catch (error) {
    const hasReason = error instanceof ArchiveError;
    showRejection(`${path} was not opened: ${hasReason ? error.message : "it is damaged"}.`);
    return [];
  }
}

class ArchiveError extends Error {}

// Whether all entries are in one folder.
function haveCommonFolder(entries) {
  const folder = entries[0]?.name.split("/")[0];
  return entries.every(({ name }) => name.includes("/") && name.split("/")[0] === folder);
}

async function readDataView(file, start, end) { return new DataView(await file.slice(start, end).arrayBuffer()); }

// Returns the files in an archive with the positions of their data. Overlapping files are rejected, because they could
// make a small archive expand to a huge size.
async function readArchiveEntries(file) {
  const tailStart = Math.max(0, file.size - 65557);
  const tail = await readDataView(file, tailStart, file.size);
  let endRecordOffset = tail.byteLength - 22;
  while (endRecordOffset >= 0 && (tail.getUint32(endRecordOffset, true) !== 0x06054b50 ||
    endRecordOffset + 22 + tail.getUint16(endRecordOffset + 20, true) !== tail.byteLength)) endRecordOffset -= 1;
  if (endRecordOffset < 0) throw new ArchiveError("it is not a zip, or it is incomplete");
  const [directorySize, directoryOffset] = [
    tail.getUint32(endRecordOffset + 12, true), tail.getUint32(endRecordOffset + 16, true),
  ];
  if (directoryOffset === 0xffffffff) throw new ArchiveError("ZIP64 archives are not supported");
  if (directoryOffset + directorySize > tailStart + endRecordOffset) throw new ArchiveError("it is damaged");
  const entries = parseDirectory(await readDataView(file, directoryOffset, directoryOffset + directorySize));
  for (const entry of entries) await locateEntryData(file, entry, directoryOffset);
  const sorted = [...entries].sort((a, b) => a.offset - b.offset);
  if (sorted.some((entry, index) => index > 0 && sorted[index - 1].end > entry.offset)) {
    throw new ArchiveError("files in it overlap");
  }
  return entries.filter(({ name, isLink }) => !name.endsWith("/") && !isLink);
}

function parseDirectory(bytes) {
  const entries = [];
  for (let position = 0; position + 46 <= bytes.byteLength;) {
    if (bytes.getUint32(position, true) !== 0x02014b50) throw new ArchiveError("it is damaged");
    if (entries.length === archiveLimits.maxEntries) {
      throw new ArchiveError(`it contains too many files (limit: ${archiveLimits.maxEntries})`);
    }
    const [flags, method] = [bytes.getUint16(position + 8, true), bytes.getUint16(position + 10, true)];
    if (flags & 1) throw new ArchiveError("it is encrypted");
    const lengths = [28, 30, 32].map((field) => bytes.getUint16(position + field, true));
    const name = new Uint8Array(bytes.buffer, position + 46, Math.min(lengths[0], bytes.byteLength - position - 46));
    entries.push({
      name: new TextDecoder().decode(name).replaceAll("\\", "/"), method,
      length: bytes.getUint32(position + 20, true), offset: bytes.getUint32(position + 42, true),
      // For archives from Unix, the upper four bits of the external attributes are the file type.
      isLink: bytes.getUint8(position + 5) === 3 && bytes.getUint16(position + 40, true) >> 12 === 0xa,
    });
    position += 46 + lengths[0] + lengths[1] + lengths[2];
  }
  return entries;
}

// Adds to an entry the position of its data. Only the local header gives the lengths of all fields before the
// data.
async function locateEntryData(file, entry, directoryOffset) {
  const header = await readDataView(file, entry.offset, entry.offset + 30);
  if (header.byteLength < 30 || header.getUint32(0, true) !== 0x04034b50) {
    throw new ArchiveError("it is damaged");
  }
  entry.start = entry.offset + 30 + header.getUint16(26, true) + header.getUint16(28, true);
  entry.end = entry.start + entry.length;
  if (entry.end > directoryOffset) throw new ArchiveError("it is damaged");
}

// Decompresses a file. Throws an error when all files together exceed the limit, because the sizes in the archive are
// not trusted.
async function inflateEntry(file, entry, budget) {
  if (![0, 8].includes(entry.method)) throw new ArchiveError("its compression method is not supported");
  const compressed = file.slice(entry.start, entry.end);
  const stream = entry.method === 0 ? compressed.stream()
    : compressed.stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = stream.getReader();
  const chunks = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(chunks);
    budget.remainingBytes -= value.byteLength;
    if (budget.remainingBytes < 0) {
      await reader.cancel();
      throw new ArchiveError("its contents are too large (limit: 256 MiB)");
    }
    chunks.push(value);
  }
}
