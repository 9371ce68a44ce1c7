package import StickerImage

/// What a messenger takes of a sticker: the figures in force, which rules judge by and which packer, fixer
/// and preview keep to.
package struct StickerLimits: Hashable, Sendable {
  /// A sticker has fewer bytes.
  package var bytes = AppleLimits.stickerBytes
  /// Pixels of each side at @3x.
  package var sides = AppleLimits.sides
  /// The longer side of a sticker in each grid, in pixels at @3x.
  package var grid = GridSides.apple
  /// What the figures of `MessengerFigure.all` are, a choice as the place of its word.
  private var others = MessengerFigure.all.map { $0.parameter.standard.number(in: $0.parameter) }

  /// Apple's, where no configuration is at hand.
  package static let apple = StickerLimits()

  /// Limits.
  package init() {}

  /// The figures that rules have, whether or not they run: a rule that is off says nothing of a file, and
  /// makes no messenger take more.
  init(_ rules: [RuleInForce]) {
    func value(_ rule: String, _ parameter: Parameter) -> Int? {
      guard let settings = rules.first(where: { $0.rule.id == rule })?.settings,
        case .whole(let number) = settings.value(parameter), parameter.allows(.whole(number))
      else { return nil }
      return number
    }
    let isTaken = rules.contains {
      $0.rule.id == RuleID.fileSize && $0.settings.value(.atLimit) == .word("taken")
    }
    bytes = (value(RuleID.fileSize, .mostBytes) ?? bytes) + (isTaken ? 1 : 0)
    let least = value(RuleID.pixelDimensions, .leastPixels) ?? sides.lowerBound
    // A configuration may have them the wrong way round: every sticker is then found, and none can be right.
    sides = least...max(least, value(RuleID.pixelDimensions, .mostPixels) ?? sides.upperBound)
    grid = GridSides { value(RuleID.gridSize, .side(of: $0)) ?? $0.pixels }
    let places = Dictionary(zip(rules.map(\.rule.id), rules)) { first, _ in first }
    others = MessengerFigure.all.map { figure in
      let set = places[figure.rule]?.settings.value(figure.parameter) ?? figure.parameter.standard
      return set.number(in: figure.parameter)
    }
  }

  /// Whether more is asked of a canvas than how long its sides are. Every file is asked: by places, since
  /// finding a parameter's takes longer than the rest.
  var shapesCanvas: Bool {
    sides.lowerBound == sides.upperBound || Self.ofCanvas.contains { others[$0.place] != $0.nothing }
  }

  /// Whether a smaller canvas of the same shape may be refused: the messenger requires one size, a
  /// side of one length or even sides.
  var keepsSize: Bool {
    sides.lowerBound == sides.upperBound || self[.longerSide] > 0 || self[.leastLongerSide] > 0
      || says(.even)
  }

  /// Where the figures of `Parameter.canvas` are, and what they are where nothing is asked.
  private static let ofCanvas = Parameter.canvas.compactMap { parameter in
    MessengerFigure.places[parameter].map { (place: $0, nothing: parameter.standard.number(in: parameter)) }
  }

  /// The figure in force of a parameter that `MessengerFigure.all` has.
  package subscript(parameter: Parameter) -> Int {
    MessengerFigure.places[parameter].map { others[$0] } ?? 0
  }

  /// Whether `yes` is in force.
  package func says(_ parameter: Parameter) -> Bool { word(parameter) == "yes" }

  /// The word in force of a choice.
  package func word(_ parameter: Parameter) -> String {
    guard case .choice(_, let words) = parameter.kind, words.indices.contains(self[parameter]) else {
      return ""
    }
    return words[self[parameter]]
  }

  /// A still, or an animation, has fewer bytes.
  package func bytes(isAnimated: Bool) -> Int {
    guard isAnimated, self[.animatedBytes] > 0 else { return bytes }
    return self[.animatedBytes] + (word(.atLimit) == "taken" ? 1 : 0)
  }

  /// All of them, in one order.
  package var figures: [Int] {
    [bytes, sides.lowerBound, sides.upperBound] + GridSize.allCases.map { grid[$0] } + others
  }

  /// From `figures`; nil for what are none.
  package init?(figures: [Int]) {
    let sizes = GridSize.allCases
    let named = 3 + sizes.count
    guard figures.count == named + MessengerFigure.all.count,
      figures.prefix(named).allSatisfy({ $0 > 0 }), figures.allSatisfy({ $0 >= 0 }), figures[1] <= figures[2]
    else { return nil }
    others = Array(figures.dropFirst(named))
    (bytes, sides) = (figures[0], figures[1]...figures[2])
    let longer = Dictionary(uniqueKeysWithValues: zip(sizes, figures.dropFirst(3)))
    grid = GridSides { longer[$0] ?? $0.pixels }
  }

  /// Whether a picture has sides that are taken.
  package func allow(_ pixels: PixelSize) -> Bool {
    sides.contains(pixels.width) && sides.contains(pixels.height)
  }

  /// The formats that are taken, as people name them.
  var formats: [String] { Parameter.formats.filter(isTaken).map(Self.name) }

  /// Whether a format is taken; by its name as people know it.
  func takes(_ format: String) -> Bool {
    Parameter.formats.contains { Self.name(of: $0) == format && isTaken($0) }
  }

  /// Whether a still or an animation of a format is accepted.
  func takes(_ format: String, isMoving: Bool) -> Bool {
    takes(format) && !(isMoving && format == "WebP" && !says(.takesAnimatedWebP))
  }

  private func isTaken(_ format: Parameter) -> Bool { word(format) != "no" }

  private static func name(of format: Parameter) -> String {
    format == .takesWebP ? "WebP" : format.name.uppercased()
  }
}

