import StickerImage

extension Rule {
  /// The file is mostly picture.
  static let metadataWeight = Rule(
    id: "metadata-weight",
    severity: .hint,
    summary: "Metadata takes at most a tenth of a file, or 4 KiB.",
    reason: """
      Metadata is what a file holds beside its picture: texts, previews, camera data, notes of drawing
      programs. It counts toward 500 KB and is sent with every sticker, though nobody sees it. Whatever
      changes pixels, colors or timing is no metadata here; a color profile does not count.
      """,
    advice: "Export without metadata (\"Save for Web\", \"Metadata: None\"), or strip it with a tool.",
    fixes: [.stripMetadata],
    parameters: [maxShare, maxBytes],
    references: [.appleStickerBytes],
    roles: .everyAsset,
    subject: .storage,
    examples: [
      .passes("nothing but the picture", .disc(300, 300)),
      .passes("more than a tenth of the file, but only 4 KiB", .disc(300, 300).padded(by: 4096)),
      .fires(
        "a program's notes to itself", .disc(300, 300).padded(by: 20_000),
        message: """
          metadata takes 20,000 bytes, 89.7% of the file; it should be at most 4096 bytes or 10%
          """),
    ],
    check: .asset(evaluate))
}

private let maxShare = Parameter(
  "max-share", 10, .percent, in: 0...100, source: .measured,
  "how much of the file may be metadata, where that is more than `max-bytes`")

private let maxBytes = Parameter(
  "max-bytes", 4096, .bytes, in: 0...100_000_000, source: .measured,
  "how many bytes of metadata a file of any size may have")

private func evaluate(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let container = asset.container, let length = asset.byteCount else { return [] }
  let bytes = container.metadataBytes
  let (least, limit) = (settings[maxBytes], settings[maxShare])
  guard bytes > least, bytes * 100 > length * limit else { return [] }
  let share = percent(bytes, of: length, rounding: .up)
  let figures = "metadata takes \(numberText(bytes)) bytes, \(tenths(share))% of the file"
  return [
    Evidence(
      "\(figures); it should be at most \(numberText(least)) bytes or \(limit)%",
      MeasuredValue(share, limit: Double(limit), unit: .percent), fix: Fix(.stripMetadata))
  ]
}
