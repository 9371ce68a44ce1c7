import StickerEngine
import StickerPacker

extension FuzzTarget {
  static let catalog = FuzzTarget(
    "catalog",
    summary: "the Contents.json of a pack and two stickers, and more paths, separated by zero bytes",
    seeds: { $0.name == "Contents.json" ? [$0.bytes] : [] },
    attempt: { bytes throws(PropertyViolation) in
      let source = source(bytes)
      let reading = packFromCatalog(source)
      let again = packFromCatalog(source)
      try expect(
        reading.pack == again.pack && reading.faults == again.faults && reading.notes == again.notes,
        "a catalog is different when read again")
      let files = Set(source.files)
      for sticker in reading.pack.stickers {
        try expect(files.contains(sticker.file), "\(sticker.file.displayText) is not in the catalog")
        try expectSafeName(sticker.id)
      }
      let ids = reading.pack.stickers.map { $0.id.lowercased() }
      try expect(Set(ids).count == ids.count, "two stickers have the same name")
      for note in reading.notes + reading.faults.map(\.message) { try expectOneLine(note) }
    })
}

private func expectSafeName(_ id: String) throws(PropertyViolation) {
  let isSafe =
    !id.isEmpty && !id.hasPrefix(".") && !id.unicodeScalars.contains { "/\\:\0".unicodeScalars.contains($0) }
  try expect(isSafe && id.utf8.count <= 92, "\(UntrustedText(id).displayText) is not a safe name")
}

/// A catalog as a directory walk would list it. Every component of its paths is a valid file name.
private func source(_ bytes: [UInt8]) -> SourceFolder {
  let parts = bytes.split(separator: 0, omittingEmptySubsequences: false).map { Array($0) }
  let documents = ["Contents.json", "a.sticker/Contents.json", "b.sticker/Contents.json"]
  var contents: [Path: [UInt8]] = [:]
  for (name, document) in zip(documents, parts) { contents[Path("P.stickerpack/\(name)")] = document }
  for name in ["a.sticker/a.png", "b.sticker/b.gif"] { contents[Path("P.stickerpack/\(name)")] = [1] }
  for path in parts.dropFirst(documents.count).prefix(24) {
    let names = Path(bytes: path).components.filter { $0 != Path(".") && $0 != Path("..") }
    guard !names.isEmpty else { continue }
    let isBelow = path.first != UInt8(ascii: "/")
    let file = names.reduce(Path(isBelow ? "P.stickerpack" : ".")) { $0.appending($1) }
    // All additional files have the second document as their content.
    contents[file] = contents[file] ?? (parts.count > 1 ? parts[1] : [])
  }
  let all = contents
  return SourceFolder(root: Path("/art/Assets.xcassets"), files: all.keys.sorted()) { all[$0] }
}
