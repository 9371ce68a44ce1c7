extension Rule {
  /// Reports packs that are too large to download quickly.
  static let packWeight = Rule(
    id: "pack-weight",
    severity: .warning,
    summary: "The stickers in a pack have a total file size of at most 100 MB.",
    reason: """
      People have to download a pack before they can use it. A pack of 200 stickers of 500 KB each is 100 MB.
      Downloading it takes minutes on a phone, and many people cancel.
      """,
    advice: "Reduce the file size of the largest stickers, or split the pack.",
    options: [maxPackMegabytes],
    roles: .stickerAndFrameRoles,
    examples: [
      .passes("a small pack", .disc(300, 300).renamed("moon.png"), .disc(408, 408).renamed("sun.png")),
      .fires(
        "three very long animations", .tooLarge(byteCount: 33_554_433).renamed("a.png"),
        .tooLarge(byteCount: 33_554_433).renamed("b.png"),
        .tooLarge(byteCount: 33_554_433).renamed("c.png"),
        message: "3 stickers have a total file size of 100.7 MB (limit: 100 MB)"),
    ],
    check: .pack(evaluate))
}

private let maxPackMegabytes = RuleOption(
  "max-weight", 100, .megabytes, in: 1...100_000, source: .ownMeasurements,
  "maximum total file size of all stickers in a pack")

private func evaluate(_ pack: PackRuleInput, _ options: OptionValues) -> [PackEvidence] {
  let bytes = pack.assetsRuleAppliesTo.reduce(0) { total, sticker in
    // A shard's report can contain any file size.
    let (sum, isTooMuch) = total.addingReportingOverflow(sticker.facts.byteCount ?? 0)
    return isTooMuch ? .max : sum
  }
  let limit = options[maxPackMegabytes]
  guard bytes > limit * 1_000_000 else { return [] }
  let megabytes = (Double(bytes) / 100_000).rounded(.up) / 10
  let stickers = countText(pack.assetsRuleAppliesTo.count, "sticker")
  let verb = pack.assetsRuleAppliesTo.count == 1 ? "has" : "have"
  return [
    PackEvidence(
      "\(stickers) \(verb) a total file size of \(wholeOrDecimalText(megabytes)) MB (limit: \(limit) MB)",
      MeasuredValueAndLimit(megabytes, limit: Double(limit), unit: .megabytes))
  ]
}
