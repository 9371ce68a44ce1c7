import Corpus
import Foundation
import Testing

@testable import StickerImage

private let real = CorpusFile.all("real stickers") { file in
  file.path.hasPrefix("stickers/") && file.format == "png" && file.expectation == .ok
    && !file.path.contains("iconset")
}

@Suite struct ImageSignatureTests {
  @Test("a hash has the signs of a cosine transform", arguments: 1...20)
  func transform(_ seed: UInt64) throws {
    var numbers = SeededNumbers(seed: seed)
    let tones = (0..<1024).map { _ in Float.random(in: 0...1000, using: &numbers) }
    var strengths: [Double] = []
    for down in 0...8 {
      for across in down == 8 ? 0...0 : 0...7 where down + across > 0 {
        var sum = 0.0
        for y in 0..<32 {
          for x in 0..<32 {
            let wave =
              cos(.pi * Double((2 * y + 1) * down) / 64) * cos(.pi * Double((2 * x + 1) * across) / 64)
            sum += Double(tones[y * 32 + x]) * wave
          }
        }
        strengths.append(sum)
      }
    }
    let mean = strengths.map(abs).reduce(0, +) / 64
    let bits = strengths.enumerated().reduce(UInt64(0)) {
      $0 | ($1.element > mean / 10 ? 1 << UInt64($1.offset) : 0)
    }
    #expect(try #require(PerceptualHash(tones)).bits == bits)
  }

