import StickerImage

extension Rule {
  /// No frame is shorter than Apple's clamped timing plays it.
  static let clampedDelay = Rule(
    id: "clamped-delay",
    severity: .hint,
    summary: "Every frame lasts at least 50 ms in an APNG and 100 ms in a GIF, so that Apple never slows it.",
    reason: """
      Apple's players have two timings: the file's own, and a clamped one that stretches every shorter frame
      to 50 ms in an APNG and to 100 ms in a GIF. Where the clamped timing is used, fast art plays slower than
      it was drawn. Frames below 20 ms are slowed down elsewhere too: `frame-delay` names them.
      """,
    advice: """
      Draw for at most 20 frames a second in an APNG and 10 in a GIF; a GIF that is faster is better saved \
      as an APNG.
      """,
    fixes: [.convert],
    parameters: [shortestAPNG, shortestGIF, minDelay], references: [.appleClampedDelays],
    subject: .timing,
    examples: [
      .passes("10 frames a second", .bouncing(milliseconds: [100])),
      .passes("50 ms exactly", .bouncing(milliseconds: [50])),
      .passes("a frame of 10 ms, which `frame-delay` reports", .bouncing(milliseconds: [10, 100])),
      .fires(
        "30 frames a second", .bouncing([0, 1, 2, 3], milliseconds: [33]),
        message: """
          frames 1-4 last 33 ms, less than the 50 ms of Apple's clamped timing: one cycle may take 200 ms \
          instead of 132
          """),
      .fires(
        "16 frames a second, as a GIF", .bouncingGIF([0, 1, 2], hundredths: 6),
        message: """
          frames 1-3 last 60 ms, less than the 100 ms of Apple's clamped timing: one cycle may take 300 ms \
          instead of 180
          """),
    ],
    check: .asset(evaluate), marks: { [.frames(stretchedFrames($0, $1))] })
}

private let shortestAPNG = Parameter(
  "min-apng-delay", 50, .milliseconds, in: 0...60_000, source: .appleClampedDelays,
  "the shortest frame of an APNG that is played as authored")
private let shortestGIF = Parameter(
  "min-gif-delay", 100, .milliseconds, in: 0...60_000, source: .appleClampedDelays,
  "the shortest frame of a GIF that is played as authored")
private let minDelay = Parameter(
  "min-delay", 20, .milliseconds, in: 0...60_000, source: .browsers,
  "shorter frames are left to the rule `frame-delay`")

private func clampedDelay(_ format: ImageFormat, _ settings: Settings) -> Int {
  settings[format == .gif ? shortestGIF : shortestAPNG]
}

private func stretchedFrames(_ asset: Asset, _ settings: Settings) -> [Int] {
  guard let frames = asset.animation?.frames, frames.count > 1, let format = asset.container?.format else {
    return []
  }
  let (least, limit) = (settings[minDelay], clampedDelay(format, settings))
  return frames.indices.filter { index in
    let delay = frames[index].delay
    return delay.isShorter(thanMilliseconds: limit) && !delay.isShorter(thanMilliseconds: least)
  }
}

private func evaluate(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let frames = asset.animation?.frames, let format = asset.container?.format else { return [] }
  let limit = clampedDelay(format, settings)
  let short = stretchedFrames(asset, settings)
  let times = short.map { wholeTenthsOfMilliseconds(frames[$0].delay) }
  guard let first = short.first, let least = times.min(), let most = times.max() else { return [] }
  let clamped = ExactSeconds(limit, 1000)
  let authored = frames.lazy.map(\.shownDelay).total()
  let played = frames.lazy.map(\.shownDelay).map { $0.isShorter(thanMilliseconds: limit) ? clamped : $0 }
    .total()
  let verb = short.count == 1 ? "lasts" : "last"
  let time = least == most ? tenths(least) : "\(tenths(least)) to \(tenths(most))"
  var message =
    "\(named(frames: short)) \(verb) \(time) ms, less than the \(limit) ms of Apple's clamped timing"
  if let authored, let played {
    let (slow, drawn) = (tenths(played.milliseconds), tenths(authored.milliseconds))
    message += ": one cycle may take \(slow) ms instead of \(drawn)"
  }
  // What is too short for an APNG too is not cured by becoming one.
  let isCured =
    format == .gif && !frames.contains { $0.shownDelay.isShorter(thanMilliseconds: settings[shortestAPNG]) }
  return [
    Evidence(
      message, MeasuredValue(least, limit: Double(limit), unit: .milliseconds), at: .frame(first),
      fix: isCured ? Fix(.convert) : nil)
  ]
}
