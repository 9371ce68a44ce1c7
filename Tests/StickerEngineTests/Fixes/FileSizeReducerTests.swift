import Corpus
import Testing

@testable import StickerEngine
@testable import StickerImage

/// A small image with a large file size, and its file size after lossless compression.
private func picture(_ kind: OversizedArt.Kind, side: Int, frames: Int = 1) throws -> (
  EditableImage, weight: Int
) {
  let art = OversizedArt(kind, seed: 3)
  let picture =
    frames == 1
    ? EditableImage([Frame(art.bitmap(side: side))])
    : EditableImage(art.frames(frames, side: side, delay: ExactSeconds(1, 24)), plays: 0)
  return (picture, try picture.verifiedPNGOrGIF(.fast).count)
}

private func limits(_ bytes: Int, _ keeps: Set<KeptImageProperty> = []) -> FileSizeReducer.Options {
  FileSizeReducer.Options(
    maxBytes: bytes, minSide: 45, gridSides: [120, 90, 60, 45], keptProperties: keeps, effort: .fast)
}

private func duration(_ picture: EditableImage) -> ExactSeconds? { picture.frames.map(\.delay).total() }

@Suite struct FileSizeReducerTests {
  @Test(
    "a result fits the limit, decodes to the expected frames and is reproducible",
    arguments: OversizedArt.Kind.allCases, [80, 50, 25, 10])
  func fits(_ kind: OversizedArt.Kind, _ percent: Int) throws {
    let (art, weight) = try picture(kind, side: 120)
    let limits = limits(weight * percent / 100)
    let fit = try #require(try art.reduced(toFit: limits).bestFit)
    #expect(fit.bytes.count <= limits.maxBytes)
    let decoded = try Image(decoding: fit.bytes)
    #expect(decoded.frames.map(\.bitmap) == fit.image.frames.map(\.bitmap))
    #expect(fit.image.size.shorterSide >= limits.minShorterSide)
    #expect(try art.reduced(toFit: limits).bestFit?.bytes == fit.bytes)
  }

  @Test("an animation ends up within its limit and keeps its exact duration", arguments: [60, 30, 8, 3])
  func animations(_ percent: Int) throws {
    let (art, weight) = try picture(.cutOut, side: 90, frames: 12)
    let fit = try #require(try art.reduced(toFit: limits(weight * percent / 100)).bestFit)
    #expect(fit.bytes.count <= weight * percent / 100)
    let decoded = try Image(decoding: fit.bytes)
    #expect(decoded.container.animation?.plays == 0)
    #expect(decoded.frames.map(\.delay).total()?.reduced == ExactSeconds(1, 2))
    #expect(duration(fit.image)?.reduced == ExactSeconds(1, 2))
  }

  @Test(
    "with the size kept, the result uses more than 85% of the limit",
    arguments: [70, 40, 20])
  func used(_ percent: Int) throws {
    for kind in [OversizedArt.Kind.cutOut, .texture] {
      let (art, weight) = try picture(kind, side: 120)
      let limit = weight * percent / 100
      let fit = try #require(try art.reduced(toFit: limits(limit, [.dimensions])).bestFit)
      #expect(fit.bytes.count > limit * 85 / 100, "\(kind) \(percent)%: \(fit.bytes.count) of \(limit)")
    }
  }

  @Test("a file within the limit stays, and nothing is lost without permission")
  func lossless() throws {
    let (art, weight) = try picture(.glow, side: 60)
    let whole = try #require(try art.reduced(toFit: limits(weight)).bestFit)
    #expect(whole.image.frames == art.frames)
    #expect(whole.steps == [.reencoded])
    var limits = limits(weight / 2)
    limits.allowsLoss = false
    let result = try art.reduced(toFit: limits)
    #expect(result.bestFit == nil)
    #expect(result.smallestBytesByStage.map(\.stage) == [.reencode])
    #expect(try #require(result.smallestBytesByStage.first).bytes > weight / 2)
  }

  @Test("protected properties are kept", arguments: [8, 3])
  func keeps(_ percent: Int) throws {
    let (art, weight) = try picture(.softShadow, side: 90, frames: 8)
    let limit = weight * percent / 100
    for keep in KeptImageProperty.allCases {
      guard let fit = try art.reduced(toFit: limits(limit, [keep])).bestFit else { continue }
      switch keep {
      case .dimensions: #expect(fit.image.size == art.size)
      case .frames: #expect(fit.image.frames.count == art.frames.count)
      case .colors:
        #expect(!fit.steps.map(\.stage).contains { [.nearLossless, .palette].contains($0) })
      }
    }
  }

  @Test("if everything is protected there is no result, only how close each stage came")
  func nothing() throws {
    let (art, weight) = try picture(.texture, side: 60, frames: 3)
    let none = try art.reduced(toFit: limits(weight / 2, Set(KeptImageProperty.allCases)))
    #expect(none.bestFit == nil)
    #expect(none.smallestBytesByStage.map(\.stage) == [.reencode])
    let hopeless = try art.reduced(toFit: limits(200))
    #expect(hopeless.bestFit == nil)
    #expect(hopeless.smallestBytesByStage.map(\.stage).contains(.downscale))
    #expect(hopeless.smallestBytesByStage.allSatisfy { $0.bytes > 200 })
  }

  @Test("if colors must stay, art is only scaled down, by less than a quarter")
  func largest() throws {
    let (art, weight) = try picture(.texture, side: 120)
    let fit = try #require(try art.reduced(toFit: limits(weight * 8 / 10, [.colors])).bestFit)
    #expect(fit.image.size.longerSide > 90)
    #expect(fit.steps.map(\.stage) == [.downscale])
  }

  @Test("a hidden default image is scaled with the frames")
  func hidden() throws {
    var (art, weight) = try picture(.cutOut, side: 90, frames: 6)
    art.hiddenDefaultImage = OversizedArt(.glow, seed: 8).bitmap(side: 90)
    weight = try art.verifiedPNGOrGIF(.fast).count
    for percent in [60, 5] {
      let fit = try #require(try art.reduced(toFit: limits(weight * percent / 100)).bestFit)
      #expect(fit.image.hiddenDefaultImage?.size == fit.image.size)
      #expect(fit.image.frames.count <= 6)
    }
  }
}
