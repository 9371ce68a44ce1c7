import StickerImage

extension Rule {
  /// What moves does so in a format that Messages plays.
  static let animationFormat = Rule(
    id: "animation-format",
    severity: .error,
    summary: "An animation is an APNG or a GIF.",
    reason: """
      Messages animates stickers from APNG and GIF only. An animated WebP or AVIF, a video or a Lottie file
      cannot be sent as a sticker, however well it plays elsewhere.
      """,
    advice: "Export the animation as APNG, and name it .png.",
    fixes: [.convert], resolution: .convertsArt,
    roles: .sent,
    subject: .storage,
    examples: [
      .passes("an APNG", .bouncing()),
      .passes("a WebP that does not move, which `unsupported-format` reports", .webP()),
      .fires(
        "an animated WebP", .webP(animated: true),
        message: "WebP: it moves, and Messages animates only APNG and GIF"),
    ],
    check: .asset(evaluate))
}

private func evaluate(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let format = asset.unshownFormat, format.isAnimated else { return [] }
  if asset.container != nil, settings.limits.takes(format.name ?? "") { return [] }
  let message = "\(format.name ?? "animation"): it moves, and Messages animates only APNG and GIF"
  let isConvertible = asset.container != nil || format.isConvertible
  return [Evidence(message, fix: isConvertible ? Fix(.convert) : nil)]
}
