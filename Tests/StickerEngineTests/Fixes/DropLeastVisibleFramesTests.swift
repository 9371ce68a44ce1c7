import Corpus
import Testing

@testable import StickerEngine
@testable import StickerImage

@Suite struct DropLeastVisibleFramesTests {
  /// A square of 8 px on a canvas of 64 × 16 px, `x` pixels from the left.
  private func frame(_ x: Int, _ delay: ExactSeconds) -> Frame {
    var bitmap = Bitmap(transparent: PixelSize(64, 16))
    bitmap.draw(Bitmap(PixelSize(8, 8), color: 0xCC2200), x: x, y: 4)
    return Frame(bitmap, delay: delay)
  }

  @Test("the total of the shown delays stays exactly the same, and frames are not altered", arguments: 1...60)
  func times(_ seed: Int) throws {
    var random = SeededNumbers(seed: UInt64(seed))
    let frames = (0..<Int.random(in: 2...40, using: &random)).map { _ in
      let parts = [100, 1000, 30, 24].randomElement(using: &random) ?? 1
      return frame(
        Int.random(in: 0...56, using: &random), ExactSeconds(Int.random(in: 0...9, using: &random), parts))
    }
    let all = try #require(frames.map(\.shownDelay).total())
    for most in 1..<frames.count {
      let kept = try #require(droppingLeastVisibleFramesIfStorable(frames, downTo: most))
      #expect(kept.count == most && kept[0].bitmap == frames[0].bitmap)
      #expect(kept.map(\.shownDelay).total()?.isSameTime(as: all) == true)
      // Each kept frame comes after the previous one in the original order.
      var rest = frames[...]
      for frame in kept {
        let at = try #require(rest.firstIndex { $0.bitmap == frame.bitmap })
        rest = rest[(at + 1)...]
      }
    }
  }

  @Test("repeated frames are removed before visible motion")
  func repeats() {
    let places = [0, 0, 0, 10, 20, 20, 30, 40]
    let frames = places.map { frame($0, ExactSeconds(1, 10)) }
    let kept = droppingLeastVisibleFramesIfStorable(frames, downTo: 5)
    #expect(kept?.map(\.bitmap) == [0, 10, 20, 30, 40].map { frame($0, .zero).bitmap })
    #expect(kept?.map(\.delay.millisecondsRoundedToTenths) == [300, 100, 200, 100, 100])
  }

  @Test("frames removed from even motion are evenly spread")
  func even() {
    let frames = (0..<48).map { frame($0, ExactSeconds(1, 25)) }
    let delays =
      droppingLeastVisibleFramesIfStorable(frames, downTo: 24)?.map(\.delay.millisecondsRoundedToTenths) ?? []
    #expect(delays == [Double](repeating: 80, count: 24))
  }

  @Test("briefly visible frames are removed before longer ones")
  func weighs() {
    let frames = [(0, 10), (20, 1), (40, 10)].map { frame($0, ExactSeconds($1, 10)) }
    #expect(
      droppingLeastVisibleFramesIfStorable(frames, downTo: 2)?.map(\.delay.millisecondsRoundedToTenths) == [
        1100, 1000,
      ])
  }

  @Test("no delay is created that fcTL cannot store")
  func storable() {
    let frames = [ExactSeconds(1000, 65_521), ExactSeconds(1000, 65_519)].map { frame(0, $0) }
    #expect(droppingLeastVisibleFramesIfStorable(frames, downTo: 1) == nil)
    #expect(droppingLeastVisibleFramesIfStorable(frames, downTo: 2) == frames)
  }
}
