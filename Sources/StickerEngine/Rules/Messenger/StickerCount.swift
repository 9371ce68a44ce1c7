extension Rule {
  /// A pack has as many stickers as the messenger takes.
  static let stickerCount = Rule(
    id: RuleID.stickerCount,
    severity: .error,
    summary: "A pack has as many stickers as the messenger takes.",
    reason: """
      Some messengers take packs from three stickers, some only by the eight, and most up to a number. A pack
      with another number cannot be uploaded. Messages takes any.
      """,
    advice: "Add stickers, or leave some out, until the number fits.",
    parameters: Parameter.count,
    examples: [
      .passes("any number", .disc(300, 300)),
      .passes("exactly the fewest", .disc(300, 300).named("a.png"), .disc(300, 300).named("b.png"))
        .under([.minStickers: .whole(2)]),
      .fires("too few", .disc(300, 300), message: "1 sticker is in the pack; it takes 3 to 30")
        .under([.minStickers: .whole(3), .maxStickers: .whole(30)]),
      .fires(
        "too many", .disc(300, 300).named("a.png"), .disc(300, 300).named("b.png"),
        message: "2 stickers are in the pack; it takes 1 to 1"
      ).under([.minStickers: .whole(1), .maxStickers: .whole(1)]),
      .fires(
        "a number between", .disc(300, 300).named("a.png"), .disc(300, 300).named("b.png"),
        .disc(300, 300).named("c.png"), message: "3 stickers are in the pack; it takes 2 or 4"
      ).under([.minStickers: .whole(2), .maxStickers: .whole(4), .stickerMultiple: .whole(2)]),
    ],
    check: .pack(evaluate))
}

private func evaluate(_ pack: PackContents, _ settings: Settings) -> [PackEvidence] {
  let limits = settings.limits
  let count = pack.stickers.count
  let isMany = count > limits.maxStickers ?? .max
  guard count < limits.minStickers || isMany || count % (limits.stickerMultiple ?? 1) > 0 else { return [] }
  let verb = count == 1 ? "is" : "are"
  return [
    PackEvidence(
      "\(countText(count, "sticker")) \(verb) in the pack; it takes \(words(limits))",
      MeasuredValue(count, limit: isMany ? limits.maxStickers : limits.minStickers, unit: .number))
  ]
}

private func words(_ limits: MessengerLimits) -> String {
  let least = limits.minStickers
  switch (limits.maxStickers, limits.stickerMultiple) {
  case (let most?, let step?):
    return listText(Array(stride(from: max(least, step), through: most, by: step)).map(numberText), "or")
  case (nil, let step?): return "a multiple of \(numberText(step))"
  case (let most?, nil): return "\(numberText(least)) to \(numberText(most))"
  case (nil, nil): return "at least \(numberText(least))"
  }
}
