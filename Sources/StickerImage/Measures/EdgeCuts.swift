/// Where art runs straight along a side of the canvas as if it had been cut off there.
///
/// A shape that is cut crosses the border: the run of pixels with alpha of at least 128 on the border is
/// nearly as long as the run 3 px further in. A curve that only touches has a much shorter one. Two kinds
/// of straight runs are complete all the same, and not counted: those whose edge is softened along the
/// border (fewer than half of the run's pixels are solid), and those with an outline drawn along it: one
/// color on the border, which changes at the same depth all along the run.
///
/// Nor does trimmed art count, which lies between two opposite sides with equal runs: a rectangle, or a shape
/// that rounds off from its runs. What is cut widens as fast deep inside as at the border; what rounds off
/// widens ever slower. Pixel art is compared a square further in, where its squares are larger than 3 px.
public struct EdgeCuts: Hashable, Sendable {
  /// A side of the canvas.
  public enum Side: String, Hashable, Sendable, CaseIterable {
    /// The first row.
    case top
    /// The last column.
    case right
    /// The last row.
    case bottom
    /// The first column.
    case left
  }

  /// A straight run on the border.
  public struct Cut: Hashable, Sendable {
    /// The side of the canvas that the run lies on.
    public let side: Side
    /// The length of that side in pixels.
    public let sideLength: Int
    /// Where the run begins: pixels from the left end or the top of the side.
    public let start: Int
    /// The length of the run in pixels, at least a hundredth of the side.
    public let length: Int
    /// The longest run beside it 3 px further in, or a square of pixel art.
    public let innerLength: Int
    /// The run four times as deep as `innerLength`; nil beyond the middle of the canvas.
    fileprivate let deepLength: Int?
    /// How far the middle of that run lies aside of this one's, in half pixels; nil beyond the middle.
    fileprivate let deepShift: Int?
    /// The number of the frame; the first is 0.
    public let frame: Int

    /// Whether the art is no wider inside than at the border, and goes straight up, as what stands there:
    /// what is cut out of something round widens, and what leans or reaches in from outside lies aside.
    public var isBase: Bool {
      guard let deepLength, let deepShift else { return false }
      return innerLength <= length + 2 && deepLength <= length + length / 50 && deepShift <= 2
    }

    /// The run's length in hundredths of that 3 px further in, 50...100.
    public var straightness: Int { innerLength > length ? length * 100 / innerLength : 100 }
  }

  /// Side by side, over all frames: each is longer or straighter than every other on its side, so that
  /// there are at most 51 a side.
  public private(set) var cuts: [Cut] = []
  /// All cuts, each place once, with the frame in which it is straightest; at most 128.
  public private(set) var places: [Cut] = []
  private static let mostPlaces = 128

  init() {}

  /// - Parameter box: of what is visible; sides that it does not reach are not looked at.
  /// - Parameter frame: its number, the first is 0.
  /// - Parameter square: pixels that a square of pixel art takes, 0 or 1 for other art.
  mutating func take(_ bitmap: Bitmap, box: PixelRect?, square: Int, frame: Int) {
    // A plain rectangle has a grid, too, as large as itself.
    let inset = square * 8 > bitmap.size.shorterSide ? EdgeLine.inset : max(EdgeLine.inset, square)
    guard let box, bitmap.size.shorterSide > inset * 2 else { return }
    let isDeep = bitmap.size.shorterSide > inset * 8
    var own: [Cut] = []
    for side in Side.allCases where box.reaches(side, of: bitmap.size) {
      let line = EdgeLine(bitmap, side)
      for run in line.runs(depth: 0) where run.count * 100 >= line.length && line.isCut(run) {
        let inner = line.longestRun(beside: run, depth: inset).count
        guard run.count * 2 >= inner else { continue }
        let deep = isDeep ? line.longestRun(beside: run, depth: inset * 4) : nil
        own.append(
          Cut(
            side: side, sideLength: line.length, start: run.lowerBound, length: run.count, innerLength: inner,
            deepLength: deep?.count,
            deepShift: deep.map { abs($0.lowerBound + $0.upperBound - run.lowerBound - run.upperBound) },
            frame: frame))
      }
    }
    for cut in own where !own.contains(where: { $0.isTrimmed(with: cut, box) }) { keep(cut) }
  }

  private mutating func keep(_ cut: Cut) {
    if let known = places.firstIndex(where: { $0.hasPlace(of: cut) }) {
      if cut.straightness > places[known].straightness { places[known] = cut }
    } else if places.count < Self.mostPlaces {
      places.append(cut)
    }
    let isLess = cuts.contains {
      $0.side == cut.side && $0.length >= cut.length && $0.straightness >= cut.straightness
    }
    if isLess { return }
    cuts.removeAll {
      $0.side == cut.side && $0.length <= cut.length && $0.straightness <= cut.straightness
    }
    cuts.append(cut)
  }
}

extension EdgeCuts.Cut {
  fileprivate func hasPlace(of other: Self) -> Bool {
    (side, start, length) == (other.side, other.start, other.length)
  }

  /// Whether both are ends of one whole shape.
  fileprivate func isTrimmed(with other: Self, _ box: PixelRect) -> Bool {
    let isSame = abs(start - other.start) <= 1 && abs(length - other.length) <= 1
    return isSame && side == other.side.opposite && roundsOff(box) && other.roundsOff(box)
  }

  private func roundsOff(_ box: PixelRect) -> Bool {
    guard let deepLength else { return false }
    let (near, deep) = (innerLength - length, deepLength - length)
    let isRectangle = length == (side == .top || side == .bottom ? box.width : box.height)
    // Of a circle that only touches, measured in the middle of pixels, it is 2.4; of one cut by 1 px, 2.7.
    return near > 0 ? deep * 10 <= near * 26 : isRectangle
  }
}

extension EdgeCuts.Side {
  fileprivate var opposite: Self {
    switch self {
    case .top: .bottom
    case .right: .left
    case .bottom: .top
    case .left: .right
    }
  }
}

extension PixelRect {
  fileprivate func reaches(_ side: EdgeCuts.Side, of canvas: PixelSize) -> Bool {
    switch side {
    case .top: y == 0
    case .right: x + width == canvas.width
    case .bottom: y + height == canvas.height
    case .left: x == 0
    }
  }
}
