/// Decodes an encoded image and compares it with what went in: pixel for pixel where anything is visible.
///
/// - Throws: `EncodingDefect` that says what differs first.
func verifyPNG(_ bytes: [UInt8], is bitmap: Bitmap) throws(EncodingDefect) {
  let container = try soundContainer(bytes, .png, bitmap.size, frames: 1)
  var comparison = Comparison([Frame(bitmap)], joined: [0..<1])
  let damage = container.visitFrames(of: bytes, with: &comparison)
  try comparison.conclude(damage)
}

/// The same for an animation: frames, delays and plays.
///
/// - Parameter joined: for each frame of the file, which of `frames` it stands for; together all, in order.
/// - Parameter hidden: the default image where it is not part of the animation.
func verifyAPNG(
  _ bytes: [UInt8], is frames: [Frame], joined: [Range<Int>], plays: Int, hidden: Bitmap? = nil
) throws(EncodingDefect) {
  guard let size = frames.first?.bitmap.size, joined.joined().elementsEqual(frames.indices) else {
    throw EncodingDefect("frames were lost")
  }
  let container = try soundContainer(bytes, .apng, size, frames: joined.count)
  guard let animation = container.animation, animation.plays == plays else {
    throw EncodingDefect("the animation's plays differ")
  }
  let stored = try? container.hiddenDefaultImage(of: bytes)
  guard animation.hidesDefaultImage == (hidden != nil), (stored == nil) == (hidden == nil) else {
    throw EncodingDefect("the default image is not what it was to the animation")
  }
  if let stored, let hidden, let place = firstVisibleDifference(stored, hidden) {
    throw EncodingDefect("default image: the pixel at \(place) differs")
  }
  var comparison = Comparison(frames, joined: joined)
  let damage = container.visitFrames(of: bytes, with: &comparison)
  try comparison.conclude(damage)
}

/// The same for a GIF that shows frames: each pixel, each time, and the plays of what moves.
func verifyGIF(_ bytes: [UInt8], is frames: [Frame], plays: Int) throws(EncodingDefect) {
  guard let size = frames.first?.bitmap.size else { throw EncodingDefect("frames were lost") }
  let container = try soundContainer(bytes, .gif, size, frames: frames.count)
  guard frames.count == 1 || container.animation?.plays == plays else {
    throw EncodingDefect("the animation's plays differ")
  }
  var comparison = Comparison(frames, joined: frames.indices.map { $0..<$0 + 1 })
  let damage = container.visitFrames(of: bytes, with: &comparison)
  try comparison.conclude(damage)
}

/// A JPEG loses something by nature: it must decode without damage to the same size.
func verifyJPEG(_ bytes: [UInt8], has size: PixelSize) throws(EncodingDefect) {
  let container = try soundContainer(bytes, .jpeg, size, frames: 1)
  var counter = FrameCounter()
  let damage = container.visitFrames(of: bytes, with: &counter)
  if let first = damage.first { throw EncodingDefect("the file does not decode: \(first.reason)") }
  guard counter.sizes == [size] else {
    throw EncodingDefect("the file does not decode to one picture of \(size)")
  }
}

private func soundContainer(
  _ bytes: [UInt8], _ format: ImageFormat, _ size: PixelSize, frames: Int
) throws(EncodingDefect) -> Container {
  guard let container = Container(of: bytes, budget: .unlimited) else {
    throw EncodingDefect("the file is not recognized")
  }
  if let damage = container.damage.first { throw EncodingDefect("the file is damaged: \(damage.reason)") }
  if let limit = container.exceeded.first { throw EncodingDefect("the file exceeds a limit: \(limit.name)") }
  guard container.format == format, container.canvas == size, container.frameCount == frames else {
    throw EncodingDefect("format, size or frame count differ")
  }
  return container
}

private struct FrameCounter: FrameVisitor {
  var sizes: [PixelSize] = []
  mutating func visit(_ frame: Frame, number: Int) { sizes.append(frame.bitmap.size) }
}

/// Compares frames as they come.
private struct Comparison: FrameVisitor {
  private let frames: [Frame]
  private let joined: [Range<Int>]
  private var seen = 0
  private var difference: String?

  init(_ frames: [Frame], joined: [Range<Int>]) {
    self.frames = frames
    self.joined = joined
  }

  mutating func visit(_ frame: Frame, number: Int) {
    defer { seen += 1 }
    guard difference == nil, seen < joined.count else { return }
    let wanted = frames[joined[seen]]
    let delay = wanted.count == 1 ? wanted.first?.delay : wanted.lazy.map(\.shownDelay).total()
    if delay?.isSameTime(as: frame.delay) != true {
      difference = "frame \(seen + 1): the delay differs"
    }
    for original in wanted {
      guard let place = firstVisibleDifference(frame.bitmap, original.bitmap) else { continue }
      difference = "frame \(seen + 1): the pixel at \(place) differs"
    }
  }

  func conclude(_ damage: [Damage]) throws(EncodingDefect) {
    if let first = damage.first { throw EncodingDefect("the file does not decode: \(first.reason)") }
    if let difference { throw EncodingDefect(difference) }
    guard seen == joined.count else { throw EncodingDefect("\(seen) of \(joined.count) frames decode") }
  }
}

/// Where two bitmaps differ first: in alpha, or in color where alpha is not 0; nil where they look the same.
func firstVisibleDifference(_ left: Bitmap, _ right: Bitmap) -> String? {
  guard left.size == right.size else { return "any" }
  // As most are: what was encoded has no color that is not seen.
  guard left.size.area > 0, !left.pixels.hasSameBytes(as: right.pixels) else { return nil }
  return left.withView { left in
    right.withView { right in
      for y in 0..<left.size.height {
        var differs: UInt32 = 0
        for x in 0..<left.size.width {
          let (a, b) = (left[x, y].word, right[x, y].word)
          differs |= (a | b) > 0xFF_FFFF ? a ^ b : 0  // both transparent: the color does not count
        }
        if differs == 0 { continue }
        let x = (0..<left.size.width).first { x in
          let (a, b) = (left[x, y].word, right[x, y].word)
          return (a | b) > 0xFF_FFFF && a != b
        }
        return "(\(x ?? 0), \(y))"
      }
      return nil
    }
  }
}
