import StickerImage

extension Rule {
  /// Every frame changes something.
  static let duplicateFrames = Rule(
    id: "duplicate-frames",
    severity: .warning,
    summary: "No frame repeats the one before it.",
    reason: """
      A picture that should stay longer needs a longer delay, not a second copy: each copy costs bytes out of
      500 KB and work for every phone that plays it.
      """,
    advice: "Merge the repeated frames into one that lasts as long as all of them.",
    fixes: [.mergeFrames, .makeStill],
    view: .whole, subject: .storage, needs: .digests,
    examples: [
      .passes("every frame differs from the last", .bouncing()),
      .passes("a picture that comes back later", .bouncing([0, 1, 0, 1])),
      .fires(
        "a pause made of a second copy", .bouncingGIF([0, 1, 2, 2, 1]),
        message: "frame 4 repeats the frame before it, for about 91,127 bytes"),
      .fires(
        "every frame twice", .bouncingGIF([0, 0, 1, 1, 2, 2]),
        message: "frames 2, 4 and 6 repeat the frame before them, for about 273,374 bytes"),
      .fires(
        "one picture three times", .bouncingGIF([1, 1, 1]),
        message: "frames 2 and 3 repeat the frame before them, for about 182,247 bytes"),
    ],
    check: .asset(evaluate), marks: { asset, _ in [.frames(repeatedFrames(asset))] })
}

private func repeatedFrames(_ asset: Asset) -> [Int] {
  guard let digests = asset.measurements?.digests?.frames, digests.count == asset.animation?.frames.count
  else {
    return []
  }
  return digests.indices.dropFirst().filter { digests[$0] == digests[$0 - 1] }
}

private func evaluate(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  let repeated = repeatedFrames(asset)
  guard let container = asset.container, let animation = asset.animation, let first = repeated.first
  else { return [] }
  let offsets = animation.frames.map(\.offset) + [container.endOffset]
  let bytes = repeated.reduce(0) { $0 + max(0, offsets[$1 + 1] - offsets[$1]) }
  let verb = repeated.count == 1 ? "repeats" : "repeat"
  let before = repeated.count == 1 ? "it" : "them"
  return [
    Evidence(
      "\(named(frames: repeated)) \(verb) the frame before \(before), for about \(countText(bytes, "byte"))",
      MeasuredValue(repeated.count, limit: 0, unit: .frames), at: .frame(first),
      // Where all frames look the same, nothing moves.
      fix: Fix(repeated.count == animation.frames.count - 1 ? .makeStill : .mergeFrames))
  ]
}
