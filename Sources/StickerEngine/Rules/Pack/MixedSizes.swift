import StickerImage

extension Rule {
  /// The stickers of a pack share one canvas size.
  static let mixedSizes = Rule(
    id: RuleID.mixedSizes,
    severity: .warning,
    summary: "All stickers of a pack have the same size.",
    reason: """
      The drawer shows a pack in one grid: small, regular or large. Stickers of another size are scaled to it,
      and look coarser or smaller than their neighbors. Apple advises one size for a pack.
      """,
    advice: "Export all stickers on one square canvas size, for iMessage 300, 408 or 618 px.",
    references: [.appleGuidelines, .appleGridSizes],
    view: .whole,
    examples: [
      .passes("one size", .disc(408, 408).named("heart.png"), .disc(408, 408).named("star.png")),
      .fires(
        "one of them was exported smaller", .disc(408, 408).named("heart.png"),
        .disc(300, 300).named("moon.png"), .disc(408, 408).named("star.png"),
        message:
          "2 different sizes, a pack should have 1: 408 × 408 px (2 stickers) and 300 × 300 px (moon.png)"),
    ],
    check: .pack(evaluate))
}

/// A pack of many sizes shows the most frequent.
private let sizesListed = 4

private func evaluate(_ pack: PackContents, _ settings: Settings) -> [PackEvidence] {
  var bySize: [PixelSize: [AssetAnalysis]] = [:]
  for sticker in pack.stickers {
    if let canvas = sticker.facts.canvas { bySize[canvas, default: []].append(sticker) }
  }
  guard bySize.count > 1 else { return [] }
  // Most frequent first; a fixed order among equals keeps the message free of the dictionary's.
  let sizes = bySize.sorted {
    ($1.value.count, $0.key.width, $0.key.height) < ($0.value.count, $1.key.width, $1.key.height)
  }
  let named = sizes.prefix(sizesListed).map { size, members in
    let who = members.count == 1 ? members[0].path.name.displayText : countText(members.count, "sticker")
    return "\(size) (\(who))"
  }
  let rest = sizes.count - named.count
  let list = listText(named + (rest > 0 ? ["\(rest) more"] : []))
  return [PackEvidence("\(sizes.count) different sizes, a pack should have 1: \(list)")]
}
