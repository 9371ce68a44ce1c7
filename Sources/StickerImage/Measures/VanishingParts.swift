/// A part of the art that cannot be told from what lies behind it.
public struct VanishingPart: Hashable, Sendable {
  /// The pixels that it covers, and some between them.
  public let place: PixelRect
  /// The frame in which that was seen; the first is 0.
  public let frame: Int
  /// How much of the frame's solid art it is, 0...1.
  public let share: Double
}

/// What vanishes for some time.
public struct VanishingTime: Hashable, Sendable {
  /// How long a frame, and what follows until the next one that was looked at, is shown.
  public let seconds: Double
  /// The parts that vanish, the largest first.
  public let parts: [VanishingPart]
}

/// When a part of the art vanishes.
public struct Vanishing: Hashable, Sendable {
  /// From when on a color stands out.
  public var standingOut: StandingOut
  /// The share of a part, 0...1, that has to stand out for the part to be seen.
  public var leastSeen: Double
  /// The share of the art, 0...1, below which something is no part of it: tears, lines of speed.
  public var leastPart: Double

  /// The limits.
  public init(_ standingOut: StandingOut, leastSeen: Double, leastPart: Double) {
    (self.standingOut, self.leastSeen, self.leastPart) = (standingOut, leastSeen, leastPart)
  }
}

extension ArtPoints {
  /// Fewer solid points than these are no art to judge.
  private static let fewest = 64

  /// The parts that vanish on a background: groups of solid pixels of which hardly anything stands out, and
  /// what hangs on to others, but has next to nothing of them around it: an arm, the ends of a ribbon.
  ///
  /// - Parameter background: a flat one.
  /// - Returns: for each frame that was looked at and has art.
  public func vanishing(on background: TestBackground, _ limits: Vanishing) -> [VanishingTime] {
    glances.compactMap { glance in
      guard glance.points.count(where: { $0.isSolid }) >= Self.fewest else { return nil }
      let mayVanish = mayVanish(glance.points, on: background, limits)
      let boxes = mayVanish ? Vanished(glance.points, on: background, limits).boxes : []
      let parts = boxes.map {
        VanishingPart(place: place(of: $0.box), frame: glance.frame, share: $0.share)
      }
      return VanishingTime(seconds: glance.seconds, parts: parts)
    }
  }

  /// Whether some of a quarter of the points are as bright as the background: without any, nothing vanishes.
  private func mayVanish(_ points: [UInt32], on background: TestBackground, _ limits: Vanishing) -> Bool {
    var (solid, hidden) = (0, 0)
    for row in stride(from: 0, to: Self.side, by: 2) {
      for at in stride(from: row * Self.side + row / 2 % 2, to: (row + 1) * Self.side, by: 2)
      where points[at].isSolid {
        solid += 1
        if !limits.standingOut.differsInLuminance(points[at], 0, background) { hidden += 1 }
      }
    }
    return Double(hidden) >= limits.leastPart * (1 - limits.leastSeen) / 2 * Double(solid)
  }
}

/// What vanishes of one frame on one background.
private struct Vanished {
  /// Points between two groups that are taken for one: the letters of a word.
  private static let gap = 4
  /// Half of how thick what hangs on to others has to be, in points: outlines are thinner.
  private static let leastDepth = 2
  /// How much of what lies around it has to be clear, 0...1, on a dark background and on others: what others
  /// surround is seen by them, and the corners of a white rim mostly have nothing around them.
  private static let leastClear = (onDark: 0.6, onOthers: 0.8)

  /// The share of the limits from which what hangs on to others is seen on a background that is not dark:
  /// eyes tell a light gray from white, and a dark red from red, as long as both touch something else.
  private static let besideOthers: Float = 0.3

  private let groups: PointGroups
  /// Solid points that do not stand out, as strictly as is looked for what hangs on to others.
  private var hidden: [Bool]
  private let solid: [Bool]
  private let leastPoints: Double
  private let isDark: Bool
  private(set) var boxes: [(box: PixelRect, share: Double)] = []

  init(_ points: [UInt32], on background: TestBackground, _ limits: Vanishing) {
    solid = points.map(\.isSolid)
    groups = PointGroups(solid)
    hidden = solid
    let count = Double(solid.count { $0 })
    leastPoints = limits.leastPart * count
    var seen = [Int](repeating: 0, count: groups.sizes.count)
    isDark = background.luminances[0] < 0.05
    var strict = limits.standingOut
    if !isDark {
      strict.minContrast = 1 + (strict.minContrast - 1) * Self.besideOthers
      strict.minDistance *= Self.besideOthers
    }
    var last: (point: UInt32, standsOut: Bool, differs: Bool)?
    for at in points.indices where solid[at] {
      if last?.point != points[at] {
        let standsOut = limits.standingOut.separates(points[at], on: background)
        last = (points[at], standsOut, standsOut || strict.separates(points[at], on: background))
      }
      if last?.standsOut == true { seen[groups.groups[at]] += 1 }
      if last?.differs == true { hidden[at] = false }
    }
    var vanishes = seen.indices.map { Double(seen[$0]) < limits.leastSeen * Double(groups.sizes[$0]) }
    vanishes[0] = false
    let found = (vanishes.contains(true) ? whole(vanishes) : []) + hangingOn(vanishes)
    boxes = found.filter { Double($0.count) >= leastPoints }.map { ($0.box, Double($0.count) / count) }
    boxes.sort { ($1.share, $0.box.y, $0.box.x) < ($0.share, $1.box.y, $1.box.x) }
  }

