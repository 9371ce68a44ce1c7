import StickerImage

extension Rule {
  static let lowFrameRate = Rule(
    id: "low-frame-rate",
    severity: .hint,
    summary: "An animation changes at least 8 times per second on average.",
    reason: """
      Below about 8 images per second, people see individual images instead of motion. That can be
      intentional, as in a slideshow, but often it means that an export dropped frames.

      The rate is the average over one cycle of the loop, so a long pause on one frame lowers it. Frames that
      repeat the previous frame do not count.
      """,
    advice: """
      Show each frame for less time, or export more frames. If slow steps and pauses are intentional, \
      keep them.
      """,
    options: [minFrameRate, minFrameCountToCheck], checkedAspect: .appearance, requiredMeasurements: .digests,
    examples: [
      .passes("8 frames per second", .bouncingBall([0, 1, 2, 3], milliseconds: [125])),
      .passes("three slow poses", .bouncingBall([0, 1, 2], milliseconds: [900])),
      .fires(
        "4 frames per second", .bouncingBall([0, 1, 2, 3], milliseconds: [250]),
        message: "the image changes 4 times per second on average (minimum: 8)"),
      .fires(
        "every frame twice at 8 frames per second",
        .bouncingBall([0, 0, 1, 1, 2, 2, 3, 3], milliseconds: [125]),
        message: "the image changes 4 times per second on average (minimum: 8)"),
    ],
    check: .asset(evaluate))
}

private let minFrameRate = RuleOption(
  "min-rate", 8, .framesPerSecond, in: 1...100, source: .ownMeasurements,
  "minimum average number of images per second")
private let minFrameCountToCheck = RuleOption(
  "min-frames", 4, .frames, in: 2...1000, source: .ownMeasurements,
  "minimum number of images; an animation with fewer counts as a series of poses and passes")

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  guard let animation = asset.animation, let duration = animation.duration else { return [] }
  let (pictures, limit) = (
    nonrepeatedFrameCount(of: animation, asset.measurements?.digests), options[minFrameRate]
  )
  // Checks whether pictures / duration < limit, without a division.
  guard pictures >= options[minFrameCountToCheck], ExactSeconds(pictures, limit).isShorter(than: duration)
  else {
    return []
  }
  let rate = Double(pictures) * Double(duration.denominator) / Double(duration.numerator)
  let shown = (rate * 10).rounded(.down) / 10
  return [
    Evidence(
      "the image changes \(wholeOrDecimalText(shown)) times per second on average (minimum: \(limit))",
      MeasuredValueAndLimit(shown, limit: Double(limit), unit: .framesPerSecond))
  ]
}

/// The number of images in one cycle. A frame that repeats the previous one does not count.
private func nonrepeatedFrameCount(of animation: Animation, _ digests: FramePixelDigests?) -> Int {
  guard let frames = digests?.frames, frames.count == animation.frames.count else {
    return animation.frames.count
  }
  return frames.indices.count(where: { $0 == 0 || frames[$0] != frames[$0 - 1] })
}
