import CImageCodecs

/// The colors of frames, their weights, and whether any pixel is transparent.
struct ColorHistogram {
  /// One or more merged colors.
  struct Entry {
    /// The mean of the colors.
    var meanLanes: SIMD4<Float>
    var weight: Float
  }

  private(set) var opaque: [Entry] = []
  private(set) var translucent: [Entry] = []
  private(set) var hasTransparentPixels = false

  init(_ frames: [Bitmap]) {
    var cells = ColorWeightTable()
    for frame in frames where frame.size.area > 0 {
      let details = DetailMap(frame)
      frame.withView { view in
        for y in 0..<view.size.height {
          var run: (pixel: Pixel, weight: Float) = (view[0, y], 0)
          for x in 0..<view.size.width {
            let pixel = view[x, y]
            if pixel != run.pixel {
              cells.add(run.pixel, run.weight)
              run = (pixel, 0)
            }
            run.weight += details.errorWeight(x, y)
          }
          cells.add(run.pixel, run.weight)
        }
      }
    }
    hasTransparentPixels = cells.hasTransparentPixels
    for (key, sum) in cells.sums {
      let entry = Entry(meanLanes: SIMD4<Float>(sum.lanes / sum.weight), weight: Float(sum.weight))
      if key.alpha == 255 { opaque.append(entry) } else { translucent.append(entry) }
    }
  }
}

/// Weights by color, in a table that merges similar colors when there are too many.
private struct ColorWeightTable {
  struct Sum {
    var lanes = SIMD4<Double>.zero
    var weight = 0.0
  }

  private static let slotIndexBits = 17
  private static let maxColors = 1 << 16
  private var keys = [UInt32](repeating: 0, count: 1 << slotIndexBits)  // 0 marks a free slot
  private var slotSums = [Sum](repeating: Sum(), count: 1 << slotIndexBits)
  private var colorCount = 0
  /// The bits of each sample that distinguish colors. Lower bits are dropped.
  private var sampleMask: UInt32 = 0xFFFF_FFFF
  private(set) var hasTransparentPixels = false

  mutating func add(_ pixel: Pixel, _ weight: Float) {
    if pixel.alpha == 0 {
      hasTransparentPixels = true
      return
    }
    let lanes = SIMD4<Double>(PerceptualColor(pixel).lanes)
    add(pixel.abgr, Sum(lanes: lanes * Double(weight), weight: Double(weight)))
  }

  private mutating func add(_ word: UInt32, _ sum: Sum) {
    let slot = slot(of: key(word))
    if keys[slot] == 0 {
      if colorCount == Self.maxColors {
        mergeSimilarColors()
        return add(word, sum)
      }
      colorCount += 1
      keys[slot] = key(word)
    }
    slotSums[slot].lanes += sum.lanes
    slotSums[slot].weight += sum.weight
  }

  /// Keeps opaque colors separate from nearly opaque ones, and never makes a color transparent.
  @inline(__always)
  private func key(_ word: UInt32) -> UInt32 {
    let alpha = word >> 24
    if alpha == 255 { return (word & sampleMask) | 0xFF00_0000 }
    let kept = alpha & (sampleMask >> 24)
    return (word & sampleMask & 0x00FF_FFFF) | (kept == 0 ? 1 : kept) << 24
  }

  @inline(__always)
  private func slot(of key: UInt32) -> Int {
    var slot = Int((key &* 0x9E37_79B1) >> UInt32(32 - Self.slotIndexBits))
    while keys[slot] != 0 && keys[slot] != key { slot = (slot + 1) & ((1 << Self.slotIndexBits) - 1) }
    return slot
  }

  /// Drops one more bit of each sample.
  private mutating func mergeSimilarColors() {
    let before = sums
    sampleMask = (sampleMask << 1) & 0xFEFE_FEFE
    keys = [UInt32](repeating: 0, count: 1 << Self.slotIndexBits)
    slotSums = [Sum](repeating: Sum(), count: 1 << Self.slotIndexBits)
    colorCount = 0
    for (pixel, sum) in before { add(pixel.abgr, sum) }
  }

