extension Rule {
  /// A pack is quickly downloaded.
  static let packWeight = Rule(
    id: "pack-weight",
    severity: .warning,
    summary: "The stickers of a pack weigh at most 100 MB together.",
    reason: """
      The first thing people meet of a pack is its download. Two hundred stickers of 500 KB are 100 MB:
      minutes on a phone's connection, and many give up.
      """,
    advice: "Make the heaviest stickers lighter, or split the pack.",
    parameters: [maxWeight],
    roles: .sent,
    examples: [
      .passes("a light pack", .disc(300, 300).named("moon.png"), .disc(408, 408).named("sun.png")),
      .fires(
        "three very long animations", .tooLarge(33_554_433).named("a.png"),
        .tooLarge(33_554_433).named("b.png"),
        .tooLarge(33_554_433).named("c.png"),
        message: "3 stickers weigh 100.7 MB together; at most 100 MB"),
    ],
    check: .pack(evaluate))
}

private let maxWeight = Parameter(
  "max-weight", 100, .megabytes, in: 1...100_000, source: .measured,
  "how much all stickers of a pack may weigh together")

private func evaluate(_ pack: PackContents, _ settings: Settings) -> [PackEvidence] {
  let bytes = pack.stickers.reduce(0) { total, sticker in
    // A report of a shard can say of any number of files that they are the largest there are.
    let (sum, isTooMuch) = total.addingReportingOverflow(sticker.facts.byteCount ?? 0)
    return isTooMuch ? .max : sum
  }
  let limit = settings[maxWeight]
  guard bytes > limit * 1_000_000 else { return [] }
  let megabytes = (Double(bytes) / 100_000).rounded(.up) / 10
  let stickers = countText(pack.stickers.count, "sticker")
  let verb = pack.stickers.count == 1 ? "weighs" : "weigh"
  return [
    PackEvidence(
      "\(stickers) \(verb) \(tenths(megabytes)) MB together; at most \(limit) MB",
      MeasuredValue(megabytes, limit: Double(limit), unit: .megabytes))
  ]
}
