import StickerImage

extension Rule {
  /// What moves does so as the messenger takes it.
  static let animationLimits = Rule(
    id: RuleID.animationLimits,
    severity: .error,
    summary: "An animation has the frames, the time and the plays that the messenger takes.",
    reason: """
      Messengers bound how long an animation takes, how many frames it has and how often it plays, and refuse
      the file, or the whole pack, above that. Messages bounds none of it, so that nothing is asked for unless
      the profile of a messenger does.
      """,
    advice: """
      Export again with fewer frames, a shorter time or the plays that are asked for; a still where nothing \
      may move.
      """,
    messengerAdvice: messengerAdvice,
    fixes: [.writeShownDelays, .playTimes, .playForever, .retime, .dropFrames, .storeTrueColor],
    parameters: Parameter.animation,
    roles: .sent,
    subject: .timing, needs: .digests,
    examples: [
      .passes("nothing is asked for", .bouncing()),
      .passes("exactly the most frames", .bouncing([0, 1, 2])).under([.maxFrames: .whole(3)]),
      .fires("where nothing may move", .bouncing(), message: "it moves (6 frames), and only stills are taken")
        .under([.motion: .word("no")]),
      .fires("where it must", .disc(300, 300), message: "it does not move, and only animations are taken")
        .under([.motion: .word("yes")]),
      .fires(
        "too few frames", .bouncing([0, 1]), message: "the animation has 2 frames; it takes 5 to 20"
      ).under([.minFrames: .whole(5), .maxFrames: .whole(20)]),
      .fires(
        "too many frames", .bouncing([0, 1, 2, 3]),
        message: "the animation has 4 frames; it takes at most 3"
      ).under([.maxFrames: .whole(3)]),
      .fires(
        "too long", .bouncing([0, 1], milliseconds: [1501]),
        message: "its frames take 3002 ms; at most 3000 ms"
      ).under([.maxDuration: .whole(3000)]),
      .fires(
        "a hasty frame", .bouncing([0, 1, 2], milliseconds: [100, 7]),
        message: "frame 2 lasts 7 ms; a frame must last at least 8 ms"
      ).under([.minFrameTime: .whole(8)]),
      .fires("without end", .bouncing(), message: "plays without end; it may play 1 to 4 times")
        .under([.minPlays: .whole(1), .maxPlays: .whole(4)]),
      .fires("once", .bouncing(plays: 1), message: "plays once; it may play at least 2 times")
        .under([.minPlays: .whole(2)]),
      .passes("without end, where only a minimum is set", .bouncing()).under([.minPlays: .whole(2)]),
      .fires("three times", .bouncing(plays: 3), message: "plays 3 times; it must play without end")
        .under([.requiresEndlessPlay: .word("yes")]),
      .fires(
        "no whole seconds", .bouncing([0, 1], milliseconds: [120], plays: 3),
        message: "plays 3 times, 720 ms in all; that must be whole seconds"
      ).under([.requiresWholeSeconds: .word("yes"), .maxPlays: .whole(4)]),
      .fires(
        "no whole seconds at any speed that is near", .bouncing([0, 1], milliseconds: [100], plays: 3),
        message: """
          one play takes 200 ms; 1 to 4 plays together must take whole seconds, and the speed may change by at \
          most 10%
          """
      ).under([.requiresWholeSeconds: .word("yes"), .maxPlays: .whole(4)]),
      .fires(
        "too long for every number of plays", .bouncing([0, 1], milliseconds: [3000], plays: 1),
        message: """
          one play takes 6000 ms; 1 to 4 plays together must take whole seconds (limit: 4000 ms), and the speed \
          may change by at most 10%
          """
      ).under([.requiresWholeSeconds: .word("yes"), .maxPlays: .whole(4), .maxPlayTime: .whole(4000)]),
      .fires(
        "too often", .bouncing([0, 1], milliseconds: [1000], plays: 3),
        message: "plays 3 times, 6000 ms in all; at most 4000 ms"
      ).under([.maxPlayTime: .whole(4000)]),
      .fires(
        "one picture again and again", .bouncingGIF([1, 1, 1]),
        message: "all 3 frames show the same; one must differ"
      ).under([.requiresChange: .word("yes")]),
      .fires(
        "a palette where it stops the animation", .bouncing(),
        message: "the frames are stored in a palette: some of the messenger's apps show only the first one"
      ).under([.takesPalette: .word("no")]),
    ],
    check: .asset(evaluate))
}

