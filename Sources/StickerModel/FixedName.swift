package import StickerImage

extension Path {
  /// The path that a file has once it is of a format: the same where its extension says so already.
  package func named(for format: ImageFormat) -> Path {
    if let found = lowercasedExtension, format.fileExtensions.contains(found) { return self }
    return parent.appending(Path(bytes: stem.bytes + Array(".\(format.fileExtensions[0])".utf8)))
  }
}
