import Testing

@testable import StickerImage

/// The times in an animated WebP, read at the offsets in RFC 9649.
@Suite struct WebPTimeTests {
  /// The stored milliseconds of each frame: 24 bits after the position and the size.
  private func storedMilliseconds(_ delays: [ExactSeconds], least: Int = 0) throws -> [Int] {
    let frames = delays.enumerated().map { number, delay in
      Frame(makeBitmap(3, 2) { x, y in [UInt8(number % 251), UInt8(x), UInt8(y), 255] }, delay: delay)
    }
    let file = try frames.encodedWebP(plays: 0, minFrameMilliseconds: least)
    return chunks(of: file).filter { $0.name == "ANMF" }.map { chunk in
      let at = chunk.data.lowerBound + 12
      return Int(file[at]) | Int(file[at + 1]) << 8 | Int(file[at + 2]) << 16
    }
  }

  private static let rhythms: [[ExactSeconds]] = {
    var random = RandomPictures(seed: 21)
    let even = [(1, 24), (1, 30), (1001, 30_000), (1, 7), (1, 2001), (1, 2000), (7, 65_535)].map {
      [ExactSeconds](repeating: ExactSeconds($0.0, $0.1), count: 40)
    }
    let mixed = (0..<20).map { _ in
      (0..<25).map { _ in
        let delay = ExactSeconds(random.number(0...400), random.number(1...65_535))
        // Between 10 and 11 ms, no whole number of milliseconds is shown as stored.
        return delay.isShownAsStored && delay.isShorter(thanMilliseconds: 11)
          ? ExactSeconds(11, 1000) : delay
      }
    }
    return even + mixed
  }()

  @Test(
    "each frame ends within half a millisecond of its time, because the error is carried over",
    arguments: rhythms)
  func carried(_ delays: [ExactSeconds]) throws {
    let times = try storedMilliseconds(delays)
    #expect(times.count == delays.count)
    var (end, exact) = (0, 0.0)
    for (time, delay) in zip(times, delays) {
      end += time
      exact += Double(delay.numerator) * 1000 / Double(delay.denominator)
      #expect(abs(Double(end) - exact) <= 0.5 + 1e-6)
    }
  }

  @Test("a frame lasts at least the requested minimum, and later frames compensate")
  func least() throws {
    let short = [ExactSeconds](repeating: ExactSeconds(1, 1000), count: 4)
    #expect(try storedMilliseconds(short, least: 8) == [8, 8, 8, 8])
    #expect(try storedMilliseconds(short + [ExactSeconds(1, 10)], least: 8) == [8, 8, 8, 8, 72])
    #expect(try storedMilliseconds([ExactSeconds(8, 1000), ExactSeconds(7, 1000)], least: 8) == [8, 8])
    #expect(try storedMilliseconds([.zero, ExactSeconds(1, 50)], least: 8) == [8, 12])
    #expect(try storedMilliseconds([.zero, ExactSeconds(1, 50)]) == [0, 20])
  }

  @Test("delays above 10 ms stay above, because 10 ms would be shown for 100 ms")
  func shown() throws {
    let fast = [ExactSeconds](repeating: ExactSeconds(1, 96), count: 3)
    #expect(try storedMilliseconds(fast) == [11, 11, 11])
    #expect(try storedMilliseconds(fast + [ExactSeconds(1, 10)]) == [11, 11, 11, 98])
    #expect(try storedMilliseconds([ExactSeconds(1, 100), ExactSeconds(1, 50)]) == [10, 20])
  }

  @Test("delays without a common denominator in range are rounded, too")
  func wild() throws {
    let primes = [65_521, 65_519, 65_497, 65_479, 65_449, 65_447, 65_437]
    let times = try storedMilliseconds(primes.map { ExactSeconds(6552, $0) })
    #expect(times.reduce(0, +) == 700)  // 6552 · (1/65521 + …) s = 700.4… ms
  }
}
