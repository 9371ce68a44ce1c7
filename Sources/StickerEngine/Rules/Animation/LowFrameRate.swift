import StickerImage

extension Rule {
  /// An animation moves smoothly enough to read as one.
  static let lowFrameRate = Rule(
    id: "low-frame-rate",
    severity: .hint,
    summary: "The picture of an animation changes at least 8 times a second on average.",
    reason: """
      Below some 8 pictures a second the eye sees single pictures rather than a movement. That may be meant,
      as in a slide show; often an export has dropped frames. What counts is the mean over one cycle of the
      loop, so that a long pause on one frame lowers it too, and what is seen: frames that repeat the one
      before them change nothing.
      """,
    advice: """
      Show the frames for a shorter time, or export more of them. Slow steps and pauses that are meant can \
      stay.
      """,
    parameters: [minRate, minFrames], subject: .sight, needs: .digests,
    examples: [
      .passes("8 frames a second", .bouncing([0, 1, 2, 3], milliseconds: [125])),
      .passes("three slow poses", .bouncing([0, 1, 2], milliseconds: [900])),
      .fires(
        "4 frames a second", .bouncing([0, 1, 2, 3], milliseconds: [250]),
        message: "the picture changes 4 times a second on average; at least 8"),
      .fires(
        "every frame twice in 8 frames a second",
        .bouncing([0, 0, 1, 1, 2, 2, 3, 3], milliseconds: [125]),
        message: "the picture changes 4 times a second on average; at least 8"),
    ],
    check: .asset(evaluate))
}

private let minRate = Parameter(
  "min-rate", 8, .framesPerSecond, in: 1...100, source: .measured,
  "how many pictures a second an animation shows on average, at least")
private let minFrames = Parameter(
  "min-frames", 4, .frames, in: 2...1000, source: .measured,
  "an animation with fewer pictures is taken for a series of poses and passes")

private func evaluate(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let animation = asset.animation, let duration = animation.duration else { return [] }
  let (pictures, limit) = (pictures(of: animation, asset.measurements?.digests), settings[minRate])
  // pictures / duration < limit, without a division.
  guard pictures >= settings[minFrames], ExactSeconds(pictures, limit).isShorter(than: duration) else {
    return []
  }
  let rate = Double(pictures) * Double(duration.denominator) / Double(duration.numerator)
  let shown = (rate * 10).rounded(.down) / 10
  return [
    Evidence(
      "the picture changes \(tenths(shown)) times a second on average; at least \(limit)",
      MeasuredValue(shown, limit: Double(limit), unit: .framesPerSecond))
  ]
}

/// How many pictures one cycle shows: a frame that repeats the one before it is none of its own.
private func pictures(of animation: Animation, _ digests: FrameDigests?) -> Int {
  guard let frames = digests?.frames, frames.count == animation.frames.count else {
    return animation.frames.count
  }
  return frames.indices.count(where: { $0 == 0 || frames[$0] != frames[$0 - 1] })
}
