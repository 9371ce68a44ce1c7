import StickerImage

extension Rule {
  /// Reports a PNG whose pixels would fit into far fewer bytes.
  static let wastefulEncoding = Rule(
    id: RuleID.wastefulEncoding,
    severity: .hint,
    summary: "A PNG is compressed well.",
    reason: """
      Many programs save a PNG quickly rather than compactly. An image with few colors takes as much space as
      one with millions, pixels are barely compressed, and every frame of an animation is stored in full. With
      better compression, the same pixels often need half the bytes, which leaves room below the 500 KB limit.

      To measure this, stickerlint has to re-encode the image. That takes time, so this rule runs only if
      you select it. It compares only the bytes that store the pixels and their timing. Other
      rules check metadata, data after the image and other formats.
      """,
    advice: "Run the file through a PNG optimizer, or save it with maximum compression.",
    fixes: [.reencode],
    options: [minSavingPercent, minSavedBytes],
    references: [.appleStickerBytes],
    isOptIn: true,
    roles: .stickerAndFrameRoles,
    checkedAspect: .storage, requiredMeasurements: .reencodedSize,
    examples: [
      .passes("good compression", .disc(300, 300)),
      .passes("a JPEG, which this rule does not check", .jpeg(300, 300)),
      .fires(
        "no compression", .uncompressedDisc(),
        message:
          "the image data can shrink by 99.3%, from 360,393 to 2303 bytes (limit: less than 20%)"
      ),
    ],
    check: .asset(evaluate))
}

private let minSavingPercent = RuleOption(
  "min-saving", 20, .percent, in: 0...100, source: .ownMeasurements,
  "smallest reduction of the image data to report")

private let minSavedBytes = RuleOption(
  "min-bytes", 4096, .bytes, in: 0...100_000_000, source: .ownMeasurements,
  "smallest number of saved bytes to report")

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  guard let encoding = asset.measurements?.reencodedSize else { return [] }
  let excess = encoding.storedBytesWithoutMetadata - encoding.reencodedBytes
  let limit = options[minSavingPercent]
  // Both options may be 0.
  guard excess > 0, excess >= options[minSavedBytes],
    excess * 100 >= encoding.storedBytesWithoutMetadata * limit
  else {
    return []
  }
  let share = percentageRoundedToTenths(excess, of: encoding.storedBytesWithoutMetadata)
  let change =
    "from \(numberText(encoding.storedBytesWithoutMetadata)) to \(numberText(encoding.reencodedBytes)) bytes"
  return [
    Evidence(
      "the image data can shrink by \(wholeOrDecimalText(share))%, \(change) (limit: less than \(limit)%)",
      MeasuredValueAndLimit(share, limit: Double(limit), unit: .percent), fix: Fix(.reencode))
  ]
}