private func messengerAdvice(_ settings: Settings) -> String? {
  switch settings.limits.motion {
  case .required:
    "Export the sticker as an animation, with the frames, the time and the plays that are asked for."
  case .refused: "Save the sticker as a still."
  case .any: nil
  }
}

private func evaluate(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let container = asset.container, container.exceeded.isEmpty else { return [] }
  let limits = settings.limits
  guard let animation = asset.animation, animation.frames.count > 1 else {
    guard limits.motion == .required else { return [] }
    return [Evidence("it does not move, and only animations are taken")]
  }
  if limits.motion == .refused {
    let frames = numberText(animation.frames.count)
    return [Evidence("it moves (\(frames) frames), and only stills are taken")]
  }
  let frames = frames(animation, asset, limits)
  // With too few frames, other changes do not help.
  if animation.frames.count < limits.minFrames { return frames }
  return frames + times(animation, limits) + plays(animation, limits) + palette(container, limits)
}

/// A warning, because the messenger accepts the file and other apps play it.
private func palette(_ container: Container, _ limits: MessengerLimits) -> [Evidence] {
  guard !limits.takesPalette, container.format == .apng, container.colorType == "palette"
  else { return [] }
  return [
    Evidence(
      "the frames are stored in a palette: some of the messenger's apps show only the first one",
      severity: .warning, fix: Fix(.storeTrueColor))
  ]
}

private func frames(_ animation: Animation, _ asset: Asset, _ limits: MessengerLimits) -> [Evidence] {
  let (count, least, most) = (animation.frames.count, limits.minFrames, limits.maxFrames)
  var found: [Evidence] = []
  if count < least || count > most ?? .max {
    let words =
      most.map { least == 0 ? "at most \(numberText($0))" : "\(numberText(least)) to \(numberText($0))" }
      ?? "at least \(numberText(least))"
    found.append(
      Evidence(
        "the animation has \(numberText(count)) frames; it takes \(words)",
        MeasuredValue(count, limit: count < least ? least : most, unit: .frames),
        fix: count < least ? nil : most.map { Fix(.dropFrames, $0) }))
  }
  if limits.requiresChange, let digests = asset.measurements?.digests?.frames,
    Set(digests).count == 1
  {
    let same = "all \(numberText(count)) frames show the same; one must differ"
    found.append(Evidence(same, MeasuredValue(count, limit: nil, unit: .frames)))
  }
  return found
}

private func times(_ animation: Animation, _ limits: MessengerLimits) -> [Evidence] {
  var found: [Evidence] = []
  if let most = limits.maxDuration, let duration = animation.duration, duration.exceeds(milliseconds: most) {
    found.append(
      Evidence(
        "its frames take \(numberText(duration.wholeMilliseconds)) ms; at most \(numberText(most)) ms",
        MeasuredValue(duration.wholeMilliseconds, limit: most, unit: .milliseconds)))
  }
  let least = limits.minFrameTime
  let hasty = animation.frames.indices.filter {
    animation.frames[$0].delay.isShorter(thanMilliseconds: least)
  }
  if let first = hasty.first {
    let time = wholeTenthsOfMilliseconds(animation.frames[first].delay)
    // Viewers show a frame of at most 10 ms for 100 ms.
    let isCured = !hasty.contains { animation.frames[$0].shownDelay.isShorter(thanMilliseconds: least) }
    let others = hasty.count == 1 ? "" : " (as do \(hasty.count - 1) more)"
    found.append(
      Evidence(
        "frame \(first + 1) lasts \(tenths(time)) ms\(others); a frame must last at least \(least) ms",
        MeasuredValue(time, limit: Double(least), unit: .milliseconds), at: .frame(first),
        fix: isCured ? Fix(.writeShownDelays) : nil))
  }
  return found
}