  /// All colors in slot order, which is the same on every machine.
  var sums: [(key: Pixel, sum: Sum)] {
    keys.indices.filter { keys[$0] != 0 }.map { (Pixel(keys[$0]), slotSums[$0]) }
  }
}

/// Frames that share a palette with few colors.
public struct QuantizedFrames: Sendable {
  /// The colors as straight red, green, blue and alpha. At most as many as requested.
  public let palette: [SIMD4<UInt8>]
  /// For each frame, the palette index of each pixel, row by row.
  public let indices: [[UInt8]]
  /// The frames with the colors of the palette.
  public let frames: [Bitmap]
}

/// Reduces frames to palettes. All attempts share the analysis of the colors.
///
/// Errors are weighted by their visibility over white and over black, and by the detail around them. Opaque
/// pixels stay opaque, and transparent pixels stay transparent. The same frames produce the same result on
/// every machine.
public struct Quantizer: Sendable {
  private let framesWithoutHiddenColor: [Bitmap]
  private let histogram: ColorHistogram
  private let exactColors: [Pixel]?

  /// Creates a quantizer for frames of the same size.
  public init(_ frames: [Bitmap]) {
    precondition(frames.allSatisfy { $0.size == frames[0].size })
    let clearedFrames = frames.map { clearingColorUnderTransparency($0) ?? $0 }
    self.framesWithoutHiddenColor = clearedFrames
    exactColors = ColorCensus(clearedFrames).pixelCountsByColor?.keys.sorted { $0.abgr < $1.abgr }
    histogram = ColorHistogram(clearedFrames)
  }

  /// The number of colors in the frames, or nil if there are more than 256. All transparent pixels count as
  /// one color.
  public var colorCount: Int? { exactColors?.count }

  /// Reduces the frames to at most `colors` colors.
  ///
  /// - Parameter colors: 2...256. Frames that have no more colors than this keep them exactly. With 2 colors,
  ///   translucent pixels may have to become opaque.
  /// - Parameter dithering: The share of an error that is diffused to neighbors, 0...1.
  /// - Parameter range: The frames to return, or nil for all. The palette is always computed from all frames.
  /// - Returns: The palette and the reduced frames.
  public func quantized(colors: Int, dithering: Float, range: Range<Int>? = nil) -> QuantizedFrames {
    exactFrames(maxColors: colors, range: range)
      ?? quantized(to: palette(maxColors: colors), dithering: dithering, range: range)
  }

  /// The frames with unchanged colors, or nil if they have more than `colors` colors.
  func exactFrames(maxColors colors: Int, range: Range<Int>? = nil) -> QuantizedFrames? {
    guard let exactColors, exactColors.count <= colors else { return nil }
    return exactResult(
      range.map { Array(self.framesWithoutHiddenColor[$0]) } ?? self.framesWithoutHiddenColor, exactColors)
  }

  /// Reduces the frames to a palette. There must be at least one frame.
  func quantized(
    to palette: OpaqueFirstPalette, dithering: Float, range: Range<Int>? = nil
  ) -> QuantizedFrames {
    let frames = range.map { Array(self.framesWithoutHiddenColor[$0]) } ?? self.framesWithoutHiddenColor
    let size = frames[0].size
    var diffusion = ErrorDiffusion(palette, size, strength: dithering)
    var indices: [[UInt8]] = []
    for (number, frame) in frames.enumerated() {
      let before = number > 0 ? (frames[number - 1], indices[number - 1]) : nil
      indices.append(diffusion.indices(of: frame, previous: before))
    }
    return resultFromIndices(frames, palette.pixels, indices)
  }

  /// The palette of at most `colors` colors (2...256), for frames that have more colors.
  func palette(maxColors colors: Int) -> OpaqueFirstPalette {
    precondition(2...256 ~= colors)
    let most = colors - (histogram.hasTransparentPixels ? 1 : 0)
    var lists = [histogram.opaque, histogram.translucent]
    if most < 2 && !lists[0].isEmpty { lists[1] = [] }  // no room for both kinds
    let first = initialPalettes(of: lists, maxColors: most)
    var refiner = PaletteRefiner(histogram, opaque: first[0], translucent: first[1])
    for _ in 0..<maxPaletteRefinements where !refiner.refine() { break }
    return OpaqueFirstPalette(
      opaque: refiner.opaque, translucent: refiner.translucent,
      hasTransparentBlack: histogram.hasTransparentPixels)
  }

