import StickerEngine
import StickerImage

extension ExportPack {
  /// The cover image of the pack, made from the cover sticker. A larger sticker is scaled down, and a smaller
  /// one is centered. The image is animated if the sticker is and `mayMove` is set.
  ///
  /// - Parameter size: the canvas of the image.
  func coverPicture(
    _ size: PixelSize, mayMove: Bool, _ pictures: inout DerivedPictures
  ) throws(Diagnostic) -> [UInt8] {
    let sticker = stickers[cover]
    let bytes = try pictures.picture(of: sticker.bytes, size, moves: mayMove, isGIF: false) {
      () throws(Diagnostic) in try sticker.coverPicture(size, mayMove: mayMove)
    }
    if let most = limits.maxCoverBytes, bytes.count > most {
      throw Diagnostic(
        "the cover image is \(numberText(bytes.count)) bytes (limit: \(numberText(most)) bytes). "
          + "Set a simpler sticker as cover.")
    }
    return bytes
  }
}

extension ExportSticker {
  fileprivate func coverPicture(_ size: PixelSize, mayMove: Bool) throws(Diagnostic) -> [UInt8] {
    guard let image = Image(exporting: bytes), let first = image.frames.first
    else { throw Diagnostic("cannot read \(Untrusted(name).displayText) for the cover image") }
    let moves = mayMove && image.frames.count > 1
    let picture =
      moves ? image.smaller(size, isGIF: false) : try? first.bitmap.fitted(into: size).encodedPNG()
    guard let picture else {
      throw Diagnostic("cannot make the cover image from \(Untrusted(name).displayText)")
    }
    return picture
  }
}

extension Image {
  /// All frames on another canvas, with the same timing and loop count; nil if they cannot be encoded.
  func smaller(_ size: PixelSize, isGIF: Bool) -> [UInt8]? {
    let frames = frames.map { Frame($0.bitmap.fitted(into: size), delay: $0.shownDelay) }
    let plays = container.animation?.plays ?? 0
    return isGIF
      ? try? frames.encodedGIF(plays: plays).bytes : try? frames.smallestAPNG(plays: plays, effort: .normal)
  }
}

extension Bitmap {
  /// Scales the bitmap down until it fits, and centers it on the canvas. Never enlarges it.
  func fitted(into canvas: PixelSize) -> Bitmap {
    let small = size.fitted(into: canvas)
    return (small == size ? self : scaled(to: small)).padded(to: canvas)
  }
}

/// Images that exports derive from stickers: the cover image, and smaller sizes.
package struct DerivedPictures: Sendable {
  /// Everything that an image depends on.
  package struct Recipe: Hashable, Sendable {
    /// The bytes of the source file.
    package let source: [UInt8]
    /// The canvas, whether the image is animated, and its format.
    package let words: String
  }

  /// Returns an image of an earlier export, or nil.
  private let cached: @Sendable (Recipe) -> [UInt8]?
  /// All pictures of this export.
  package private(set) var all: [Recipe: [UInt8]] = [:]
  /// One escaped sentence for each file that the export leaves out.
  package var notes: [String] = []

  /// - Parameter cached: returns images of earlier exports.
  package init(cached: @escaping @Sendable (Recipe) -> [UInt8]? = { _ in nil }) { self.cached = cached }

  /// Returns an image. Makes it only if it is not cached.
  mutating func picture(
    of source: [UInt8], _ size: PixelSize, moves: Bool, isGIF: Bool,
    make: () throws(Diagnostic) -> [UInt8]
  ) throws(Diagnostic) -> [UInt8] {
    let recipe = Recipe(source: source, words: "\(size) \(moves) \(isGIF)")
    let picture: [UInt8]
    if let existing = all[recipe] ?? cached(recipe) { picture = existing } else { picture = try make() }
    all[recipe] = picture
    return picture
  }
}
