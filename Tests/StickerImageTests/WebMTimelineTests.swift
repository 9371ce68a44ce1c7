import Testing

@testable import StickerImage

/// The times in a WebM that we write. Telegram accepts 30 frames per second; 1/30 s is 33⅓ ms.
@Suite struct WebMTimelineTests {
  private func timeline(
    _ count: Int, _ delay: ExactSeconds, max: Int? = nil
  ) throws -> WebMTimeline {
    try WebMTimeline([ExactSeconds](repeating: delay, count: count), spedUpToFitMilliseconds: max)
  }

  @Test("up to 30 frames in a second keep their times")
  func kept() throws {
    let slow = try timeline(20, ExactSeconds(1, 20))
    #expect(slow.entries.map(\.originalFrameIndex) == Array(0..<20))
    #expect(slow.entries.map(\.startMilliseconds) == (0..<20).map { $0 * 50 })
    #expect(slow.totalMilliseconds == 1000)
    let full = try timeline(30, ExactSeconds(1, 30))
    #expect(full.entries.map(\.originalFrameIndex) == Array(0..<30))
    #expect(full.entries.prefix(4).map(\.startMilliseconds) == [0, 33, 67, 100])
    #expect(full.totalMilliseconds == 1000)
  }

  @Test("of 60 frames per second, every other one is kept, and the total time stays the same")
  func merged() throws {
    let fast = try timeline(120, ExactSeconds(1, 60))
    #expect(fast.entries.map(\.originalFrameIndex) == stride(from: 0, to: 120, by: 2).map { $0 })
    #expect(fast.totalMilliseconds == 2000)
    #expect((0..<60).allSatisfy { 33...34 ~= fast.durationMilliseconds(ofEntry: $0) })
  }

  @Test("the total time is exact, and no frame is shorter than 33 ms", arguments: 1...60)
  func total(_ milliseconds: Int) throws {
    let mixed = (1...70).map { ExactSeconds($0 % 7 == 0 ? 4 * milliseconds : milliseconds, 1000) }
    let made = try WebMTimeline(mixed)
    let sum = mixed.reduce(0) { $0 + $1.numerator }
    #expect(made.totalMilliseconds == sum)
    #expect(made.entries.indices.reduce(0) { $0 + made.durationMilliseconds(ofEntry: $1) } == sum)
    #expect(made.entries[0] == WebMTimeline.Entry(originalFrameIndex: 0, startMilliseconds: 0))
    if sum >= 34 { #expect(made.entries.indices.allSatisfy { made.durationMilliseconds(ofEntry: $0) >= 33 }) }
    #expect(Double(made.entries.count) <= Double(sum) * 30 / 1000 + 1)
  }

  @Test("three seconds are shortened to 2.97 seconds")
  func squeezed() throws {
    let made = try timeline(60, ExactSeconds(1, 20), max: 2970)
    #expect(made.entries.count == 60 && made.totalMilliseconds == 2970)
    let full = try timeline(90, ExactSeconds(1, 30), max: 2970)
    #expect(full.totalMilliseconds == 2970 && full.entries.count == 89)
  }

  @Test("no frames, or a duration of zero, is an error")
  func none() {
    #expect(throws: InternalError.self) { try timeline(3, .zero) }
    #expect(throws: InternalError.self) { try timeline(0, ExactSeconds(1, 10)) }
  }
}
