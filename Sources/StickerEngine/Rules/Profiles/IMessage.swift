extension MessengerProfile {
  /// Apple's limits, which are also the defaults of the rules. This profile lists them for the documentation.
  package static let imessage = MessengerProfile(
    "imessage", "Apple's published limits for stickers in Messages.",
    """
    export: imessage
    sources: ["developer.apple.com/documentation/messages/mssticker"]
    rules:
      file-size: { max-bytes: \(AppleLimits.exclusiveMaxStickerBytes) }
      pixel-dimensions:
        min-pixels: \(AppleLimits.sidePixelRange.lowerBound)
        max-pixels: \(AppleLimits.sidePixelRange.upperBound)
    """)
}
