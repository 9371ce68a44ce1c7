extension Rule {
  /// Reports Lottie features that Telegram does not support.
  static let tgsFeature = Rule(
    id: RuleID.tgsFeature,
    severity: .error,
    summary: "A TGS uses only Lottie features that Telegram supports.",
    reason: """
      Telegram either ignores an unsupported feature, so that the sticker looks different, or rejects the
      file. It does not support expressions, masks, layer effects, images, solids, text, video and audio
      layers, 3D layers, merge paths, star shapes, gradient strokes, repeaters, time stretch, time remap or
      auto-orient. Telegram's exporter finds most of these, but not in nested groups. This rule checks all
      groups and precomps.
      """,
    advice: "Draw the layer with paths, fills, strokes and keyframes, and export again.",
    references: [.telegramAnimated, .telegramPlugin, .pythonLottie],
    checkedAspect: .storage,
    examples: [
      .passes("shapes, fills and transforms", .tgs()),
      .fires(
        "an effect", .tgs(layer: #""ef":[{"ty":5}]"#), message: "layer effect in \"Arm\" (not supported)"),
      .fires(
        "an expression", .tgs(shape: #"{"ty":"tr","r":{"a":0,"k":0,"x":"time*90"}}"#),
        message: "expression in \"Arm\" (not supported)"),
      .fires(
        "merged paths in a nested group", .tgs(shape: #"{"ty":"mm","mm":1}"#),
        message: "merge paths in \"Arm\" (not supported)"),
      .fires(
        "an image in a precomp", .tgs(assets: #"[{"id":"a","layers":[{"ty":2,"nm":"Photo"}]}]"#),
        message: "image in \"Photo\" (not supported)"),
    ],
    check: .asset(evaluate))
}

private func evaluate(_ asset: Asset, _: OptionValues) -> [Evidence] {
  asset.lottieFeatureEvidence { $0.isDrawnInconsistentlyByTelegram ? nil : "not supported" }
}
