import Corpus
import Foundation
import Testing

@testable import StickerImage

/// Searches for a WebP that fits within a limit.
@Suite struct WebPSearchTests {
  private static let art = OversizedArt.Kind.allCases.map { OversizedArt($0, seed: 2) }

  private func fit(_ bitmap: Bitmap, _ limit: Int, isLossy: Bool = true) throws -> FittingWebP? {
    var search = try WebPQualitySearch([Frame(bitmap)], plays: nil, maxBytes: limit)
    return try search.bestFit(allowsLossy: isLossy)
  }

  @Test(
    "a lossless file is kept if it fits, but not if the limit is two bytes below its size", arguments: art)
  func limits(_ art: OversizedArt) throws {
    let bitmap = art.bitmap(side: 128)
    let whole = try bitmap.encodedWebP()
    let exact = try #require(try fit(bitmap, whole.count))
    #expect(exact.mode == .lossless && exact.bytes == whole)
    #expect(exact.similarity.mean.mean == 1)
    let fewest = try min(whole.count, thorough(bitmap).count)
    #expect(try fit(bitmap, fewest - 2, isLossy: false) == nil)
    let less = try #require(try fit(bitmap, fewest - 2))
    #expect(less.mode != .lossless && less.bytes.count <= fewest - 2)
  }

