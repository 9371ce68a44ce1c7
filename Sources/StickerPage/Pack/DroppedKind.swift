import StickerEngine
import StickerImage
import Stickers

/// What a dropped file is, by its name and the start of what is in it.
enum DroppedKind: Hashable {
  /// A picture, or a file that looks like one.
  case art
  /// A `Contents.json`, `stickerpack.yml` or `message.yml`, which describes pictures.
  case document
  /// Files of the operating system and files that are not pictures. They are dropped without a message.
  case other

  /// Returns whether a file can be ignored because of its name alone.
  static func isOther(_ path: Path) -> Bool {
    let isSystemFile = path.components.contains { part in
      part.bytes.first == UInt8(ascii: ".") || systemFileNames.contains(part)
    }
    return isSystemFile || !isDocument(path) && [.artwork, .other].contains(NameMeaning(path.name))
  }

  private static func isDocument(_ path: Path) -> Bool {
    [Catalog.documentName, PackFile.fileName, MessageDeclaration.fileName].contains(path.name)
  }

  init(_ path: Path, _ bytes: [UInt8]) {
    if Self.isOther(path) {
      self = .other
    } else if Self.isDocument(path) {
      self = .document
    } else {
      switch NameMeaning(path.name) {
      case .asset, .video: self = .art
      case .json: self = Sniffed(of: Array(bytes.prefix(4096))) == .foreign(.lottie) ? .art : .other
      case .artwork, .other: self = .other
      }
    }
  }
}

/// Folders of archives made by macOS, pictures of folders and their settings on Windows.
private let systemFileNames = Set(["__MACOSX", "Thumbs.db", "desktop.ini"].map { Path($0) })

/// The relative path of a dropped file.
///
/// - Parameter text: as the page says it, hostile.
/// - Returns: the path, or one sentence that says what is wrong with it.
func droppedPath(_ text: String) -> Result<Path, UsageError> {
  let shown = Untrusted(String(text.prefix(80))).displayText
  func failure(_ reason: String) -> Result<Path, UsageError> {
    .failure(UsageError(UserMessage(reason)))
  }
  let path = Path(text)
  if path.bytes.isEmpty { return failure("a dropped file needs a name") }
  guard path.bytes.count <= maxPathBytes else {
    return failure("the path \(shown)… has more than \(maxPathBytes) bytes")
  }
  guard !path.bytes.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\\") }) else {
    return failure("\(shown) has a character in its name that no file should have")
  }
  let parts = text.split(separator: "/", omittingEmptySubsequences: false)
  guard !parts.contains(where: { ["", ".", ".."].contains($0) }) else {
    return failure("\(shown) is no path inside of what was dropped")
  }
  guard parts.count <= maxDepth else {
    return failure("\(shown) lies in more than \(maxDepth) folders")
  }
  return .success(path)
}

private let maxPathBytes = 1024
private let maxDepth = 16
