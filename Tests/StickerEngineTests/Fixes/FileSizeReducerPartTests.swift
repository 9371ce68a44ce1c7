import Corpus
import Testing

@testable import StickerEngine
@testable import StickerImage

@Suite struct EvenlySpacedFramesTests {
  @Test("the total of the shown delays stays exactly the same for any delays", arguments: 1...200)
  func duration(_ seed: Int) throws {
    var random = SeededNumbers(seed: UInt64(seed))
    let frames = (0..<Int.random(in: 1...60, using: &random)).map { number in
      let denominator = [100, 1000, 24, 30, 60, 7].randomElement(using: &random) ?? 1
      return Frame(
        Bitmap(PixelSize(1, 1), pixels: [UInt8(number), 0, 0, 255]),
        delay: ExactSeconds(Int.random(in: 0...12, using: &random), denominator))
    }
    let all = try #require(frames.map(\.shownDelay).total())
    for count in 1...frames.count {
      guard let kept = framesAtEvenlySpacedIndices(count, of: frames) else { continue }
      #expect(kept.count == count)
      #expect(kept.first?.bitmap == frames.first?.bitmap)
      #expect(kept.map(\.shownDelay).total()?.isSameTime(as: all) == true)
      #expect(count * all.denominator >= 8 * all.numerator)
      // The kept frames are unchanged, in order and evenly spaced.
      let places = kept.map { Int($0.bitmap.pixels[0]) } + [frames.count]
      let gaps = zip(places, places.dropFirst()).map { $1 - $0 }
      #expect(gaps.allSatisfy { $0 >= 1 })
      #expect((gaps.max() ?? 0) - (gaps.min() ?? 0) <= 1)
    }
    #expect(framesAtEvenlySpacedIndices(frames.count, of: frames).map { $0 == frames } ?? true)
  }

  @Test("at least 8 frames per second remain")
  func rate() {
    let frames = (0..<48).map { _ in Frame(Bitmap(transparent: PixelSize(1, 1)), delay: ExactSeconds(1, 24)) }
    #expect(framesAtEvenlySpacedIndices(16, of: frames)?.count == 16)
    #expect(framesAtEvenlySpacedIndices(15, of: frames) == nil)
  }

  @Test("no delay is created that fcTL cannot store")
  func storable() {
    let frames = [ExactSeconds(1000, 65_521), ExactSeconds(1000, 65_519), ExactSeconds(0, 1)].map {
      Frame(Bitmap(transparent: PixelSize(1, 1)), delay: $0)
    }
    #expect(framesAtEvenlySpacedIndices(1, of: frames) == nil)
    #expect(framesAtEvenlySpacedIndices(2, of: frames) == nil)
  }
}

@Suite struct SmallerSizesTests {
  @Test("smaller sizes are whole points, keep proportions, never grow and respect the minimum")
  func sides() {
    for width in stride(from: 290, through: 1000, by: 7) {
      for height in stride(from: 295, through: 1000, by: 13) {
        let size = PixelSize(width, height)
        let smaller = smallerSizesLargestFirst(than: size, longerSides: [300, 618, 408], minSide: 300)
        #expect(smaller == smaller.sorted { $0.area > $1.area })
        for next in smaller {
          #expect(next.width % 3 == 0 && next.height % 3 == 0)
          #expect(next.width <= width && next.height <= height && next != size)
          #expect(next.shorterSide >= 300)
          #expect([300, 408, 618].contains(next.longerSide))
          let exact = size.shorterSide * next.longerSide
          #expect(abs(next.shorterSide * size.longerSide - exact) <= 2 * size.longerSide)
        }
      }
    }
    #expect(
      smallerSizesLargestFirst(than: PixelSize(618, 618), longerSides: [618, 408, 300], minSide: 300)
        == [PixelSize(408, 408), PixelSize(300, 300)])
    #expect(smallerSizesLargestFirst(than: PixelSize(618, 320), longerSides: [408], minSide: 300).isEmpty)
    // The grid sizes of other messengers do not have to be whole points.
    #expect(
      smallerSizesLargestFirst(than: PixelSize(900, 900), longerSides: [128, 112], minSide: 112)
        == [PixelSize(128, 128), PixelSize(112, 112)])
  }
}
