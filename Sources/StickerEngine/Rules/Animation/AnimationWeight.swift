import StickerImage

extension Rule {
  /// An animation is light enough to play beside others.
  static let animationWeight = Rule(
    id: "animation-weight",
    severity: .warning,
    summary: "An animation takes at most 64 MiB decoded, 120 frames and 10 seconds.",
    reason: """
      A phone may keep every frame of a playing sticker as pixels: width × height × 4 bytes each. 64 MiB are
      43 frames of 618 × 618 px, 100 of 408 × 408 or 186 of 300 × 300. A drawer full of heavier ones stutters,
      or shows them still. And a loop that takes longer than 10 seconds is hardly ever seen to its end.
      """,
    advice: """
      Leave out every second frame and show the others twice as long, export on a smaller canvas, or shorten \
      the loop.
      """,
    messengerAdvice: {
      $0.limits.hasFixedCanvas
        ? "Leave out every second frame and show the others twice as long, or shorten the loop." : nil
    },
    parameters: [maxMemory, maxFrames, maxDuration],
    subject: .storage,
    examples: [
      .passes("a short loop", .bouncing()),
      .passes("exactly 10 s", .bouncing([0, 1], milliseconds: [5000])),
      .fires(
        "a long loop", .bouncing([0, 1, 2], milliseconds: [4000]),
        message: "one cycle takes 12 s; at most 10 s"),
      .fires(
        "many frames", .blinking(frames: 121),
        message: "121 frames; at most 120 frames"),
      .fires(
        "too much of everything", .blinking(frames: 201),
        message: """
          201 frames of 300 × 300 px take 69.1 MiB decoded (at most 64 MiB), there are 201 frames (at most \
          120 frames) and one cycle takes 10.1 s (at most 10 s)
          """),
    ],
    check: .asset(evaluate))
}

private let maxMemory = Parameter(
  "max-memory", 64, .mebibytes, in: 1...65_536, source: .measured,
  "the most memory that all frames may take together, 4 bytes a pixel")
private let maxFrames = Parameter(
  "max-frames", 120, .frames, in: 1...1_000_000, source: .measured, "how many frames an animation may have")
private let maxDuration = Parameter(
  "max-duration", 10, .seconds, in: 1...86_400, source: .measured, "how long one cycle of the loop may take")

private func evaluate(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let canvas = asset.canvas, let frames = frameCount(asset), frames > 1 else { return [] }
  let found = [
    memory(canvas, frames: frames, limit: settings[maxMemory]), count(frames, limit: settings[maxFrames]),
    asset.animation?.duration.flatMap { duration($0, limit: settings[maxDuration]) },
  ].compactMap(\.self)
  guard let first = found.first else { return [] }
  let text =
    found.count == 1
    ? "\(first.what); at most \(first.most)"
    : listText(found.map { "\($0.clause ?? $0.what) (at most \($0.most))" })
  return [Evidence(text, first.figure)]
}

/// How many frames there are, also where they are more than are read: weight is why.
private func frameCount(_ asset: Asset) -> Int? {
  asset.animation?.frames.count ?? asset.container?.exceeded.first { $0.name == "frames" }?.measured
}

/// What there is too much of, how that is said beside others, what is the most, and both as a figure.
private typealias Excess = (what: String, clause: String?, most: String, figure: MeasuredValue)

private func memory(_ canvas: PixelSize, frames: Int, limit: Int) -> Excess? {
  // Divided, since a hostile canvas would overflow.
  guard canvas.area > (limit << 20) / 4 / frames else { return nil }
  let bytes = Double(canvas.area) * 4 * Double(frames)
  guard bytes > Double(limit << 20) else { return nil }
  let mebibytes = (bytes * 10 / 1_048_576).rounded(.up) / 10
  return (
    "\(numberText(frames)) frames of \(canvas) take \(tenths(mebibytes)) MiB decoded", nil, "\(limit) MiB",
    MeasuredValue(mebibytes, limit: Double(limit), unit: .mebibytes)
  )
}

private func count(_ frames: Int, limit: Int) -> Excess? {
  guard frames > limit else { return nil }
  return (
    "\(numberText(frames)) frames", "there are \(numberText(frames)) frames", countText(limit, "frame"),
    MeasuredValue(frames, limit: limit, unit: .frames)
  )
}

private func duration(_ cycle: ExactSeconds, limit: Int) -> Excess? {
  guard ExactSeconds(limit, 1).isShorter(than: cycle) else { return nil }
  let seconds = (cycle.milliseconds / 100).rounded(.up) / 10
  return (
    "one cycle takes \(tenths(seconds)) s", nil, "\(limit) s",
    MeasuredValue(seconds, limit: Double(limit), unit: .seconds)
  )
}
