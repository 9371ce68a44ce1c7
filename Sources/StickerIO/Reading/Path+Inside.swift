import StickerModel

extension Path {
  /// Returns whether the path is inside a folder.
  func isInside(_ folder: Path) -> Bool {
    let prefix = folder.bytes.last == UInt8(ascii: "/") ? folder.bytes : folder.bytes + [UInt8(ascii: "/")]
    return bytes.starts(with: prefix)
  }
}
