import StickerImage
package import StickerModel

extension Rule {
  /// An animation moves.
  package static let singleFrameAnimation = Rule(
    id: "single-frame-animation",
    severity: .warning,
    summary: "An animation has more than one frame.",
    reason: """
      An animation of one frame never moves: usually an export went wrong, or layers were merged. If it is
      meant to be still, a still PNG is better: every program shows it alike.
      """,
    advice: "Export all frames, or save the sticker as a still PNG.",
    elsewhere: {
      guard let still = $0.limits.bestStill else { return "Export all frames." }
      let frames = $0.limits.bestAnimation == nil ? "Save" : "Export all frames, or save"
      return "\(frames) the sticker as a still \(still)."
    },
    fixes: [.makeStill],
    judges: .storage,
    examples: [
      .passes("two frames", .bouncing([0, 2])),
      .passes("a still PNG", .disc(300, 300)),
      .passes("a still GIF", .gif()),
      .fires(
        "an APNG with one frame", .bouncing([0]),
        message: "the animation has 1 frame; it takes at least 2 to move"),
      .fires(
        "a looping GIF with one frame", .gif(loops: true),
        message: "the animation has 1 frame; it takes at least 2 to move"),
    ],
    check: .asset(judge))
}

private func judge(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard asset.animation?.frames.count == 1 else { return [] }
  return [
    Evidence(
      "the animation has 1 frame; it takes at least 2 to move", Figure(1, limit: 2, unit: .frames),
      fix: Fix(.makeStill))
  ]
}