  /// The groups that vanish, those beside each other as one: boxes of points, and how many are in each.
  private func whole(_ vanishes: [Bool]) -> [(box: PixelRect, count: Int)] {
    let all = groups.groups
    var joined = Array(vanishes.indices)
    let (side, reach) = (ArtPoints.side, vanishes.count { $0 } > 1 ? Self.gap + 1 : 0)
    for at in all.indices where vanishes[all[at]] {
      let (x, y) = (at % side, at / side)
      for row in y...min(y + reach, side - 1) {
        for column in max(0, x - reach)...min(x + reach, side - 1) {
          let other = all[row * side + column]
          if other != all[at], vanishes[other] { join(all[at], other, in: &joined) }
        }
      }
    }
    return Self.boxes(
      all.indices.lazy.filter { vanishes[all[$0]] }.map { ($0, root(of: all[$0], in: &joined)) })
  }

  /// What hangs on to others, is no outline, and has mostly nothing around it.
  private func hangingOn(_ vanishes: [Bool]) -> [(box: PixelRect, count: Int)] {
    let depth = Self.leastDepth
    let inOthers = hidden.indices.map { hidden[$0] && !vanishes[groups.groups[$0]] }
    guard let cores = inOthers.shrunk(by: depth) else { return [] }
    let grown = cores.grown(by: depth)
    let bodies = PointGroups(grown.indices.map { grown[$0] && inOthers[$0] })
    let isLarge = bodies.sizes.map { Double($0) >= leastPoints }
    guard isLarge.dropFirst().contains(true) else { return [] }
    let clear = clearAround(bodies, isLarge)
    let least = isDark ? Self.leastClear.onDark : Self.leastClear.onOthers
    return Self.boxes(
      bodies.groups.indices.lazy.filter {
        let body = bodies.groups[$0]
        return body > 0 && isLarge[body] && clear[body] >= least
      }.map { ($0, bodies.groups[$0]) })
  }

  /// How much of what lies around each body, and stands out or is clear, is clear: 0...1.
  private func clearAround(_ bodies: PointGroups, _ isLarge: [Bool]) -> [Double] {
    let (side, reach) = (ArtPoints.side, Self.leastDepth + 1)
    var clear = [Int](repeating: 0, count: bodies.sizes.count)
    var seen = clear
    for body in isLarge.indices.dropFirst() where isLarge[body] {
      // What lies beyond the canvas is clear as well: the ring is drawn with a margin.
      let wide = side + 2 * reach
      var ring = [Bool](repeating: false, count: wide * wide)
      for at in bodies.groups.indices where bodies.groups[at] == body {
        for row in 0...2 * reach {
          let start = (at / side + row) * wide + at % side
          for column in 0...2 * reach { ring[start + column] = true }
        }
      }
      for at in ring.indices where ring[at] {
        let (x, y) = (at % wide - reach, at / wide - reach)
        guard 0..<side ~= x, 0..<side ~= y else {
          clear[body] += 1
          continue
        }
        let point = y * side + x
        if bodies.groups[point] == body { continue }
        if !solid[point] { clear[body] += 1 } else if !hidden[point] { seen[body] += 1 }
      }
    }
    return clear.indices.map { Double(clear[$0]) / Double(max(1, clear[$0] + seen[$0])) }
  }

  /// - Parameter members: points, and which part each belongs to.
  private static func boxes(_ members: some Sequence<(Int, Int)>) -> [(box: PixelRect, count: Int)] {
    var boxes: [Int: (box: PixelRect, count: Int)] = [:]
    for (at, part) in members {
      let point = PixelRect(x: at % ArtPoints.side, y: at / ArtPoints.side, width: 1, height: 1)
      let known = boxes[part]
      boxes[part] = (PixelRect(around: known?.box, point) ?? point, (known?.count ?? 0) + 1)
    }
    return boxes.sorted { $0.key < $1.key }.map(\.value)
  }
}

extension UInt32 {
  /// Whether a point's alpha is at least 128.
  fileprivate var isSolid: Bool { self >= 128 << 24 }
}
