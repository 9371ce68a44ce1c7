public import StickerModel

/// What an icon set is made of.
public struct IconSource: Hashable, Sendable {
  /// A picture for icons, as it was read.
  public struct Picture: Hashable, Sendable {
    /// As faults and notes name it.
    public var file: Path
    /// A PNG or JPEG; hostile.
    public var bytes: [UInt8]

    /// A picture.
    public init(file: Path, bytes: [UInt8]) {
      self.file = file
      self.bytes = bytes
    }
  }

  /// Square, each side at least `IconSource.leastSide` pixels.
  public var picture: Picture
  /// 0xRRGGBB: lies below what is transparent, and beside the picture in wide icons. Nil where none was
  /// given: then the picture has to be opaque, and its border tells what lies beside it.
  public var background: UInt32?
  /// Pictures drawn for one slot, of exactly its pixels.
  public var own: [IconSlot: Picture]

  /// The source of an icon set.
  public init(_ picture: Picture, background: UInt32? = nil, own: [IconSlot: Picture] = [:]) {
    self.picture = picture
    self.background = background
    self.own = own
  }

  /// Pixels of a side, at least: the largest icon, that of the App Store, is never enlarged.
  public static let leastSide = 1024
}
