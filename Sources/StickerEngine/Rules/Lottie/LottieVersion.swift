extension Rule {
  /// Reports animations from old exporters, which use a different range for colors.
  static let lottieVersion = Rule(
    id: RuleID.lottieVersion,
    severity: .hint,
    summary: "A Lottie animation comes from Bodymovin 4.1.9 or later.",
    reason: """
      Earlier versions of this exporter store color values from 0 to 255, and later ones from 0 to 1.
      lottie-web checks the version in the file and converts the old colors. Other programs do not, and draw
      the wrong colors.
      """,
    advice: "Export the animation again with a current version of the exporter.",
    references: [.lottieWebLegacyColorRange],
    checkedAspect: .storage,
    examples: [
      .passes("version 4.1.9", .tgs(version: "4.1.9")),
      .fires(
        "version 4.1.8", .tgs(version: "4.1.8"),
        message: "exporter version 4.1.8 may store color values from 0 to 255 (minimum: 4.1.9)"),
    ],
    check: .asset(evaluate))
}

private func evaluate(_ asset: Asset, _: OptionValues) -> [Evidence] {
  guard let version = asset.lottie?.exporterVersion else { return [] }
  let numbers = version.utf8.count > 20 ? [] : version.split(separator: ".").map { Int($0) }
  guard !numbers.isEmpty, !numbers.contains(nil),
    numbers.compactMap(\.self).lexicographicallyPrecedes([4, 1, 9])
  else { return [] }
  let shown = UntrustedText(version).displayText
  return [Evidence("exporter version \(shown) may store color values from 0 to 255 (minimum: 4.1.9)")]
}