  private func exactResult(_ frames: [Bitmap], _ colors: [Pixel]) -> QuantizedFrames {
    let places = Dictionary(uniqueKeysWithValues: zip(colors, 0...))
    let indices = frames.map { frame in
      (0..<frame.size.area).map { UInt8(places[Pixel(frame.pixelWord(atPixel: $0))] ?? 0) }
    }
    return QuantizedFrames(palette: colors.map(sampleLanes), indices: indices, frames: frames)
  }

  private func resultFromIndices(
    _ frames: [Bitmap], _ palette: [Pixel], _ indices: [[UInt8]]
  ) -> QuantizedFrames {
    let colors = palette.map(sampleLanes)
    let bitmaps = zip(frames, indices).map { frame, indices in
      var pixels = [UInt8](repeating: 0, count: indices.count * 4)
      for at in indices.indices {
        let color = colors[Int(indices[at])]
        for sample in 0..<4 { pixels[at &* 4 &+ sample] = color[sample] }
      }
      return Bitmap(frame.size, pixels: pixels)
    }
    return QuantizedFrames(palette: colors, indices: indices, frames: bitmaps)
  }
}

/// The maximum number of rounds in which colors are moved. Later rounds change almost nothing.
private let maxPaletteRefinements = 8

private func sampleLanes(_ pixel: Pixel) -> SIMD4<UInt8> {
  SIMD4(pixel.red, pixel.green, pixel.blue, pixel.alpha)
}

/// Computes an initial palette. Repeatedly splits the box of colors with the largest error across its longest
/// axis, at the point that gives the smallest variance within the two parts.
///
/// - Source: Otsu's criterion (1979), the variance between classes.
/// - Returns: For each list of entries, its colors. At most `count` colors in total.
func initialPalettes(of lists: [[ColorHistogram.Entry]], maxColors count: Int) -> [[SIMD4<Float>]] {
  var boxes = lists.enumerated().filter { !$0.element.isEmpty }.map { ColorBox($0.element, list: $0.offset) }
  while boxes.count < count {
    guard let widest = boxes.indices.max(by: { boxes[$0].error < boxes[$1].error }),
      boxes[widest].error > 0
    else { break }
    guard let (one, other) = boxes[widest].split() else {
      boxes[widest].error = 0
      continue
    }
    boxes[widest] = one
    boxes.append(other)
  }
  return lists.indices.map { list in
    boxes.filter { $0.entryListIndex == list }.map { SIMD4<Float>($0.mean) }
  }
}

private struct ColorBox {
  let entryListIndex: Int
  let entries: [ColorHistogram.Entry]
  let mean: SIMD4<Double>
  /// The weighted sum of squared distances from the mean.
  var error: Double
  /// The direction in which the box is longest.
  private let axis: SIMD4<Float>

  init(_ entries: [ColorHistogram.Entry], list: Int) {
    self.entryListIndex = list
    self.entries = entries
    var (sum, weight) = (SIMD4<Double>.zero, 0.0)
    for entry in entries {
      sum += SIMD4<Double>(entry.meanLanes) * Double(entry.weight)
      weight += Double(entry.weight)
    }
    mean = sum / weight
    let center = SIMD4<Float>(mean)
    var columns = [SIMD4<Float>](repeating: .zero, count: 4)
    for entry in entries {
      let apart = entry.meanLanes - center
      let weighted = apart * entry.weight
      for lane in 0..<4 { columns[lane] += weighted * apart[lane] }
    }
    error = (0..<4).reduce(0) { $0 + Double(columns[$1][$1]) }
    axis = longestAxis(columns)
  }

