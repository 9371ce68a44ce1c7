import Corpus
import Testing

@testable import StickerImage

/// Optimizes random pictures: the result looks the same and has fewer bytes, or nothing changes.
@Suite struct OptimizeTests {
  /// Alternates efforts, because `max` is slow. Every kind of picture is tested with each effort.
  private static func effort(_ number: Int) -> OptimizingEffort {
    number % 7 == 0 ? .max : number % 3 == 0 ? .fast : .normal
  }

  @Test(
    "an image with more sample data than 4096 × 4096 px in 8 bits is not optimized",
    arguments: [8, 16])
  func limit(_ depth: Int) throws {
    var png = PNGWriter()
    png.appendHeader(PixelSize(4_096, 4_096), PNGSampleLayout(.truecolorAlpha, bitDepth: depth))
    png.append("IDAT", try #require(deflate([0], level: 1)))
    png.append("IEND")
    let container = try #require(ImageContainer(of: png.bytes))
    #expect(container.uncompressedSampleBytes == 4_096 * 4_096 * depth / 2)
    #expect(container.isSmallEnoughToOptimize == (depth == 8))
    if depth == 16 { #expect(optimizedPNGIfSmaller(png.bytes) == nil) }
  }

  @Test("random stills survive pixel for pixel, with reproducible bytes")
  func stills() throws {
    for (number, still) in RoundTripTests.stills.enumerated() {
      let effort = Self.effort(number)
      let file = try still.smallestPNG(effort: effort)
      let image = try Image(decoding: file)
      #expect(image.container.format == .png && image.container.damage.isEmpty)
      #expect(largestDifference(image.frames[0].bitmap.pixels, still.pixels) == 0, "still \(number)")
      #expect(try still.smallestPNG(effort: effort) == file, "still \(number)")
      #expect(optimizedPNGIfSmaller(file, effort: effort) == nil, "still \(number) again")
    }
  }

  @Test("a wastefully stored random file shrinks or stays the same, and a second run gains nothing")
  func smaller() throws {
    for (number, still) in RoundTripTests.stills.enumerated() {
      let effort = Self.effort(number + 1)
      let careless = try unoptimizedPNG(still)
      guard let smaller = optimizedPNGIfSmaller(careless, effort: effort) else { continue }
      #expect(smaller.count < careless.count, "still \(number)")
      #expect(optimizedPNGIfSmaller(smaller, effort: effort) == nil, "still \(number) again")
    }
  }

  @Test("an animation without a palette is RGBA, pixel for pixel")
  func trueColor() throws {
    for gray in [false, true] {
      let frames = (0..<3).map { number -> Frame in
        var bitmap = Bitmap(transparent: PixelSize(24, 24))
        for at in stride(from: number * 400, to: number * 400 + 800, by: 4) {
          bitmap.pixels.replaceSubrange(at..<at + 4, with: gray ? [90, 90, 90, 255] : [200, 30, 30, 255])
        }
        return Frame(bitmap, delay: ExactSeconds(1, 10))
      }
      let file = try frames.smallestAPNG(plays: 0, allowsPalette: false)
      let image = try Image(decoding: file)
      #expect(image.container.colorType == "truecolor with alpha" && image.container.bitDepth == 8)
      #expect(image.frames.map(\.delay) == frames.map(\.delay))
      for (seen, frame) in zip(image.frames, frames) {
        #expect(largestDifference(seen.bitmap.pixels, frame.bitmap.pixels) == 0)
      }
    }
  }

  /// Stores every pixel with all of its samples, unfiltered.
  private func unoptimizedPNG(_ bitmap: Bitmap) throws -> [UInt8] {
    try pngFile(bitmap, PNGSampleLayout(.truecolorAlpha), [])
  }

  @Test("random animations keep pixels, exact delays and loop counts, and a second run gains nothing")
  func animations() throws {
    for (number, (frames, plays)) in RoundTripTests.animations.enumerated() {
      let effort = Self.effort(number)
      let file = try frames.smallestAPNG(plays: plays, effort: effort)
      let image = try Image(decoding: file)
      #expect(image.container.animation?.plays == plays, "animation \(number)")
      #expect(image.container.animation?.duration == frames.map(\.shownDelay).total(), "animation \(number)")
      #expect(looksSameThroughout(image.frames, frames), "animation \(number)")
      #expect(try frames.smallestAPNG(plays: plays, effort: effort) == file, "animation \(number)")
      #expect(optimizedPNGIfSmaller(file, effort: effort) == nil, "animation \(number) again")
    }
  }

  @Test("the optimizer's total is smaller than the quick encoder's")
  func total() throws {
    let stills = try RoundTripTests.stills.map { try ($0.smallestPNG().count, $0.encodedPNG().count) }
    #expect(stills.map(\.0).reduce(0, +) < stills.map(\.1).reduce(0, +))
    let animations = try RoundTripTests.animations.map { frames, plays in
      try (frames.smallestAPNG(plays: plays).count, frames.encodedAPNG(plays: plays).count)
    }
    #expect(animations.map(\.0).reduce(0, +) < animations.map(\.1).reduce(0, +))
  }

  @Test("hard-edged art with many colors uses a transparent color instead of an alpha channel")
  func key() throws {
    let art = makeBitmap(90, 90) { x, y in
      x * x + y * y < 4000 ? [UInt8(x * 2), UInt8(y * 2), UInt8(x ^ y), 255] : [0, 0, 0, 0]
    }
    let image = try Image(decoding: art.smallestPNG())
    #expect(image.container.colorType == "truecolor")
    #expect(image.container.canBeTransparent)
    #expect(firstVisiblyDifferingPixelPosition(image.frames[0].bitmap, art) == nil)
  }

  @Test("no pixel has the transparent color, and translucent, opaque and all-gray art gets none")
  func keys() {
    let hole: Color = [0, 0, 0, 0]
    #expect(
      colorKeyReplacingAlpha([speckled(9, 9, [hole, [1, 2, 3, 255]])], isGray: false) == Pixel(0xFF00_0000))
    #expect(
      colorKeyReplacingAlpha([speckled(9, 9, [hole, [0, 0, 0, 255], [1, 1, 1, 255]])], isGray: true)
        == Pixel(0xFF02_0202))
    #expect(colorKeyReplacingAlpha([speckled(9, 9, [hole, [1, 2, 3, 254]])], isGray: false) == nil)
    #expect(colorKeyReplacingAlpha([speckled(9, 9, [[1, 2, 3, 255]])], isGray: false) == nil)
    let grays: [Color] = (0...255).map { [$0, $0, $0, 255] }
    #expect(
      colorKeyReplacingAlpha([makeBitmap(257, 1) { x, _ in x < 256 ? grays[x] : hole }], isGray: true) == nil)
  }

  @Test("a default image that is not a frame stays, pixel for pixel")
  func hidden() throws {
    for (number, (frames, plays)) in RoundTripTests.animations.enumerated() where number % 9 == 0 {
      let hidden = speckled(frames[0].bitmap.width, frames[0].bitmap.height, colors(5))
      let file = try frames.smallestAPNG(plays: plays, hiddenDefaultImage: hidden)
      let image = try Image(decoding: file)
      #expect(image.container.animation?.hidesDefaultImage == true)
      #expect(try image.container.hiddenDefaultImage(of: file) == hidden)
      #expect(looksSameThroughout(image.frames, frames), "animation \(number)")
      #expect(optimizedPNGIfSmaller(file) == nil, "animation \(number) again")
    }
  }

  @Test("max never exceeds the quick encoder, and more effort saves bytes in total")
  func efforts() throws {
    var totals = [OptimizingEffort: Int]()
    for (number, still) in RoundTripTests.stills.enumerated() where number % 5 == 0 {
      for effort in OptimizingEffort.allCases {
        totals[effort, default: 0] += try still.smallestPNG(effort: effort).count
      }
      #expect(try still.smallestPNG(effort: .max).count <= still.encodedPNG().count, "still \(number)")
    }
    let (fast, moderate) = (totals[.fast] ?? 0, totals[.moderate] ?? 0)
    let (normal, most) = (totals[.normal] ?? 0, totals[.max] ?? 0)
    #expect(most < normal && normal < moderate && moderate < fast)
  }

  @Test(
    "Zopfli's streams inflate to the same data and are shorter",
    .enabled(if: hasZopfli, "skipped: not Linux"))
  func zopfli() throws {
    let rows = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 * $0 / 97) }
    let stream = try #require(deflateWithZopfliIfAvailable(rows, iterations: 3))
    #expect(inflate(stream[...], limit: 1 << 20).bytes == rows)
    #expect(try stream.count < #require(deflate(rows, level: 12)).count)
    #expect(try inflate(#require(deflateWithZopfliIfAvailable([], iterations: 1))[...], limit: 9).bytes == [])
  }

  @Test("16-bit samples that fit 8 bits become 8-bit, and one that does not fit keeps all at 16 bits")
  func sixteenBits() throws {
    let samples = (0..<30 * 30 * 4).map { UInt8(truncatingIfNeeded: $0 / 7) }
    let widened = try widePNG(samples.flatMap { [$0, $0] })
    let smaller = try #require(optimizedPNGIfSmaller(widened))
    #expect(ImageContainer(of: smaller)?.bitDepth == 8)
    #expect(try largestDifference(Image(decoding: smaller).frames[0].bitmap.pixels, samples) == 0)
    var exact = samples.flatMap { [$0, $0] }
    exact[4001] ^= 1
    let kept = try #require(optimizedPNGIfSmaller(widePNG(exact)))
    #expect(ImageContainer(of: kept)?.bitDepth == 16)
    #expect(kept.count < (try widePNG(exact)).count)
    #expect(optimizedPNGIfSmaller(kept) == nil)
  }

  /// 30 × 30 pixels with 16-bit samples, unfiltered.
  private func widePNG(_ samples: [UInt8]) throws -> [UInt8] {
    let header = bigEndian32(30) + bigEndian32(30) + [16, 6, 0, 0, 0]
    let rows = (0..<30).flatMap { [0] + samples[$0 * 240..<($0 + 1) * 240] }
    let stream = try #require(deflate(rows, level: 1))
    return pngSignature + pngChunk("IHDR", [header]) + pngChunk("IDAT", [stream]) + pngChunk("IEND", [])
  }

  @Test("damaged files and other formats are left alone")
  func refused() throws {
    let file = try unoptimizedPNG(speckled(40, 40, colors(4)))
    #expect(optimizedPNGIfSmaller(file) != nil)
    #expect(optimizedPNGIfSmaller(Array(file.dropLast(20))) == nil)
    var broken = file
    broken[60] ^= 0xFF
    #expect(optimizedPNGIfSmaller(broken) == nil)
    #expect(optimizedPNGIfSmaller(Array("GIF89a".utf8)) == nil)
    #expect(optimizedPNGIfSmaller([]) == nil)
  }

  @Test("metadata is kept on request and removed otherwise, and color chunks are always kept")
  func chunks() throws {
    let text = pngChunk("tEXt", [Array("Title".utf8), [0], Array("A sun".utf8)])
    let gamma = pngChunk("gAMA", [bigEndian32(45_455)])
    let background = pngChunk("bKGD", [[0, 1, 0, 2, 0, 3]])
    let unknown = pngChunk("zzZZ", [[1]])
    let plain = try unoptimizedPNG(speckled(40, 40, colors(4)))
    let added: [UInt8] = gamma + background + text + unknown
    let file: [UInt8] = Array(plain[..<33]) + added + Array(plain[33...])
    let kept = try #require(optimizedPNGIfSmaller(file))
    #expect(chunkTypes(kept) == ["IHDR", "gAMA", "tEXt", "PLTE", "IDAT", "IEND"])
    let bare = try #require(optimizedPNGIfSmaller(file, keeping: { _ in false }))
    #expect(chunkTypes(bare) == ["IHDR", "gAMA", "PLTE", "IDAT", "IEND"])
  }

  private func chunkTypes(_ file: [UInt8]) -> [String] { ImageContainer(of: file)?.parts.map(\.type) ?? [] }
}

#if os(Linux)
  private let hasZopfli = true
#else
  private let hasZopfli = false
#endif
