package import StickerModel

/// What an icon set is made of.
package struct IconSource: Hashable, Sendable {
  /// A picture for icons, as it was read.
  package struct Picture: Hashable, Sendable {
    /// The path of the file, as faults and notes name it.
    package var file: Path
    /// The bytes of a PNG or JPEG; hostile.
    package var bytes: [UInt8]

    package init(file: Path, bytes: [UInt8]) {
      self.file = file
      self.bytes = bytes
    }
  }

  /// Square, each side at least `IconSource.leastSide` pixels.
  package var picture: Picture
  /// 0xRRGGBB: lies below what is transparent, and beside the picture in wide icons. Nil where none was
  /// given: then the picture has to be opaque, and its border tells what lies beside it.
  package var background: UInt32?
  /// Pictures drawn for one slot, of exactly its pixels.
  package var own: [IconSlot: Picture]

  package init(_ picture: Picture, background: UInt32? = nil, own: [IconSlot: Picture] = [:]) {
    self.picture = picture
    self.background = background
    self.own = own
  }

  /// Pixels of a side, at least: the largest icon, that of the App Store, is never enlarged.
  package static let leastSide = 1024
}