  /// Splits the box in two. Returns nil if all entries are at one point.
  func split() -> (ColorBox, ColorBox)? {
    let positions = entries.map { ($0.meanLanes * axis).sum() }
    guard let least = positions.min(), let most = positions.max(), most > least else { return nil }
    let scale = 255 / (most - least)
    let bins = positions.map { Int(min(($0 - least) * scale, 255)) }
    let last = lastBinOfLowerPart(binOfEntry: bins, positionOfEntry: positions)
    var (low, high) = ([ColorHistogram.Entry](), [ColorHistogram.Entry]())
    for at in entries.indices {
      if bins[at] <= last { low.append(entries[at]) } else { high.append(entries[at]) }
    }
    guard !low.isEmpty, !high.isEmpty else { return nil }
    return (ColorBox(low, list: entryListIndex), ColorBox(high, list: entryListIndex))
  }

  /// The last bin of the lower part, if the box is split where the two parts differ the most.
  private func lastBinOfLowerPart(binOfEntry bins: [Int], positionOfEntry positions: [Float]) -> Int {
    var (weights, sums) = ([Double](repeating: 0, count: 256), [Double](repeating: 0, count: 256))
    for at in bins.indices {
      weights[bins[at]] += Double(entries[at].weight)
      sums[bins[at]] += Double(entries[at].weight * positions[at])
    }
    let (weight, sum) = (weights.reduce(0, +), sums.reduce(0, +))
    var (low, lowSum, best, last) = (0.0, 0.0, -1.0, 0)
    for bin in 0..<255 {
      low += weights[bin]
      lowSum += sums[bin]
      guard low > 0, weight - low > weight * 1e-9 else { continue }
      let apart = lowSum / low - (sum - lowSum) / (weight - low)
      let between = low * (weight - low) * apart * apart
      if between > best { (best, last) = (between, bin) }
    }
    return last
  }
}

/// The main axis of a covariance matrix, by power iteration. 12 rounds are enough for a good split.
private func longestAxis(_ columns: [SIMD4<Float>]) -> SIMD4<Float> {
  let widest = (0..<4).max { columns[$0][$0] < columns[$1][$1] } ?? 0
  var axis = columns[widest]
  for _ in 0..<12 {
    let length = squaredLength(axis).squareRoot()
    guard length > 0 else { return SIMD4(1, 0, 0, 0) }
    axis /= length
    axis = axis.x * columns[0] + axis.y * columns[1] + axis.z * columns[2] + axis.w * columns[3]
  }
  let length = squaredLength(axis).squareRoot()
  return length > 0 ? axis / length : SIMD4(1, 0, 0, 0)
}

/// Moves the colors of a palette to the centers of the pixels that they represent, several times.
///
/// Opaque pixels can get only opaque colors. Translucent pixels can get any color.
///
/// - Source: Lloyd, "Least squares quantization in PCM" (1982).
struct PaletteRefiner {
  private let histogram: ColorHistogram
  private(set) var opaque: [SIMD4<Float>]
  private(set) var translucent: [SIMD4<Float>]
  private var opaqueGuesses: [Int]
  private var translucentGuesses: [Int]

  init(_ histogram: ColorHistogram, opaque: [SIMD4<Float>], translucent: [SIMD4<Float>]) {
    self.histogram = histogram
    self.opaque = opaque
    self.translucent = translucent
    opaqueGuesses = [Int](repeating: 0, count: histogram.opaque.count)
    translucentGuesses = [Int](repeating: 0, count: histogram.translucent.count)
  }

  /// Moves every color once to the center of the pixels that it represents.
  ///
  /// - Returns: Whether anything changed. If not, further rounds won't change anything either.
  mutating func refine() -> Bool {
    let (before, guesses) = ((opaque, translucent), (opaqueGuesses, translucentGuesses))
    if !opaque.isEmpty {
      opaque = movedToCentersReplacingUnused(opaque, opaque, histogram.opaque, &opaqueGuesses)
    }
    if !translucent.isEmpty {
      let clear = histogram.hasTransparentPixels ? [SIMD4<Float>.zero] : []
      let all = translucent + opaque + clear
      translucent = movedToCentersReplacingUnused(
        translucent, all, histogram.translucent, &translucentGuesses)
    }
    return before != (opaque, translucent) || guesses != (opaqueGuesses, translucentGuesses)
  }

