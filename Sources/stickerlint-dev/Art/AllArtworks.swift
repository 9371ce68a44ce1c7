extension Artwork {
  /// Every sticker of the house's pack.
  static let all = [cat, coffee, rocket, heart, ghost, cactus, star, avocado, rainCloud, donut]
}