extension StickerLimits {
  /// The format that a still is best exported in; nil where none is taken.
  var bestStill: String? {
    word(.moves) == "yes" ? nil : ["PNG", "WebP", "JPEG", "GIF"].first(where: takes)
  }

  /// The same of an animation; nil where none is taken.
  var bestAnimation: String? {
    if word(.moves) == "no" { return nil }
    if says(.takesAPNG) { return "APNG" }
    return ["GIF", "WebP", "APNG"].first { takes($0, isMoving: true) }
  }

  /// Whether art has to be a WebP, whether it moves or not.
  var takesOnlyWebP: Bool { formats == ["WebP"] }
}

/// The longer side of a sticker in each of the three grids, in pixels at @3x.
package struct GridSides: Hashable, Sendable {
  private let small: Int
  private let regular: Int
  private let large: Int

  /// Apple's sides.
  package static let apple = GridSides { $0.pixels }

  /// The sides that a function of the size gives.
  package init(_ side: (GridSize) -> Int) {
    (small, regular, large) = (side(.small), side(.regular), side(.large))
  }

  /// The longer side of a sticker, in pixels at @3x.
  package subscript(size: GridSize) -> Int {
    switch size {
    case .small: small
    case .regular: regular
    case .large: large
    }
  }

  /// All three, the largest first.
  package var descending: [Int] { [small, regular, large].sorted(by: >) }

  /// The size nearest to the art: the one with the smallest sum of distances to the longer sides. Where two
  /// are as near, `regular`, which is always one of two neighbors.
  ///
  /// - Parameter longerSides: pixels at @3x, one of each sticker.
  package func nearest(to longerSides: [Int]) -> GridSize {
    func distance(_ size: GridSize) -> Int { longerSides.reduce(0) { $0 + abs($1 - self[size]) } }
    let byPreference: [GridSize] = [.regular, .small, .large]
    return byPreference.min { distance($0) < distance($1) } ?? .regular
  }
}

extension Parameter.Value {
  /// The value as one number: a choice by the place of its word.
  fileprivate func number(in parameter: Parameter) -> Int {
    switch (self, parameter.kind) {
    case (.whole(let number), _): number
    case (.real(let number), _): Int(number)
    case (.word(let word), .choice(_, let words)): words.firstIndex(of: word) ?? 0
    case (.word, _): 0
    }
  }
}

// Figures of rules that packer, fixer and preview keep to as well.
extension Parameter {
  static let mostBytes = Parameter(
    "max-bytes", AppleLimits.stickerBytes, .bytes, in: 1...1_000_000_000, source: .appleStickerBytes,
    "a file of more bytes is too heavy; one of exactly so many too, unless at-limit is: taken")
  static let leastPixels = Parameter(
    "min-pixels", AppleLimits.sides.lowerBound, .pixels, in: 1...65_535, source: .appleStickerSizes,
    "the least that a side may measure")
  static let mostPixels = Parameter(
    "max-pixels", AppleLimits.sides.upperBound, .pixels, in: 1...65_535, source: .appleStickerSizes,
    "the most that a side may measure")
  package static let mostDescription = Parameter(
    "max-length", 150, .characters, in: 1...10_000, source: .appleDescriptions,
    "how many characters a description may have")

  /// The parameter for a grid size: `small-pixels`, and so on.
  static func side(of size: GridSize) -> Parameter {
    Parameter(
      "\(size.rawValue)-pixels", size.pixels, .pixels, in: 1...65_535, source: .appleGridSizes,
      "the longer side of a sticker in a \(size.rawValue) grid")
  }
}