  /// - Parameter all: `colors`, followed by other colors that entries may be assigned to.
  private func movedToCentersReplacingUnused(
    _ colors: [SIMD4<Float>], _ all: [SIMD4<Float>], _ entries: [ColorHistogram.Entry],
    _ guesses: inout [Int]
  ) -> [SIMD4<Float>] {
    let nearest = NearestColorFinder(all)
    var sums = [SIMD4<Float>](repeating: .zero, count: all.count)
    var weights = [Float](repeating: 0, count: all.count)
    var worst = (error: Float(0), at: 0)
    for at in entries.indices {
      let entry = entries[at]
      let index = nearest.index(of: entry.meanLanes, guess: guesses[at])
      guesses[at] = index
      // Add up differences from the color, because sums of small numbers are more precise.
      sums[index] += (entry.meanLanes - all[index]) * entry.weight
      weights[index] += entry.weight
      let error = squaredLength(entry.meanLanes - all[index]) * entry.weight
      if error > worst.error { worst = (error, at) }
    }
    var unused = weights[..<colors.count].firstIndex(of: 0)
    return colors.indices.map { index in
      if index == unused, worst.error > 0 {
        unused = nil
        return entries[worst.at].meanLanes  // replace an unused color
      }
      return weights[index] > 0 ? colors[index] + sums[index] / weights[index] : colors[index]
    }
  }
}

/// Finds the nearest color of a palette.
struct NearestColorFinder {
  let colors: [SIMD4<Float>]
  /// The maximum number of colors in each list of nearest neighbors.
  private static let maxRanksPerColor = 16
  /// For each color, the ranks of its `ranksPerColor` nearest colors, in ascending order. Each list starts with the
  /// color itself.
  private let neighborRanksIncludingSelf: [UInt64]
  private let ranksPerColor: Int
  /// The indices of the colors, in ascending order of the first lane, in which most palettes are longest.
  private let indicesByFirstLane: [Int32]
  /// For each color, its position in `indicesByFirstLane`.
  private let positionsByFirstLane: [Int32]

  /// - Parameter colors: The colors of the palette, 1 to 256.
  init(_ colors: [SIMD4<Float>]) {
    precondition(1...256 ~= colors.count)
    self.colors = colors
    ranksPerColor = min(colors.count, Self.maxRanksPerColor)
    neighborRanksIncludingSelf = NearestColorFinder.neighborRanksIncludingSelf(colors, ranksPerColor)
    let order = colors.indices.sorted { (colors[$0].x, $0) < (colors[$1].x, $1) }
    var positions = [Int32](repeating: 0, count: colors.count)
    for (position, index) in order.enumerated() { positions[index] = Int32(position) }
    indicesByFirstLane = order.map { Int32($0) }
    positionsByFirstLane = positions
  }

  private static func neighborRanksIncludingSelf(_ colors: [SIMD4<Float>], _ listed: Int) -> [UInt64] {
    unsafe [UInt64](unsafeUninitializedCapacity: colors.count * listed) { rows, count in
      unsafe colors.withUnsafeBytes { colors in
        let lanes = unsafe colors.assumingMemoryBound(to: Float.self)
        unsafe sl_rank_neighbors(
          lanes.baseAddress, UInt32(lanes.count / 4), UInt32(listed), rows.baseAddress)
      }
      count = colors.count * listed
    }
  }

  /// A rank that orders colors by distance, then by index. The bits of nonnegative floats sort in the same
  /// order as the floats.
  @inline(__always)
  private static func rank(of index: Int, at color: SIMD4<Float>, from other: SIMD4<Float>) -> UInt64 {
    UInt64(squaredLength(color - other).bitPattern) << 32 | UInt64(index)
  }

  /// The index of the nearest color. Ties go to the color closest to the guess.
  ///
  /// - Parameter guess: An index. The better the guess, the faster the search.
  @inline(__always)
  func index(of lanes: SIMD4<Float>, guess: Int) -> Int {
    var (best, least) = (guess, squaredLength(lanes - colors[guess]))
    let reach = 4 * least  // (2 · distance)²: colors farther from the guess than that can't be closer
    var at = guess &* ranksPerColor
    let end = at &+ ranksPerColor
    while at < end {
      let neighbor = neighborRanksIncludingSelf[at]
      if Float(bitPattern: UInt32(truncatingIfNeeded: neighbor >> 32)) >= reach { return best }
      let index = Int(UInt32(truncatingIfNeeded: neighbor))
      let distance = squaredLength(lanes - colors[index])
      if distance < least { (best, least) = (index, distance) }
      at &+= 1
    }
    return ranksPerColor == colors.count ? best : indexByFullSearch(lanes, guess: guess, closest: best)
  }

