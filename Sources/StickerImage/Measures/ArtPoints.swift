/// A few frames of the art, each in points that are evenly spread over the canvas: enough to tell its parts
/// from each other, and what each of them looks like.
public struct ArtPoints: Hashable, Sendable {
  /// Frames that are kept at most: the first, and others at even distances.
  static let mostFrames = 4

  /// One frame.
  struct Glance: Hashable, Sendable {
    /// Its number; the first is 0.
    let frame: Int
    let shape: ArtShape
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
    let seconds = frame.shownDelay.milliseconds / 1000
    guard number.isMultiple(of: step) else {
      glances[glances.count - 1].seconds += seconds
      return
    }
    canvas = frame.bitmap.size
    glances.append(Glance(frame: number, shape: ArtShape(frame.bitmap), seconds: seconds))
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

  /// The pixels that points cover.
  ///
  /// - Parameter box: columns and rows of points.
  func place(of box: PixelRect) -> PixelRect {
    let (left, top) = (box.x * canvas.width / ArtShape.side, box.y * canvas.height / ArtShape.side)
    let right = ((box.x + box.width) * canvas.width + ArtShape.side - 1) / ArtShape.side
    let bottom = ((box.y + box.height) * canvas.height + ArtShape.side - 1) / ArtShape.side
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
