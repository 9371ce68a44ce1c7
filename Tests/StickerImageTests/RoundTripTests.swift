import Corpus
import Testing

@testable import StickerImage

/// Encodes random pictures with every encoder, and decodes them with our own decoder, which the corpus
/// verifies. `ReadbackTests` checks them with third-party programs.
@Suite struct RoundTripTests {
  /// Every kind of colors in every pattern, several times.
  static let stills: [Bitmap] = {
    var pictures = RandomPictures(seed: 4)
    return (0..<6).flatMap { _ in
      RandomPictures.Colors.allCases.flatMap { colors in
        RandomPictures.Pattern.allCases.map { pictures.still(colors, $0) }
      }
    }
  }()

  static let animations: [(frames: [Frame], plays: Int)] = {
    var pictures = RandomPictures(seed: 5)
    return (0..<14).flatMap { _ in
      RandomPictures.Colors.allCases.map { colors in
        (pictures.animation(colors), pictures.one(of: [0, 1, 2, 3, 1000, 0x7FFF_FFFF]))
      }
    }
  }()

  @Test("random stills survive PNG pixel for pixel")
  func png() throws {
    #expect(Self.stills.count >= 250)
    for (number, still) in Self.stills.enumerated() {
      let image = try Image(decoding: still.encodedPNG())
      #expect(image.container.format == .png && image.frames.count == 1)
      #expect(largestDifference(image.frames[0].bitmap.pixels, still.pixels) == 0, "still \(number)")
    }
  }

  @Test("random animations survive APNG with pixels, exact delays and loop counts")
  func apng() throws {
    #expect(Self.animations.count >= 120)
    for (number, (frames, plays)) in Self.animations.enumerated() {
      let image = try Image(decoding: frames.encodedAPNG(plays: plays))
      #expect(image.container.animation?.plays == plays, "animation \(number)")
      #expect(image.container.animation?.duration == frames.map(\.shownDelay).total(), "animation \(number)")
      #expect(looksSameThroughout(image.frames, frames), "animation \(number)")
    }
  }
}

/// Whether both look the same at every moment. Frames that look the same may be merged, if their times add up
/// exactly. Viewers show a frame of at most 10 ms for 100 ms.
func looksSameThroughout(_ shown: [Frame], _ wanted: [Frame]) -> Bool {
  // How many of the expected frames may have been shown so far. Frames without duration make this ambiguous.
  var seen: Set = [0]
  for frame in shown {
    seen = Set(seen.flatMap { first in ends(of: frame, in: wanted, from: first) })
  }
  return seen.contains(wanted.count)
}

private func ends(of shown: Frame, in wanted: [Frame], from first: Int) -> [Int] {
  var (ends, time) = ([Int](), ExactSeconds.zero)
  for (index, frame) in wanted.enumerated().dropFirst(first) {
    guard let sum = time.adding(frame.shownDelay),
      largestDifference(shown.bitmap.pixels, frame.bitmap.pixels) == 0
    else { break }
    time = sum
    if time.isSameTime(as: shown.shownDelay) { ends.append(index + 1) }
  }
  return ends
}
