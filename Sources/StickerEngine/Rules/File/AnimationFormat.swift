import StickerImage

extension Rule {
  /// Reports animations in a format that Messages does not play.
  static let animationFormat = Rule(
    id: RuleID.animationFormat,
    severity: .error,
    summary: "An animation is an APNG or a GIF.",
    reason: """
      Messages animates only APNG and GIF stickers. An animated WebP or AVIF, a video or a Lottie file cannot
      be sent as a sticker, even if it plays elsewhere.
      """,
    advice: "Export the animation as an APNG with the extension .png.",
    fixes: [.convertToPNGOrAPNG], buildResolution: .convertsWebPArt,
    roles: .stickerAndFrameRoles,
    checkedAspect: .storage,
    examples: [
      .passes("an APNG", .bouncingBall()),
      .passes("a WebP still, which `unsupported-format` reports", .webP()),
      .fires(
        "an animated WebP", .webP(animated: true),
        message: "animated WebP (Messages animates only APNG and GIF)"),
    ],
    check: .asset(evaluate))
}

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  guard let format = asset.formatUnsupportedByMessages, format.isAnimated else { return [] }
  if asset.container != nil, options.messengerLimits.accepts(format.name ?? "") { return [] }
  let message = "animated \(format.name ?? "file") (Messages animates only APNG and GIF)"
  let isConvertible = asset.container != nil || format.isConvertible
  return [Evidence(message, fix: isConvertible ? Fix(.convertToPNGOrAPNG) : nil)]
}
