import StickerImage

extension Rule {
  static let clampedDelay = Rule(
    id: "clamped-delay",
    severity: .hint,
    summary: "Every frame lasts at least 50 ms in an APNG and 100 ms in a GIF.",
    reason: """
      Apple's players have two timings: the delays in the file, and a clamped timing that stretches shorter
      frames to 50 ms in an APNG and to 100 ms in a GIF. If a player uses the clamped timing, a fast animation
      plays more slowly than intended. Some other players slow down frames shorter than 20 ms, which
      `frame-delay` reports.
      """,
    advice: """
      Use at most 20 frames per second in an APNG and 10 in a GIF. If a GIF must be faster, save it as an \
      APNG.
      """,
    fixes: [.convertToPNGOrAPNG],
    options: [
      appleAPNGClampThresholdMilliseconds, appleGIFClampThresholdMilliseconds, minCheckedDelayMilliseconds,
    ],
    references: [.appleClampedDelays],
    checkedAspect: .timing,
    examples: [
      .passes("10 frames per second", .bouncingBall(milliseconds: [100])),
      .passes("exactly 50 ms", .bouncingBall(milliseconds: [50])),
      .passes("a frame of 10 ms, which `frame-delay` reports", .bouncingBall(milliseconds: [10, 100])),
      .fires(
        "30 frames per second", .bouncingBall([0, 1, 2, 3], milliseconds: [33]),
        message: """
          frames 1-4 last 33 ms (minimum of Apple's clamped timing: 50 ms), so one cycle may take 200 ms \
          instead of 132 ms
          """),
      .fires(
        "16 frames per second, as a GIF", .bouncingBallGIF([0, 1, 2], delayCentiseconds: 6),
        message: """
          frames 1-3 last 60 ms (minimum of Apple's clamped timing: 100 ms), so one cycle may take 300 ms \
          instead of 180 ms
          """),
    ],
    check: .asset(evaluate), markedAreasOverride: { [.frames(reportedClampedFrameIndices($0, $1))] })
}

private let appleAPNGClampThresholdMilliseconds = RuleOption(
  "min-apng-delay", 50, .milliseconds, in: 0...60_000, source: .appleClampedDelays,
  "shortest delay that Apple's clamped timing keeps in an APNG")
private let appleGIFClampThresholdMilliseconds = RuleOption(
  "min-gif-delay", 100, .milliseconds, in: 0...60_000, source: .appleClampedDelays,
  "shortest delay that Apple's clamped timing keeps in a GIF")
private let minCheckedDelayMilliseconds = RuleOption(
  "min-delay", 20, .milliseconds, in: 0...60_000, source: .browserDelayClamping,
  "shortest delay that this rule checks; `frame-delay` checks shorter ones")

private func appleClampThresholdMilliseconds(_ format: ImageFormat, _ options: OptionValues) -> Int {
  options[format == .gif ? appleGIFClampThresholdMilliseconds : appleAPNGClampThresholdMilliseconds]
}

private func reportedClampedFrameIndices(_ asset: Asset, _ options: OptionValues) -> [Int] {
  guard let frames = asset.animation?.frames, frames.count > 1, let format = asset.container?.format else {
    return []
  }
  let (least, limit) = (
    options[minCheckedDelayMilliseconds], appleClampThresholdMilliseconds(format, options)
  )
  return frames.indices.filter { index in
    let delay = frames[index].delay
    return delay.isShorter(thanMilliseconds: limit) && !delay.isShorter(thanMilliseconds: least)
  }
}

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  guard let frames = asset.animation?.frames, let format = asset.container?.format else { return [] }
  let limit = appleClampThresholdMilliseconds(format, options)
  let short = reportedClampedFrameIndices(asset, options)
  let times = short.map { millisecondsRoundedDownToTenths(frames[$0].delay) }
  guard let first = short.first, let least = times.min(), let most = times.max() else { return [] }
  let clamped = ExactSeconds(limit, 1000)
  let authored = frames.lazy.map(\.shownDelay).total()
  let played = frames.lazy.map(\.shownDelay).map { $0.isShorter(thanMilliseconds: limit) ? clamped : $0 }
    .total()
  let verb = short.count == 1 ? "lasts" : "last"
  let time =
    least == most ? wholeOrDecimalText(least) : "\(wholeOrDecimalText(least)) to \(wholeOrDecimalText(most))"
  var message =
    "\(frameNumbersText(forIndices: short)) \(verb) \(time) ms (minimum of Apple's clamped timing: \(limit) ms)"
  if let authored, let played {
    let (slow, drawn) = (
      wholeOrDecimalText(played.millisecondsRoundedToTenths),
      wholeOrDecimalText(authored.millisecondsRoundedToTenths)
    )
    message += ", so one cycle may take \(slow) ms instead of \(drawn) ms"
  }
  // Converting to APNG only helps if every frame is long enough for an APNG.
  let isFixable =
    format == .gif
    && !frames.contains {
      $0.shownDelay.isShorter(thanMilliseconds: options[appleAPNGClampThresholdMilliseconds])
    }
  return [
    Evidence(
      message, MeasuredValueAndLimit(least, limit: Double(limit), unit: .milliseconds), at: .frame(first),
      fix: isFixable ? Fix(.convertToPNGOrAPNG) : nil)
  ]
}
