extension Rule {
  /// Reports TGS and Lottie animations whose canvas has the wrong size.
  static let tgsCanvas = Rule(
    id: RuleID.tgsCanvas,
    severity: .error,
    summary: "The canvas of a TGS measures 512 × 512 px.",
    reason: """
      Telegram rejects animations with any other canvas size, both as stickers and as custom emoji. The canvas
      is the composition in After Effects. Its size does not affect how sharp the vector shapes are.
      """,
    advice: "Set the size of the composition, and scale the shapes with a null layer as their parent.",
    options: [tgsCanvasSidePixels], references: [.telegramAnimated, .pythonLottie],
    checkedAspect: .storage,
    examples: [
      .passes("512 × 512 px", .tgs()),
      .fires(
        "1 px too short", .tgs(size: (512, 511)), message: "the canvas is 512 × 511 px (must be 512 × 512 px)"
      ),
    ],
    check: .asset(evaluate))
}

private let tgsCanvasSidePixels = RuleOption(
  "side", 512, .pixels, in: 1...65_535, source: .telegramAnimated, "width and height of the canvas")

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  guard let animation = asset.lottie, let width = animation.width, let height = animation.height else {
    return []
  }
  let side = options[tgsCanvasSidePixels]
  guard width != Double(side) || height != Double(side) else { return [] }
  return [
    Evidence(
      "the canvas is \(oneDecimalOrExactText(width)) × \(oneDecimalOrExactText(height)) px (must be \(side) × \(side) px)",
      MeasuredValueAndLimit(width == Double(side) ? height : width, limit: Double(side), unit: .pixels),
      at: .canvas)
  ]
}
