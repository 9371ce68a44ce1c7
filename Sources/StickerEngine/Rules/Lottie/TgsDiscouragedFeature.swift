extension Rule {
  /// Reports Lottie features that Telegram's apps draw differently.
  static let tgsDiscouragedFeature = Rule(
    id: RuleID.tgsDiscouragedFeature,
    severity: .hint,
    summary: "A TGS uses neither skew nor mattes.",
    reason: """
      Telegram does not forbid skew and mattes, but its apps do not all draw them the same way. Older versions
      ignore skew, and a matte makes an animation slow on phones.
      """,
    advice: "Draw the skewed shape as a path. Instead of a matte, cut the shapes.",
    references: [.pythonLottie],
    checkedAspect: .storage,
    examples: [
      .passes("no skew", .tgs(shape: #"{"ty":"tr","sk":{"a":0,"k":0}}"#)),
      .fires(
        "skew", .tgs(shape: #"{"ty":"tr","sk":{"a":0,"k":12}}"#),
        message: "skew in \"Arm\" (some apps draw it differently)"),
      .fires("a matte", .tgs(layer: #""tt":1"#), message: "matte in \"Arm\" (some apps draw it differently)"),
    ],
    check: .asset(evaluate))
}

private func evaluate(_ asset: Asset, _: OptionValues) -> [Evidence] {
  asset.lottieFeatureEvidence { $0.isDrawnInconsistentlyByTelegram ? "some apps draw it differently" : nil }
}
