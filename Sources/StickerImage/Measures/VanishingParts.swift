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

  /// The parts that vanish on backgrounds: groups of solid pixels of which hardly anything stands out, and
  /// what hangs on to others, but has next to nothing of them around it: an arm, the ends of a ribbon.
  ///
  /// - Parameter backgrounds: flat ones.
  /// - Returns: for each background a list: of each frame that was looked at and has art.
  public func vanishing(on backgrounds: [TestBackground], _ limits: Vanishing) -> [[VanishingTime]] {
    var times = [[VanishingTime]](repeating: [], count: backgrounds.count)
    for glance in glances {
      let shape = Shape(glance.points)
      guard shape.count >= Self.fewest else { continue }
      let mayVanish = mayVanish(glance.points, on: backgrounds, limits)
      let groups = mayVanish.contains(true) ? MaskGroups(shape.solid) : nil
      for (number, background) in backgrounds.enumerated() {
        var parts: [VanishingPart] = []
        if mayVanish[number], let groups {
          parts = Vanished(shape, groups, on: background, limits).parts.map {
            VanishingPart(place: place(of: $0.box), frame: glance.frame, share: $0.share)
          }
        }
        times[number].append(VanishingTime(seconds: glance.seconds, parts: parts))
      }
    }
    return times
  }

  /// Whether a quarter of the points says that something may vanish: enough of them are as bright as a
  /// background, and lie beside nothing that is brighter or darker, as an outline does.
  private func mayVanish(
    _ points: [UInt32], on backgrounds: [TestBackground], _ limits: Vanishing
  ) -> [Bool] {
    let half = Self.side / 2
    var solid = PixelMask(PixelSize(half, half))
    var hidden = backgrounds.map { _ in solid }
    // A bit for each background on which the last point was hidden; a solid point is never 0.
    var last: (point: UInt32, hidden: UInt64) = (0, 0)
    let lights = PointLights()
    for row in 0..<half {
      for column in 0..<half {
        let point = points[2 * (row * Self.side + column) + row % 2]
        guard point.isSolid else { continue }
        if point != last.point { last = (point, lights.hidden(point, on: backgrounds, limits.standingOut)) }
        solid.words[row] |= 1 << UInt64(column)
        var bits = last.hidden
        while bits != 0 {
          hidden[bits.trailingZeroBitCount].words[row] |= 1 << UInt64(column)
          bits &= bits - 1
        }
      }
    }
    let least = limits.leastPart * (1 - limits.leastSeen) / 2 * Double(solid.count)
    return hidden.map { hidden in
      guard Double(hidden.count) >= least else { return false }
      return Double(hidden.subtracting(solid.subtracting(hidden).grown(by: 1)).count) >= least / 2
    }
  }
}

/// Where a frame is solid, and of what colors: runs of equal points, none longer than a word of the mask. Art
/// has few colors and large areas of each.
private struct Shape {
  struct ColorRun {
    let point: UInt32
    let word: Int32
    /// The run's points in its word.
    let bits: UInt64
  }

  let solid: PixelMask
  let runs: [ColorRun]
  /// How many points are solid.
  let count: Int

  init(_ points: [UInt32]) {
    var (solid, runs) = (PixelMask(PixelSize(ArtPoints.side, ArtPoints.side)), [ColorRun]())
    runs.reserveCapacity(2048)
    unsafe points.withUnsafeBufferPointer { points in
      for word in solid.words.indices {
        let first = word &* 64
        var at = 0
        while at < 64 {
          let point = unsafe points[first &+ at]
          var end = at &+ 1
          while end < 64, unsafe points[first &+ end] == point { end &+= 1 }
          if point.isSolid {
            let bits = (UInt64.max &>> UInt64(64 &- (end &- at))) &<< UInt64(at)
            solid.words[word] |= bits
            runs.append(ColorRun(point: point, word: Int32(word), bits: bits))
          }
          at = end
        }
      }
    }
    (self.solid, self.runs, count) = (solid, runs, solid.count)
  }
}

/// What vanishes of one frame on one background.
private struct Vanished {
  typealias Part = (box: PixelRect, share: Double)

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

  private let solid: PixelMask
  private let groups: MaskGroups
  private let count: Double
  private let leastPoints: Double
  private let leastClear: Double
  /// Solid points that stand out, and those that do by what is asked of what hangs on to others.
  private var (standsOut, differs): (PixelMask, PixelMask)
  private(set) var parts: [Part] = []

  init(_ shape: Shape, _ groups: MaskGroups, on background: TestBackground, _ limits: Vanishing) {
    (solid, self.groups, count) = (shape.solid, groups, Double(shape.count))
    leastPoints = limits.leastPart * count
    let isDark = background.luminances[0] < 0.05
    leastClear = isDark ? Self.leastClear.onDark : Self.leastClear.onOthers
    (standsOut, differs) = (PixelMask(solid.size), PixelMask(solid.size))
    var strict = limits.standingOut
    if !isDark {
      strict.minContrast = 1 + (strict.minContrast - 1) * Self.besideOthers
      strict.minDistance *= Self.besideOthers
    }
    look(at: shape.runs, on: background, limits.standingOut, strict)
    var seen = groups.sizes.map { _ in 0 }
    for at in groups.runs.indices { seen[groups.groups[at]] += standsOut.count(in: groups.runs[at]) }
    let vanishes = seen.indices.map { Double(seen[$0]) < limits.leastSeen * Double(groups.sizes[$0]) }
    parts = whole(vanishes) + hangingOn(vanishes)
    parts.sort { ($1.share, $0.box.y, $0.box.x) < ($0.share, $1.box.y, $1.box.x) }
  }

