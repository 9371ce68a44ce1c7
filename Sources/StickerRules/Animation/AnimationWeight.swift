import StickerImage
public import StickerModel

extension Rule {
  /// An animation is light enough to play beside others.
  public static let animationWeight = Rule(
    id: "animation-weight",
    severity: .warning,
    summary: "An animation takes at most 64 MiB decoded, 120 frames and 10 seconds.",
    reason: """
      A phone may keep every frame of a playing sticker as pixels: width × height × 4 bytes each. A drawer
      full of heavy ones stutters, or shows them still. And a loop that takes longer than 10 seconds is hardly
      ever seen to its end.
      """,
    advice: "Leave out every second frame, export on a smaller canvas, or shorten the loop.",
    parameters: [maxMemory, maxFrames, maxDuration],
    roles: .sent,
    examples: [
      .passes("a short loop", .bouncing()),
      .passes("exactly 10 s", .bouncing([0, 1], milliseconds: [5000])),
      .fires(
        "a long loop", .bouncing([0, 1, 2], milliseconds: [4000]),
        message: "one cycle takes 12 s; at most 10 s"),
      .fires(
        "many frames", .blinking(frames: 121),
        message: "121 frames; at most 120 frames"),
    ],
    check: .asset(judge))
}

private let maxMemory = Parameter(
  "max-memory", 64, .mebibytes, in: 1...65_536, source: .measured,
  "the most that all frames may take as pixels, 4 bytes each")
private let maxFrames = Parameter(
  "max-frames", 120, .frames, in: 1...1_000_000, source: .measured, "the most frames")
private let maxDuration = Parameter(
  "max-duration", 10, .seconds, in: 1...86_400, source: .measured, "the longest time of one cycle")

private func judge(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let animation = asset.animation, animation.frames.count > 1, let canvas = asset.canvas
  else {
    return []
  }
  let frames = animation.frames.count
  var reasons: [(text: String, figure: Figure)] = []
  // Also where the file exceeds a limit and is not decoded: that says why it is heavy.
  let (bytes, limit) = (canvas.area * 4 * frames, settings[maxMemory])
  if bytes > limit << 20 {
    let mebibytes = (Double(bytes) * 10 / 1_048_576).rounded(.up) / 10
    reasons.append(
      (
        "\(grouped(frames)) frames of \(canvas) take \(tenths(mebibytes)) MiB decoded; at most \(limit) MiB",
        Figure(mebibytes, limit: Double(limit), unit: .mebibytes)
      ))
  }
  if frames > settings[maxFrames] {
    let most = settings[maxFrames]
    reasons.append(
      (
        "\(grouped(frames)) frames; at most \(counted(most, "frame"))",
        Figure(frames, limit: most, unit: .frames)
      ))
  }
  if let duration = animation.duration, ExactSeconds(settings[maxDuration], 1).isShorter(than: duration) {
    let seconds = (duration.milliseconds / 100).rounded(.up) / 10
    reasons.append(
      (
        "one cycle takes \(tenths(seconds)) s; at most \(settings[maxDuration]) s",
        Figure(seconds, limit: Double(settings[maxDuration]), unit: .seconds)
      ))
  }
  guard let first = reasons.first else { return [] }
  return [Evidence(joined(reasons.map(\.text)), first.figure)]
}
