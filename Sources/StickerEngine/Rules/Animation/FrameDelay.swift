import StickerImage

extension Rule {
  static let frameDelay = Rule(
    id: "frame-delay",
    severity: .warning,
    summary: "Every frame of an animation lasts at least 20 ms.",
    reason: """
      Players do not honor very short delays. Browsers show a frame of 10 ms or less for 100 ms. Apple's
      players may also stretch such a frame, to 50 ms in an APNG and to 100 ms in a GIF. An animation with 10
      ms per frame can play ten times slower than intended.

      A delay of 10 ms or less can be replaced with the 100 ms that viewers use anyway, so nothing visible
      changes. If the animation should play faster, export it again.
      """,
    advice: """
      Show every frame for at least 20 ms, preferably at least 50 ms in an APNG and 100 ms in a GIF. If \
      that is too slow, remove frames.
      """,
    messengerAdvice: {
      if $0.messengerLimits.accepts("APNG"), $0.messengerLimits.accepts("GIF") { return nil }
      return
        "Show every frame for at least \($0[minFrameDelayMilliseconds]) ms. If that is too slow, remove frames."
    },
    fixes: [.writeShownDelays],
    options: [minFrameDelayMilliseconds],
    references: [.browserDelayClamping, .appleClampedDelays],
    checkedAspect: .timing,
    examples: [
      .passes("exactly 20 ms", .bouncingBall(milliseconds: [20])),
      .passes("a single frame, which has no timing", .bouncingBall([0], milliseconds: [0])),
      .fires(
        "exported with 0 ms", .bouncingBall([0, 1, 2, 3], milliseconds: [0]),
        message: "frames 1-4 last 0 ms (minimum: 20 ms), and viewers show them for 100 ms"),
      .fires(
        "one short frame", .bouncingBall([0, 1, 2, 3], milliseconds: [100, 100, 15, 100]),
        message: "frame 3 lasts 15 ms (minimum: 20 ms)"),
      .fires(
        "some frames are too short", .bouncingBall([0, 1, 2, 3], milliseconds: [10, 100, 15, 100]),
        message: """
          frames 1 and 3 last 10 to 15 ms (minimum: 20 ms), and viewers show frames of 10 ms or less for \
          100 ms
          """),
    ],
    check: .asset(evaluate), markedAreasOverride: { [.frames(shortFrameIndices($0, $1))] })
}

private let minFrameDelayMilliseconds = RuleOption(
  "min-delay", 20, .milliseconds, in: 0...60_000, source: .browserDelayClamping,
  "minimum duration of each frame")

private func shortFrameIndices(_ asset: Asset, _ options: OptionValues) -> [Int] {
  guard let frames = asset.animation?.frames, frames.count > 1 else { return [] }
  return frames.indices.filter {
    frames[$0].delay.isShorter(thanMilliseconds: options[minFrameDelayMilliseconds])
  }
}

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  guard let frames = asset.animation?.frames else { return [] }
  let limit = options[minFrameDelayMilliseconds]
  let short = shortFrameIndices(asset, options)
  let times = short.map { millisecondsRoundedDownToTenths(frames[$0].delay) }
  guard let first = short.first, let least = times.min(), let most = times.max() else { return [] }
  let verb = short.count == 1 ? "lasts" : "last"
  let time =
    least == most ? wholeOrDecimalText(least) : "\(wholeOrDecimalText(least)) to \(wholeOrDecimalText(most))"
  let overruled = short.filter { !frames[$0].delay.isShownAsStored }
  let areAll = overruled.count == short.count
  let them = !areAll ? "frames of 10 ms or less" : short.count == 1 ? "it" : "them"
  let shown = overruled.isEmpty ? "" : ", and viewers show \(them) for 100 ms"
  // The fix writes 100 ms, which must also pass the rule.
  let isFixable = areAll && limit <= 100
  return [
    Evidence(
      "\(frameNumbersText(forIndices: short)) \(verb) \(time) ms (minimum: \(limit) ms)\(shown)",
      MeasuredValueAndLimit(least, limit: Double(limit), unit: .milliseconds), at: .frame(first),
      fix: isFixable ? Fix(.writeShownDelays) : nil)
  ]
}
