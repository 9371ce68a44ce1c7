import StickerIO
import StickerModel
import StickerPacker
import StickerReport

extension RecordBuild {
  /// Writes a pack where it belongs, or packs it up for whoever asks.
  ///
  /// - Parameter place: seen from the folder of all packs.
  func settled(_ built: BuiltPack, _ place: Path?) throws -> PackAnswer {
    let destination = place.flatMap { output?.appending($0) }
    guard case .done = built.end, let tree = built.tree, !build.check else {
      return PackAnswer(built, output: destination)
    }
    guard let destination, let output else {
      return PackAnswer(built, output: nil, archive: try archive(of: tree, named: built.name ?? ""))
    }
    try refuseDetours(from: output, to: destination)
    let old = try replaceable(destination, force: build.force)
    try put(tree, at: destination, over: old?.contents)
    return PackAnswer(built, output: destination)
  }

  private func archive(of tree: FileTree, named name: String) throws -> [UInt8] {
    guard tree.paths.reduce(0, { $0 + (tree[$1]?.count ?? 0) }) <= mostArchiveBytes else {
      throw CommandFailure(
        "the pack has more than \(grouped(mostArchiveBytes)) bytes, too many for an answer: give \(.output)")
    }
    let archive: ZipArchive
    do throws(ZipArchive.Fault) { archive = try ZipArchive(tree, below: safeNames([name])[0].name) } catch {
      throw CommandFailure("the pack cannot be an archive: \(error)")
    }
    return Array(archive.pieces.joined())
  }
}

/// What is held several times at once, as bytes and as text.
private let mostArchiveBytes = 128 << 20
