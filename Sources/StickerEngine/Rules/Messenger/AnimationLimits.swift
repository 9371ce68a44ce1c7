import StickerImage

extension Rule {
  /// Reports animations that the messenger does not accept.
  static let animationLimits = Rule(
    id: RuleID.animationLimits,
    severity: .error,
    summary: "The frame count, duration and loop count of an animation are within the messenger's limits.",
    reason: """
      Messengers limit the duration, the number of frames and the loop count of an animation. If a file
      exceeds these limits, they reject the file or the whole pack. Messages has no such limits, so this rule
      applies only to the profiles of other messengers.
      """,
    advice: """
      Export again with fewer frames, a shorter duration or a different loop count. If the messenger accepts \
      no animations, export a still.
      """,
    messengerAdvice: adviceForAnimationPolicy,
    fixes: [
      .writeShownDelays, .shorten, .playTimes, .playForever, .playTimesInWholeSeconds, .dropFrames,
      .storeAPNGInTrueColor,
    ],
    options: RuleOption.animationOptions,
    roles: .stickerAndFrameRoles,
    checkedAspect: .timing, requiredMeasurements: .digests,
    examples: [
      .passes("no limits", .bouncingBall()),
      .passes("exactly the maximum number of frames", .bouncingBall([0, 1, 2])).withOptions([
        .maxFrames: .whole(3)
      ]),
      .fires(
        "an animation, if only stills are accepted", .bouncingBall(),
        message: "animated, with 6 frames (only stills are accepted)"
      )
      .withOptions([.animationPolicy: .word("no")]),
      .fires(
        "a still, if only animations are accepted", .disc(300, 300),
        message: "not animated (only animations are accepted)"
      )
      .withOptions([.animationPolicy: .word("yes")]),
      .fires(
        "too few frames", .bouncingBall([0, 1]), message: "the animation has 2 frames (allowed: 5 to 20)"
      ).withOptions([.minFrames: .whole(5), .maxFrames: .whole(20)]),
      .fires(
        "too many frames", .bouncingBall([0, 1, 2, 3]),
        message: "the animation has 4 frames (limit: 3)"
      ).withOptions([.maxFrames: .whole(3)]),
      .fires(
        "too long", .bouncingBall([0, 1], milliseconds: [1501]),
        message: "one play takes 3002 ms (limit: 3000 ms)"
      ).withOptions([.maxSinglePlayMilliseconds: .whole(3000)]),
      .fires(
        "a short frame", .bouncingBall([0, 1, 2], milliseconds: [100, 7]),
        message: "frame 2 lasts 7 ms (minimum: 8 ms per frame)"
      ).withOptions([.minFrameDelayMilliseconds: .whole(8)]),
      .fires("an endless loop", .bouncingBall(), message: "loops forever (allowed: 1 to 4 plays)")
        .withOptions([.minPlays: .whole(1), .maxPlays: .whole(4)]),
      .fires("too few plays", .bouncingBall(plays: 1), message: "plays once (minimum: 2 plays)")
        .withOptions([.minPlays: .whole(2)]),
      .passes("an endless loop, if only a minimum is set", .bouncingBall()).withOptions([.minPlays: .whole(2)]
      ),
      .fires(
        "three plays, if only endless loops are accepted", .bouncingBall(plays: 3),
        message: "plays 3 times (must loop forever)"
      )
      .withOptions([.requiresEndlessPlay: .word("yes")]),
      .fires(
        "a fraction of a second", .bouncingBall([0, 1], milliseconds: [120], plays: 3),
        message: "plays 3 times, 720 ms in total (must be a whole number of seconds)"
      ).withOptions([.requiresWholeTotalPlaySeconds: .word("yes"), .maxPlays: .whole(4)]),
      .fires(
        "whole seconds would need a speed change of more than 10%",
        .bouncingBall([0, 1], milliseconds: [100], plays: 3),
        message: """
          one play takes 200 ms, but 1 to 4 plays must take a whole number of seconds in total, and their \
          speed may change by at most 10%
          """
      ).withOptions([.requiresWholeTotalPlaySeconds: .word("yes"), .maxPlays: .whole(4)]),
      .fires(
        "too long for any number of plays", .bouncingBall([0, 1], milliseconds: [3000], plays: 1),
        message: """
          one play takes 6000 ms, but 1 to 4 plays must take a whole number of seconds in total (limit: 4000 \
          ms), and their speed may change by at most 10%
          """
      ).withOptions([
        .requiresWholeTotalPlaySeconds: .word("yes"), .maxPlays: .whole(4),
        .maxTotalPlayMilliseconds: .whole(4000),
      ]),
      .fires(
        "too many plays", .bouncingBall([0, 1], milliseconds: [1000], plays: 3),
        message: "plays 3 times, 6000 ms in total (limit: 4000 ms)"
      ).withOptions([.maxTotalPlayMilliseconds: .whole(4000)]),
      .fires(
        "identical frames", .bouncingBallGIF([1, 1, 1]),
        message: "all 3 frames are identical (at least one must differ)"
      ).withOptions([.requiresOneDifferingFrame: .word("yes")]),
      .fires(
        "a palette, if some apps do not play animations with one", .bouncingBall(),
        message: "the animation has a palette, so some of the messenger's apps show only the first frame"
      ).withOptions([.allowsAPNGPalette: .word("no")]),
    ],
    check: .asset(evaluate))
}

