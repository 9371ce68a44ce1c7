import StickerImage

extension Rule {
  /// Reports a PNG whose pixels would fit into far fewer bytes.
  static let wastefulEncoding = Rule(
    id: RuleID.wastefulEncoding,
    severity: .hint,
    summary: "A PNG takes hardly more bytes than its pixels need.",
    reason: """
      Many programs save a PNG quickly rather than well: a few colors take as much space as millions, pixels
      are hardly compressed, and every frame of an animation is stored whole. The same pixels, packed with
      care, often take half the bytes, which leaves room below 500 KB.

      To know that, the picture has to be packed once. That takes time, so this rule runs only where it is
      asked for, with `--select wasteful-encoding`. It counts the bytes of the pixels and their timing; other
      rules speak of metadata, of what follows the image and of other formats.
      """,
    advice: "Run the file through a PNG optimizer, or save it with the best compression.",
    fixes: [.reencode],
    parameters: [minSaving, minBytes],
    references: [.appleStickerBytes],
    isOptIn: true,
    roles: .sent,
    subject: .storage, needs: .reencoding,
    examples: [
      .passes("packed with care", .disc(300, 300)),
      .passes("a JPEG, which would have to change its format", .jpeg(300, 300)),
      .fires(
        "stored without compression", .uncompressedDisc(),
        message: """
          the same pixels fit into 2303 bytes, and the file spends 360,393 on them: 99.3% could be saved, \
          it should be less than 20%
          """),
    ],
    check: .asset(evaluate))
}

private let minSaving = Parameter(
  "min-saving", 20, .percent, in: 0...100, source: .measured,
  "how much of a picture's bytes could be saved, at least, to be reported")

private let minBytes = Parameter(
  "min-bytes", 4096, .bytes, in: 0...100_000_000, source: .measured,
  "how many bytes could be saved, at least, to be reported")

private func evaluate(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let encoding = asset.measurements?.reencoding else { return [] }
  let excess = encoding.storedBytes - encoding.neededBytes
  let limit = settings[minSaving]
  // Both parameters may be 0.
  guard excess > 0, excess >= settings[minBytes], excess * 100 >= encoding.storedBytes * limit else {
    return []
  }
  let share = percent(excess, of: encoding.storedBytes)
  let needed = "the same pixels fit into \(numberText(encoding.neededBytes)) bytes"
  let spent = "the file spends \(numberText(encoding.storedBytes)) on them"
  return [
    Evidence(
      "\(needed), and \(spent): \(tenths(share))% could be saved, it should be less than \(limit)%",
      MeasuredValue(share, limit: Double(limit), unit: .percent), fix: Fix(.reencode))
  ]
}
