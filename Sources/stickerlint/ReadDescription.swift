import StickerIO
import StickerModel
import StickerPacker
import StickerSettings

/// Everything that is wrong in a description, a line each with its place.
struct DescriptionFaults: Error {
  let lines: [String]
}

/// Reads a `stickerpack.yml` with what lies around it.
func readDescription(_ path: Path) throws(DescriptionFaults) -> PackDescription {
  let bytes: [UInt8]
  switch readFile(path, limit: mostDocumentBytes, follow: true) {
  case .bytes(let read): bytes = read
  case .tooLarge(let count):
    throw DescriptionFaults(lines: [
      "\(path.shown): \(grouped(count)) bytes, and at most 1 MiB is read of a description"
    ])
  case .unreadable(let reason): throw DescriptionFaults(lines: ["\(path.shown): \(reason)"])
  }
  let real = realPath(of: path.parent)
  let folder = DescriptionFolder { file in
    realKind(of: path.parent.appending(file)) == .file
  } isInside: { file in
    realPath(of: path.parent.appending(file)).isInsideOrEqual(real)
  } pictures: {
    let place = SourcePlace(path.parent)
    return ((try? walk([path.parent]))?.sources ?? []).map { place.relative($0.path) }
  } frames: { glob in
    frames(matching: glob, in: path.parent)
  }
  do throws(YAMLFaults) {
    return try readPackDescription(bytes, in: folder, slots: IconSlot.all.map(\.name))
  } catch {
    throw DescriptionFaults(lines: error.all.map { $0.line(in: path.shown) })
  }
}

/// What to say of a folder's description that has another name than descriptions have; nil for none.
func misnamedDescription(in folder: Path) -> String? {
  let file = folder.withoutTrailingSlashes.appending("stickerpack.yaml")
  return realKind(of: file) == .file ? "\(file.shown) is not read: call it stickerpack.yml" : nil
}

private func realKind(of path: Path) -> EntryKind? { try? entryKind(at: realPath(of: path)) }

/// The pictures of a folder that a glob takes as a whole, in natural order; of several sizes the largest.
private func frames(matching glob: String, in folder: Path) -> [Path] {
  guard let pattern = Glob(git: Array(glob.utf8)[...], anchored: true) else { return [] }
  let parts = glob.split(separator: "/").dropLast().prefix { part in !part.contains { "*?[\\".contains($0) } }
  let below = parts.reduce(Path(bytes: [])) { $0.appending(String($1)) }
  let start = below.bytes.isEmpty ? folder : folder.appending(below)
  guard realKind(of: start) == .folder, let walked = try? walk([start]) else { return [] }
  let place = SourcePlace(start)
  let found = walked.sources.map { below.appending(place.relative($0.path)) }.filter { pattern.matches($0) }
  let smaller = found.smallerSizes()
  return naturallySorted(found.filter { smaller[$0] == nil })
}

/// Of a `Contents.json` and of a description.
let mostDocumentBytes = 1 << 20
