/// A part of the art that can't be told apart from its background.
public struct InvisiblePart: Hashable, Sendable {
  /// The bounding box in pixels.
  public let boundingBox: PixelRect
  /// The index of the frame in which the part was found, starting at 0.
  public let frame: Int
  /// The part's share of the frame's solid art, 0...1.
  public let artShare: Double
}

/// The invisible parts of a sampled frame.
public struct FrameInvisibleParts: Hashable, Sendable {
  /// The display time in seconds of this frame and the ones after it, up to the next sampled frame.
  public let seconds: Double
  /// The invisible parts, largest first.
  public let parts: [InvisiblePart]
}

/// The thresholds at which a part of the art counts as invisible.
public struct InvisiblePartLimits: Hashable, Sendable {
  /// The thresholds at which a color stands out.
  public var contrast: ContrastLimits
  /// The share of a part (0...1) that has to stand out for the part to be visible.
  public var minVisibleShare: Double
  /// The smallest share of the art (0...1) that counts as a part. Smaller areas are details, such as tears or
  /// speed lines.
  public var minPartShare: Double

  /// Creates the thresholds.
  public init(_ contrast: ContrastLimits, minVisibleShare: Double, minPartShare: Double) {
    self.contrast = contrast
    self.minVisibleShare = minVisibleShare
    self.minPartShare = minPartShare
  }
}

extension ArtPoints {
  /// The minimum number of solid points that a judgment requires.
  private static let minSolidPoints = 64

  /// Finds the parts that are invisible on backgrounds: groups of solid pixels that hardly stand out, and
  /// parts that are attached to visible ones but mostly surrounded by nothing, such as an arm or the ends of
  /// a ribbon.
  ///
  /// - Parameter backgrounds: Flat backgrounds, at most 16.
  /// - Parameter limits: The thresholds.
  /// - Returns: For each background, the results of each sampled frame that has art.
  public func invisibleParts(on backgrounds: [TestBackground], _ limits: InvisiblePartLimits)
    -> [[FrameInvisibleParts]]
  {
    var results = [[FrameInvisibleParts]](repeating: [], count: backgrounds.count)
    let backgroundLimits = backgrounds.map { (background: $0, strict: limits.attachedContrast(on: $0)) }
    for sampled in sampledFrames {
      let shape = sampled.pointGrid
      guard shape.solidCount >= Self.minSolidPoints else { continue }
      let colors = HiddenPointMasks(shape, on: backgroundLimits, limits.contrast)
      var groups: MaskGroups?
      for (number, background) in backgrounds.enumerated() {
        var parts: [InvisiblePart] = []
        if shape.mayHaveInvisibleParts(colors.hidden[number], limits) {
          let known = groups ?? MaskGroups(shape.solid)
          groups = known
          let sight = (hidden: colors.hidden[number], alike: colors.hiddenIfAttached[number])
          parts = InvisiblePartSearch(shape, known, sight, isDark: background.isDark, limits).parts.map {
            InvisiblePart(boundingBox: pixelRect(ofPoints: $0.box), frame: sampled.frame, artShare: $0.share)
          }
        }
        results[number].append(FrameInvisibleParts(seconds: sampled.secondsUntilNext, parts: parts))
      }
    }
    return results
  }
}

extension TestBackground {
  fileprivate var isDark: Bool { luminances[0] < 0.05 }
}

extension InvisiblePartLimits {
  /// The factor by which the thresholds are scaled for attached parts on backgrounds that aren't dark. People
  /// can tell light gray from white and dark red from red if both touch another color.
  private static let attachedContrastShare: Float = 0.3

  /// The thresholds for attached parts.
  fileprivate func attachedContrast(on background: TestBackground) -> ContrastLimits {
    var strict = contrast
    if background.isDark { return strict }
    strict.minContrast = 1 + (strict.minContrast - 1) * Self.attachedContrastShare
    strict.minChromaDistance *= Self.attachedContrastShare
    return strict
  }
}

