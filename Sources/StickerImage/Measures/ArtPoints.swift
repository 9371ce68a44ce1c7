/// A few frames of the art, each in 128 × 128 points that are evenly spread over the canvas: enough to tell
/// its parts from each other, and what each of them looks like.
public struct ArtPoints: Hashable, Sendable {
  /// Points in each direction.
  static let side = 128
  /// Frames that are kept at most: the first, and others at even distances.
  static let mostFrames = 4

  /// One frame.
  struct Glance: Hashable, Sendable {
    /// Its number; the first is 0.
    let frame: Int
    /// One pixel for each point, row by row: alpha is the top byte, red the lowest.
    let points: [UInt32]
    /// Seconds until the next one that is kept.
    var seconds: Double
  }

  private(set) var glances: [Glance] = []
  private(set) var canvas = PixelSize(0, 0)
  /// One of so many frames is kept; a power of two.
  private var step = 1

  init() {}

  mutating func take(_ frame: Frame, number: Int) {
    guard !frame.bitmap.pixels.isEmpty else { return }
    if number.isMultiple(of: step), glances.count == Self.mostFrames { thin() }
    let seconds = frame.delay.milliseconds / 1000
    guard number.isMultiple(of: step) else {
      glances[glances.count - 1].seconds += seconds
      return
    }
    canvas = frame.bitmap.size
    glances.append(Glance(frame: number, points: Self.points(of: frame.bitmap), seconds: seconds))
  }

  /// Keeps every other one; the time of the others is that of the one before them.
  private mutating func thin() {
    step *= 2
    var kept: [Glance] = []
    for glance in glances {
      if glance.frame.isMultiple(of: step) {
        kept.append(glance)
      } else {
        kept[kept.count - 1].seconds += glance.seconds
      }
    }
    glances = kept
  }

  private static func points(of bitmap: Bitmap) -> [UInt32] {
    let columns = (0..<side).map { (2 * $0 + 1) * bitmap.width / (2 * side) }
    var points: [UInt32] = []
    points.reserveCapacity(side * side)
    unsafe bitmap.pixels.withUnsafeBytes { pixels in
      for row in 0..<side {
        let start = (2 * row + 1) * bitmap.height / (2 * side) * bitmap.width
        for column in columns {
          let at = (start &+ column) &* 4
          points.append(
            UInt32(littleEndian: unsafe pixels.loadUnaligned(fromByteOffset: at, as: UInt32.self)))
        }
      }
    }
    return points
  }

  /// The pixels that points cover.
  ///
  /// - Parameter box: columns and rows of points.
  func place(of box: PixelRect) -> PixelRect {
    let (left, top) = (box.x * canvas.width / Self.side, box.y * canvas.height / Self.side)
    let right = ((box.x + box.width) * canvas.width + Self.side - 1) / Self.side
    let bottom = ((box.y + box.height) * canvas.height + Self.side - 1) / Self.side
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
