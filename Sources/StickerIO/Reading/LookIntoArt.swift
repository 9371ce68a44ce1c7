import StickerImage
import StickerModel

/// The kind of a file whose name looks like art, detected from its first bytes.
enum ArtInside: Equatable {
  /// A readable image, whatever its extension.
  case picture
  /// Art in a format that stickerlint cannot read.
  case unread(ArtFormat)
  /// A file that is not art.
  case noArt
}

extension FileSystem {
  /// Detects the kind of a file that has the extension of a video or of a drawing or animation program.
  func artInside(_ path: Path) -> ArtInside {
    let byName = ArtFormat(extensionOf: path.name)
    guard let start = readStart(of: path, count: 4096), !start.isEmpty else {
      return byName.map(ArtInside.unread) ?? .noArt
    }
    guard case .foreign(let found) = Sniffed(of: start), !found.isConvertible else { return .picture }
    if let format = ArtFormat(found, named: path.name) { return .unread(format) }
    let isAmbiguous = ArtFormat.ambiguousExtensions.contains(path.lowercasedExtension ?? "")
    return isAmbiguous ? .noArt : byName.map(ArtInside.unread) ?? .noArt
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