  @Test("near-lossless colors take fewer bytes and change by no more than libwebp states", arguments: art)
  func near(_ art: OversizedArt) throws {
    let bitmap = art.bitmap(side: 128)
    var last = try bitmap.encodedWebP().count
    for (nearness, most) in [(80, 1), (60, 2), (40, 4), (20, 8), (0, 16)] {
      let file = try bitmap.encodedWebP(.nearLossless(nearness: nearness))
      #expect(file.count < last, "\(nearness)")
      last = file.count
      let seen = try Image(decoding: file).frames[0].bitmap
      for at in stride(from: 0, to: bitmap.pixels.count, by: 4) {
        let (here, there) = (bitmap.pixels[at..<at + 4], seen.pixels[at..<at + 4])
        // Opaque pixels stay opaque, and transparent ones stay transparent, whatever their color.
        if [0, 255].contains(here.last) { #expect(here.last == there.last) }
        #expect(abs(Int(here.last ?? 0) - Int(there.last ?? 0)) <= most, "\(nearness), pixel \(at / 4)")
        // For translucent pixels, the transmitted light also changes.
        let apart = zip(overBlack(here), overBlack(there)).map { abs($0 - $1) }.max() ?? 0
        #expect(apart <= Double(here.last == 255 ? most : 2 * most), "\(nearness), pixel \(at / 4)")
      }
    }
  }

  /// A pixel over black.
  private func overBlack(_ pixel: ArraySlice<UInt8>) -> [Double] {
    pixel.dropLast().map { Double($0) * Double(pixel.last ?? 0) / 255 }
  }

  @Test("the closest near-lossless step that fits is used", arguments: [97, 90, 80, 75, 70, 65, 60])
  func nearest(share: Int) throws {
    let bitmap = OversizedArt(.texture, seed: 5).bitmap(side: 200)
    let limit = try bitmap.encodedWebP().count * share / 100
    guard case .nearLossless(let nearness)? = try fit(bitmap, limit)?.mode, nearness < 80 else { return }
    #expect(try bitmap.encodedWebP(.nearLossless(nearness: nearness + 20)).count > limit)
  }

  /// The lossless file that results from a slower, more thorough encoding.
  private func thorough(_ bitmap: Bitmap) throws -> [UInt8] {
    var plan = try WebPFramePatchPlan([Frame(bitmap)], plays: nil, minFrameMilliseconds: 0)
    return try #require(try plan.encodeOrEstimateSize(.lossless, .normal, isThorough: true).file)
  }

  @Test("a lossless file that is barely too large is encoded more thoroughly and stays lossless")
  func thorough() throws {
    let bitmap = OversizedArt(.glow, seed: 2).bitmap(side: 128)
    let (quick, thorough) = (try bitmap.encodedWebP().count, try thorough(bitmap))
    let limit = quick - quick / 33
    try #require(thorough.count <= limit)
    let fit = try #require(try fit(bitmap, limit, isLossy: false))
    #expect(fit.mode == .lossless && fit.bytes == thorough)
    // With a limit one byte lower, it is not tried.
    #expect(try self.fit(bitmap, limit - 1, isLossy: false) == nil)
  }

  @Test("opaque pixels of near-lossless frames move by at most 1 of 255")
  func nearFrames() throws {
    let frames = OversizedArt(.texture, seed: 4).frames(6, side: 96, delay: ExactSeconds(1, 24))
    let file = try frames.encodedWebP(plays: 0, .nearLossless(nearness: 80))
    #expect(try file.count < frames.encodedWebP(plays: 0).count)
    let image = try Image(decoding: file)
    #expect(image.frames.count == frames.count)
    for (seen, frame) in zip(image.frames, frames) {
      for at in stride(from: 0, to: frame.bitmap.pixels.count, by: 4) where frame.bitmap.pixels[at + 3] == 255
      {
        let apart = (at..<at + 4).map { abs(Int(seen.bitmap.pixels[$0]) - Int(frame.bitmap.pixels[$0])) }
        #expect(apart.max() ?? 0 <= 1)
      }
    }
  }

  @Test("a grainy image that is slightly too large gets near-lossless colors that look the same")
  func grain() throws {
    let bitmap = OversizedArt(.texture, seed: 5).bitmap(side: 200)
    let fit = try #require(try fit(bitmap, bitmap.encodedWebP().count * 9 / 10))
    #expect(fit.mode == .nearLossless(nearness: 80) && fit.similarity.mean.mean > 0.999)
  }

  @Test("the result is within every limit, and a higher limit gives a closer result", arguments: art)
  func alike(_ art: OversizedArt) throws {
    let bitmap = art.bitmap(side: 160)
    let whole = try bitmap.encodedWebP().count
    var last = 0.0
    for share in [24, 12, 6, 3, 2] {
      guard let fit = try fit(bitmap, whole / share) else {
        // Alpha hardly changes, and makes up most of some art.
        #expect(share > 3)
        for means in [WebPMode.lossy(quality: 0), .nearLossless(nearness: 0)] {
          #expect(try bitmap.encodedWebP(means).count > whole / share)
        }
        continue
      }
      #expect(fit.bytes.count <= whole / share)
      #expect(fit.similarity.mean.mean >= last - 0.001, "1/\(share) of \(whole)")
      last = fit.similarity.mean.mean
      // The reported similarity is that of the file.
      let seen = StructuralSimilarity(fit.bitmapsByOriginalFrame[0], bitmap)
      #expect(seen == fit.similarity.worst)
    }
    #expect(last > 0.9)
  }

  @Test("lossy results use nearly all allowed bytes")
  func filled() throws {
    let bitmap = OversizedArt(.texture, seed: 5).bitmap(side: 200)
    let limit = try bitmap.encodedWebP().count / 6
    let fit = try #require(try fit(bitmap, limit))
    guard case .lossy(let quality, _) = fit.mode else {
      Issue.record("\(fit.mode)")
      return
    }
    // A quality that is half a step higher does not fit.
    #expect(try bitmap.encodedWebP(.lossy(quality: quality)) == fit.bytes)
    #expect(fit.bytes.count > limit * 9 / 10)
  }

  @Test("if alpha takes most of the bytes, it loses levels so that colors keep theirs")
  func alpha() throws {
    var numbers = SeededNumbers(seed: 4)
    var bitmap = Bitmap(PixelSize(160, 160), color: 0)
    for at in stride(from: 0, to: bitmap.pixels.count, by: 4) {
      let (x, y) = (at / 4 % 160, at / 4 / 160)
      bitmap.pixels[at] = UInt8(x + Int.random(in: 0...90, using: &numbers))
      bitmap.pixels[at + 1] = UInt8(y + Int.random(in: 0...90, using: &numbers))
      bitmap.pixels[at + 2] = UInt8(Int.random(in: 40...200, using: &numbers))
      bitmap.pixels[at + 3] = .random(in: 60...255, using: &numbers)
    }
    let limit = try bitmap.encodedWebP(.lossy(quality: 30, alphaQuality: 20)).count
    try #require(try bitmap.encodedWebP(.lossy(quality: 0)).count > limit)
    try #require(try bitmap.encodedWebP(.nearLossless(nearness: 0)).count > limit)
    let fit = try #require(try fit(bitmap, limit))
    guard case .lossy(_, let alpha) = fit.mode else {
      Issue.record("\(fit.mode)")
      return
    }
    #expect(alpha < 100 && fit.bytes.count <= limit)
    // 2 levels plus one for each 5 of quality, including the lowest and the highest.
    let levels = Set(
      stride(from: 3, to: bitmap.pixels.count, by: 4).map { fit.bitmapsByOriginalFrame[0].pixels[$0] })
    #expect(levels.count <= 2 + alpha / 5 && levels.contains(60) && levels.contains(255))
  }

  private static let cases = Corpus.folder.deletingLastPathComponent().appendingPathComponent("cases")
  private static let nine = cases.appendingPathComponent("nine_s.png")

  /// Pillow writes 508,858 bytes for it with a quality of 70 and an alpha quality of 20.
  @Test(
    "ninety frames with soft smoke keep an acceptable color quality",
    .enabled(if: FileManager.default.fileExists(atPath: nine.path), "skipped: no cases"))
  func smoke() throws {
    let frames = try Image(decoding: [UInt8](Data(contentsOf: Self.nine))).frames
    var search = try WebPQualitySearch(frames, plays: 0, maxBytes: 512_000)
    let fit = try #require(try search.bestFit(allowsLossy: true))
    guard case .lossy(let quality, let alpha) = fit.mode else {
      Issue.record("\(fit.mode)")
      return
    }
    #expect(quality >= 50 && alpha < 100 && fit.bytes.count <= 512_000)
  }

  @Test("an animation is below the limit, and there is no result if nothing fits")
  func animations() throws {
    let frames = OversizedArt(.cutOut, seed: 4).frames(10, side: 128, delay: ExactSeconds(1, 24))
    let whole = try frames.encodedWebP(plays: 0).count
    for (limit, isLossless) in [(whole, true), (whole / 2, false), (whole / 12, false)] {
      var search = try WebPQualitySearch(frames, plays: 0, maxBytes: limit)
      let fit = try #require(try search.bestFit(allowsLossy: true))
      #expect(fit.bytes.count <= limit && fit.bitmapsByOriginalFrame.count == 10)
      #expect((fit.mode == .lossless) == isLossless)
    }
    var search = try WebPQualitySearch(frames, plays: 0, maxBytes: 600)
    #expect(try search.bestFit(allowsLossy: true) == nil)
    #expect(try #require(search.smallestEncodedOrEstimatedBytes) > 600)
  }

  @Test("the same frames give the same bytes")
  func repeatable() throws {
    let frames = OversizedArt(.glow, seed: 4).frames(4, side: 96, delay: ExactSeconds(1, 24))
    let limit = try frames.encodedWebP(plays: 0).count / 2
    let files = try (0..<2).map { _ in
      var search = try WebPQualitySearch(frames, plays: 0, maxBytes: limit)
      return try search.bestFit(allowsLossy: true)?.bytes
    }
    #expect(files[0] != nil && files[0] == files[1])
  }
}