private func plays(_ animation: Animation, _ limits: MessengerLimits) -> [Evidence] {
  let plays = animation.plays
  let often = plays == 0 ? "plays without end" : "plays \(times(plays))"
  if limits.requiresEndlessPlay {
    guard plays > 0 else { return [] }
    return [
      Evidence(
        "\(often); it must play without end", MeasuredValue(plays, limit: nil, unit: .plays),
        fix: Fix(.playForever))
    ]
  }
  let (least, most) = (limits.minPlays, limits.maxPlays)
  let fix = timingFix(animation.duration, limits)
  // 0 plays means without end.
  let playsTooRarely = plays > 0 && plays < least
  let playsTooOften = most.map { plays == 0 || plays > $0 } ?? false
  if playsTooRarely || playsTooOften {
    if fix == nil, let evidence = outOfReach(animation, limits) { return [evidence] }
    let words = most.map { "\(max(least, 1)) to \(times($0))" } ?? "at least \(times(least))"
    return [
      Evidence(
        "\(often); it may play \(words)",
        MeasuredValue(plays, limit: playsTooRarely ? least : most, unit: .plays),
        fix: fix)
    ]
  }
  guard plays > 0, let all = animation.duration?.times(plays) else { return [] }
  let total = numberText(all.wholeMilliseconds)
  if let limit = limits.maxPlayTime, all.exceeds(milliseconds: limit) {
    if fix == nil, let evidence = outOfReach(animation, limits) { return [evidence] }
    let figure = MeasuredValue(all.wholeMilliseconds, limit: limit, unit: .milliseconds)
    return [Evidence("\(often), \(total) ms in all; at most \(numberText(limit)) ms", figure, fix: fix)]
  }
  if limits.requiresWholeSeconds, all.reduced.denominator > 1 {
    if fix == nil, let evidence = outOfReach(animation, limits) { return [evidence] }
    let figure = MeasuredValue(all.wholeMilliseconds, limit: nil, unit: .milliseconds)
    return [Evidence("\(often), \(total) ms in all; that must be whole seconds", figure, fix: fix)]
  }
  return []
}

/// A number of plays that fits the duration, otherwise plays with a changed speed.
private func timingFix(_ duration: ExactSeconds?, _ limits: MessengerLimits) -> Fix? {
  if let plays = limits.plays(of: duration) { return Fix(.playTimes, plays) }
  return limits.retiming(of: duration).map { Fix(.retime, $0.plays, $0.seconds) }
}

/// A finding for animations that cannot reach whole seconds within 10%, or nil if whole seconds are not
/// required.
private func outOfReach(_ animation: Animation, _ limits: MessengerLimits) -> Evidence? {
  guard limits.requiresWholeSeconds, let duration = animation.duration else { return nil }
  let time = duration.wholeMilliseconds
  let (least, most) = (max(limits.minPlays, 1), limits.maxPlays ?? 0)
  let plays = most > least ? "\(numberText(least)) to \(countText(most, "play"))" : countText(least, "play")
  let bound = limits.maxPlayTime.map { " (limit: \(numberText($0)) ms)" } ?? ""
  return Evidence(
    "one play takes \(numberText(time)) ms; \(plays) together must take whole seconds\(bound), and the speed may "
      + "change by at most 10%",
    MeasuredValue(time, limit: limits.maxPlayTime, unit: .milliseconds))
}

private func times(_ count: Int) -> String { count == 1 ? "once" : "\(numberText(count)) times" }
