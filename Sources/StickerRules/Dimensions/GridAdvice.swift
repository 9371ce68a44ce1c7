import StickerImage
import StickerModel

/// What is said of a canvas beside the side that a grid asks for: in one voice, whichever rule says it.
struct GridAdvice {
  private let canvas: PixelSize
  private let side: Int
  private let limits: StickerLimits

  /// Advice for a grid; for the nearest where none is known.
  init(_ canvas: PixelSize, _ grid: GridSize?, _ limits: StickerLimits) {
    (self.canvas, self.limits) = (canvas, limits)
    side = limits.grid[grid ?? limits.grid.nearest(to: [canvas.longerSide])]
  }

  /// Whether the longer side is what it should be.
  var isMet: Bool { canvas.longerSide == side }
  /// Whether art is enlarged, by so much that it can be seen.
  var isEnlarged: Bool { canvas.longerSide < side && !isAlmost }
  /// The figure beside its limit.
  var figure: Figure { Figure(canvas.longerSide, limit: side, unit: .pixels) }

  /// A row or two of transparent pixels are all that it takes.
  private var isAlmost: Bool { canvas.longerSide < side && canvas.inWholePoints.longerSide == side }

  /// `one pixel short of 408`; `scale it to fit 408 × 408 and center it`.
  var words: String {
    let missing = side - canvas.longerSide
    if isAlmost { return "\(missing == 1 ? "one pixel" : "\(missing) pixels") short of \(side)" }
    let verb = missing > 0 ? "export" : "scale"
    let square = sizeWithoutUnit(PixelSize(side, side))
    return canvas.width == canvas.height
      ? "\(verb) it \(missing > 0 ? "at" : "to") \(square)" : "\(verb) it to fit \(square) and center it"
  }

  /// What cures it where nothing of the art has to be enlarged.
  var fix: Fix? {
    if isAlmost {
      let next = canvas.inWholePoints
      return limits.allow(next) ? Fix(.padToPoints, next.width, next.height) : nil
    }
    guard canvas.longerSide > side else { return nil }
    // Scaled down, a long, thin sticker would be too narrow: it is centered on a square.
    let isWide = canvas.shorterSide * side >= limits.sides.lowerBound * canvas.longerSide
    return Fix(.downscaleToGrid, side, isWide ? 1 : side)
  }
}

/// `408 × 408`, where the unit has just been said.
func sizeWithoutUnit(_ size: PixelSize) -> String { "\(size.width) × \(size.height)" }

extension SharedFinding {
  /// The canvas with the longest longer side, or with the shortest.
  func extreme(largest: Bool) -> String {
    let sorted = canvases.sorted { ($0.longerSide, $0.shorterSide) < ($1.longerSide, $1.shorterSide) }
    return (largest ? sorted.last : sorted.first).map(sizeWithoutUnit) ?? ""
  }

  /// Whether the figures lie below their limits.
  var isTooLittle: Bool {
    findings.first?.evidence.figure.map { $0.measured < $0.limit ?? 0 } ?? false
  }

  /// The side that the first of them should have.
  var wantedSide: String? {
    findings.first?.evidence.figure?.limit.map { sizeWithoutUnit(PixelSize(Int($0), Int($0))) }
  }

  /// The side of the grid that most of them are near.
  func side(_ limits: StickerLimits) -> String {
    let side = limits.grid[limits.grid.nearest(to: canvases.map(\.longerSide))]
    return sizeWithoutUnit(PixelSize(side, side))
  }
}
