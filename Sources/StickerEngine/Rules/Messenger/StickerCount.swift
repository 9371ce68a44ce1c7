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
        .under([.leastStickers: .whole(2)]),
      .fires("too few", .disc(300, 300), message: "1 sticker is in the pack; it takes 3 to 30")
        .under([.leastStickers: .whole(3), .mostStickers: .whole(30)]),
      .fires(
        "too many", .disc(300, 300).named("a.png"), .disc(300, 300).named("b.png"),
        message: "2 stickers are in the pack; it takes 1 to 1"
      ).under([.leastStickers: .whole(1), .mostStickers: .whole(1)]),
      .fires(
        "a number between", .disc(300, 300).named("a.png"), .disc(300, 300).named("b.png"),
        .disc(300, 300).named("c.png"), message: "3 stickers are in the pack; it takes 2 or 4"
      ).under([.leastStickers: .whole(2), .mostStickers: .whole(4), .stickerStep: .whole(2)]),
    ],
    check: .pack(judge))
}

private func judge(_ pack: PackSummary, _ settings: Settings) -> [PackEvidence] {
  let (least, most, step) = (settings[.leastStickers], settings[.mostStickers], settings[.stickerStep])
  let count = pack.stickers.count
  let isMany = most > 0 && count > most
  guard count < least || isMany || step > 0 && count % step > 0 else { return [] }
  let verb = count == 1 ? "is" : "are"
  return [
    PackEvidence(
      "\(counted(count, "sticker")) \(verb) in the pack; it takes \(words(least, most, step))",
      Figure(count, limit: isMany ? most : least, unit: .number))
  ]
}

private func words(_ least: Int, _ most: Int, _ step: Int) -> String {
  if step > 0, most > 0 {
    return listed(Array(stride(from: max(least, step), through: most, by: step)).map(grouped), "or")
  }
  if step > 0 { return "a multiple of \(grouped(step))" }
  return most > 0 ? "\(grouped(least)) to \(grouped(most))" : "at least \(grouped(least))"
}
