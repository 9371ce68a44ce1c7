import StickerImage
public import StickerModel

extension Rule {
  /// The file is mostly picture.
  public static let metadataWeight = Rule(
    id: "metadata-weight",
    severity: .hint,
    summary: "What is no picture takes little of a file.",
    reason: """
      Texts, previews, camera data and what programs keep for themselves count toward 500 KB, and are sent
      with every sticker, though nobody sees them. Counted is whatever changes neither pixels nor colors nor
      timing: a color profile is not.
      """,
    advice: "Export without metadata (\"Save for Web\", \"Metadata: None\"), or strip it with a tool.",
    parameters: [maxShare, maxBytes],
    references: [.appleStickerBytes],
    roles: .everyAsset,
    examples: [
      .passes("nothing but the picture", .disc(300, 300)),
      .passes("more than a tenth, but little", .disc(300, 300).padded(by: 4096)),
      .fires(
        "a program's notes to itself", .disc(300, 300).padded(by: 20_000),
        message: "20 000 bytes, 89.7 % of the file, are no picture; at most 4096 bytes or 10 % should be"),
    ],
    check: .asset(judge))
}

private let maxShare = Parameter(
  "max-share", 10, .percent, in: 0...100, source: .measured,
  "how much of the file metadata may be, where it is more than `max-bytes`")

private let maxBytes = Parameter(
  "max-bytes", 4096, .bytes, in: 0...100_000_000, source: .measured,
  "how long metadata may be in any case")

private func judge(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let container = asset.container, let length = asset.byteCount else { return [] }
  let bytes = container.metadataBytes
  let (least, limit) = (settings[maxBytes], settings[maxShare])
  guard bytes > least, bytes * 100 > length * limit else { return [] }
  let share = percent(bytes, of: length, rounding: .up)
  let figures = "\(grouped(bytes)) bytes, \(tenths(share)) % of the file, are no picture"
  return [
    Evidence(
      "\(figures); at most \(grouped(least)) bytes or \(limit) % should be",
      Figure(share, limit: Double(limit), unit: .percent))
  ]
}
