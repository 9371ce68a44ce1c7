package import Stickers

/// The pictures on the page as a `stickerpack.yml` sees them: by their paths from its folder.
package struct DescribedFiles {
  /// The folder of the description, as the page names it.
  package let folder: Path
  /// The pictures inside of it, by their numbers.
  package let paths: [Int: Path]
  private let numbers: [Path: Int]
  /// Smaller sizes of others, which packs are built without.
  package let smaller: [Path: Path]

  /// - Parameter pictures: all that are on the page, by their numbers.
  package init(_ pictures: [Int: Path], around folder: Path) {
    self.folder = folder
    let isWhole = folder == Path(".")
    paths = pictures.filter { isWhole || $0.value.isInsideOrEqual(folder) }
      .mapValues { isWhole ? $0 : Path(bytes: Array($0.bytes.dropFirst(folder.bytes.count + 1))) }
    numbers = Dictionary(paths.map { ($0.value, $0.key) }) { first, _ in first }
    smaller = paths.values.smallerSizes()
  }

  /// The number of a picture; nil where it is not on the page.
  package func number(of path: Path) -> Int? { numbers[path] }

  /// Whether a description may list a picture among its stickers.
  package func canBeSticker(_ number: Int) -> Bool {
    guard let path = paths[number] else { return false }
    return path.hasNameOfPicture && smaller[path] == nil
  }

  /// The pictures that a pack without a description has, in their order.
  package func inNaturalOrder(_ numbers: some Sequence<Int>) -> [Path] {
    naturallySorted(numbers.filter(canBeSticker).compactMap { paths[$0] })
  }

  /// Reads a description, whether its files have come already or not.
  package func description(of bytes: [UInt8]) throws(YAMLFaults) -> PackDescription {
    let around = DescriptionFolder(
      isFile: { _ in true },
      frames: { glob in
        let pattern = Glob(git: Array(glob.utf8)[...], anchored: true)
        return naturallySorted(
          paths.values.filter { smaller[$0] == nil && pattern?.matches($0) ?? false })
      })
    return try readPackDescription(bytes, in: around, slots: IconSlot.all.map(\.name))
  }
}
