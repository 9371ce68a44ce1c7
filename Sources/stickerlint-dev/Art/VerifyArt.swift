import StickerIO
import StickerImage
import StickerModel
import StickerRules

/// Compares the pack with the drawings, pixel by pixel (another version of libdeflate writes other bytes),
/// and holds the faulty files to the findings that they are for.
///
/// - Throws: a `CommandFailure` that names what is stale.
func verifyArt(in folder: Path) async throws {
  guard let files = try FileSystem.disk.readTree(folder)?.files else {
    throw CommandFailure("\(folder.shown) is not there")
  }
  let sound = Artwork.all.map { "pack/\($0.name).png" }
  let faulty = Fault.all.map { "faulty/\($0.fileName)" }
  var stale = Set(files.paths).symmetricDifference(sound + faulty)
  for artwork in Artwork.all {
    let path = "pack/\(artwork.name).png"
    if let bytes = files[path], !artwork.isShown(by: bytes) { stale.insert(path) }
  }
  for fault in Fault.all {
    let path = "faulty/\(fault.fileName)"
    if let bytes = files[path], await findings(in: bytes, path) != fault.rules { stale.insert(path) }
  }
  guard stale.isEmpty else {
    let names = stale.sorted().joined(separator: ", ")
    throw CommandFailure("\(folder.shown) is not what is drawn now: \(names); run `make art` and look at it")
  }
}

extension Artwork {
  fileprivate func isShown(by file: [UInt8]) -> Bool {
    guard let image = try? Image(decoding: file) else { return false }
    let drawn = frames(side: packSide)
    return image.frames.map(\.bitmap) == drawn.map(\.bitmap)
      && zip(image.frames, drawn).allSatisfy { $0.delay.isSameTime(as: $1.delay) }
      && image.container.animation?.plays == (frameCount == 1 ? nil : 0)
  }
}

private func findings(in file: [UInt8], _ path: String) async -> Set<String> {
  let source = AssetSource(path: Path(path)) { _ in .bytes(file) }
  let report = await lint([source], Configuration(rules: Rule.onByDefault), jobs: 1)
  return Set(report.findings.map(\.rule))
}
