import StickerImage

extension Rule {
  /// Reports files with too much metadata.
  static let metadataWeight = Rule(
    id: "metadata-weight",
    severity: .hint,
    summary: "Metadata takes up at most 10% of a file or 4 KiB, whichever is larger.",
    reason: """
      Metadata is everything in a file except the image: text, previews, camera data and notes from editing
      programs. It counts toward the 500 KB limit and is sent with every sticker, although nobody sees it.
      Data that affects pixels, colors or timing, such as a color profile, does not count as metadata.
      """,
    advice: "Export without metadata (\"Save for Web\", \"Metadata: None\"), or use a tool to remove it.",
    fixes: [.stripMetadata],
    options: [maxMetadataPercent, alwaysAllowedMetadataBytes],
    references: [.appleStickerBytes],
    roles: .allRoles,
    checkedAspect: .storage,
    examples: [
      .passes("no metadata", .disc(300, 300)),
      .passes(
        "more than 10% of the file, but only 4 KiB", .disc(300, 300).withPrivateChunk(totalByteCount: 4096)),
      .fires(
        "20,000 bytes of metadata", .disc(300, 300).withPrivateChunk(totalByteCount: 20_000),
        message: """
          metadata takes up 20,000 bytes, 89.7% of the file (limit: 4096 bytes or 10%)
          """),
    ],
    check: .asset(evaluate))
}

private let maxMetadataPercent = RuleOption(
  "max-share", 10, .percent, in: 0...100, source: .ownMeasurements,
  "maximum share of the file that metadata may take up, if there is more metadata than `max-bytes`")

private let alwaysAllowedMetadataBytes = RuleOption(
  "max-bytes", 4096, .bytes, in: 0...100_000_000, source: .ownMeasurements,
  "amount of metadata that is always allowed")

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  guard let container = asset.container, let length = asset.byteCount else { return [] }
  let bytes = container.metadataBytes
  let (least, limit) = (options[alwaysAllowedMetadataBytes], options[maxMetadataPercent])
  guard bytes > least, bytes * 100 > length * limit else { return [] }
  let share = percentageRoundedToTenths(bytes, of: length, rounding: .up)
  let figures = "metadata takes up \(numberText(bytes)) bytes, \(wholeOrDecimalText(share))% of the file"
  return [
    Evidence(
      "\(figures) (limit: \(numberText(least)) bytes or \(limit)%)",
      MeasuredValueAndLimit(share, limit: Double(limit), unit: .percent), fix: Fix(.stripMetadata))
  ]
}