private func adviceForAnimationPolicy(_ options: OptionValues) -> String? {
  switch options.messengerLimits.animationPolicy {
  case .required:
    "Export the sticker as an animation, with frames, a duration and a loop count within the limits."
  case .refused: "Save the sticker as a still."
  case .any: nil
  }
}

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  guard let container = asset.container, container.exceededLimits.isEmpty else { return [] }
  let limits = options.messengerLimits
  guard let animation = asset.animation, animation.frames.count > 1 else {
    guard limits.animationPolicy == .required else { return [] }
    return [Evidence("not animated (only animations are accepted)")]
  }
  if limits.animationPolicy == .refused {
    let frames = numberText(animation.frames.count)
    return [Evidence("animated, with \(frames) frames (only stills are accepted)")]
  }
  let frames = frameCountAndDifferenceEvidence(animation, asset, limits)
  // With too few frames, other changes do not help.
  if animation.frames.count < limits.minFrames { return frames }
  return frames + longPlayAndShortFrameEvidence(animation, container.format, limits)
    + playCountAndTotalTimeEvidence(animation, limits)
    + apngPaletteEvidence(container, limits)
}

/// The evidence for a palette. It is a warning, because the messenger accepts the file and other apps play
/// it.
private func apngPaletteEvidence(_ container: ImageContainer, _ limits: MessengerLimits) -> [Evidence] {
  guard !limits.allowsAPNGPalette, container.format == .apng, container.colorType == "palette"
  else { return [] }
  return [
    Evidence(
      "the animation has a palette, so some of the messenger's apps show only the first frame",
      severity: .warning, fix: Fix(.storeAPNGInTrueColor))
  ]
}

private func frameCountAndDifferenceEvidence(
  _ animation: Animation, _ asset: Asset, _ limits: MessengerLimits
) -> [Evidence] {
  let (count, least, most) = (animation.frames.count, limits.minFrames, limits.maxFrames)
  var found: [Evidence] = []
  if count < least || count > most ?? .max {
    let limit =
      most.map {
        least == 0 ? "limit: \(numberText($0))" : "allowed: \(numberText(least)) to \(numberText($0))"
      } ?? "minimum: \(numberText(least))"
    found.append(
      Evidence(
        "the animation has \(numberText(count)) frames (\(limit))",
        MeasuredValueAndLimit(count, limit: count < least ? least : most, unit: .frames),
        fix: count < least ? nil : most.map { Fix(.dropFrames, $0) }))
  }
  if limits.requiresOneDifferingFrame, let digests = asset.measurements?.digests?.frames,
    Set(digests).count == 1
  {
    let same = "all \(numberText(count)) frames are identical (at least one must differ)"
    found.append(Evidence(same, MeasuredValueAndLimit(count, limit: nil, unit: .frames)))
  }
  return found
}

private func longPlayAndShortFrameEvidence(
  _ animation: Animation, _ format: ImageFormat, _ limits: MessengerLimits
) -> [Evidence] {
  var found: [Evidence] = []
  if let most = limits.maxSinglePlayMilliseconds, let duration = animation.duration,
    duration.exceeds(milliseconds: most)
  {
    found.append(
      Evidence(
        "one play takes \(numberText(duration.millisecondsRoundedUp)) ms (limit: \(numberText(most)) ms)",
        MeasuredValueAndLimit(duration.millisecondsRoundedUp, limit: most, unit: .milliseconds),
        fix: Fix(.shorten, most), advice: "Cut the end of the animation, or play it faster."))
  }
  // Short frames are merged when an animation is converted to WebM.
  if limits.convertsToWebM(format, isAnimated: true) { return found }
  let least = limits.minDelayMilliseconds
  let hasty = animation.frames.indices.filter {
    animation.frames[$0].delay.isShorter(thanMilliseconds: least)
  }
  if let first = hasty.first {
    let time = millisecondsRoundedDownToTenths(animation.frames[first].delay)
    // Viewers show frames of at most 10 ms for 100 ms, and the fix writes that delay.
    let isFixable = !hasty.contains { animation.frames[$0].shownDelay.isShorter(thanMilliseconds: least) }
    let others =
      switch hasty.count - 1 {
      case 0: ""
      case 1: ", and 1 other frame is also too short"
      case let count: ", and \(numberText(count)) other frames are also too short"
      }
    found.append(
      Evidence(
        "frame \(first + 1) lasts \(wholeOrDecimalText(time)) ms\(others) (minimum: \(least) ms per frame)",
        MeasuredValueAndLimit(time, limit: Double(least), unit: .milliseconds), at: .frame(first),
        fix: isFixable ? Fix(.writeShownDelays) : nil))
  }
  return found
}