extension ArtPointGrid {
  /// Whether any part can be invisible. This requires that enough points are hidden and that, in a sample of
  /// a quarter of all points, enough hidden ones aren't next to a visible color, such as an outline.
  fileprivate func mayHaveInvisibleParts(_ hidden: PixelMask, _ limits: InvisiblePartLimits) -> Bool {
    let least = limits.minPartShare * (1 - limits.minVisibleShare)
    guard Double(hidden.count) >= least * Double(solidCount) else { return false }
    let (few, all) = (hidden.halfResolution, solid.halfResolution)
    let fewest = least / 2 * Double(all.count)
    guard Double(few.count) >= fewest else { return false }
    return Double(few.subtracting(all.subtracting(few).grown(by: 1)).count) >= fewest / 2
  }
}

extension PixelMask {
  /// Every other bit of every other row, with alternating offsets.
  fileprivate var halfResolution: PixelMask {
    var mask = PixelMask(PixelSize(size.width / 2, size.height / 2))
    for row in 0..<mask.size.height {
      for word in 0..<mask.stride {
        let first = row &* 2 &* stride &+ word &* 2
        let shift = UInt64(row & 1)
        let low = Self.packedEvenBits(words[first] &>> shift)
        let high = word &* 2 &+ 1 < stride ? Self.packedEvenBits(words[first &+ 1] &>> shift) : 0
        mask.words[row &* mask.stride &+ word] = low | high &<< 32
      }
    }
    return mask
  }

  /// The even bits of a word, packed together.
  private static func packedEvenBits(_ word: UInt64) -> UInt64 {
    var bits = word & 0x5555_5555_5555_5555
    bits = (bits | bits &>> 1) & 0x3333_3333_3333_3333
    bits = (bits | bits &>> 2) & 0x0F0F_0F0F_0F0F_0F0F
    bits = (bits | bits &>> 4) & 0x00FF_00FF_00FF_00FF
    bits = (bits | bits &>> 8) & 0x0000_FFFF_0000_FFFF
    return (bits | bits &>> 16) & 0xFFFF_FFFF
  }
}

/// The search for invisible parts of one frame on one background.
private struct InvisiblePartSearch {
  typealias Part = (box: PixelRect, share: Double)

  /// The maximum gap in points between groups that count as one, such as the letters of a word.
  private static let maxGap = 4
  /// Half of the minimum thickness of an attached part in points. Outlines are thinner.
  private static let minDepth = 2
  /// The share of an attached part's surroundings (0...1) that has to be transparent, on dark and on other
  /// backgrounds. A part that is surrounded by visible art is recognizable. The corners of a white rim mostly
  /// have nothing around them.
  private static let minTransparentShares = (onDark: 0.6, onOthers: 0.8)
  private let solid: PixelMask
  private let groups: MaskGroups
  private let solidCount: Double
  private let minPoints: Double
  private let minTransparentShare: Double
  private let hiddenMasks: (hidden: PixelMask, alike: PixelMask)
  private(set) var parts: [Part] = []

  /// - Parameter sight: The solid points that don't stand out, and those that don't meet the thresholds for
  ///   attached parts.
  init(
    _ shape: ArtPointGrid, _ groups: MaskGroups, _ sight: (hidden: PixelMask, alike: PixelMask), isDark: Bool,
    _ limits: InvisiblePartLimits
  ) {
    (solid, self.groups, solidCount) = (shape.solid, groups, Double(shape.solidCount))
    (self.hiddenMasks, minPoints) = (sight, limits.minPartShare * solidCount)
    minTransparentShare = isDark ? Self.minTransparentShares.onDark : Self.minTransparentShares.onOthers
    var hidden = groups.groupSizes.map { _ in 0 }
    for at in groups.runs.indices {
      hidden[groups.groupIndices[at]] += sight.hidden.count(in: groups.runs[at])
    }
    let isInvisible = hidden.indices.map { group in
      Double(groups.groupSizes[group] - hidden[group]) < limits.minVisibleShare
        * Double(groups.groupSizes[group])
    }
    parts = invisibleGroups(isInvisible) + attachedParts(isInvisible)
    parts.sort { ($1.share, $0.box.y, $0.box.x) < ($0.share, $1.box.y, $1.box.x) }
  }

  /// The groups that are invisible, with neighboring ones merged.
  private func invisibleGroups(_ isInvisible: [Bool]) -> [Part] {
    let hidden = groups.runs.indices.filter { isInvisible[groups.groupIndices[$0]] }
    var joined = DisjointSets(count: isInvisible.count)
    if isInvisible.count(where: { $0 }) > 1 { joinNeighbors(hidden, in: &joined) }
    return largeParts(hidden.map { (groups.runs[$0], joined.root(of: groups.groupIndices[$0])) })
  }

