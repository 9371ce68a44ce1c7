public import StickerImage

/// How an APNG stores pictures that follow each other. None of it changes what is seen, or for how long.
///
/// - Source: PNG, third edition, 11.3.6.
public struct StoredAPNG: Sendable {
  /// What of each frame is stored, and how it joins the canvas.
  public enum Frames: Sendable {
    /// The whole canvas, which takes the place of what was there.
    case whole
    /// The whole canvas over one that was cleared.
    case overCleared
    /// The whole canvas, which goes back to what was there before.
    case previous
    /// The rectangle that changes.
    case patches
  }

  /// How frames are stored.
  public var frames = Frames.whole
  /// Whether each picture is shown in two frames, for half of its time each.
  public var isHalved = false
  /// What numerator and denominator of each delay are multiplied with.
  public var factor = 1
  /// Whether another picture stands in front, for programs that know no animations.
  public var hidesDefaultImage = false
  /// How the pixels are stored.
  public var stored = StoredPNG()

  /// Whole frames, as simple as can be.
  public init() {}

  /// The file; nil where the pictures cannot be stored so.
  public func file(of pictures: [Frame], plays: Int) -> [UInt8]? {
    guard let first = pictures.first, let delays = delays(of: pictures) else { return nil }
    let all = isHalved ? delays.flatMap { [$0, $0] } : delays
    guard let head = stored.parts(of: first.bitmap) else { return nil }
    // Every frame has the header and the palette of the first.
    if case .palette = stored.samples { return nil }
    var (out, sequence) = (signature + head.header, 0)
    out += pngChunk("acTL", [bigEndian(all.count), bigEndian(plays)])
    func next() -> [UInt8] {
      defer { sequence += 1 }
      return bigEndian(sequence)
    }
    if hidesDefaultImage {
      let plain = Bitmap(first.bitmap.size, pixels: first.bitmap.pixels.map { $0 / 2 })
      guard let still = stored.parts(of: plain) else { return nil }
      out += pngChunk("IDAT", [still.stream])
    }
    var before: Bitmap?
    for (number, frame) in all.enumerated() {
      let (place, piece) = piece(of: frame.bitmap, after: before)
      guard let parts = stored.parts(of: piece) else { return nil }
      let control = [place.width, place.height, place.x, place.y].flatMap { bigEndian($0) }
      out += pngChunk("fcTL", [next(), control, short(frame.delay), joining])
      let isFirst = number == 0 && !hidesDefaultImage
      out += isFirst ? pngChunk("IDAT", [parts.stream]) : pngChunk("fdAT", [next(), parts.stream])
      before = frame.bitmap
    }
    return out + pngChunk("IEND", [])
  }

  /// Disposal and blending.
  private var joining: [UInt8] {
    switch frames {
    case .whole, .patches: [0, 0]
    case .overCleared: [1, 1]
    case .previous: [2, 0]
    }
  }

  /// Each picture with the time of each of its frames; nil where that does not fit.
  private func delays(of pictures: [Frame]) -> [Frame]? {
    var all: [Frame] = []
    for picture in pictures {
      let delay = picture.delay.reduced
      let (top, bottom) = (delay.numerator * factor, delay.denominator * factor * (isHalved ? 2 : 1))
      guard top <= 65_535, bottom <= 65_535 else { return nil }
      all.append(Frame(picture.bitmap, delay: ExactSeconds(top, bottom)))
    }
    return all
  }

  private func short(_ delay: ExactSeconds) -> [UInt8] {
    [delay.numerator, delay.denominator].flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
  }

  private func piece(of bitmap: Bitmap, after before: Bitmap?) -> (PixelRect, Bitmap) {
    let whole = PixelRect(x: 0, y: 0, width: bitmap.width, height: bitmap.height)
    guard case .patches = frames, let before else { return (whole, bitmap) }
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
