import StickerEngine
import StickerImage

extension ExportPack {
  /// The picture that stands for the pack, made of the cover sticker: scaled down where it is larger, and
  /// centered as it is where it is smaller. It moves where `mayMove` and the sticker does.
  ///
  /// - Parameter size: its canvas.
  func coverPicture(
    _ size: PixelSize, mayMove: Bool, _ pictures: inout DerivedPictures
  ) throws(Diagnostic) -> [UInt8] {
    let sticker = stickers[cover]
    let bytes = try pictures.picture(of: sticker.bytes, size, moves: mayMove, isGIF: false) {
      () throws(Diagnostic) in try sticker.coverPicture(size, mayMove: mayMove)
    }
    if let most = limits.maxCoverBytes, bytes.count > most {
      throw Diagnostic(
        "the pack's picture takes \(numberText(bytes.count)) bytes, and \(numberText(most)) are allowed: "
          + "name a simpler sticker as cover")
    }
    return bytes
  }
}

extension ExportSticker {
  fileprivate func coverPicture(_ size: PixelSize, mayMove: Bool) throws(Diagnostic) -> [UInt8] {
    guard let image = Image(exporting: bytes), let first = image.frames.first
    else { throw Diagnostic("\(Untrusted(name).displayText) cannot be read for the pack's picture") }
    let moves = mayMove && image.frames.count > 1
    let picture =
      moves ? image.smaller(size, isGIF: false) : try? first.bitmap.fitted(into: size).encodedPNG()
    guard let picture else {
      throw Diagnostic("the pack's picture cannot be made of \(Untrusted(name).displayText)")
    }
    return picture
  }
}

extension Image {
  /// All frames on another canvas, with the same timing and plays; nil where they cannot be encoded.
  func smaller(_ size: PixelSize, isGIF: Bool) -> [UInt8]? {
    let frames = frames.map { Frame($0.bitmap.fitted(into: size), delay: $0.shownDelay) }
    let plays = container.animation?.plays ?? 0
    return isGIF
      ? try? frames.encodedGIF(plays: plays).bytes : try? frames.smallestAPNG(plays: plays, effort: .normal)
  }
}

extension Bitmap {
  /// Scaled down until it fits, never up, and centered on the canvas.
  func fitted(into canvas: PixelSize) -> Bitmap {
    let small = size.fitted(into: canvas)
    return (small == size ? self : scaled(to: small)).padded(to: canvas)
  }
}

/// Pictures that exports make of stickers: the one that stands for the pack, and smaller sizes.
package struct DerivedPictures: Sendable {
  /// All that a picture depends on.
  package struct Recipe: Hashable, Sendable {
    /// The whole file that it is made of.
    package let source: [UInt8]
    /// Its canvas, whether it moves, and as what it is stored.
    package let words: String
  }

  /// A picture that an earlier export has made; nil where there is none.
  private let cached: @Sendable (Recipe) -> [UInt8]?
  /// All pictures of this export.
  package private(set) var all: [Recipe: [UInt8]] = [:]
  /// One escaped sentence for each file that the export leaves out.
  package var notes: [String] = []

  /// - Parameter earlier: what need not be made again.
  package init(cached: @escaping @Sendable (Recipe) -> [UInt8]? = { _ in nil }) { self.cached = cached }

  /// A picture, which is made where nobody has it.
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
