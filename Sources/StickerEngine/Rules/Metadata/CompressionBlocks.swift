import StickerImage

extension Rule {
  /// No traces of JPEG.
  static let compressionBlocks = Rule(
    id: "compression-blocks",
    severity: .hint,
    summary: "A PNG or GIF shows no blocks of JPEG.",
    reason: """
      JPEG stores squares of 8 × 8 px and leaves smears around edges that end where the square does. A
      picture that was a JPEG once keeps them when it is saved as PNG, and they take many bytes there.

      What is counted are faint steps in otherwise even color, by where they lie: in art that never was a
      JPEG an eighth of them at each place of eight, afterwards most of them at one.
      """,
    advice: "Export from the original, not from a JPEG of it.",
    parameters: [maxShare],
    roles: .sent,
    view: .outline, subject: .storage, needs: .blockGrid,
    cannotCheck: { $0.container?.format == .jpeg || $0.measurements?.hasSolidBackground ?? false },
    examples: [
      .passes("flat color", .face(smiling: true)),
      .passes("pixel art in squares of 8 px", .jagged(square: 8)),
      .fires(
        "a face that was a JPEG", .smeared(),
        message: """
          squares of 8 × 8 px show, as JPEG leaves them: 68.1% of the faint steps lie on their sides; at \
          most 35% may
          """),
    ],
    check: .asset(evaluate))
}

private let maxShare = Parameter(
  "max-share", 35, .percent, in: 13...100, source: .measured,
  "how many of the faint steps may lie at one place of eight")

private func evaluate(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let container = asset.container, container.format != .jpeg,
    let share = asset.measurements?.blockGrid?.share
  else { return [] }
  let limit = settings[maxShare]
  let percents = (share * 1000).rounded(.up) / 10
  guard share * 100 > Double(limit) else { return [] }
  return [
    Evidence(
      """
      squares of 8 × 8 px show, as JPEG leaves them: \(tenths(percents))% of the faint steps lie on their \
      sides; at most \(limit)% may
      """, MeasuredValue(percents, limit: Double(limit), unit: .percent), at: .canvas)
  ]
}
