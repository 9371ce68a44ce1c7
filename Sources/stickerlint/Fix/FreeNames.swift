import StickerIO
import StickerModel

/// Which names files may take when they become PNG: of two that would take the same, the first in the order
/// of the run may, so that the same files have the same names after every run.
struct FreeNames: Sendable {
  private let place: FixPlace
  /// Where the files of the run lie, or come to lie.
  private let sources: Set<Path>
  /// The first file that could take a name.
  private let claims: [Path: Path]

  init(_ paths: [Path], _ place: FixPlace) {
    self.place = place
    sources = Set(paths.map { place.target(of: $0, named: $0.name) })
    claims = Dictionary(
      paths.map { (place.target(of: $0, named: Path(bytes: $0.stem.bytes + Array(".png".utf8))), $0) }
    ) { first, _ in first }
  }

  /// Whether a file may take a name. Other names than those of PNG are free where nothing lies there.
  func isFree(_ name: Path, for path: Path) -> Bool {
    let target = place.target(of: path, named: name)
    guard !sources.contains(target), claims[target].map({ $0 == path }) ?? true else { return false }
    // An output folder may hold what an earlier run put there.
    return place.takesEveryFile || (try? entryKind(at: target)) == .some(nil)
  }
}
