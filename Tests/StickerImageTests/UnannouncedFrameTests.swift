import Corpus
import Testing

@testable import StickerImage

/// Frames of a PNG without an acTL chunk before the image data.
@Suite struct UnannouncedFrameTests {
  private var frames: [Frame] {
    (0..<3).map { step in
      Frame(
        makeBitmap(40, 30) { x, y in [200, UInt8(step * 80), UInt8(x * 6), y > step * 9 ? 255 : 0] },
        delay: ExactSeconds(1, 10))
    }
  }

  /// An APNG whose acTL chunk is removed, or comes after the image data.
  private func apngWithMisplacedACTL(plays: Int, isKept: Bool) throws -> [UInt8] {
    let file = try frames.encodedAPNG(plays: plays)
    let container = try #require(ImageContainer(of: file))
    let control = try #require(container.parts.first { $0.type == "acTL" })
    let image = try #require(container.parts.first { $0.type == "IDAT" })
    var out = file
    if isKept {
      let chunk = file[control.offset..<control.offset + control.length]
      out.insert(contentsOf: chunk, at: image.offset + image.length)
    }
    out.removeSubrange(control.offset..<control.offset + control.length)
    return out
  }

  @Test("frames without an acTL, or with a late one, are counted", arguments: [true, false])
  func counted(_ isKept: Bool) throws {
    let container = try #require(ImageContainer(of: apngWithMisplacedACTL(plays: 3, isKept: isKept)))
    #expect(container.format == .png && container.damage.isEmpty)
    #expect(container.ignoredFdATFrameCount == 2)
  }

  @Test("an APNG, and a still without fdAT, have no unannounced frames")
  func none() throws {
    let animated = try frames.encodedAPNG(plays: 0)
    #expect(try #require(ImageContainer(of: animated)).ignoredFdATFrameCount == 0)
    let single = try Array(frames.prefix(1)).encodedAPNG(plays: 0)
    let control = try #require(ImageContainer(of: single)?.parts.first { $0.type == "acTL" })
    var still = single
    still.removeSubrange(control.offset..<control.offset + control.length)
    #expect(try #require(ImageContainer(of: still)).ignoredFdATFrameCount == 0)
  }

  @Test("adding an acTL gives the intended animation", arguments: [true, false])
  func announced(_ isKept: Bool) throws {
    let file = try apngWithMisplacedACTL(plays: 3, isKept: isKept)
    let made = try #require(ImageContainer(of: file)?.bytesAddingACTL(from: file))
    let image = try Image(decoding: made)
    #expect(image.frames == (try Image(decoding: frames.encodedAPNG(plays: 3)).frames))
    #expect(image.container.animation?.plays == (isKept ? 3 : 0))
  }

  @Test("the first of several misplaced acTL chunks gives the loop count, and none is left")
  func several() throws {
    var file = try apngWithMisplacedACTL(plays: 3, isKept: true)
    let control = try #require(ImageContainer(of: file)?.parts.first { $0.type == "acTL" })
    let last = try #require(ImageContainer(of: file)?.parts.first { $0.type == "IEND" })
    let other = pngChunk("acTL", [[0, 0, 0, 3, 0, 0, 0, 9]])
    file.insert(contentsOf: other, at: last.offset)
    file.insert(contentsOf: other, at: control.offset + control.length)
    let made = try #require(ImageContainer(of: file)?.bytesAddingACTL(from: file))
    let image = try Image(decoding: made)
    #expect(image.frames == (try Image(decoding: frames.encodedAPNG(plays: 3)).frames))
    #expect(image.container.animation?.plays == 3)
    #expect(image.container.parts.count { $0.type == "acTL" } == 1)
  }

  @Test("frames that are not a valid animation get no acTL")
  func broken() throws {
    let file = try apngWithMisplacedACTL(plays: 0, isKept: false)
    let container = try #require(ImageContainer(of: file))
    let control = try #require(container.parts.last { $0.type == "fcTL" })
    var gap = file
    gap.removeSubrange(control.offset..<control.offset + control.length)
    #expect(try #require(ImageContainer(of: gap)?.ignoredFdATFrameCount) > 0)
    #expect(ImageContainer(of: gap)?.bytesAddingACTL(from: gap) == nil)
  }

  @Test("a file with unannounced frames is never optimized, because they would be lost")
  func kept() throws {
    let file = try apngWithMisplacedACTL(plays: 0, isKept: true)
    #expect(optimizedPNGIfSmaller(file) == nil)
    #expect(StoredAndReencodedSizes(of: file, try #require(ImageContainer(of: file))) == nil)
  }

  @Test(
    "the file from a bug report has four unannounced frames",
    .enabled(if: RegressionCases.arePresent, "skipped: no cases"))
  func reported() throws {
    let file = try RegressionCases.bytes(of: "actl_after_idat.png")
    let container = try #require(ImageContainer(of: file))
    #expect(container.ignoredFdATFrameCount == 4)
    let made = try #require(container.bytesAddingACTL(from: file))
    #expect(ImageContainer(of: made)?.frameCount == 5)
  }
}
