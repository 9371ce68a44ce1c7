extension Rule {
  /// Reports TGS and Lottie files that are too large.
  static let tgsFileSize = Rule(
    id: RuleID.tgsFileSize,
    severity: .error,
    summary: "A TGS is at most 65,536 bytes, and at most 2,097,152 bytes when unpacked.",
    reason: """
      Telegram rejects a larger file, and its desktop app does not show an animation that is larger when
      unpacked. stickerlint does not read longer JSON, so no other rule checks such an animation.
      """,
    advice: "Use fewer paths and keyframes: simplify traced shapes, and animate transforms instead of paths.",
    options: [maxTGSBytes, maxUnpackedTGSBytes],
    references: [.tdlibStickerFormat, .telegramAnimated, .tdesktopLottie],
    checkedAspect: .storage,
    examples: [
      .passes("exactly the maximum file size", .tgs(toBytes: 65_536)),
      .fires(
        "one byte more", .tgs(toBytes: 65_537), message: "file size is 65,537 bytes (limit: 65,536 bytes)"),
      .fires(
        "an animation that is too large when unpacked", .tgs(),
        message: "the unpacked JSON is 329 bytes (limit: 300 bytes)"
      ).withOptions([maxUnpackedTGSBytes: .whole(300)]),
    ],
    check: .asset(evaluate))
}

private let maxTGSBytes = RuleOption(
  "max-bytes", 65_536, .bytes, in: 1...1_000_000_000, source: .tdlibStickerFormat, "maximum file size")
private let maxUnpackedTGSBytes = RuleOption(
  "max-unpacked-bytes", LottieFile.maxJSONBytes, .bytes, in: 1...LottieFile.maxJSONBytes,
  source: .tdesktopLottie, "maximum length of the JSON text")

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  guard case .lottie(let file) = asset.content else { return [] }
  var found: [Evidence] = []
  if let bytes = asset.byteCount, bytes > options[maxTGSBytes] {
    found.append(
      Evidence(
        "file size is \(numberText(bytes)) bytes (limit: \(numberText(options[maxTGSBytes])) bytes)",
        MeasuredValueAndLimit(bytes, limit: options[maxTGSBytes], unit: .bytes)))
  }
  if let bytes = file.jsonByteCount, bytes > options[maxUnpackedTGSBytes] {
    found.append(
      Evidence(
        """
        the unpacked JSON is \(numberText(bytes)) bytes (limit: \(numberText(options[maxUnpackedTGSBytes])) bytes)
        """, MeasuredValueAndLimit(bytes, limit: options[maxUnpackedTGSBytes], unit: .bytes)))
  }
  return found
}