  /// - Parameter runs: Indices of runs, row by row.
  private func joinNeighbors(_ runs: [Int], in joined: inout DisjointSets) {
    for (place, at) in runs.enumerated() {
      let run = groups.runs[at]
      let reach = run.columns.lowerBound - Self.maxGap..<run.columns.upperBound + Self.maxGap
      for other in runs[(place + 1)...] {
        let next = groups.runs[other]
        if next.row > run.row + Self.maxGap + 1 { break }
        if next.columns.upperBound >= reach.lowerBound, next.columns.lowerBound <= reach.upperBound {
          joined.join(groups.groupIndices[at], groups.groupIndices[other])
        }
      }
    }
  }

  /// The attached parts that aren't outlines and have mostly nothing around them.
  private func attachedParts(_ isInvisible: [Bool]) -> [Part] {
    guard Double(hiddenMasks.alike.count) >= minPoints else { return [] }
    var hidden = hiddenMasks.alike
    if isInvisible.contains(true) {
      var gone = PixelMask(solid.size)
      for at in groups.runs.indices where isInvisible[groups.groupIndices[at]] { gone.set(groups.runs[at]) }
      hidden = hidden.subtracting(gone)
    }
    let cores = hidden.shrunk(by: Self.minDepth)
    guard !cores.isEmpty else { return [] }
    let bodies = MaskGroups(cores.grown(by: Self.minDepth).intersection(hidden))
    var runs = [[MaskRun]](repeating: [], count: bodies.groupSizes.count)
    for at in bodies.runs.indices { runs[bodies.groupIndices[at]].append(bodies.runs[at]) }
    let found = runs.indices.filter {
      Double(bodies.groupSizes[$0]) >= minPoints && transparentShare(around: runs[$0]) >= minTransparentShare
    }
    return largeParts(found.flatMap { number in runs[number].map { ($0, number) } })
  }

  /// The share of a body's visible or transparent surroundings that is transparent, 0...1.
  private func transparentShare(around runs: [MaskRun]) -> Double {
    let reach = Self.minDepth + 1
    var body = PixelMask(solid.size)
    for run in runs { body.set(run) }
    let near = body.grown(by: reach)
    let ring = near.subtracting(body)
    let clear = ring.subtracting(solid).count + outsidePointCount(around: runs, reach, near)
    return Double(clear)
      / Double(max(1, clear + ring.intersection(solid.subtracting(hiddenMasks.alike)).count))
  }

  /// The number of points around runs that are outside the canvas, where everything is transparent.
  ///
  /// - Parameter near: The runs and their surroundings on the canvas.
  private func outsidePointCount(around runs: [MaskRun], _ reach: Int, _ near: PixelMask) -> Int {
    let (rows, columns) = (reach..<solid.size.height - reach, reach...solid.size.width - reach)
    let isInside = runs.allSatisfy {
      rows.contains($0.row) && columns.lowerBound <= $0.columns.lowerBound
        && $0.columns.upperBound <= columns.upperBound
    }
    if isInside { return 0 }
    var wide = PixelMask(PixelSize(solid.size.width + 2 * reach, solid.size.height + 2 * reach))
    for run in runs {
      let columns = run.columns.lowerBound + reach..<run.columns.upperBound + reach
      wide.set(MaskRun(row: run.row + reach, columns: columns))
    }
    return wide.grown(by: reach).count - near.count
  }

  /// Groups runs by their part number, and returns the parts that are large enough.
  private func largeParts(_ runs: [(run: MaskRun, part: Int)]) -> [Part] {
    var boxes: [Int: (box: PixelRect, count: Int)] = [:]
    for (run, part) in runs {
      let known = boxes[part]
      let box = PixelRect(around: known?.box, run.box) ?? run.box
      boxes[part] = (box, (known?.count ?? 0) + run.columns.count)
    }
    return boxes.sorted { $0.key < $1.key }.map(\.value).filter { Double($0.count) >= minPoints }.map {
      ($0.box, Double($0.count) / solidCount)
    }
  }
}
