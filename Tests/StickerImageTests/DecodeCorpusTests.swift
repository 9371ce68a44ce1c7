import Corpus
import Testing

@testable import StickerImage

private let validImages = CorpusFile.all("sound images") { file in
  file.expectation == .ok && ["png", "apng", "gif", "jpeg"].contains(file.format)
}

/// Some valid files exceed the standard limits on purpose. Their pixels are still correct.
private let extendedBudget = {
  var budget = DecodingBudget.standard
  (budget.frames, budget.sidePixels) = (20_000, 65_535)
  return budget
}()

@Suite(.enabled(if: Corpus.isPresent, "skipped: no corpus")) struct DecodeCorpusTests {
  @Test("a valid file has the corpus's size, timing, loop count and pixels", arguments: validImages)
  func exact(_ file: CorpusFile) throws {
    let bytes = try file.bytes()
    let container = try #require(ImageContainer(of: bytes, budget: extendedBudget))
    #expect(container.exceededLimits == [])
    #expect(container.format.rawValue == file.format)
    #expect(container.canvas == PixelSize(file.width ?? -1, file.height ?? -1))
    if let frames = file.frameCount { #expect(container.frameCount == frames) }
    expectTiming(of: container, file)

    var hasher = FrameHasher()
    let damage = container.damage + container.visitFrames(of: bytes, with: &hasher)
    let fault = CorpusLabelError.byPath[file.path]
    #expect(damage.isEmpty == (fault == nil))
    if let fault {
      let warning = fault.witness.dropFirst("djpeg 2.1.5: ".count)
      #expect(damage.contains { $0.reason.hasPrefix(warning) }, "\(damage)")
    }
    if file.tolerance == 0, !file.frames.isEmpty { #expect(hasher.frames == file.frames.map(\.sha256)) }
    if let expected = file.allFramesSHA256 {
      if hasher.allFrames() != expected { try expectNearlyEqual(bytes, file) }
    } else if let expected = file.firstFrameSHA256 {
      if hasher.frames.first != expected { try expectNearlyEqual(bytes, file) }
    }
  }

  private func expectTiming(of container: ImageContainer, _ file: CorpusFile) {
    if let loop = file.loop {
      let plays = container.animation?.plays ?? -1
      switch container.format {
      case .gif where loop == "1 play": #expect(plays == 1)
      case .gif: #expect(plays == (loop == "0" ? 0 : (Int(loop) ?? -2) + 1))
      default: #expect("\(plays)" == loop)
      }
    }
    guard !file.frames.isEmpty else { return }
    #expect(container.animation?.frames.count ?? 1 == file.frames.count)  // a still GIF has one line
    for (stored, frame) in zip(container.animation?.frames ?? [], file.frames) {
      let denominator = frame.delayDenominator == 0 ? 100 : frame.delayDenominator
      #expect(stored.delay == ExactSeconds(frame.delayNumerator, denominator))
    }
  }

  /// Where exact decoders may differ, the corpus has the pixels and the largest difference that is accepted.
  private func expectNearlyEqual(_ bytes: [UInt8], _ file: CorpusFile) throws {
    let tolerance = try #require(file.tolerance)
    #expect(tolerance > 0, "the pixels must be the corpus's exactly")
    let path = try #require(file.referenceImagePath, "the hash differs and there is no reference picture")
    let reference = try Image(decoding: Corpus.bytes(of: path)).frames[0].bitmap
    var stacker = FrameStacker()
    let container = try #require(ImageContainer(of: bytes, budget: extendedBudget))
    _ = container.visitFrames(of: bytes, with: &stacker)
    let stacked = stacker.pixels
    #expect(stacked.count == reference.pixels.count)
    #expect(largestDifference(stacked, reference.pixels) <= tolerance)
  }
}

/// The SHA-256 of each frame's straight RGBA, and of all frames together.
struct FrameHasher: FrameVisitor {
  private(set) var frames: [String] = []
  private var all = SHA256()

  mutating func visit(_ frame: Frame, number: Int) {
    frames.append(SHA256.hexDigest(of: frame.bitmap.pixels))
    all.update(frame.bitmap.pixels)
  }

  mutating func allFrames() -> String { all.hexDigest() }
}

/// The pixels of all frames, one after the other.
struct FrameStacker: FrameVisitor {
  private(set) var pixels: [UInt8] = []

  mutating func visit(_ frame: Frame, number: Int) { pixels += frame.bitmap.pixels }
}
