extension Rule {
  /// Reports TGS and Lottie animations with an unsupported frame rate.
  static let tgsFrameRate = Rule(
    id: RuleID.tgsFrameRate,
    severity: .error,
    summary: "A TGS has 30 or 60 frames per second.",
    reason: """
      Telegram accepts only these frame rates, because its apps draw on every screen refresh or on every
      second one.
      """,
    advice: "Set the frame rate of the composition to 30 or 60, and export again.",
    references: [.telegramAnimated, .telegramPlugin, .pythonLottie],
    checkedAspect: .timing,
    examples: [
      .passes("60 frames per second", .tgs()),
      .passes("30 frames per second", .tgs(frameRate: 30, endFrame: 90)),
      .fires(
        "24 frames per second", .tgs(frameRate: 24, endFrame: 48),
        message: "24 frames per second (must be 30 or 60)"),
    ],
    check: .asset(evaluate))
}

private func evaluate(_ asset: Asset, _: OptionValues) -> [Evidence] {
  guard let rate = asset.lottie?.frameRate, rate != 30, rate != 60 else { return [] }
  return [
    Evidence(
      "\(oneDecimalOrExactText(rate)) frames per second (must be 30 or 60)",
      MeasuredValueAndLimit(rate, limit: rate < 30 ? 30 : 60, unit: .framesPerSecond))
  ]
}
