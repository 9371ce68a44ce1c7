extension Rule {
  /// Reports packs that mix stills and animations, if the messenger does not accept that.
  static let mixedAnimation = Rule(
    id: RuleID.mixedAnimation,
    severity: .error,
    summary: "A pack contains either stills or animations, if the messenger does not accept both.",
    reason: """
      Some messengers separate packs of stills from packs of animations, and reject a pack with both. Messages
      accepts both in one pack.
      """,
    advice: "Split the pack in two: one with the animations and one with the stills.",
    options: RuleOption.mixedPackOptions,
    examples: [
      .passes("both are accepted", .disc(300, 300).renamed("a.png"), .bouncingBall().renamed("b.png")),
      .passes("stills only", .disc(300, 300).renamed("a.png"), .disc(300, 300).renamed("b.png"))
        .withOptions([.acceptsMixedPacks: .word("no")]),
      .fires(
        "one animated sticker", .disc(300, 300).renamed("a.png"), .bouncingBall().renamed("b.png"),
        .disc(300, 300).renamed("c.png"),
        message: "the pack mixes 1 animated sticker and 2 stills (first animated sticker: b.png)"
      ).withOptions([.acceptsMixedPacks: .word("no")]),
    ],
    check: .pack(evaluate))
}

private func evaluate(_ pack: PackRuleInput, _ options: OptionValues) -> [PackEvidence] {
  guard !options.messengerLimits.acceptsMixedPacks else { return [] }
  let moving = pack.assetsRuleAppliesTo.filter { $0.facts.frameCount > 1 }
  let still = pack.assetsRuleAppliesTo.count - moving.count
  guard let first = moving.first, still > 0 else { return [] }
  return [
    PackEvidence(
      """
      the pack mixes \(countText(moving.count, "animated sticker")) and \(countText(still, "still")) \
      (first animated sticker: \(first.path.name.displayText))
      """)
  ]
}
