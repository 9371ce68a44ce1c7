import StickerImage

extension Rule {
  static let pinholes = Rule(
    id: "pinholes",
    severity: .hint,
    summary: "Solid art has no small holes.",
    reason: """
      A gap between two fills, a stroke of the eraser, or a background that was also removed inside the art
      leaves small holes. They are hard to see while drawing. On a bubble of another color, they show as
      bright or dark dots.

      A hole counts if it is at most 6 px across and has only art around it for 12 px on all sides. Several
      holes of one size are a pattern and pass. Gaps between two outlines and the insides of letters are
      closer to the edge and pass too.
      """,
    advice: "Place the art on a bright color, and fill the holes that show through.",
    parameters: [maxAcross],
    roles: .sent,
    view: .whole, subject: .sight, needs: .pinholes,
    examples: [
      .passes("a hole of 7 px, large enough to be intentional", .pierced([(150, 150)], 7)),
      .passes("four buttonholes of one size", .pierced([(130, 130), (160, 130), (130, 160), (160, 160)], 5)),
      .passes("a notch in the outline", .pierced([(26, 150)], 5)),
      .fires(
        "an erased dot", .pierced([(140, 170)], 3),
        message: """
          the background shows through a hole of 3 × 3 px at (140, 170); intentional holes are larger than \
          6 px
          """),
      .fires(
        "two gaps between fills", .pierced([(140, 100), (150, 200)], 2, 1),
        message: """
          the background shows through 2 small holes, the first of 2 × 1 px at (140, 100); intentional holes \
          are larger than 6 px
          """),
    ],
    check: .asset(evaluate),
    marks: { asset, settings in
      holes(asset, settings).map { .rectangle($0.place, frame: $0.frame) }
    })
}

private let maxAcross = Parameter(
  "max-across", 6, .pixels, in: 1...6, source: .measured,
  "maximum width and height of a hole that counts as accidental")

private func holes(_ asset: Asset, _ settings: Settings) -> [Pinholes.Hole] {
  (asset.measurements?.pinholes?.found ?? []).filter { $0.place.size.longerSide <= settings[maxAcross] }
}

private func evaluate(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  let holes = holes(asset, settings)
  guard let measurements = asset.measurements, let first = holes.first else { return [] }
  let limit = settings[maxAcross]
  let frame = measurements.frameCount > 1 ? " of frame \(first.frame + 1)" : ""
  let place = "of \(first.place.size) at (\(first.place.x), \(first.place.y))\(frame)"
  let what = holes.count == 1 ? "a hole \(place)" : "\(holes.count) small holes, the first \(place)"
  return [
    Evidence(
      "the background shows through \(what); intentional holes are larger than \(limit) px",
      MeasuredValue(first.place.size.longerSide, limit: limit, unit: .pixels),
      at: .region(first.place, frame: first.frame))
  ]
}
