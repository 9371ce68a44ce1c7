public import StickerImage

/// Ways in which an APNG can store a sequence of images. None of them changes what is visible, or for how
/// long.
///
/// - Source: PNG, third edition, 11.3.6.
public struct APNGStorage: Sendable {
  /// The area that each frame stores, and its disposal and blending.
  public enum FrameStorage: Sendable {
    /// The whole canvas, replacing its pixels.
    case whole
    /// The whole canvas, blended over a cleared canvas.
    case overCleared
    /// The whole canvas, with the previous content restored afterward.
    case previous
    /// The rectangle that changes.
    case patches
  }

  /// How frames are stored.
  public var frameStorage = FrameStorage.whole
  /// Whether each image is stored as two frames with half of its delay each.
  public var storesFramesTwice = false
  /// The factor by which the numerator and denominator of each delay are multiplied.
  public var delayFactor = 1
  /// Whether a different default image precedes the animation, for programs that do not support APNG.
  public var hidesDefaultImage = false
  /// How the pixels are stored.
  public var pixelStorage = PNGStorage()

  /// Creates the simplest form, with whole frames.
  public init() {}

  /// The contents of the file, or nil if the images cannot be stored this way.
  public func file(of pictures: [Frame], plays: Int) -> [UInt8]? {
    guard let first = pictures.first, let delays = framesWithStoredDelays(of: pictures) else { return nil }
    let all = storesFramesTwice ? delays.flatMap { [$0, $0] } : delays
    guard let head = pixelStorage.parts(of: first.bitmap) else { return nil }
    // All frames share the header and palette of the first frame, so indices of later frames would be wrong.
    if case .palette = pixelStorage.sampleLayout { return nil }
    var (out, sequence) = (signature + head.header, 0)
    out += pngChunk("acTL", [bigEndian(all.count), bigEndian(plays)])
    func next() -> [UInt8] {
      defer { sequence += 1 }
      return bigEndian(sequence)
    }
    if hidesDefaultImage {
      let plain = Bitmap(first.bitmap.size, pixels: first.bitmap.pixels.map { $0 / 2 })
      guard let still = pixelStorage.parts(of: plain) else { return nil }
      out += pngChunk("IDAT", [still.stream])
    }
    var before: Bitmap?
    for (number, frame) in all.enumerated() {
      let (place, piece) = storedRegion(of: frame.bitmap, after: before)
      guard let parts = pixelStorage.parts(of: piece) else { return nil }
      let control = [place.width, place.height, place.x, place.y].flatMap { bigEndian($0) }
      out += pngChunk("fcTL", [next(), control, delayBytes(frame.delay), disposalAndBlending])
      let isFirst = number == 0 && !hidesDefaultImage
      out += isFirst ? pngChunk("IDAT", [parts.stream]) : pngChunk("fdAT", [next(), parts.stream])
      before = frame.bitmap
    }
    return out + pngChunk("IEND", [])
  }

  /// The disposal and blending bytes.
  private var disposalAndBlending: [UInt8] {
    switch frameStorage {
    case .whole, .patches: [0, 0]
    case .overCleared: [1, 1]
    case .previous: [2, 0]
    }
  }

  /// Each image with the delay of each of its frames. Nil if a delay cannot be stored.
  private func framesWithStoredDelays(of pictures: [Frame]) -> [Frame]? {
    var all: [Frame] = []
    for picture in pictures {
      let delay = picture.delay.reduced
      let (top, bottom) = (
        delay.numerator * delayFactor, delay.denominator * delayFactor * (storesFramesTwice ? 2 : 1)
      )
      guard top <= 65_535, bottom <= 65_535 else { return nil }
      all.append(Frame(picture.bitmap, delay: ExactSeconds(top, bottom)))
    }
    return all
  }

  private func delayBytes(_ delay: ExactSeconds) -> [UInt8] {
    [delay.numerator, delay.denominator].flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
  }

  private func storedRegion(of bitmap: Bitmap, after before: Bitmap?) -> (PixelRect, Bitmap) {
    let whole = PixelRect(x: 0, y: 0, width: bitmap.width, height: bitmap.height)
    guard case .patches = frameStorage, let before else { return (whole, bitmap) }
    let changed = (0..<bitmap.size.area).filter {
      bitmap.pixels[$0 * 4..<$0 * 4 + 4] != before.pixels[$0 * 4..<$0 * 4 + 4]
    }
    let columns = changed.map { $0 % bitmap.width }
    let rows = (changed.first ?? 0) / bitmap.width...(changed.last ?? 0) / bitmap.width
    let (left, right) = (columns.min() ?? 0, columns.max() ?? 0)
    let place = PixelRect(x: left, y: rows.lowerBound, width: right - left + 1, height: rows.count)
    let pixels = rows.flatMap { row in
      bitmap.pixels[(row * bitmap.width + left) * 4..<(row * bitmap.width + right + 1) * 4]
    }
    return (place, Bitmap(PixelSize(place.width, place.height), pixels: pixels))
  }
}
