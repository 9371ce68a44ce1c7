import StickerImage

extension Rule {
  static let pinholes = Rule(
    id: "pinholes",
    severity: .hint,
    summary: "Solid art has no small holes.",
    reason: """
      A gap between two fills, an eraser stroke, or a background that was also removed inside the art leaves
      small holes. They are hard to see while drawing. On a bubble of another color, they show as bright or
      dark dots.

      A hole counts if it is at most 6 px across and has only art around it for 12 px on all sides. Several
      holes of the same size are a pattern and pass. Gaps between two outlines and the insides of letters are
      closer to the edge and also pass. So do holes with soft edges, and holes whose width and height are both
      less than 3 screen pixels on a regular sticker, because nobody sees them.
      """,
    advice: "Place the art on a bright color, and fill the holes that show through.",
    options: [maxHoleSide],
    roles: .stickerAndFrameRoles,
    exampleView: .whole, checkedAspect: .appearance, requiredMeasurements: .pinholes,
    examples: [
      .passes("a hole of 7 px, large enough to be intentional", .discWithHoles(at: [(150, 150)], width: 7)),
      .passes(
        "four buttonholes of one size",
        .discWithHoles(at: [(130, 130), (160, 130), (130, 160), (160, 160)], width: 5)),
      .passes("a notch in the outline", .discWithHoles(at: [(26, 150)], width: 5)),
      .passes("a hole of 1 px, smaller than 3 screen pixels", .discWithHoles(at: [(140, 170)], width: 1)),
      .fires(
        "an erased dot", .discWithHoles(at: [(140, 170)], width: 3),
        message: """
          the background shows through a hole of 3 × 3 px at (140, 170); intentional holes are larger than \
          6 px
          """),
      .fires(
        "two gaps between fills", .discWithHoles(at: [(140, 100), (150, 200)], width: 3, height: 1),
        message: """
          the background shows through 2 small holes, the first (3 × 1 px) at (140, 100); intentional holes \
          are larger than 6 px
          """),
    ],
    check: .asset(evaluate),
    markedAreasOverride: { asset, options in
      visiblePinholes(asset, options).map { .rectangle($0.boundingBox, frame: $0.frame) }
    })
}

private let maxHoleSide = RuleOption(
  "max-across", 6, .pixels, in: 1...6, source: .ownMeasurements,
  "maximum width and height of a hole that counts as accidental")

private func visiblePinholes(_ asset: Asset, _ options: OptionValues) -> [Pinholes.Hole] {
  guard let canvas = asset.canvas, let pinholes = asset.measurements?.pinholes else { return [] }
  return pinholes.holes.filter {
    let side = $0.boundingBox.size.longerSide
    return side <= options[maxHoleSide]
      && canvas.regularStickerDeviceLength(ofCanvasLength: Double(side)).rounded()
        >= minVisibleHoleDevicePixels
  }
}

/// The smallest hole that people can see, in device pixels of a regular sticker, rounded to whole pixels.
private let minVisibleHoleDevicePixels = 3.0

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  let holes = visiblePinholes(asset, options)
  guard let measurements = asset.measurements, let first = holes.first else { return [] }
  let limit = options[maxHoleSide]
  let frame = measurements.frameCount > 1 ? " of frame \(first.frame + 1)" : ""
  let place = "at (\(first.boundingBox.x), \(first.boundingBox.y))\(frame)"
  let size = first.boundingBox.size
  let what =
    holes.count == 1
    ? "a hole of \(size) \(place)" : "\(holes.count) small holes, the first (\(size)) \(place)"
  return [
    Evidence(
      "the background shows through \(what); intentional holes are larger than \(limit) px",
      MeasuredValueAndLimit(first.boundingBox.size.longerSide, limit: limit, unit: .pixels),
      at: .region(first.boundingBox, frame: first.frame))
  ]
}
