import StickerImage
import StickerModel

/// What the first bytes of a file say that looks like art by its name.
enum ArtInside: Equatable {
  /// A picture that is checked, whatever it is called.
  case picture
  /// Art that cannot be read.
  case unread(ArtFormat)
  /// Something else.
  case noArt
}

extension FileSystem {
  /// Looks into a file with the name of a video, or of what drawing and animation programs write.
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

  /// Whether a file is a Lottie animation.
  func isLottie(_ path: Path) -> Bool {
    readStart(of: path, count: 4096).map { Sniffed(of: $0) == .foreign(.lottie) } ?? false
  }

  /// Whether a file is what macOS puts beside another on disks that keep no attributes: nobody misses it.
  func isFinderLeftover(_ path: Path) -> Bool {
    guard path.name.bytes.starts(with: Array("._".utf8)) else { return false }
    return readStart(of: path, count: 16).map { Sniffed(of: $0) == .foreign(.appleDouble) } ?? false
  }
}
