import StickerImage

extension Rule {
  /// The art lies in the middle of its canvas.
  static let offCenter = Rule(
    id: "off-center",
    severity: .hint,
    summary: "The art lies in the middle of its canvas.",
    reason: """
      Messages places the canvas, not the art: a sticker that lies off its middle stands askew in the drawer,
      beside its neighbors, and lands beside the place where a finger drops it.

      Where the middle of the art is, two measures tell: its outermost pixels, and its weight. A tail or an
      antenna moves the one, a heavy foot the other. Only what is off by both is reported, by the smaller
      figure. Art that touches a side of the canvas is meant to stand there, and passes.
      """,
    advice: "Move the art until it has as much room on the left as on the right, and above as below.",
    parameters: [maxShift],
    view: .whole, subject: .sight, needs: [.bounds, .balance],
    cannotCheck: { $0.measurements?.hasSolidBackground ?? false },
    examples: [
      .passes("a disc 14 px beside the middle of 300 px", .set(right: 14)),
      .passes("a figure with one arm: its weight is in the middle", .set(arm: 40)),
      .passes("a disc that stands on the lower side", .set(down: 47)),
      .fires(
        "a disc 30 px below the middle", .set(down: 30),
        message: "off the middle of the canvas: 10% too low; at most 5% may be"),
      .fires(
        "a disc too far left, and too high", .set(right: -30, down: -21),
        message: "off the middle of the canvas: 10% too far left and 7% too high; at most 5% may be"),
    ],
    check: .asset(evaluate))
}

private let maxShift = Parameter(
  "max-shift", 5, .percent, in: 1...50, source: .measured,
  "how far the middle of the art may lie from that of the canvas, of the canvas's side")

private func evaluate(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let canvas = asset.canvas, let measurements = asset.measurements,
    let art = measurements.bounds?.visible,
    let middle = measurements.balance?.middle, !art.touchesSide(of: canvas)
  else { return [] }
  let limit = settings[maxShift]
  let right = shift(art.x, art.width, middle.x, of: canvas.width)
  let down = shift(art.y, art.height, middle.y, of: canvas.height)
  let words = [
    (right, right < 0 ? "too far left" : "too far right"), (down, down < 0 ? "too high" : "too low"),
  ].filter { $0.0.magnitude > Double(limit) }.map { "\(tenths($0.0.magnitude))% \($0.1)" }
  guard !words.isEmpty else { return [] }
  return [
    Evidence(
      "off the middle of the canvas: \(listText(words)); at most \(limit)% may be",
      MeasuredValue(max(right.magnitude, down.magnitude), limit: Double(limit), unit: .percent),
      at: .region(art, frame: nil))
  ]
}

/// How far the art lies from the middle of a side, in percent of it, to a tenth: by its box or by its weight,
/// whichever is less; 0 where they disagree about the direction.
private func shift(_ start: Int, _ length: Int, _ weight: Double, of side: Int) -> Double {
  let (box, balance) = (Double(2 * start + length - side) / 2, weight - Double(side) / 2)
  guard box * balance > 0 else { return 0 }
  let least = min(box.magnitude, balance.magnitude) * 1000 / Double(side)
  // What a sum of floating point numbers leaves beyond a tenth is no shift.
  let tenths = (least - 1e-6).rounded(.up) / 10
  return box < 0 ? -tenths : tenths
}

extension PixelRect {
  fileprivate func touchesSide(of canvas: PixelSize) -> Bool {
    x == 0 || y == 0 || x + width == canvas.width || y + height == canvas.height
  }
}
