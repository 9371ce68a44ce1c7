extension Rule {
  /// A pack is of stills or of animations, where the messenger takes no mix.
  static let mixedAnimation = Rule(
    id: RuleID.mixedAnimation,
    severity: .error,
    summary: "A pack holds stills or animations, where the messenger takes no mix.",
    reason: """
      Some messengers keep packs of stills and of animations apart, and refuse one that holds both. Messages
      takes both in one pack.
      """,
    advice: "Make two packs of it: one of what moves, one of what does not.",
    parameters: Parameter.mixing,
    examples: [
      .passes("a mix is taken", .disc(300, 300).named("a.png"), .bouncing().named("b.png")),
      .passes("stills only", .disc(300, 300).named("a.png"), .disc(300, 300).named("b.png"))
        .under([.takesMixedPacks: .word("no")]),
      .fires(
        "one of them moves", .disc(300, 300).named("a.png"), .bouncing().named("b.png"),
        .disc(300, 300).named("c.png"),
        message: "1 sticker moves and 2 do not (the first: b.png); all must, or none"
      ).under([.takesMixedPacks: .word("no")]),
    ],
    check: .pack(evaluate))
}

private func evaluate(_ pack: PackContents, _ settings: Settings) -> [PackEvidence] {
  guard !settings.limits.takesMixedPacks else { return [] }
  let moving = pack.stickers.filter { $0.facts.frameCount > 1 }
  let still = pack.stickers.count - moving.count
  guard let first = moving.first, still > 0 else { return [] }
  let rest = still == 1 ? "1 does not" : "\(numberText(still)) do not"
  return [
    PackEvidence(
      "\(countText(moving.count, "sticker")) \(moving.count == 1 ? "moves" : "move") and \(rest) "
        + "(the first: \(first.path.name.displayText)); all must, or none")
  ]
}
