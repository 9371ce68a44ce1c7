import Corpus
import Testing

@testable import StickerImage

@Suite struct BlockStepsTests {
  @Test(
    "block steps are counted as documented, position by position",
    arguments: [16, 17, 33, 40, 100, 618, 4500])
  func counted(length: Int) {
    var random = SeededNumbers(seed: UInt64(length))
    for round in 0..<(length > 1000 ? 4 : 20) {
      // A block like those that JPEGs sometimes contain: uniform, followed by a step.
      let tones = (0..<length).map { place -> UInt8 in
        let base = UInt8(truncatingIfNeeded: 100 + place / 8 * (round % 5) * 7)
        return round % 3 == 0
          ? .random(in: 0...40, using: &random) : base &+ .random(in: 0...1, using: &random)
      }
      let alphas = (0..<length).map { _ in
        UInt8.random(in: 0...60, using: &random) == 0 ? UInt8.random(in: 240...255, using: &random) : 255
      }
      let expected = Self.referenceShare(tones, alphas)
      for asAnywhere in [false, true] {
        let (across, down) = Self.steps(tones, alphas, asAnywhere)
        #expect(across == expected)
        #expect(down == expected)
      }
    }
  }

  /// The shares for a picture with the same line in each of 131 rows, and for one with the same line in each
  /// column. A share needs at least 128 steps.
  private static func steps(
    _ tones: [UInt8], _ alphas: [UInt8], _ asAnywhere: Bool
  ) -> (across: Double?, down: Double?) {
    let pixels = zip(tones, alphas).map { [$0, $0, $0, $1] }
    let (length, lines) = (tones.count, 131)
    let lying = Bitmap(PixelSize(length, lines), pixels: (0..<lines).flatMap { _ in pixels.joined() })
    let standing = Bitmap(
      PixelSize(lines, length), pixels: pixels.flatMap { pixel in (0..<lines).flatMap { _ in pixel } })
    var (across, down) = (BlockStepCounts(), BlockStepCounts())
    across.addStepsAlongRows(lying, rows: 0..<lines, usesPortableKernel: asAnywhere)
    down.addStepsAlongColumns(standing, usesPortableKernel: asAnywhere)
    return (across.mostFrequentPositionShare, down.mostFrequentPositionShare)
  }

  @Test("no column or row is skipped at any width")
  func everyLine() {
    let tones: [UInt8] = [100, 100, 100, 100, 100, 124, 100, 108]
    for side in 16...100 {
      // One solid line, with a step in every eight pixels, after uniform tones. The rest is transparent.
      for line in [0, side / 2, side - 1] {
        let step = { (at: Int) -> [UInt8] in [tones[at % 8], 100, 100, 255] }
        let clear: [UInt8] = [0, 0, 0, 0]
        let lying = (0..<side).flatMap { y in (0..<side).flatMap { y == line ? step($0) : clear } }
        let standing = (0..<side).flatMap { y in (0..<side).flatMap { $0 == line ? step(y) : clear } }
        for asAnywhere in [false, true] {
          var (across, down) = (BlockStepCounts(), BlockStepCounts())
          for _ in 0..<128 {
            across.addStepsAlongRows(
              Bitmap(PixelSize(side, side), pixels: lying), rows: 0..<side, usesPortableKernel: asAnywhere)
            down.addStepsAlongColumns(
              Bitmap(PixelSize(side, side), pixels: standing), usesPortableKernel: asAnywhere)
          }
          #expect(
            across.mostFrequentPositionShare == 1 && down.mostFrequentPositionShare == 1, "\(side), \(line)")
        }
      }
    }
  }

  /// Implements the description of `JPEGBlockTraces` pixel by pixel, for a line that is repeated often.
  private static func referenceShare(_ tones: [UInt8], _ alphas: [UInt8]) -> Double? {
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
