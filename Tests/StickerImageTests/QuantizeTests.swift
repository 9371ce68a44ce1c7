import Corpus
import Testing

@testable import StickerImage

/// Pictures with more than 256 colors: soft, translucent, opaque, noisy.
private struct ManyColorArt: CustomTestStringConvertible, Sendable {
  let name: String
  var testDescription: String { name }

  static let all = ["opaque gradient", "soft disc", "noise", "opaque noise", "glow without opaque pixels"]
    .map(ManyColorArt.init)

  func bitmap() -> Bitmap {
    var numbers = SeededNumbers(seed: 3)
    func any() -> UInt8 { .random(in: 0...255, using: &numbers) }
    return makeBitmap(90, 70) { x, y in
      let distance = ((x - 45) * (x - 45) + (y - 35) * (y - 35)) / 4
      let alpha = UInt8(clamping: 400 - distance * 2)
      switch name {
      case "opaque gradient": return [UInt8(x * 2), UInt8(y * 3), UInt8(x + y), 255]
      case "soft disc": return [UInt8(x * 2), UInt8(255 - y * 3), 120, alpha]
      case "noise": return [any(), any(), any(), x < 30 ? 0 : x < 60 ? any() : 255]
      case "opaque noise": return [any(), any(), any(), 255]
      default: return [UInt8(200 + y / 2), 180, UInt8(x * 2), alpha / 2]
      }
    }
  }
}

/// The pixels of a bitmap as words.
private func words(_ bitmap: Bitmap) -> [UInt32] { (0..<bitmap.size.area).map(bitmap.pixelWord) }

@Suite struct QuantizeTests {
  @Test(
    "the palette has at most the requested number of colors, and the indices represent the frames",
    arguments: ManyColorArt.all)
  fileprivate func bound(_ art: ManyColorArt) {
    let quantizer = Quantizer([art.bitmap()])
    for colors in [2, 3, 4, 5, 16, 17, 100, 255, 256] {
      for dithering: Float in [0, 0.5, 1] {
        let result = quantizer.quantized(colors: colors, dithering: dithering)
        #expect(result.palette.count <= colors)
        #expect(Set(words(result.frames[0])).count <= colors)
        #expect(Set(result.palette).count == result.palette.count)
        for (at, index) in result.indices[0].enumerated() {
          let color = result.palette[Int(index)]
          #expect((0..<4).allSatisfy { result.frames[0].pixels[at * 4 + $0] == color[$0] })
        }
      }
    }
  }

