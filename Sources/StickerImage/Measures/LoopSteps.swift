/// How far each picture of an animation is from the one before it, and the first from the last.
///
/// A step is the sum, over the points of the grid, of the largest difference between premultiplied samples:
/// 255 is a point that changes from nothing to solid. Frames that look like the one before are no step.
public struct LoopSteps: Hashable, Sendable {
  /// Pictures that differ from the one before them, and the first.
  public private(set) var pictures = 0
  /// The largest step between two pictures that follow each other.
  public private(set) var largest = 0
  private var (opening, latest): ([UInt32], [UInt32]) = ([], [])
  /// Visible points of the fullest frame.
  private var fullest = 0
  private var (first, last) = (0, 0)

  init() {}

  mutating func take(_ points: [UInt32]) {
    if opening.isEmpty {
      (opening, pictures) = (points, 1)
    } else if points != latest {
      let step = Self.step(latest, points)
      if step > 0 { pictures += 1 }
      largest = max(largest, step)
    }
    if points != latest { last = points.count { $0.sampledAlpha >= 5 } }
    if latest.isEmpty { first = last }
    fullest = max(fullest, last)
    latest = points
  }

  /// The step from the last picture to the first.
  public var jump: Int { Self.step(latest, opening) }

  /// The jump as a share of what the fullest frame shows, 0...1: 1 is all of it come or gone.
  public var jumpShare: Double { fullest == 0 ? 0 : Double(jump) / Double(255 * fullest) }

  /// How full the emptier end is, as a share of the fullest frame, 0...1.
  public var emptierEnd: Double { fullest == 0 ? 0 : Double(min(first, last)) / Double(fullest) }

  private static func step(_ one: [UInt32], _ other: [UInt32]) -> Int {
    var sum = 0
    for (a, b) in zip(one, other) where a != b {
      sum += Int(premultiplied(a).largestDifference(premultiplied(b)))
    }
    return sum
  }

  private static func premultiplied(_ point: UInt32) -> SIMD4<Int32> {
    let alpha = Int32(point.sampledAlpha)
    let samples = SIMD4(
      Int32(point.sampledRed), Int32(point.sampledGreen), Int32(point.sampledBlue), 255)
    return samples &* SIMD4(repeating: alpha)
  }
}

extension SIMD4<Int32> {
  /// The largest difference of premultiplied samples, 0...255.
  fileprivate func largestDifference(_ other: SIMD4<Int32>) -> Int32 {
    let shift = self &- other
    return (Swift.max(shift.max(), (SIMD4.zero &- shift).max()) &+ 127) / 255
  }
}
