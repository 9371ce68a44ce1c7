import StickerImage

extension Rule {
  static let duplicateFrames = Rule(
    id: "duplicate-frames",
    severity: .warning,
    summary: "No frame repeats the previous frame.",
    reason: """
      To show an image for longer, give its frame a longer delay instead of adding a copy. Each copy counts
      toward the 500 KB limit and means extra work for every phone that plays the sticker.
      """,
    advice: "Merge the repeated frames into one frame with their total delay.",
    fixes: [.mergeDuplicateFrames, .storeUnchangingAnimationAsStill],
    exampleView: .whole, checkedAspect: .storage, requiredMeasurements: .digests,
    examples: [
      .passes("every frame differs from the previous one", .bouncingBall()),
      .passes("an image that reappears later", .bouncingBall([0, 1, 0, 1])),
      .fires(
        "a pause made by repeating a frame", .bouncingBallGIF([0, 1, 2, 2, 1]),
        message: "frame 4 repeats the previous frame and costs about 91,127 bytes"),
      .fires(
        "every frame twice", .bouncingBallGIF([0, 0, 1, 1, 2, 2]),
        message: "frames 2, 4 and 6 repeat the previous frame and cost about 273,374 bytes"),
      .fires(
        "one image three times", .bouncingBallGIF([1, 1, 1]),
        message: "frames 2 and 3 repeat the previous frame and cost about 182,247 bytes"),
    ],
    check: .asset(evaluate),
    markedAreasOverride: { asset, _ in [.frames(consecutiveRepeatFrameIndices(asset))] })
}

private func consecutiveRepeatFrameIndices(_ asset: Asset) -> [Int] {
  guard let digests = asset.measurements?.digests?.frames, digests.count == asset.animation?.frames.count
  else {
    return []
  }
  return digests.indices.dropFirst().filter { digests[$0] == digests[$0 - 1] }
}

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  let repeated = consecutiveRepeatFrameIndices(asset)
  // A video has a constant frame rate, and a repeated frame takes only a few bytes.
  guard let container = asset.container, container.format != .webm, let animation = asset.animation,
    let first = repeated.first
  else { return [] }
  let offsets = animation.frames.map(\.headerOffset) + [container.endOffset]
  let bytes = repeated.reduce(0) { $0 + max(0, offsets[$1 + 1] - offsets[$1]) }
  let repeats = repeated.count == 1 ? "repeats" : "repeat"
  let costs = repeated.count == 1 ? "costs" : "cost"
  return [
    Evidence(
      """
      \(frameNumbersText(forIndices: repeated)) \(repeats) the previous frame and \(costs) about \(countText(bytes, "byte"))
      """,
      MeasuredValueAndLimit(repeated.count, limit: 0, unit: .frames), at: .frame(first),
      // If all frames look the same, the animation is a still.
      fix: Fix(
        repeated.count == animation.frames.count - 1
          ? .storeUnchangingAnimationAsStill : .mergeDuplicateFrames))
  ]
}
