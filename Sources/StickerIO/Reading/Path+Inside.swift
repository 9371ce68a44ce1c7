import StickerModel

extension Path {
  /// Whether it lies below a folder.
  func isInside(_ folder: Path) -> Bool {
    let prefix = folder.bytes.last == UInt8(ascii: "/") ? folder.bytes : folder.bytes + [UInt8(ascii: "/")]
    return bytes.starts(with: prefix)
  }
}