  /// - Parameter strict: what is asked of what hangs on to others; never more than `limits`.
  private mutating func look(
    at runs: [Shape.ColorRun], on background: TestBackground, _ limits: StandingOut, _ strict: StandingOut
  ) {
    let (lights, behind, lab) = (PointLights(), background.luminances[0], background.labs[0])
    // Art comes back to its colors: the last point of each of 256 kinds, and what became of it.
    var known = [SIMD2<UInt32>](repeating: .zero, count: 256)
    for run in runs {
      let kind = Int((run.point &* 0x9E37_79B1) >> 24)
      if known[kind].x != run.point {  // a solid point is never 0
        let light = lights.light(run.point, over: background)
        known[kind] = SIMD2(run.point, Self.verdict(light, behind, lab, limits, strict))
      }
      let verdict = known[kind].y
      if verdict & 1 != 0 { standsOut.words[Int(run.word)] |= run.bits }
      if verdict & 2 != 0 { differs.words[Int(run.word)] |= run.bits }
    }
  }

  /// 1 where a color stands out, and 2 where it differs as much as is asked of what hangs on to others.
  private static func verdict(
    _ light: SIMD4<Float>, _ behind: Float, _ lab: OKLab, _ limits: StandingOut, _ strict: StandingOut
  ) -> UInt32 {
    let own = luminance(of: light)
    if limits.separates(own, fromLuminance: behind) { return 3 }
    let chroma = squaredChroma(light, lab)
    if limits.separates(squaredChroma: chroma) { return 3 }
    let differs = strict.separates(own, fromLuminance: behind) || strict.separates(squaredChroma: chroma)
    return differs ? 2 : 0
  }

  /// The groups that vanish, those beside each other as one.
  private func whole(_ vanishes: [Bool]) -> [Part] {
    let hidden = groups.runs.indices.filter { vanishes[groups.groups[$0]] }
    var joined = JoinedNumbers(count: vanishes.count)
    if vanishes.count(where: { $0 }) > 1 { joinNeighbors(hidden, in: &joined) }
    return parts(hidden.map { (groups.runs[$0], joined.root(of: groups.groups[$0])) })
  }

  /// - Parameter runs: numbers of runs, row by row.
  private func joinNeighbors(_ runs: [Int], in joined: inout JoinedNumbers) {
    for (place, at) in runs.enumerated() {
      let run = groups.runs[at]
      let reach = run.columns.lowerBound - Self.gap..<run.columns.upperBound + Self.gap
      for other in runs[(place + 1)...] {
        let next = groups.runs[other]
        if next.row > run.row + Self.gap + 1 { break }
        if next.columns.upperBound >= reach.lowerBound, next.columns.lowerBound <= reach.upperBound {
          joined.join(groups.groups[at], groups.groups[other])
        }
      }
    }
  }

  /// What hangs on to others, is no outline, and has mostly nothing around it.
  private func hangingOn(_ vanishes: [Bool]) -> [Part] {
    var hidden = solid.subtracting(differs)
    var gone = PixelMask(solid.size)
    for at in groups.runs.indices where vanishes[groups.groups[at]] { gone.set(groups.runs[at]) }
    hidden = hidden.subtracting(gone)
    let cores = hidden.shrunk(by: Self.leastDepth)
    guard !cores.isEmpty else { return [] }
    let bodies = MaskGroups(cores.grown(by: Self.leastDepth).intersection(hidden))
    var runs = [[MaskRun]](repeating: [], count: bodies.sizes.count)
    for at in bodies.runs.indices { runs[bodies.groups[at]].append(bodies.runs[at]) }
    let found = runs.indices.filter {
      Double(bodies.sizes[$0]) >= leastPoints && clear(around: runs[$0]) >= leastClear
    }
    return parts(found.flatMap { number in runs[number].map { ($0, number) } })
  }

  /// How much of what lies around a body, and stands out or is clear, is clear: 0...1.
  private func clear(around runs: [MaskRun]) -> Double {
    let reach = Self.leastDepth + 1
    var body = PixelMask(solid.size)
    // What lies beyond the canvas is clear as well: once more with a margin.
    var wide = PixelMask(PixelSize(solid.size.width + 2 * reach, solid.size.height + 2 * reach))
    for run in runs {
      body.set(run)
      let columns = run.columns.lowerBound + reach..<run.columns.upperBound + reach
      wide.set(MaskRun(row: run.row + reach, columns: columns))
    }
    let near = body.grown(by: reach)
    let ring = near.subtracting(body)
    let clear = wide.grown(by: reach).count - near.count + ring.subtracting(solid).count
    return Double(clear) / Double(max(1, clear + ring.intersection(differs).count))
  }

  /// Those of runs that are large enough, the part of each told by its number.
  private func parts(_ runs: [(run: MaskRun, part: Int)]) -> [Part] {
    var boxes: [Int: (box: PixelRect, count: Int)] = [:]
    for (run, part) in runs {
      let known = boxes[part]
      let box = PixelRect(around: known?.box, run.box) ?? run.box
      boxes[part] = (box, (known?.count ?? 0) + run.columns.count)
    }
    return boxes.sorted { $0.key < $1.key }.map(\.value).filter { Double($0.count) >= leastPoints }.map {
      ($0.box, Double($0.count) / count)
    }
  }
}
