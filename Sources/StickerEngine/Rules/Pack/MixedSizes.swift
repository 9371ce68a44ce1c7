import StickerImage

extension Rule {
  /// Reports packs with stickers of different sizes.
  static let mixedSizes = Rule(
    id: RuleID.mixedSizes,
    severity: .warning,
    summary: "All stickers in a pack have the same size.",
    reason: """
      The sticker drawer shows a pack in one grid, which is small, regular or large. Messages scales stickers
      of other sizes to this grid, so they look coarser or smaller than the others. Apple recommends one size
      per pack.
      """,
    advice: "Export all stickers with the same square canvas (for iMessage, 300, 408 or 618 px per side).",
    references: [.appleHumanInterfaceGuidelines, .appleGridSizes],
    exampleView: .whole,
    examples: [
      .passes("one size", .disc(408, 408).renamed("heart.png"), .disc(408, 408).renamed("star.png")),
      .fires(
        "one smaller sticker", .disc(408, 408).renamed("heart.png"),
        .disc(300, 300).renamed("moon.png"), .disc(408, 408).renamed("star.png"),
        message:
          "2 different sizes (should be 1): 408 × 408 px (2 stickers) and 300 × 300 px (moon.png)"),
    ],
    check: .pack(evaluate))
}

/// The maximum number of sizes that a message lists, most frequent first.
private let maxListedSizes = 4

private func evaluate(_ pack: PackRuleInput, _ options: OptionValues) -> [PackEvidence] {
  var bySize: [PixelSize: [AssetAnalysis]] = [:]
  for sticker in pack.assetsRuleAppliesTo {
    if let canvas = sticker.facts.canvas { bySize[canvas, default: []].append(sticker) }
  }
  guard bySize.count > 1 else { return [] }
  // Most frequent first. Ties have a fixed order, so that messages do not depend on dictionary order.
  let sizes = bySize.sorted {
    ($1.value.count, $0.key.width, $0.key.height) < ($0.value.count, $1.key.width, $1.key.height)
  }
  let named = sizes.prefix(maxListedSizes).map { size, members in
    let who = members.count == 1 ? members[0].path.name.displayText : countText(members.count, "sticker")
    return "\(size) (\(who))"
  }
  let rest = sizes.count - named.count
  let list = listText(named + (rest > 0 ? ["\(rest) more"] : []))
  return [
    PackEvidence(
      "\(sizes.count) different sizes (should be 1): \(list)",
      MeasuredValueAndLimit(sizes.count, limit: 1, unit: .unitless))
  ]
}
