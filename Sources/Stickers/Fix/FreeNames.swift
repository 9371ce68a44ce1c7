import StickerIO
import StickerImage
import StickerModel

/// Which names files may take when their content asks for another: of two that would take the same, the first
/// in the order of the run may, so that the same files have the same names after every run.
package struct FreeNames: Sendable {
  private let place: FixPlace
  /// Where the files of the run lie, or come to lie.
  private let sources: Set<Path>
  /// The first file that could take a name.
  private let claims: [Path: Path]

  /// - Parameter all: the files of the run.
  /// - Parameter changing: those of them that change, and so may become PNG.
  /// - Parameter renamed: those of them whose name does not fit their content, whatever that is.
  package init(_ all: [Path], changing: [Path], renaming renamed: Set<Path>, _ place: FixPlace) {
    self.place = place
    sources = Set(all.map { place.target(of: $0, named: $0.name) })
    let wishes = changing.flatMap { path in
      (renamed.contains(path) ? [".png", ".jpg", ".gif"] : [".png"]).map { ending in
        (place.target(of: path, named: Path(bytes: path.stem.bytes + Array(ending.utf8))), path)
      }
    }
    claims = Dictionary(wishes) { first, _ in first }
  }

  /// The names that a file may not take, of those that its content could ask for.
  package func taken(for path: Path) -> Set<Path> {
    Set(ImageFormat.allCases.map { path.named(for: $0) }.filter { !isFree($0.name, for: path) })
  }

  /// Whether a file may take a name.
  private func isFree(_ name: Path, for path: Path) -> Bool {
    let target = place.target(of: path, named: name)
    guard !sources.contains(target), claims[target].map({ $0 == path }) ?? true else { return false }
    // An output folder may hold what an earlier run put there.
    return place.takesEveryFile || (try? FileSystem.disk.entryKind(at: target)) == .some(nil)
  }
}
