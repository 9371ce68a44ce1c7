import Corpus
import Testing

@testable import StickerImage

@Suite struct BlockStepsTests {
  @Test(
    "steps are counted as they are described, place by place", arguments: [16, 17, 33, 40, 100, 618, 4500])
  func counted(length: Int) {
    var random = SeededNumbers(seed: UInt64(length))
    for round in 0..<20 {
      // A block as JPEG has them now and then: even, then a step.
      let tones = (0..<length).map { place -> UInt8 in
        let base = UInt8(truncatingIfNeeded: 100 + place / 8 * (round % 5) * 7)
        return round % 3 == 0
          ? .random(in: 0...40, using: &random) : base &+ .random(in: 0...1, using: &random)
      }
      let alphas = (0..<length).map { _ in
        UInt8.random(in: 0...60, using: &random) == 0 ? UInt8.random(in: 240...255, using: &random) : 255
      }
      let across = zip(tones, alphas).flatMap { [$0, $0, $0, $1] }
      let expected = Self.plain(tones, alphas)
      for bitmap in [
        Bitmap(PixelSize(length, 1), pixels: across), Bitmap(PixelSize(1, length), pixels: across),
      ] {
        var steps = BlockSteps(bitmap, length: length)
        // A share is told from 128 steps on: the same line often enough.
        for _ in 0..<128 { steps.look(from: 0, by: 1) }
        #expect(steps.share == expected)
      }
    }
  }

  /// The words of `BlockGrid`, a pixel at a time; the line is looked at 128 times.
  private static func plain(_ tones: [UInt8], _ alphas: [UInt8]) -> Double? {
    var (counts, asked) = ([Int](repeating: 0, count: 8), 0)
    func step(_ at: Int) -> Int { abs(Int(tones[at]) - Int(tones[at + 1])) }
    for at in 2..<tones.count - 3 where alphas[at - 2...at + 3].allSatisfy({ $0 >= 250 }) {
      asked += 1
      let (before, behind) = (max(step(at - 1), step(at - 2)) <= 1, max(step(at + 1), step(at + 2)) <= 1)
      if before != behind, 3...32 ~= step(at) { counts[at % 8] += 1 }
    }
    let all = counts.reduce(0, +)
    guard all > 0, all * 1000 >= asked * 5 else { return nil }
    let sorted = counts.sorted()
    return sorted[6] * 5 <= sorted[7] * 3 ? Double(sorted[7]) / Double(all) : nil
  }
}