private func playCountAndTotalTimeEvidence(_ animation: Animation, _ limits: MessengerLimits) -> [Evidence] {
  let plays = animation.plays
  let often = plays == 0 ? "loops forever" : "plays \(onceOrTimesText(plays))"
  if limits.requiresEndlessPlay {
    guard plays > 0 else { return [] }
    return [
      Evidence(
        "\(often) (must loop forever)", MeasuredValueAndLimit(plays, limit: nil, unit: .plays),
        fix: Fix(.playForever))
    ]
  }
  let (least, most) = (limits.minPlays, limits.maxPlays)
  let fix = playCountOrSpeedFix(animation.duration, limits)
  // 0 plays means an endless loop.
  let playsTooRarely = plays > 0 && plays < least
  let playsTooOften = most.map { plays == 0 || plays > $0 } ?? false
  if playsTooRarely || playsTooOften {
    if fix == nil, let evidence = wholeSecondsRequirementEvidence(animation, limits) { return [evidence] }
    let limit =
      most.map { "allowed: \(playCountRangeText(max(least, 1), $0))" }
      ?? "minimum: \(countText(least, "play"))"
    return [
      Evidence(
        "\(often) (\(limit))",
        MeasuredValueAndLimit(plays, limit: playsTooRarely ? least : most, unit: .plays),
        fix: fix)
    ]
  }
  guard plays > 0, let all = animation.duration?.multiplied(by: plays) else { return [] }
  let total = numberText(all.millisecondsRoundedUp)
  if let limit = limits.maxTotalPlayMilliseconds, all.exceeds(milliseconds: limit) {
    if fix == nil, let evidence = wholeSecondsRequirementEvidence(animation, limits) { return [evidence] }
    let figure = MeasuredValueAndLimit(all.millisecondsRoundedUp, limit: limit, unit: .milliseconds)
    return [Evidence("\(often), \(total) ms in total (limit: \(numberText(limit)) ms)", figure, fix: fix)]
  }
  if limits.requiresWholeTotalPlaySeconds, all.reduced.denominator > 1 {
    if fix == nil, let evidence = wholeSecondsRequirementEvidence(animation, limits) { return [evidence] }
    let figure = MeasuredValueAndLimit(all.millisecondsRoundedUp, limit: nil, unit: .milliseconds)
    return [Evidence("\(often), \(total) ms in total (must be a whole number of seconds)", figure, fix: fix)]
  }
  return []
}

/// A fix that sets a number of plays that fits the duration, or a fix that also changes the speed.
private func playCountOrSpeedFix(_ duration: ExactSeconds?, _ limits: MessengerLimits) -> Fix? {
  if let plays = limits.largestFittingPlayCount(for: duration) { return Fix(.playTimes, plays) }
  return limits.nearestWholeTotalSecondsTiming(for: duration).map {
    Fix(.playTimesInWholeSeconds, $0.plays, $0.seconds)
  }
}

/// A finding for animations that cannot reach a whole number of seconds with a speed change of at most 10%;
/// nil if whole seconds are not required.
private func wholeSecondsRequirementEvidence(_ animation: Animation, _ limits: MessengerLimits) -> Evidence? {
  guard limits.requiresWholeTotalPlaySeconds, let duration = animation.duration else { return nil }
  let time = duration.millisecondsRoundedUp
  let (least, most) = (max(limits.minPlays, 1), limits.maxPlays ?? 0)
  let (plays, whose) = (playCountRangeText(least, most), max(least, most) > 1 ? "their" : "its")
  let bound = limits.maxTotalPlayMilliseconds.map { " (limit: \(numberText($0)) ms)" } ?? ""
  return Evidence(
    """
    one play takes \(numberText(time)) ms, but \(plays) must take a whole number of seconds in \
    total\(bound), and \(whose) speed may change by at most 10%
    """, MeasuredValueAndLimit(time, limit: limits.maxTotalPlayMilliseconds, unit: .milliseconds))
}

/// `1 to 4 plays`, or `1 play` if both are equal.
private func playCountRangeText(_ least: Int, _ most: Int) -> String {
  most > least ? "\(numberText(least)) to \(countText(most, "play"))" : countText(least, "play")
}

private func onceOrTimesText(_ count: Int) -> String { count == 1 ? "once" : "\(numberText(count)) times" }
