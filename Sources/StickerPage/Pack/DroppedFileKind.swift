import StickerEngine
import StickerImage
import Stickers

/// The kind of a dropped file, according to its name and its first bytes.
enum DroppedFileKind: Hashable {
  /// An image, or a file that looks like one.
  case art
  /// A `Contents.json`, `stickerpack.yml` or `message.yml`, which describes images.
  case packDocument
  /// A file that an operating system created, or that is not an image. The page ignores it without a message.
  case ignored

  /// Returns whether a file can be ignored by its name alone.
  static func isIgnoredByName(_ path: Path) -> Bool {
    let isSystemFile = path.components.contains { part in
      part.bytes.first == UInt8(ascii: ".") || systemFileNames.contains(part)
    }
    return isSystemFile || !isPackDocument(path) && !mayHaveArtExtension(path)
  }

  private static func isPackDocument(_ path: Path) -> Bool {
    [Catalog.documentName, PackFile.fileName, InteractiveMessageFile.fileName].contains(path.name)
  }

  /// Whether a file with this name may contain art, even if its format cannot be decoded.
  private static func mayHaveArtExtension(_ path: Path) -> Bool {
    hasStickerExtension(path) || [.mp4OrMOV, .json].contains(FileExtensionKind(path.name))
  }

  /// Whether a pack file may list a file with this name as a sticker.
  static func hasStickerExtension(_ path: Path) -> Bool {
    switch FileExtensionKind(path.name) {
    case .asset: true
    // Files of other kinds also have the extension `ase`. Only their content shows what they are.
    case .drawingProgramFile:
      UnsupportedArtFormat(extensionOf: path.name).map { $0.hasDecodableImage || $0 == .tgs } ?? true
    case .mp4OrMOV, .json, .otherOrNone: false
    }
  }

  init(_ path: Path, _ bytes: [UInt8]) {
    if Self.isIgnoredByName(path) {
      self = .ignored
    } else if Self.isPackDocument(path) {
      self = .packDocument
    } else {
      let format = SniffedFormat(of: Array(bytes.prefix(4096)))
      switch FileExtensionKind(path.name) {
      case .asset, .mp4OrMOV: self = .art
      case .json: self = format == .foreign(.lottie) ? .art : .ignored
      case .drawingProgramFile: self = format.isDecodable || format == .foreign(.tgs) ? .art : .ignored
      case .otherOrNone: self = .ignored
      }
    }
  }
}

extension SniffedFormat {
  /// Whether the pixels can be decoded.
  fileprivate var isDecodable: Bool {
    switch self {
    case .image: true
    case .foreign(let format): format.isConvertible
    }
  }
}

/// Files and folders that macOS adds to archives and Windows adds to folders.
private let systemFileNames = Set(["__MACOSX", "Thumbs.db", "desktop.ini"].map { Path($0) })

/// Validates the relative path of a dropped file.
///
/// - Parameter text: the path as the page sent it; untrusted.
/// - Returns: the path, or one sentence that says what is wrong with it.
func validatedPath(_ text: String) -> Result<Path, CommandError> {
  let shown = UntrustedText(String(text.prefix(80))).displayText
  func failure(_ reason: String) -> Result<Path, CommandError> {
    .failure(CommandError(UserMessage(reason)))
  }
  let path = Path(text)
  if path.bytes.isEmpty { return failure("a dropped file needs a name") }
  guard path.bytes.count <= maxPathBytes else {
    return failure("the path \(shown)… is too long (limit: \(numberText(maxPathBytes)) bytes)")
  }
  guard !path.bytes.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\\") }) else {
    return failure("\(shown) has an invalid character in its name")
  }
  let parts = text.split(separator: "/", omittingEmptySubsequences: false)
  guard !parts.contains(where: { ["", ".", ".."].contains($0) }) else {
    return failure("\(shown) is not a valid path")
  }
  guard parts.count <= maxPathDepth else {
    return failure("\(shown) is nested too deeply (limit: \(maxPathDepth) levels)")
  }
  return .success(path)
}

private let maxPathBytes = 1024
private let maxPathDepth = 16
