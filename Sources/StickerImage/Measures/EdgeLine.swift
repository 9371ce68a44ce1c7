/// A side of a canvas and the lines of pixels beneath it.
struct EdgeLine {
  /// The length of the side in pixels.
  let length: Int
  private let pixels: [UInt8]
  private let origin: Int
  private let along: Int
  private let inward: Int
  private let mostDepth: Int

  /// Pixels from the border to the line that a run is compared with.
  static let inset = 3
  /// Samples that differ by at most as much are one color.
  private static let sameColor = 24
  /// Outlines are at most as thick, in pixels.
  private static let thickestOutline = 24

  init(_ bitmap: Bitmap, _ side: EdgeCuts.Side) {
    let (width, height) = (bitmap.width, bitmap.height)
    pixels = bitmap.pixels
    switch side {
    case .top: (length, origin, along, inward, mostDepth) = (width, 0, 1, width, height)
    case .bottom:
      (length, origin, along, inward, mostDepth) = (width, (height - 1) * width, 1, -width, height)
    case .left: (length, origin, along, inward, mostDepth) = (height, 0, width, 1, width)
    case .right: (length, origin, along, inward, mostDepth) = (height, width - 1, width, -1, width)
    }
  }

  private func sample(_ place: Int, _ depth: Int) -> Int { (origin + place * along + depth * inward) * 4 }

  private func isCovered(_ place: Int, _ depth: Int) -> Bool { pixels[sample(place, depth) + 3] >= 128 }

  /// Runs of pixels with alpha of at least 128, `depth` pixels from the border.
  func runs(depth: Int) -> [Range<Int>] {
    var (runs, start): ([Range<Int>], Int?) = ([], nil)
    for place in 0..<length {
      if isCovered(place, depth) {
        start = start ?? place
      } else if let from = start {
        runs.append(from..<place)
        start = nil
      }
    }
    if let start { runs.append(start..<length) }
    return runs
  }

  /// The longest run at a depth that lies beside a run of the border; an empty one where there is none.
  func longestRun(beside run: Range<Int>, depth: Int) -> Range<Int> {
    guard depth < mostDepth else { return 0..<0 }
    return runs(depth: depth).reduce(0..<0) { $1.overlaps(run) && $1.count > $0.count ? $1 : $0 }
  }

  /// Whether a run of the border looks cut: it is solid and has no outline drawn along it.
  func isCut(_ run: Range<Int>) -> Bool {
    let solid = run.count { pixels[sample($0, 0) + 3] >= 250 }
    return solid * 2 >= run.count && !isOutlined(run)
  }

  private func isOutlined(_ run: Range<Int>) -> Bool {
    let color = sample((run.lowerBound + run.upperBound) / 2, 0)
    let same = run.count { hasColor(of: color, sample($0, 0)) }
    guard same * 100 >= run.count * 95 else { return false }
    var depths: [Int] = []
    for share in [20, 35, 50, 65, 80] {
      let place = run.lowerBound + run.count * share / 100
      let most = min(mostDepth, Self.thickestOutline + 1)
      let depth = (0..<most).first { !isCovered(place, $0) || !hasColor(of: color, sample(place, $0)) }
      guard let depth else { return false }
      depths.append(depth)
    }
    return (depths.max() ?? 0) - (depths.min() ?? 0) <= 1
  }

  private func hasColor(of one: Int, _ other: Int) -> Bool {
    (0..<3).allSatisfy { abs(Int(pixels[one + $0]) - Int(pixels[other + $0])) <= Self.sameColor }
  }
}
