extension Rule {
  /// Reports TGS and Lottie animations that are too long.
  static let tgsDuration = Rule(
    id: RuleID.tgsDuration,
    severity: .error,
    summary: "A TGS lasts at most 3 seconds.",
    reason: """
      Telegram rejects longer animations. The duration is the number of frames from the start (`ip`) to the
      end (`op`), divided by the frame rate (`fr`). Layers may end later, but nothing after `op` is shown.
      """,
    advice: "Shorten the work area of the composition, or speed up the animation, and export again.",
    options: [maxTGSMilliseconds], references: [.telegramAnimated],
    checkedAspect: .timing,
    examples: [
      .passes("exactly 3 seconds", .tgs(endFrame: 180)),
      .fires(
        "one frame more", .tgs(endFrame: 181), message: "one play takes 3016.7 ms (limit: 3000 ms)"),
      .fires(
        "an animation that ends where it starts", .tgs(endFrame: 0),
        message: "ends at frame 0, but starts at frame 0 (no frame is shown)"),
    ],
    check: .asset(evaluate))
}

private let maxTGSMilliseconds = RuleOption(
  "max-duration", 3000, .milliseconds, in: 1...1_000_000, source: .telegramAnimated,
  "maximum duration of one play")

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  guard let animation = asset.lottie, let first = animation.firstFrame, let end = animation.endFrame else {
    return []
  }
  guard end > first else {
    return [
      Evidence(
        "ends at frame \(oneDecimalOrExactText(end)), but starts at frame \(oneDecimalOrExactText(first)) (no frame is shown)"
      )
    ]
  }
  let most = options[maxTGSMilliseconds]
  // After Effects stores numbers such as 180.000007, so ignore differences of less than 0.05 ms.
  guard let time = animation.durationMilliseconds, (time * 10).rounded() > Double(most) * 10 else {
    return []
  }
  return [
    Evidence(
      "one play takes \(oneDecimalOrExactText(time)) ms (limit: \(numberText(most)) ms)",
      MeasuredValueAndLimit(time, limit: Double(most), unit: .milliseconds))
  ]
}
