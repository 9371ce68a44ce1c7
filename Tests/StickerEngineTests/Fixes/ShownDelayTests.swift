import Testing

@testable import StickerEngine
@testable import StickerImage

/// Viewers show frames of at most 10 ms for 100 ms (Gecko's FrameTimeout, Blink, WebKit, gif2webp).
@Suite("the delay that viewers use") struct ShownDelayTests {
  private func fix(_ sketch: ExampleFile, _ fixOptions: FixOptions) async throws -> (
    old: [UInt8], new: FixedAsset
  ) {
    let outcome = try sketch.makeContents()
    guard case .bytes(let bytes) = outcome else { throw InternalError("there are no bytes") }
    let source = AssetSource(path: Path(sketch.relativePath)) { _ in outcome }
    return (
      bytes, await MemoryGatedFixer(fixOptions, StickerEngineTests.configuration(), MemoryGate()).fix(source)
    )
  }

  private func delays(_ bytes: [UInt8]) throws -> [ExactSeconds] {
    try #require(ImageContainer(of: bytes)?.animation).frames.map(\.delay.reduced)
  }

  @Test("is what a GIF's frames get when it becomes an APNG", arguments: [0, 1, 2, 7] as [UInt8])
  func converted(_ hundredths: UInt8) async throws {
    let fixOptions = FixOptions(selectedRules: ["discouraged-format"], effort: .fast)
    let (_, result) = try await fix(.bouncingBallGIF([0, 1, 2], delayCentiseconds: hundredths), fixOptions)
    let change = try #require(result.change)
    let shown = hundredths < 2 ? ExactSeconds(1, 10) : ExactSeconds(Int(hundredths), 100).reduced
    #expect(change.statsAfter.format == "APNG")
    #expect(try delays(change.newBytes) == [shown, shown, shown])
    #expect(change.statsBefore.duration?.reduced == change.statsAfter.duration?.reduced)
  }

  @Test("is written into a file that keeps its format, and nothing else changes")
  func written() async throws {
    let fixOptions = FixOptions(selectedRules: ["frame-delay"], effort: .fast)
    for sketch in [
      ExampleFile.bouncingBallGIF([0, 1, 2], delayCentiseconds: 0),
      .bouncingBallGIF([0, 1, 2], delayCentiseconds: 1),
      .bouncingBall([0, 1, 2], milliseconds: [0]), .bouncingBall([0, 1, 2], milliseconds: [10, 100, 3]),
    ] {
      let (old, result) = try await fix(sketch, fixOptions)
      let change = try #require(result.change)
      #expect(
        !change.steps.contains(where: \.isLossy) && change.statsBefore.format == change.statsAfter.format)
      #expect(change.newBytes.count == old.count)
      #expect(try delays(change.newBytes) == [ExactSeconds](repeating: ExactSeconds(1, 10), count: 3))
      #expect(try VisiblePlayback(change.newBytes) == VisiblePlayback(old))
      let again = AssetSource(path: Path(sketch.relativePath)) { _ in .bytes(change.newBytes) }
      let twice = await MemoryGatedFixer(fixOptions, StickerEngineTests.configuration(), MemoryGate()).fix(
        again)
      #expect(twice.change == nil && !twice.originalFindings.contains { $0.rule == "frame-delay" })
    }
  }

  @Test("is not written if frames of more than 10 ms are too short as well")
  func mixed() async throws {
    let fixOptions = FixOptions(selectedRules: ["frame-delay"], effort: .fast)
    let (_, result) = try await fix(.bouncingBall([0, 1, 2], milliseconds: [10, 15]), fixOptions)
    #expect(result.change == nil && result.originalFindings.contains { $0.rule == "frame-delay" })
  }

  @Test("is what rules apply: 110 frames of 10 ms are a loop of 11 s")
  func judged() async throws {
    let poses = (0..<110).map { $0 % 8 }
    let (_, result) = try await fix(.bouncingBall(poses, milliseconds: [10]), FixOptions(selectedRules: []))
    let message = result.originalFindings.first { $0.rule == "animation-weight" }?.message
    #expect(message?.contains("one cycle takes 11 s") == true, "\(message ?? "no finding")")
  }
}

