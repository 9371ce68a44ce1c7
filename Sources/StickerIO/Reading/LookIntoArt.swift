import StickerImage
import StickerModel

/// The kind of a file whose name looks like art, detected from its first bytes.
enum ArtInside: Equatable {
  /// A readable image, whatever its extension. The file is checked like any other.
  case image
  /// Art in a format that stickerlint cannot read.
  case unread(ArtFormat)
  /// A file that is not art.
  case noArt
}

extension FileSystem {
  /// Detects the kind of a file that has the extension of a video or of a drawing or animation program.
  func artInside(_ path: Path) -> ArtInside {
    let isAmbiguous = ArtFormat.ambiguousExtensions.contains(path.lowercasedExtension ?? "")
    let named = isAmbiguous ? nil : ArtFormat(extensionOf: path.name)
    let byName = named.map(ArtInside.unread) ?? .noArt
    guard let start = readStart(of: path, count: 4096), !start.isEmpty else { return byName }
    guard case .foreign(let found) = Sniffed(of: start), !found.isConvertible else { return .image }
    return ArtFormat(found, named: path.name).map(ArtInside.unread) ?? byName
  }

  /// Returns whether a file is a Lottie animation.
  func isLottie(_ path: Path) -> Bool {
    readStart(of: path, count: 4096).map { Sniffed(of: $0) == .foreign(.lottie) } ?? false
  }

  /// Returns whether a file is an AppleDouble file (`._name`), in which macOS stores extended attributes.
  func isFinderLeftover(_ path: Path) -> Bool {
    guard path.name.bytes.starts(with: Array("._".utf8)) else { return false }
    return readStart(of: path, count: 16).map { Sniffed(of: $0) == .foreign(.appleDouble) } ?? false
  }
}
