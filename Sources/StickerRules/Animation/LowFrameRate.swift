import StickerImage
package import StickerModel

extension Rule {
  /// An animation moves smoothly enough to read as one.
  package static let lowFrameRate = Rule(
    id: RuleID.lowFrameRate,
    severity: .hint,
    summary: "An animation shows at least 8 frames a second on average.",
    reason: """
      Below some 8 pictures a second the eye sees single pictures rather than a movement. That may be meant,
      as in a slide show; often an export has dropped frames. What counts is the mean over one cycle of the
      loop, so that a long pause on one frame lowers it too.
      """,
    advice: """
      Show the frames for a shorter time, or export more of them. Slow steps and pauses that are meant can \
      stay.
      """,
    parameters: [minRate, minFrames],
    examples: [
      .passes("8 frames a second", .bouncing([0, 1, 2, 3], milliseconds: [125])),
      .passes("three slow poses", .bouncing([0, 1, 2], milliseconds: [900])),
      .fires(
        "4 frames a second", .bouncing([0, 1, 2, 3], milliseconds: [250]),
        message: "4 frames a second on average; at least 8"),
    ],
    check: .asset(judge))
}

private let minRate = Parameter(
  "min-rate", 8, .framesPerSecond, in: 1...100, source: .measured,
  "how many frames a second an animation shows on average, at least")
private let minFrames = Parameter(
  "min-frames", 4, .frames, in: 2...1000, source: .measured,
  "an animation with fewer frames is taken for a series of poses and passes")

private func judge(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let animation = asset.animation, animation.frames.count >= settings[minFrames],
    let duration = animation.duration
  else { return [] }
  let (frames, limit) = (animation.frames.count, settings[minRate])
  // frames / duration < limit, without a division.
  guard ExactSeconds(frames, limit).isShorter(than: duration) else { return [] }
  let rate = Double(frames) * Double(duration.denominator) / Double(duration.numerator)
  let shown = (rate * 10).rounded(.down) / 10
  return [
    Evidence(
      "\(tenths(shown)) frames a second on average; at least \(limit)",
      Figure(shown, limit: Double(limit), unit: .framesPerSecond))
  ]
}
