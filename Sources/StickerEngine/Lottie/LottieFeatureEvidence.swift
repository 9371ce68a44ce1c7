extension Asset {
  /// Returns evidence for each feature that the rule reports, in the order of `LottieFeature`.
  ///
  /// - Parameter reason: returns why a feature is reported; nil if the rule does not report it.
  func lottieFeatureEvidence(_ reason: (ProblematicLottieFeature) -> String?) -> [Evidence] {
    guard let uses = lottie?.usesByFeature else { return [] }
    return ProblematicLottieFeature.allCases.compactMap { feature in
      guard let use = uses[feature], let reason = reason(feature) else { return nil }
      return Evidence("\(feature.rawValue) in \(use.layersText) (\(reason))", advice: feature.advice)
    }
  }
}

extension ProblematicLottieFeature {
  /// Whether Telegram accepts the feature even though its apps draw it in different ways.
  var isDrawnInconsistentlyByTelegram: Bool { self == .skew || self == .matte }

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