  /// Checks every color that can be closer than `closest`, for when the guess is bad.
  ///
  /// The first lane alone must not be farther away than `closest`, so only a few colors in the order of that
  /// lane are left.
  private func indexByFullSearch(_ lanes: SIMD4<Float>, guess: Int, closest: Int) -> Int {
    var (best, least) = (closest, squaredLength(lanes - colors[closest]))
    let start = Int(positionsByFirstLane[closest])
    for step in [-1, 1] {
      var position = start &+ step
      while position >= 0, position < colors.count {
        let index = Int(indicesByFirstLane[position])
        let difference = lanes - colors[index]
        if difference.x * difference.x > least { break }
        let distance = squaredLength(difference)
        if distance < least || distance == least && isCloser(index, than: best, to: guess) {
          (best, least) = (index, distance)
        }
        position &+= step
      }
    }
    return best
  }

  /// Whether the color is closer to the guess than the other one is.
  private func isCloser(_ index: Int, than other: Int, to guess: Int) -> Bool {
    NearestColorFinder.rank(of: index, at: colors[index], from: colors[guess])
      < NearestColorFinder.rank(of: other, at: colors[other], from: colors[guess])
  }
}

/// The squared length of a vector. It is defined in this file, which uses it most, because functions from
/// other files aren't inlined in test builds.
@inline(__always)
func squaredLength(_ lanes: SIMD4<Float>) -> Float {
  let squares = lanes * lanes
  return (squares.x + squares.y) + (squares.z + squares.w)
}

/// A palette in storage order: opaque colors, then translucent ones, then transparent black.
struct OpaqueFirstPalette {
  let pixels: [Pixel]
  /// The colors as lanes of `PerceptualColor`, in the order of `pixels`.
  let perceptualColors: [SIMD4<Float>]
  /// The index of transparent black, or 0 if the palette does not contain it.
  let transparentIndexOrZero: UInt8
  private let opaqueCount: Int
  private let nearestOpaque: NearestColorFinder?
  private let nearestAny: NearestColorFinder

  /// - Precondition: There are 1...256 colors in total.
  init(opaque: [SIMD4<Float>], translucent: [SIMD4<Float>], hasTransparentBlack: Bool) {
    let solid = withoutDuplicates(opaque.map { PerceptualColor(lanes: $0).pixel() })
    // Rounding must not make nearly opaque colors opaque or nearly transparent ones transparent.
    let others = withoutDuplicates(
      translucent.map { PerceptualColor(lanes: $0).pixel() }.filter { $0.alpha > 0 && $0.alpha < 255 })
    pixels = solid + others + (hasTransparentBlack || solid.isEmpty && others.isEmpty ? [.clear] : [])
    precondition(1...256 ~= pixels.count)
    perceptualColors = pixels.map { PerceptualColor($0).lanes }
    transparentIndexOrZero = hasTransparentBlack ? UInt8(pixels.count - 1) : 0
    opaqueCount = solid.count
    self.nearestOpaque = solid.isEmpty ? nil : NearestColorFinder(Array(perceptualColors[..<solid.count]))
    nearestAny = NearestColorFinder(perceptualColors)
  }

  @inline(__always)
  func index(of lanes: SIMD4<Float>, isOpaque: Bool, guess: Int) -> Int {
    guard isOpaque, let nearestOpaque else { return nearestAny.index(of: lanes, guess: guess) }
    return nearestOpaque.index(of: lanes, guess: guess < opaqueCount ? guess : 0)
  }
}

private func withoutDuplicates(_ pixels: [Pixel]) -> [Pixel] {
  var seen: Set<Pixel> = []
  return pixels.filter { seen.insert($0).inserted }
}
