import StickerImage
public import StickerModel

extension Rule {
  /// The file is packed as well as it can be.
  public static let wastefulEncoding = Rule(
    id: "wasteful-encoding",
    severity: .hint,
    summary: "A PNG is not much larger than its pixels need.",
    reason: """
      Many programs store a PNG in a hurry: a palette's worth of colors as four channels, rows hardly
      compressed, every frame of an animation whole. The same pixels, packed with care, often take half the
      bytes, which leaves room below 500 KB. To know, the picture has to be encoded once: that takes time, so
      this rule runs only where it is asked for.

      Compared is what the pixels and their timing take; metadata and what follows the image are other rules'
      business, and so is a change of format.
      """,
    advice: "Run the file through a PNG optimizer, or save it with the best compression.",
    parameters: [minSaving, minBytes],
    references: [.appleStickerBytes],
    isOptIn: true,
    roles: .sent,
    needs: .reencoding,
    examples: [
      .passes("packed with care", .disc(300, 300)),
      .passes("a JPEG, which would have to change its format", .jpeg(300, 300)),
      .fires(
        "stored without compression", .uncompressedDisc(),
        message: """
          the same pixels take 2303 bytes where the file spends 360 393: 99.3 % could be saved, at most 20 % \
          should be
          """),
    ],
    check: .asset(judge))
}

private let minSaving = Parameter(
  "min-saving", 20, .percent, in: 0...100, source: .measured,
  "how much of a picture's bytes another encoding must save")

private let minBytes = Parameter(
  "min-bytes", 4096, .bytes, in: 0...100_000_000, source: .measured,
  "how many bytes it must save")

private func judge(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let encoding = asset.survey?.reencoding else { return [] }
  let saved = encoding.storedBytes - encoding.neededBytes
  let limit = settings[minSaving]
  guard saved > 0, saved >= settings[minBytes], saved * 100 >= encoding.storedBytes * limit else { return [] }
  let share = percent(saved, of: encoding.storedBytes)
  let bytes =
    "\(grouped(encoding.neededBytes)) bytes where the file spends \(grouped(encoding.storedBytes))"
  return [
    Evidence(
      "the same pixels take \(bytes): \(tenths(share)) % could be saved, at most \(limit) % should be",
      Figure(share, limit: Double(limit), unit: .percent))
  ]
}
