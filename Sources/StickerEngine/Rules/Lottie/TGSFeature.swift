extension Rule {
  /// Reports features of Lottie that Telegram does not support.
  static let tgsFeature = Rule(
    id: RuleID.tgsFeature,
    severity: .error,
    summary: "A TGS uses only the features of Lottie that Telegram supports.",
    reason: """
      Telegram's apps ignore other features, so the sticker looks different there, or the file is rejected.
      Not supported are expressions, masks, layer effects, images, solids, texts, video and audio layers, 3D
      layers, merge paths, star shapes, gradient strokes, repeaters, time stretch, time remap and auto-orient.
      Telegram's exporter finds most of them, but not those in nested groups. This rule looks into all groups
      and precomps.
      """,
    advice: "Draw the layer with paths, fills, strokes and keyframes, and export again.",
    references: [.telegramAnimated, .telegramPlugin, .pythonLottie],
    subject: .storage,
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

  /// Reports features of Lottie that Telegram's apps draw differently.
  static let tgsDiscouragedFeature = Rule(
    id: RuleID.tgsDiscouragedFeature,
    severity: .hint,
    summary: "A TGS uses no skew and no mattes.",
    reason: """
      Telegram does not forbid them, but its apps do not draw them alike. Older versions ignore skew, and a
      matte makes an animation slow on phones.
      """,
    advice: "Draw the skewed shape as a path. Instead of a matte, cut the shapes.",
    references: [.pythonLottie],
    subject: .storage,
    examples: [
      .passes("no skew", .tgs(shape: #"{"ty":"tr","sk":{"a":0,"k":0}}"#)),
      .fires(
        "skew", .tgs(shape: #"{"ty":"tr","sk":{"a":0,"k":12}}"#),
        message: "skew in \"Arm\" (some apps draw it differently)"),
      .fires("a matte", .tgs(layer: #""tt":1"#), message: "matte in \"Arm\" (some apps draw it differently)"),
    ],
    check: .asset { asset, _ in
      evidence(on: asset) { $0.isDiscouraged ? "some apps draw it differently" : nil }
    })
}

private func evaluate(_ asset: Asset, _: OptionValues) -> [Evidence] {
  evidence(on: asset) { $0.isDiscouraged ? nil : "not supported" }
}

/// One finding for each feature, in the order of `LottieFeature`.
///
/// - Parameter reason: returns why a feature is reported; nil if the rule does not report it.
private func evidence(on asset: Asset, _ reason: (LottieFeature) -> String?) -> [Evidence] {
  guard let uses = asset.lottie?.usesByFeature else { return [] }
  return LottieFeature.allCases.compactMap { feature in
    guard let use = uses[feature], let reason = reason(feature) else { return nil }
    return Evidence("\(feature.rawValue) in \(use.layersText) (\(reason))", advice: feature.advice)
  }
}

extension LottieFeature {
  fileprivate var isDiscouraged: Bool { self == .skew || self == .matte }

  /// What to do about the feature; nil if the rule's advice fits.
  fileprivate var advice: String? {
    switch self {
    case .expression: "Convert the expression to keyframes."
    case .mask: "Remove the mask, and cut the shapes instead."
    case .layerEffect: "Remove the effect, or draw it with shapes."
    case .image: "Draw the image with shapes."
    case .solid: "Draw a rectangle in a shape layer."
    case .text: "Convert the text to shapes."
    case .video, .otherLayer: "Remove the layer."
    case .threeDimensions: "Switch off 3D for the layer."
    case .mergePaths: "Merge the paths in the drawing program."
    case .star: "Convert the star to a path."
    case .gradientStroke: "Use a stroke of one color, or a path with a gradient fill."
    case .repeater: "Copy the shape instead."
    case .timeStretch: "Set the time stretch to 100%, and move the keyframes."
    case .timeRemap: "Switch off time remapping, and move the keyframes."
    case .autoOrient: "Switch off auto-orient, and rotate the layer with keyframes."
    case .skew, .matte: nil
    }
  }
}
