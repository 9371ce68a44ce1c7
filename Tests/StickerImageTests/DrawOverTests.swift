import Corpus
import Testing

@testable import StickerImage

/// The specification's formula in integers, for one sample: colors and alphas of the pixel above and of the
/// one below.
///
/// - Source: PNG specification, third edition, section 13.16.
private func over(_ color: Int, _ alpha: Int, _ colorBelow: Int, _ alphaBelow: Int) -> (
  color: Int, alpha: Int
) {
  if alpha == 0 { return (colorBelow, alphaBelow) }
  let u = alpha * 255
  let v = (255 - alpha) * alphaBelow
  let s = u + v
  let sum = color * u + colorBelow * v
  return ((2 * sum + s) / (2 * s), (2 * s + 255) / 510)
}

@Suite struct DrawOverTests {
  @Test("the multiplication that replaces division by 255 is exact for two weighted samples")
  func division() {
    let wrong = (0...UInt32(255 * 255)).filter { (sum: UInt32) -> Bool in
      let rounded: UInt32 = (2 * sum + 255) / 510
      return dividedBy255AndRounded(sum) != rounded
    }
    #expect(wrong == [])
  }

  @Test(
    "every alpha over every color equals the formula's result",
    // Alphas below: at both ends and between.
    arguments: [0, 1, 2, 127, 128, 253, 254, 255])
  func everyPair(_ alphaBelow: Int) {
    // A row for each alpha and color above, with all colors below, three samples per pixel.
    for alpha in 0...255 {
      for color in stride(from: 0, through: 255, by: 17) {
        expectRow(alpha, alphaBelow, (0...255).map { (color, $0) })
      }
    }
  }

  @Test(
    "rows of opaque, clear and translucent pixels in any order equal the formula's result", arguments: 0..<40)
  func anyOrder(_ width: Int) {
    var random = SeededNumbers(seed: UInt64(width))
    for _ in 0..<200 {
      let pixels = (0..<width).map { _ in (0..<2).map { _ in pixel(&random) } }
      let row = drawn(pixels.flatMap { $0[0] }, over: pixels.flatMap { $0[1] })
      let expected = pixels.flatMap { pair -> [Int] in
        let results = (0..<3).map { over(pair[0][$0], pair[0][3], pair[1][$0], pair[1][3]) }
        return results.map(\.color) + [results[0].alpha]
      }
      #expect(row == expected)
    }
  }

  /// A random pixel. Its alpha is often one of those with special handling.
  private func pixel(_ random: inout SeededNumbers) -> [Int] {
    let alphas = [0, 0, 0, 255, 255, 255, 1, 128, 254]
    let color = (0..<3).map { _ in Int.random(in: 0...255, using: &random) }
    let any = Int.random(in: 0...255, using: &random)
    return color + [Bool.random(using: &random) ? any : alphas[any % alphas.count]]
  }

  private func expectRow(_ alpha: Int, _ alphaBelow: Int, _ colors: [(above: Int, below: Int)]) {
    let above = colors.flatMap { [$0.above, 255 - $0.above, $0.above, alpha] }
    let below = colors.flatMap { [$0.below, $0.below, 255 - $0.below, alphaBelow] }
    let expected = zip(above, below).enumerated().map { (place, pair) -> Int in
      place % 4 == 3
        ? over(0, alpha, 0, alphaBelow).alpha : over(pair.0, alpha, pair.1, alphaBelow).color
    }
    if drawn(above, over: below) != expected { Issue.record("alpha \(alpha) over \(alphaBelow)") }
  }

  private func drawn(_ above: [Int], over below: [Int]) -> [Int] {
    var row = below.map { UInt8($0) }
    let source = above.map { UInt8($0) }
    unsafe row.withUnsafeMutableBufferPointer { row in
      unsafe source.withUnsafeBufferPointer { source in
        guard let to = row.baseAddress, let from = source.baseAddress else { return }
        unsafe compositeRow(to, from, pixelCount: row.count / 4)
      }
    }
    return row.map { Int($0) }
  }
}
