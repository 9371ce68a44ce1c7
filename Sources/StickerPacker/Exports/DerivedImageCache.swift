import StickerEngine
import StickerImage

extension ExportPack {
  /// The cover image of the pack, made from the cover sticker. A larger sticker is scaled down, and a smaller
  /// one is centered. The image is animated if the sticker is and `allowsAnimation` is true.
  ///
  /// - Parameter size: the canvas of the image.
  func coverStickerImage(
    _ size: PixelSize, allowsAnimation: Bool, _ pictures: inout DerivedImageCache
  ) throws(Diagnostic) -> [UInt8] {
    let sticker = stickers[coverIndex]
    let bytes = try pictures.image(of: sticker.bytes, size, isAnimated: allowsAnimation, isGIF: false) {
      () throws(Diagnostic) in try sticker.encodedCoverPNG(size, allowsAnimation: allowsAnimation)
    }
    if let most = limits.maxCoverAndTabImageBytes, bytes.count > most {
      throw Diagnostic(
        "the cover image is \(numberText(bytes.count)) bytes (limit: \(numberText(most)) bytes). "
          + "Set a simpler sticker as the cover.")
    }
    return bytes
  }
}

extension ExportPack {
  /// The cover sticker as a WebM within a byte limit. A larger sticker is scaled down, and a smaller one is
  /// centered.
  ///
  /// - Parameter size: the canvas of the video.
  func coverStickerVideo(
    _ size: PixelSize, maxBytes: Int, _ pictures: inout DerivedImageCache
  ) throws(Diagnostic) -> [UInt8] {
    let sticker = stickers[coverIndex]
    return try pictures.image(of: sticker.bytes, size, isAnimated: true, isGIF: false, isVideo: true) {
      () throws(Diagnostic) in
      let name = UntrustedText(sticker.displayName).displayText
      guard let image = Image(decodingForExport: sticker.bytes) else {
        throw Diagnostic("cannot read \(name) for the cover video")
      }
      let frames = image.frames.map {
        Frame($0.bitmap.scaledDownToFitAndCentered(on: size), delay: $0.shownDelay)
      }
      do throws(InternalError) {
        var search = try WebMQualitySearch(frames, maxBytes: maxBytes, spedUpToFitMilliseconds: nil)
        if let fit = try search.bestFit() { return fit.bytes }
      } catch {
        throw Diagnostic("cannot make the cover video from \(name): \(error.reason)")
      }
      throw Diagnostic("cannot make a cover video of at most \(numberText(maxBytes)) bytes from \(name)")
    }
  }
}

extension ExportSticker {
  fileprivate func encodedCoverPNG(_ size: PixelSize, allowsAnimation: Bool) throws(Diagnostic) -> [UInt8] {
    guard let image = Image(decodingForExport: bytes), let first = image.frames.first
    else { throw Diagnostic("cannot read \(UntrustedText(displayName).displayText) for the cover image") }
    let moves = allowsAnimation && image.frames.count > 1
    let picture =
      moves
      ? image.encodedAnimation(scaledDownAndCenteredOn: size, isGIF: false)
      : try? first.bitmap.scaledDownToFitAndCentered(on: size).encodedPNG()
    guard let picture else {
      throw Diagnostic("cannot make the cover image from \(UntrustedText(displayName).displayText)")
    }
    return picture
  }
}

extension Image {
  /// All frames on a different canvas, with the same timing and loop count; nil if they cannot be encoded.
  func encodedAnimation(scaledDownAndCenteredOn size: PixelSize, isGIF: Bool) -> [UInt8]? {
    let frames = frames.map { Frame($0.bitmap.scaledDownToFitAndCentered(on: size), delay: $0.shownDelay) }
    let plays = container.animation?.plays ?? 0
    return isGIF
      ? try? frames.encodedGIF(plays: plays).bytes : try? frames.smallestAPNG(plays: plays, effort: .normal)
  }
}

extension Bitmap {
  /// Scales the bitmap down until it fits, and centers it on the canvas. Never enlarges it.
  func scaledDownToFitAndCentered(on canvas: PixelSize) -> Bitmap {
    let small = size.scaledDown(toFit: canvas)
    return (small == size ? self : scaled(to: small)).padded(to: canvas)
  }
}

/// Images that exports derive from stickers: the cover image, and stickers at smaller sizes.
package struct DerivedImageCache: Sendable {
  /// Everything that an image depends on.
  package struct DerivedImageKey: Hashable, Sendable {
    /// The bytes of the source file.
    package let source: [UInt8]
    /// The canvas, the format, and whether the image is animated.
    package let optionsText: String
  }

  /// Returns an image from an earlier export, or nil.
  private let imageFromPreviousExport: @Sendable (DerivedImageKey) -> [UInt8]?
  /// All images of this export.
  package private(set) var imagesByKey: [DerivedImageKey: [UInt8]] = [:]

  /// - Parameter cached: returns images from earlier exports.
  package init(
    imageFromPreviousExport cached: @escaping @Sendable (DerivedImageKey) -> [UInt8]? = { _ in nil }
  ) {
    self.imageFromPreviousExport = cached
  }

  /// Returns an image, which is created only if it is not cached.
  mutating func image(
    of source: [UInt8], _ size: PixelSize, isAnimated: Bool, isGIF: Bool, isVideo: Bool = false,
    make: () throws(Diagnostic) -> [UInt8]
  ) throws(Diagnostic) -> [UInt8] {
    let recipe = DerivedImageKey(
      source: source, optionsText: "\(size) \(isAnimated) \(isGIF)\(isVideo ? " video" : "")")
    let picture: [UInt8]
    if let existing = imagesByKey[recipe] ?? imageFromPreviousExport(recipe) {
      picture = existing
    } else {
      picture = try make()
    }
    imagesByKey[recipe] = picture
    return picture
  }
}