/// LINE's animations: the number of plays times the duration must be a whole number of seconds, at most 4.
///
/// - Source: creator.line.me, guidelines for animated stickers.
@Suite("loops for LINE") struct RetimeTests {
  private func fix(
    _ milliseconds: [Int], plays: Int = 0, isLossy: Bool = true, mostPlayTime: Int = 4000
  ) async throws -> FixedAsset {
    let frames = milliseconds.enumerated().map { number, time in
      var bitmap = Bitmap(transparent: PixelSize(320, 270))
      bitmap.draw(Bitmap(PixelSize(40, 40), color: 0xCC2200), x: 10 + 12 * number, y: 90)
      return Frame(bitmap, delay: ExactSeconds(time, 1000))
    }
    let bytes = try frames.encodedAPNG(plays: plays)
    let rule = try #require(Rule.all.first { $0.id == "animation-limits" })
    let figures: [(RuleOption, RuleOption.Value)] = [
      (.animationPolicy, .word("yes")), (.minFrames, .whole(5)), (.maxFrames, .whole(20)),
      (.minPlays, .whole(1)),
      (.maxPlays, .whole(4)), (.maxTotalPlayMilliseconds, .whole(mostPlayTime)),
      (.requiresWholeTotalPlaySeconds, .word("yes")),
    ]
    var settings = OptionValues()
    for (option, value) in figures { settings.set(option, to: value) }
    let source = AssetSource(path: Path("loop.png")) { _ in .bytes(bytes) }
    let fixOptions = FixOptions(allowsLossyFixes: isLossy, selectedRules: [rule.id], effort: .fast)
    let configuration = Configuration(rules: [ActiveRule(rule, optionValues: settings)])
    return await MemoryGatedFixer(fixOptions, configuration, MemoryGate()).fix(source)
  }

  @Test(
    "get the loop count and duration closest to their speed, exactly",
    arguments: [
      (10, 50, 4, 2), (10, 70, 3, 2), (10, 130, 3, 4), (11, 400, 1, 4), (5, 45, 4, 1), (20, 200, 1, 4),
      (20, 47, 4, 4),
    ])
  func near(_ count: Int, _ milliseconds: Int, _ plays: Int, _ seconds: Int) async throws {
    let result = try await fix([Int](repeating: milliseconds, count: count))
    let change = try #require(result.change)
    let animation = try #require(ImageContainer(of: change.newBytes)?.animation)
    #expect(animation.plays == plays && animation.frames.count == count)
    let wanted = ExactSeconds(seconds, plays * count).reduced
    #expect(animation.frames.allSatisfy { $0.delay.reduced == wanted })
    #expect(animation.duration?.reduced == ExactSeconds(seconds, plays).reduced)
    #expect(result.unfixedFindings.isEmpty && change.steps.count == 1)
  }

  @Test("with uneven frames have an exact total, and each frame keeps its share")
  func uneven() async throws {
    let times = [90, 30, 210, 47, 400, 33, 120]  // 930 ms
    let result = try await fix(times, plays: 1)
    let change = try #require(result.change)
    let animation = try #require(ImageContainer(of: change.newBytes)?.animation)
    #expect(animation.plays == 4 && animation.duration?.reduced == ExactSeconds(1, 1))
    for (frame, time) in zip(animation.frames, times) {
      #expect(abs(frame.delay.millisecondsRoundedToTenths - Double(time) / 0.93) <= 1)
    }
    #expect(change.steps.map(\.description) == ["play 4 times in 4 seconds (the animation runs 7% slower)"])
  }

  @Test("that change speed by less than 0.05% do not mention it")
  func barely() async throws {
    let result = try await fix([Int](repeating: 400, count: 9) + [399])  // 3,999 ms
    #expect(result.change?.steps.map(\.description) == ["play once in 4 seconds"])
  }

  @Test("get no fix if less than one second is allowed")
  func belowASecond() async throws {
    let result = try await fix([Int](repeating: 45, count: 20), mostPlayTime: 500)  // 900 ms
    #expect(result.originalFindings.count == 1 && result.change == nil)
    #expect(result.originalFindings.allSatisfy { $0.evidence.fix == nil })
  }

  @Test(
    "that no loop count brings close to whole seconds have one reason, with the duration and limits",
    arguments: [(10, 441), (7, 32), (7, 40), (20, 300)])
  func far(_ count: Int, _ milliseconds: Int) async throws {
    let result = try await fix([Int](repeating: milliseconds, count: count))
    #expect(result.change == nil && result.originalFindings.count == 1)
    let message = result.originalFindings.first?.message ?? ""
    #expect(message.hasPrefix("one play takes \(count * milliseconds) ms, but 1 to 4 plays"), "\(message)")
    #expect(message.contains("limit: 4000 ms") && message.hasSuffix("at most 10%"), "\(message)")
  }

  @Test("with too few frames are reported only for that, and not changed")
  func few() async throws {
    let result = try await fix([110, 110, 110])
    #expect(result.originalFindings.map(\.message) == ["the animation has 3 frames (allowed: 5 to 20)"])
    #expect(result.change == nil)
  }

  @Test("without --lossy get a new loop count but no new delays")
  func lossless() async throws {
    #expect(try await fix([Int](repeating: 70, count: 10), isLossy: false).change == nil)
    // The number of plays may change without loss, because 4 × 500 ms is a whole number of seconds.
    #expect(try await fix([Int](repeating: 50, count: 10), isLossy: false).change != nil)
  }
}
