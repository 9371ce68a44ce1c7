import StickerImage

extension Rule {
  static let animationWeight = Rule(
    id: "animation-weight",
    severity: .warning,
    summary: "An animation has at most 120 frames, lasts at most 10 seconds and decodes to at most 64 MiB.",
    reason: """
      A phone may keep every frame of a playing sticker in memory, at 4 bytes per pixel. 64 MiB holds 43
      frames of 618 × 618 px, 100 of 408 × 408 px or 186 of 300 × 300 px. A drawer full of larger animations
      stutters, or shows them as stills.

      Few people watch a loop of more than 10 seconds to the end.
      """,
    advice: """
      Remove every second frame and show the others for twice as long, export on a smaller canvas, or \
      shorten the loop.
      """,
    messengerAdvice: {
      $0.messengerLimits.hasFixedCanvas
        ? "Remove every second frame and show the others for twice as long, or shorten the loop." : nil
    },
    options: [maxAnimationMemoryMebibytes, maxFrames, maxCycleSeconds],
    checkedAspect: .storage,
    examples: [
      .passes("a short loop", .bouncingBall()),
      .passes("exactly 10 s", .bouncingBall([0, 1], milliseconds: [5000])),
      .fires(
        "a long loop", .bouncingBall([0, 1, 2], milliseconds: [4000]),
        message: "one cycle takes 12 s (limit: 10 s)"),
      .fires(
        "many frames", .discOfAlternatingSize(frames: 121),
        message: "the animation has 121 frames (limit: 120)"),
      .fires(
        "above all three limits", .discOfAlternatingSize(frames: 201),
        message: """
          201 frames of 300 × 300 px take up 69.1 MiB when decoded (limit: 64 MiB), the animation has 201 \
          frames (limit: 120) and one cycle takes 10.1 s (limit: 10 s)
          """),
    ],
    check: .asset(evaluate))
}

private let maxAnimationMemoryMebibytes = RuleOption(
  "max-memory", 64, .mebibytes, in: 1...65_536, source: .ownMeasurements,
  "maximum memory for all frames together, at 4 bytes per pixel")
private let maxFrames = RuleOption(
  "max-frames", 120, .frames, in: 1...1_000_000, source: .ownMeasurements, "maximum number of frames")
private let maxCycleSeconds = RuleOption(
  "max-duration", 10, .seconds, in: 1...86_400, source: .ownMeasurements, "maximum duration of one cycle")

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  guard let canvas = asset.canvas, let frames = frameCountIncludingUnread(asset), frames > 1 else {
    return []
  }
  let found = [
    memoryExcess(canvas, frames: frames, limitMebibytes: options[maxAnimationMemoryMebibytes]),
    frameCountExcess(frames, limit: options[maxFrames]),
    asset.animation?.duration.flatMap { durationExcess($0, limitSeconds: options[maxCycleSeconds]) },
  ].compactMap(\.self)
  guard let first = found.first else { return [] }
  return [Evidence(listText(found.map { "\($0.what) (limit: \($0.most))" }), first.figure)]
}

/// The number of frames, even if they exceed the resource limit and are not read.
private func frameCountIncludingUnread(_ asset: Asset) -> Int? {
  asset.animation?.frames.count ?? asset.container?.exceededLimits.first { $0.name == "frames" }?.measured
}

/// A measured value above its limit, as text and as a figure.
private typealias Excess = (what: String, most: String, figure: MeasuredValueAndLimit)

private func memoryExcess(_ canvas: PixelSize, frames: Int, limitMebibytes limit: Int) -> Excess? {
  // Divide, because the product could overflow for a malicious canvas size.
  guard canvas.area > (limit << 20) / 4 / frames else { return nil }
  let bytes = Double(canvas.area) * 4 * Double(frames)
  guard bytes > Double(limit << 20) else { return nil }
  let mebibytes = (bytes * 10 / 1_048_576).rounded(.up) / 10
  return (
    "\(numberText(frames)) frames of \(canvas) take up \(wholeOrDecimalText(mebibytes)) MiB when decoded",
    "\(limit) MiB",
    MeasuredValueAndLimit(mebibytes, limit: Double(limit), unit: .mebibytes)
  )
}

private func frameCountExcess(_ frames: Int, limit: Int) -> Excess? {
  guard frames > limit else { return nil }
  return (
    "the animation has \(numberText(frames)) frames", numberText(limit),
    MeasuredValueAndLimit(frames, limit: limit, unit: .frames)
  )
}

private func durationExcess(_ cycle: ExactSeconds, limitSeconds limit: Int) -> Excess? {
  guard ExactSeconds(limit, 1).isShorter(than: cycle) else { return nil }
  let seconds = (cycle.millisecondsRoundedToTenths / 100).rounded(.up) / 10
  return (
    "one cycle takes \(wholeOrDecimalText(seconds)) s", "\(limit) s",
    MeasuredValueAndLimit(seconds, limit: Double(limit), unit: .seconds)
  )
}
