extension Rule {
  /// Reports packs with a number of stickers that the messenger does not accept.
  static let stickerCount = Rule(
    id: RuleID.stickerCount,
    severity: .error,
    summary: "A pack has a number of stickers that the messenger accepts.",
    reason: """
      Some messengers require at least three stickers, some require a multiple of eight, and most have a
      maximum. A pack with any other number of stickers cannot be uploaded. Messages accepts any number.
      """,
    advice: "Add or remove stickers to reach a number that the messenger accepts.",
    options: RuleOption.stickerCountOptions,
    examples: [
      .passes("any number", .disc(300, 300)),
      .passes("exactly the minimum", .disc(300, 300).renamed("a.png"), .disc(300, 300).renamed("b.png"))
        .withOptions([.minStickers: .whole(2)]),
      .fires("too few", .disc(300, 300), message: "the pack has 1 sticker (must have 3 to 30)")
        .withOptions([.minStickers: .whole(3), .maxStickers: .whole(30)]),
      .fires(
        "too many", .disc(300, 300).renamed("a.png"), .disc(300, 300).renamed("b.png"),
        message: "the pack has 2 stickers (must have 1)"
      ).withOptions([.minStickers: .whole(1), .maxStickers: .whole(1)]),
      .fires(
        "a number that is not a multiple", .disc(300, 300).renamed("a.png"), .disc(300, 300).renamed("b.png"),
        .disc(300, 300).renamed("c.png"), message: "the pack has 3 stickers (must have 2 or 4)"
      ).withOptions([.minStickers: .whole(2), .maxStickers: .whole(4), .stickerCountMultiple: .whole(2)]),
    ],
    check: .pack(evaluate))
}

private func evaluate(_ pack: PackRuleInput, _ options: OptionValues) -> [PackEvidence] {
  let limits = options.messengerLimits
  let count = pack.assetsRuleAppliesTo.count
  let isMany = count > limits.maxStickers ?? .max
  guard count < limits.minStickers || isMany || count % (limits.stickerCountMultiple ?? 1) > 0 else {
    return []
  }
  return [
    PackEvidence(
      "the pack has \(countText(count, "sticker")) (must have \(allowedStickerCountText(limits)))",
      MeasuredValueAndLimit(count, limit: isMany ? limits.maxStickers : limits.minStickers, unit: .unitless))
  ]
}

private func allowedStickerCountText(_ limits: MessengerLimits) -> String {
  let least = limits.minStickers
  switch (limits.maxStickers, limits.stickerCountMultiple) {
  case (let most?, let step?):
    return listText(Array(stride(from: max(least, step), through: most, by: step)).map(numberText), "or")
  case (nil, let step?): return "a multiple of \(numberText(step))"
  case (let most?, nil):
    return least == most ? numberText(most) : "\(numberText(least)) to \(numberText(most))"
  case (nil, nil): return "at least \(numberText(least))"
  }
}