  @Test(
    "opaque pixels stay opaque, and transparent ones stay transparent black", arguments: ManyColorArt.all)
  fileprivate func alpha(_ art: ManyColorArt) {
    let bitmap = art.bitmap()
    for colors in [2, 4, 30, 256] {
      let result = quantized([bitmap], colors: colors, dithering: 1).frames[0]
      for (before, after) in zip(words(bitmap), words(result)) {
        if before >> 24 == 255 { #expect(after >> 24 == 255) }
        if before >> 24 == 0 { #expect(after == 0) }
      }
    }
  }

  @Test("translucent pixels keep about their alpha, and become opaque only if they almost are")
  func smoothAlpha() {
    let art = makeBitmap(256, 12) { x, y in [UInt8(y * 20), 60, 200, UInt8(x)] }
    let result = quantized([art], colors: 256, dithering: 0.5).frames[0]
    for at in stride(from: 3, to: art.pixels.count, by: 4) {
      #expect(abs(Int(art.pixels[at]) - Int(result.pixels[at])) <= 16)
    }
  }

  @Test("few colors are kept exactly, whatever is under alpha 0", arguments: [2, 3, 16, 200, 256])
  func exact(_ colors: Int) {
    var random = RandomPictures(seed: UInt64(colors))
    let palette = random.palette(.alpha).prefix(colors - 1).map { $0[3] == 0 ? [9, 9, 9, 7] : $0 }
    let art = makeBitmap(64, 64) { x, y in
      let color = (x * 7 + y * 13) % colors
      return color == 0 ? [UInt8(x), UInt8(y), 1, 0] : palette[color - 1]
    }
    let result = quantized([art], colors: colors, dithering: 1)
    #expect(result.frames == [clearingColorUnderTransparency(art) ?? art])
    #expect(result.palette.count == Set(words(result.frames[0])).count)
  }

  @Test("the same frames give the same result", arguments: ManyColorArt.all)
  fileprivate func deterministic(_ art: ManyColorArt) {
    let (one, other) = (art.bitmap(), art.bitmap())
    let first = quantized([one, one], colors: 60, dithering: 0.7)
    let second = quantized([other, other], colors: 60, dithering: 0.7)
    #expect(first.palette == second.palette)
    #expect(first.indices == second.indices)
  }

  @Test(
    "an unchanged pixel does not flicker, even if everything around it changes", arguments: ManyColorArt.all)
  fileprivate func still(_ art: ManyColorArt) {
    var frames = [art.bitmap()]
    for step in 1..<5 {
      var frame = frames[step - 1]
      for at in stride(from: 0, to: frame.pixels.count, by: 4) where at / 4 % 5 == step {
        for sample in 0..<3 { frame.pixels[at + sample] &+= UInt8(31 * step) }
      }
      frames.append(frame)
    }
    let result = quantized(frames, colors: 40, dithering: 1)
    for step in 1..<5 {
      let (now, before) = (
        words(clearingColorUnderTransparency(frames[step]) ?? frames[step]), frames[step - 1]
      )
      let were = words(clearingColorUnderTransparency(before) ?? before)
      for at in now.indices where now[at] == were[at] {
        #expect(result.indices[step][at] == result.indices[step - 1][at])
      }
    }
  }

  @Test("a flat area stays flat even with full dithering")
  func flat() {
    // Its color is not in the palette, because the noise beside it uses all entries.
    var numbers = SeededNumbers(seed: 5)
    let art = makeBitmap(80, 40) { x, _ in
      x < 40 ? [101, 57, 33, 255] : [.random(in: 0...255, using: &numbers), UInt8(x), 90, 255]
    }
    let result = words(quantized([art], colors: 4, dithering: 1).frames[0])
    let left = (0..<40).flatMap { y in (0..<36).map { result[y * 80 + $0] } }
    #expect(Set(left).count == 1)
  }

  @Test("more colors give a closer result, and 256 colors are closer than evenly truncated samples")
  func quality() {
    let art = ManyColorArt(name: "opaque gradient").bitmap()
    let quantizer = Quantizer([art])
    let figures = [4, 16, 64, 256].map {
      StructuralSimilarity(art, quantizer.quantized(colors: $0, dithering: 0).frames[0]).mean
    }
    #expect(figures == figures.sorted())
    var even = art  // 8 reds, 8 greens, 4 blues: the trivial palette
    for at in even.pixels.indices where at % 4 < 3 {
      let steps = at % 4 == 2 ? 3.0 : 7.0
      even.pixels[at] = UInt8((Double(art.pixels[at]) * steps / 255).rounded() * 255 / steps)
    }
    #expect(figures[3] > StructuralSimilarity(art, even).mean)
  }
}

@Suite struct NearLosslessTests {
  @Test(
    "no color sample changes by more than half a step, and alpha does not change", arguments: ManyColorArt.all
  )
  fileprivate func bounded(_ art: ManyColorArt) {
    let bitmap = clearingColorUnderTransparency(art.bitmap()) ?? art.bitmap()
    for strength in 1...NearLosslessSteps.maxStrength {
      let steps = NearLosslessSteps(strength, isGray: false)
      let result = [bitmap].nearLossless(steps: steps)[0]
      for (at, samples) in zip(bitmap.pixels, result.pixels).enumerated() {
        let off = abs(Int(samples.0) - Int(samples.1))
        #expect(off <= Int(steps.stepSizes[at % 4]) / 2)
      }
      for at in stride(from: 3, to: bitmap.pixels.count, by: 4) where result.pixels[at] == 0 {
        #expect(result.pixelWord(atPixel: at / 4) == 0)
      }
    }
    #expect([bitmap].nearLossless(steps: NearLosslessSteps(1, isGray: false)) == [bitmap])
  }

  @Test("green changes least because it is most visible, and gray changes equally in all channels")
  func shares() {
    for strength in 1...NearLosslessSteps.maxStrength {
      let steps = NearLosslessSteps(strength, isGray: false)
      #expect(
        steps.stepSizes.y <= steps.stepSizes.x && steps.stepSizes.x <= steps.stepSizes.z
          && steps.stepSizes.w == 1)
      let gray = NearLosslessSteps(strength, isGray: true)
      #expect(gray.stepSizes.x == gray.stepSizes.y && gray.stepSizes.y == gray.stepSizes.z)
    }
    let art = makeBitmap(60, 40) { x, y in [UInt8](repeating: UInt8(x * y % 251), count: 3) + [255] }
    let result = [art].nearLossless(steps: NearLosslessSteps(30, isGray: true))[0]
    #expect((0..<2400).allSatisfy { Pixel(result.pixelWord(atPixel: $0)).isGray })
  }

  @Test("a pixel that stays within half a step keeps its new value")
  func still() {
    let first = ManyColorArt(name: "opaque gradient").bitmap()
    var second = first
    for at in stride(from: 0, to: second.pixels.count, by: 52) { second.pixels[at] ^= 64 }
    for at in stride(from: 0, to: second.pixels.count, by: 36) { second.pixels[at + 1] ^= 1 }
    let steps = NearLosslessSteps(36, isGray: false)
    let results = [first, second].nearLossless(steps: steps)
    for at in second.pixels.indices where at % 4 == 0 {
      let isNear = (0..<4).allSatisfy {
        abs(Int(results[0].pixels[at + $0]) - Int(second.pixels[at + $0])) <= Int(steps.stepSizes[$0]) / 2
      }
      let isSame = first.pixelWord(atPixel: at / 4) == second.pixelWord(atPixel: at / 4)
      if isNear || isSame {
        #expect(results[0].pixelWord(atPixel: at / 4) == results[1].pixelWord(atPixel: at / 4))
      }
    }
  }

  @Test("noise takes fewer bytes with larger steps")
  func shorter() throws {
    let art = ManyColorArt(name: "opaque noise").bitmap()
    let bytes = try [1, 12, 40].map {
      try [art].nearLossless(steps: NearLosslessSteps($0, isGray: false))[0].encodedPNG().count
    }
    #expect(bytes == bytes.sorted(by: >))
  }
}

@Suite struct LossySearchTests {
  private let art = ManyColorArt(name: "opaque noise").bitmap()