  @Test("empty and uniform images resemble nothing")
  func flat() {
    #expect(imageSignature(of: Bitmap(transparent: PixelSize(300, 300))) == nil)
    #expect(imageSignature(of: makeBitmap(300, 300) { _, _ in [200, 30, 40, 255] }) == nil)
    #expect(
      imageSignature(of: makeBitmap(300, 300) { x, y in [9, 9, 9, x == 150 && y == 150 ? 255 : 0] }) == nil)
  }

  @Test("different shapes in one color, black or white, are not similar")
  func shapes() throws {
    for level in [0, 255] as [UInt8] {
      let masks: [(Int, Int) -> Bool] = [
        { x, y in x > 60 && x < 240 && y > 60 && y < 240 }, { x, y in x + y < 300 },
        { x, y in (x / 100 + y / 100).isMultiple(of: 2) },
      ]
      let shapes = masks.map { mask in
        makeBitmap(300, 300) { x, y in [level, level, level, mask(x, y) ? 255 : 0] }
      }
      let seen = try shapes.map { try #require(imageSignature(of: $0)) }
      for one in seen.indices {
        for other in seen.indices where other != one {
          #expect(!seen[one].isSimilar(to: seen[other], maxHashDistance: 2))
        }
      }
    }
  }

  @Test(
    "real stickers are recognized after a retouch, and 97% with fewer colors",
    .enabled(if: Corpus.isPresent, "skipped: no corpus"))
  func recoded() throws {
    var (coarser, touched, total) = (0, 0, 0)
    for file in real {
      let bitmap = try #require(try Image(decoding: file.bytes()).frames.first?.bitmap)
      guard let own = imageSignature(of: bitmap) else { continue }
      total += 1
      var (coarse, edited) = (bitmap, bitmap)
      for at in coarse.pixels.indices where at % 4 < 3 {
        let level = (Int(coarse.pixels[at]) * 31 + 127) / 255
        coarse.pixels[at] = UInt8(level * 255 / 31)
      }
      let middle = (bitmap.height / 3 * bitmap.width + bitmap.width / 2) * 4
      edited.pixels.replaceSubrange(middle..<middle + 4, with: [255, 0, 255, 255])
      coarser += try #require(imageSignature(of: coarse)).isSimilar(to: own, maxHashDistance: 2) ? 1 : 0
      touched += try #require(imageSignature(of: edited)).isSimilar(to: own, maxHashDistance: 2) ? 1 : 0
    }
    print(
      "of \(total) real stickers, \(coarser) are recognized in 32 levels, \(touched) with one changed pixel")
    #expect(coarser * 100 >= total * 97)
    #expect(touched == total)
  }

  @Test("no two real stickers are alike", .enabled(if: Corpus.isPresent, "skipped: no corpus"))
  func others() throws {
    let seen = try real.compactMap { file in
      try imageSignature(of: #require(try Image(decoding: file.bytes()).frames.first?.bitmap)).map {
        (file.path, $0)
      }
    }
    for (place, one) in seen.enumerated() {
      for other in seen[..<place] {
        #expect(!one.1.isSimilar(to: other.1, maxHashDistance: 2), "\(one.0) and \(other.0)")
      }
    }
    #expect(seen.count > 150)
  }

  @Test("three expressions of one face are distinct, and each is recognized with fewer colors")
  func expressions() throws {
    let seen = try Expression.allCases.map { try #require(imageSignature(of: face($0))) }
    for one in seen.indices {
      for other in seen.indices where other != one {
        #expect(!seen[one].isSimilar(to: seen[other], maxHashDistance: 16), "\(one) and \(other)")
      }
    }
    for (expression, own) in zip(Expression.allCases, seen) {
      var coarse = face(expression)
      for at in coarse.pixels.indices where at % 4 < 3 { coarse.pixels[at] &= 0xF8 }
      #expect(try #require(imageSignature(of: coarse)).isSimilar(to: own, maxHashDistance: 2))
    }
  }

  @Test("expressions on one template differ even if only the eyes do, and a newer export of one matches it")
  func template() throws {
    func koala(_ eyes: Int) -> Bitmap {
      makeBitmap(408, 408) { x, y in
        let (across, down) = (Double(x) - 204, Double(y) - 220)
        guard across * across / 22_500 + down * down / 12_100 <= 1 else { return [0, 0, 0, 0] }
        let (right, below) = (across.magnitude - 52, down + 10)
        let isRound = right * right + below * below < 110
        let isArc = isRound && right * right + (below + Double(eyes)) * (below + Double(eyes)) >= 110
        return isArc ? [10, 10, 10, 255] : [UInt8(190 - y / 8), 180, 175, 255]
      }
    }
    let (smiling, asleep) = (koala(5), koala(-5))
    let one = try #require(imageSignature(of: smiling))
    #expect(!one.isSimilar(to: try #require(imageSignature(of: asleep)), maxHashDistance: 16))
    // The same art, stored with 32 levels per sample.
    var coarse = smiling
    for at in coarse.pixels.indices where at % 4 < 3 { coarse.pixels[at] &= 0xF8 }
    #expect(one.isSimilar(to: try #require(imageSignature(of: coarse)), maxHashDistance: 2))
  }

  private enum Expression: CaseIterable { case asleep, happy, blushing }

  /// A face of 408 px with different eyes, mouth or cheeks.
  private func face(_ expression: Expression) -> Bitmap {
    let eye = expression == .asleep ? (y: 192.0, width: 11.0, height: 3.0) : (y: 185, width: 8, height: 9)
    let mouth = expression == .asleep ? (width: 5.0, height: 5.0) : (width: 16, height: 4)
    func holds(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Bool {
      (x / width) * (x / width) + (y / height) * (y / height) <= 1
    }
    return makeBitmap(408, 408) { column, row in
      let (x, y) = (Double(column) - 204, Double(row))
      if holds(x.magnitude - 54, y - eye.y, eye.width, eye.height) { return [50, 30, 30, 255] }
      if holds(x, y - 245, mouth.width, mouth.height) { return [50, 30, 30, 255] }
      if expression == .blushing, holds(x.magnitude - 84, y - 235, 18, 10) { return [250, 150, 130, 255] }
      return holds(x, y - 204, 180, 170) ? [250, 200, 140, 255] : [0, 0, 0, 0]
    }
  }

  @Test(
    "changed tones are not a slight change if three-fifths are within one square of 16", arguments: 1...60)
  func concentrated(_ seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    let tones = [UInt8](repeating: 128, count: 1024)
    var changed = tones
    var points: [(x: Int, y: Int)] = []
    let spread = Int.random(in: 2...15, using: &numbers)
    let left = Int.random(in: 0...15 - spread, using: &numbers)
    let top = Int.random(in: 0...15 - spread, using: &numbers)
    for _ in 0..<Int.random(in: 1...9, using: &numbers) {
      // Two tones in a cell of four change by the same amount up and down, so nothing changes at a coarse
      // scale.
      let x = 2 * (left + Int.random(in: 0...spread, using: &numbers))
      let y = 2 * (top + Int.random(in: 0...spread, using: &numbers))
      guard changed[y * 32 + x] == 128 else { continue }
      (changed[y * 32 + x], changed[y * 32 + x + 1]) = (160, 96)
      points += [(x, y), (x + 1, y)]
    }
    let isInOnePlace = (0...16).contains { left in
      (0...16).contains { top in
        let inside = points.count { (left..<left + 16).contains($0.x) && (top..<top + 16).contains($0.y) }
        return inside * 5 >= points.count * 3
      }
    }
    let one = ImageSignature(hash: PerceptualHash(bits: 0), tones: tones, quarterColors: .zero)
    let other = ImageSignature(hash: PerceptualHash(bits: 0), tones: changed, quarterColors: .zero)
    #expect(one.isSimilar(to: other, maxHashDistance: 0) == (points.count < 5 || !isInOnePlace))
  }

  @Test("all frames of an animation are compared, so equal beginnings do not match")
  func animations() throws {
    func dot(_ x: Int) -> Bitmap {
      makeBitmap(300, 300) { column, row in [0, 0, 0, abs(column - x) < 40 && abs(row - 150) < 40 ? 255 : 0] }
    }
    let first = try #require(imageSignature(of: dot(60), dot(60), dot(240)))
    let second = try #require(imageSignature(of: dot(60), dot(150), dot(150)))
    #expect(!first.isSimilar(to: second, maxHashDistance: 2))
    #expect(
      first.isSimilar(to: try #require(imageSignature(of: dot(61), dot(61), dot(241))), maxHashDistance: 2))
  }

  private func imageSignature(of frames: Bitmap...) -> ImageSignature? {
    var pass = MeasurementPass(measuring: .imageSignature)
    for (number, bitmap) in frames.enumerated() { pass.visit(Frame(bitmap), number: number) }
    return pass.measurements()?.imageSignature
  }
}
