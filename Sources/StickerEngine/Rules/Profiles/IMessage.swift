extension MessengerProfile {
  /// Apple's figures, which the rules' own defaults are: here they stand as the table that another
  /// messenger's profile fills in.
  package static let imessage = MessengerProfile(
    "imessage", "Apple's published limits for stickers in Messages.",
    """
    export: imessage
    sources: ["developer.apple.com/documentation/messages/mssticker"]
    rules:
      file-size: { max-bytes: \(AppleLimits.stickerBytes) }
      pixel-dimensions:
        min-pixels: \(AppleLimits.sides.lowerBound)
        max-pixels: \(AppleLimits.sides.upperBound)
    """)
}