  private func search(_ limit: Int) throws -> LossySearch {
    try LossySearch(
      [art], maxBytes: limit, originalBytes: 0,
      estimateSize: { (frames, _) throws(InternalError) in try frames[0].estimatedSmallestPNGBytes() },
      encode: { (frames, _) throws(InternalError) in try frames[0].smallestPNG(effort: .normal) })
  }

  @Test("the result fits, is what was encoded, and took few trials", arguments: [3, 5, 8])
  func fits(_ tenths: Int) throws {
    let limit = try art.encodedPNG().count * tenths / 10
    var search = try search(limit)
    let choice = try #require(try search.estimatedBestMethod())
    let fit = try #require(try search.encodeBestFit(startingWith: choice.method))
    #expect(fit.bytes.count <= limit)
    #expect(fit.bytes.count > limit * 7 / 10)
    #expect(try Image(decoding: fit.bytes).frames.map(\.bitmap) == fit.frames)
    #expect(search.attemptCounts.estimates <= 40)
    #expect(search.attemptCounts.encodings <= 8)
  }

  @Test("the nearest color of a palette is the one that a comparison with every color finds")
  func nearestColor() {
    var numbers = SeededNumbers(seed: 7)
    // Whole numbers keep every squared distance exact, and a small range produces ties.
    for (colorCount, range) in [(1, 9), (2, 9), (15, 9), (16, 30), (17, 4), (100, 9), (256, 9), (256, 1000)] {
      func randomLanes() -> SIMD4<Float> {
        SIMD4<Float>(SIMD4<Int32>.random(in: 0...Int32(range), using: &numbers))
      }
      var distinctColors: Set<SIMD4<Float>> = []
      while distinctColors.count < colorCount { distinctColors.insert(randomLanes()) }
      let colors = distinctColors.sorted { ($0.x, $0.y, $0.z, $0.w) < ($1.x, $1.y, $1.z, $1.w) }
      let finder = NearestColorFinder(colors)
      for _ in 0..<2000 {
        let (lanes, guess) = (randomLanes(), Int.random(in: 0..<colorCount, using: &numbers))
        func distances(_ index: Int) -> (Float, Float, Int) {
          (squaredLength(colors[index] - lanes), squaredLength(colors[index] - colors[guess]), index)
        }
        let nearest = (0..<colorCount).min { distances($0) < distances($1) }
        #expect(finder.index(of: lanes, guess: guess) == nearest)
      }
    }
  }

  @Test("if nothing fits, there is no result, only the smallest size that was reached")
  func tooSmall() throws {
    var search = try search(100)
    #expect(try search.estimatedBestMethod() == nil)
    #expect(try #require(search.smallestEncodedOrEstimatedBytes) > 100)
  }

  @Test("a change by one shade makes less than 2% of the pixels flicker")
  func patience() {
    // Slightly different shades in each frame, in art with more colors than the palette has.
    let frames = (0..<4).map { step in
      makeBitmap(64, 64) { x, y in [UInt8(x * 3 + step % 2), UInt8(y * 3), 90, 255] }
    }
    let result = quantized(frames, colors: 64, dithering: 0)
    let changes = zip(result.indices, result.indices.dropFirst()).map { before, after in
      zip(before, after).count { $0 != $1 }
    }
    #expect(changes.allSatisfy { $0 < 64 * 64 / 50 })
  }
}

private func quantized(_ frames: [Bitmap], colors: Int, dithering: Float) -> QuantizedFrames {
  Quantizer(frames).quantized(colors: colors, dithering: dithering)
}
