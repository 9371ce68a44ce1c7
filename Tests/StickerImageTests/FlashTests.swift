import Corpus
import Testing

@testable import StickerImage

@Suite struct FlashTests {
  private let white = gray(255)
  private let black = gray(0)

  @Test("eight transitions in less than a second are more than three flashes, and seven are not")
  func threeAndFour() {
    // A pause of a second and a half at the end separates each cycle from the next.
    for (changes, flashes) in [(7, false), (8, true)] {
      let frames = (0...changes).map { $0 % 2 == 0 ? white : black }
      let delays = (0...changes).map { $0 == changes ? 1500 : 100 }
      #expect((worst(frames, delays, plays: 1) != nil) == flashes, "\(changes) transitions")
    }
  }

  @Test("eight transitions within exactly a second are not too many")
  func exactly() {
    let frames = (0..<8).map { $0 % 2 == 0 ? white : black }
    func flashes(_ delay: ExactSeconds) -> Bool {
      measured(frames, frames.map { _ in delay }, plays: 0) != nil
    }
    #expect(!flashes(ExactSeconds(1, 7)))
    #expect(flashes(ExactSeconds(999_999, 7_000_000)))
    #expect(!flashes(ExactSeconds(143, 1000)))
    #expect(flashes(ExactSeconds(142, 1000)))
  }

  @Test("a change of 0.1 in relative luminance is a transition, and less is not")
  func change() {
    // #595959 has a relative luminance of 0.0999, #5A5A5A of 0.1022.
    #expect(worst([black, gray(0x59)], [100, 100]) == nil)
    #expect(worst([black, gray(0x5A)], [100, 100])?.kind == .general)
  }

  @Test("the darker state must be below 0.8")
  func darker() {
    // #E7E7E7 has a relative luminance of 0.799, #E8E8E8 of 0.807.
    #expect(worst([white, gray(0xE7)], [100, 100])?.kind == .general)
    #expect(worst([white, gray(0xE8)], [100, 100]) == nil)
  }

  @Test("saturated red and an equally bright gray flash red, and pale red does not")
  func red() {
    // #7F7F7F has a relative luminance of 0.2122, pure red of 0.2126.
    #expect(worst([flat([255, 0, 0, 255]), gray(0x7F)], [100, 100])?.kind == .red)
    // Linear light of 0.72, 0.07, 0.07: red is 0.84 of the total. With 0.10 each, it is 0.78.
    let (saturated, pale) = (flat([220, 75, 75, 255]), flat([220, 90, 90, 255]))
    #expect(worst([saturated, gray(0x82)], [100, 100])?.kind == .red)
    #expect(worst([pale, gray(0x86)], [100, 100]) == nil)
  }

  @Test("one-second windows include the seam between plays as often as the animation repeats")
  func seam() {
    // Three transitions per cycle and one at each seam: two cycles have seven, and three have eleven.
    let frames = [white, black, white, black]
    for (plays, flashes) in [(1, false), (2, false), (3, true), (0, true)] {
      #expect((worst(frames, [100, 100, 100, 100], plays: plays) != nil) == flashes, "\(plays) plays")
    }
    // Four at the end of a cycle and four at the start of the next one, with a pause of two seconds between.
    let apart = [white, black, white, black, white, black, white, black, white]
    #expect(worst(apart, [100, 100, 100, 100, 2000, 100, 100, 100, 100])?.frames.isEmpty == false)
    #expect(worst(apart, [100, 100, 100, 100, 2000, 100, 100, 100, 100], plays: 1) == nil)
  }

  @Test("frames of 10 ms or less play at 100 ms, and longer ones as stored")
  func clamped() {
    let frames = (0..<8).map { $0 % 4 < 2 ? white : black }
    // Two frames per state: 200 ms as browsers play them, although 20 ms are stored.
    #expect(worst(frames, frames.map { _ in 10 }) == nil)
    #expect(worst(frames, frames.map { _ in 0 }) == nil)
    #expect(worst(frames, frames.map { _ in 11 }) != nil)
    #expect(abs((worst([white, black], [0, 0])?.fastestPointFlashesPerSecond ?? 0) - 5) < 0.001)
  }

  @Test("the area share counts only the part that flashes", arguments: [(144, 150), (150, 156), (100, 300)])
  func area(_ width: Int, _ height: Int) throws {
    let frames = [255, 0].map { level in
      makeBitmap(300, 300) { x, y in
        x < width && y < height ? [UInt8(level), UInt8(level), UInt8(level), 255] : [90, 90, 90, 255]
      }
    }
    let found = try #require(worst(frames, [60, 60]))
    let share = Double(width * height) / 90_000
    #expect(abs(found.areaShare - share) < 0.012)
    #expect((found.areaShare > 0.25) == (share > 0.25))
  }

  @Test("areas that flash one after another do not add up")
  func concurrent() throws {
    // The left third flashes in one second, the right third two seconds later.
    let frames = (0..<32).map { number in
      makeBitmap(60, 60) { x, _ in
        let flashes = number < 16 ? x < 20 : x >= 40
        let level: UInt8 = flashes && number % 2 == 0 ? 255 : 0
        return [level, level, level, 255]
      }
    }
    let delays = (0..<32).map { $0 == 15 || $0 == 31 ? 2000 : 60 }
    #expect(abs(try #require(worst(frames, delays)).areaShare - 0.33) < 0.02)
    // If they flash at the same time but out of step, they do add up. #606060 has a luminance of 0.117.
    let both = (0..<8).map { number in
      makeBitmap(60, 60) { x, _ in
        let level: UInt8 = x < 20 ? (number % 2 == 0 ? 255 : 0) : x >= 40 ? (number % 2 == 0 ? 0 : 96) : 90
        return [level, level, level, 255]
      }
    }
    #expect(abs(try #require(worst(both, both.map { _ in 60 })).areaShare - 0.67) < 0.03)
  }

  @Test("what brightens one part as it darkens another is motion, whatever its area")
  func outOfStep() {
    func halves(_ share: Int) -> [Bitmap] {
      (0..<2).map { number in
        makeBitmap(64, 64) { x, _ in
          let level: UInt8 = (x < share) == (number == 0) ? 255 : 0
          return [level, level, level, 255]
        }
      }
    }
    #expect(worst(halves(32), [50, 50]) == nil)
    // 17 of 32 columns against 15: the mean changes by a sixteenth, more than the required fortieth.
    #expect(worst(halves(34), [50, 50])?.areaShare == 1)
    // Rays that rotate by their own width.
    let rays = (0..<2).map { number in
      makeBitmap(64, 64) { x, y in
        let level: UInt8 = (x / 8 + y / 8) % 2 == number ? 250 : 20
        return [level, level, level, 255]
      }
    }
    #expect(worst(rays, [40, 40]) == nil)
  }

  @Test("blinking art flashes on the background that differs from it", arguments: [0, 255] as [UInt8])
  func blinking(_ level: UInt8) {
    let found = worst([gray(level), flat([level, level, level, 0])], [60, 60])
    #expect(found?.areaShare == 1)
  }

  @Test("a moving shape flashes in less than 25% of the area, and a blinking shape in more than 40%")
  func moving() {
    func ball(at place: Int) -> Bitmap {
      makeBitmap(120, 120) { x, y in
        let (across, down) = (x - place, y - 60)
        return across * across + down * down < 2000 ? [250, 240, 230, 255] : [20, 30, 60, 255]
      }
    }
    let places = [45, 52, 60, 68, 75, 68, 60, 52]
    #expect((worst(places.map(ball), places.map { _ in 50 })?.areaShare ?? 0) < 0.25)
    #expect((worst([ball(at: 60), ball(at: 400)], [50, 50])?.areaShare ?? 0) > 0.4)
  }

  @Test("a fade over many frames flashes as often as it reverses")
  func fade() {
    let levels = [0, 90, 130, 160, 130, 90]
    #expect(worst(levels.map { gray(UInt8($0)) }, levels.map { _ in 20 })?.kind == .general)  // 8.3 times/s
    #expect(worst(levels.map { gray(UInt8($0)) }, levels.map { _ in 60 }) == nil)  // 2.8 times/s
  }

  @Test("the reported frames are the frames of that second")
  func frames() {
    let still = (0..<10).map { _ in black }
    let flicker = (0..<9).map { $0 % 2 == 0 ? black : white }
    let found = worst(still + flicker + still, (0..<29).map { $0 < 10 || $0 > 18 ? 300 : 50 }, plays: 1)
    #expect(found?.frames.first == 11)
    #expect(found.map { $0.frames.last ?? 0 } == 18)
  }

  @Test("a second program finds the same flashes in random animations", arguments: 0..<24)
  func plain(_ seed: Int) {
    var numbers = SeededNumbers(seed: UInt64(seed))
    let levels: [UInt8] = [0, 80, 89, 90, 130, 231, 232, 255]
    // Tiles of 8 px, so that every tile has the same number of points.
    let frames = (0..<Int.random(in: 2...14, using: &numbers)).map { _ in
      let tiles = (0..<16).map { _ -> [UInt8] in
        let (one, other) = (
          levels.randomElement(using: &numbers) ?? 0, levels.randomElement(using: &numbers) ?? 0
        )
        let alpha: UInt8 = Int.random(in: 0..<4, using: &numbers) == 0 ? 60 : 255
        return seed % 3 == 0 ? [255, one, other, alpha] : [one, one, one, alpha]
      }
      return makeBitmap(32, 32) { x, y in tiles[y / 8 * 4 + x / 8] }
    }
    let delays = frames.map { _ in Int.random(in: 11...160, using: &numbers) }
    let plays = [0, 0, 1, 2, 3][Int.random(in: 0..<5, using: &numbers)]
    let plain = FlashReference(frames: frames, milliseconds: delays, plays: plays)
    let expected = max(plain.worst(.general), plain.worst(.red))
    #expect((worst(frames, delays, plays: plays)?.areaShare ?? 0) == expected)
  }

  @Test("delays without a common fraction, and thousands of frames, are evaluated to the end")
  func hostile() {
    let primes = [65_521, 65_519, 65_497, 65_479, 65_449, 65_447, 65_437, 65_423, 65_419, 65_413]
    let delays = (0..<4096).map { ExactSeconds(3000 + $0, primes[$0 % primes.count]) }
    let frames = (0..<4096).map { $0 % 2 == 0 ? white : black }
    #expect(measured(frames, delays, plays: 0)?.areaShare == 1)
    let long = [ExactSeconds(65_535, 1), ExactSeconds(.max, 1), ExactSeconds(.max, .max - 1)]
    #expect(measured([white, black, white], long, plays: 0) == nil)
  }

  @Test("changes that are hours apart do not share a second", arguments: [0, 1, 2, .max])
  func hours(_ plays: Int) {
    for delay in [ExactSeconds(65_535, 1), ExactSeconds(86_400, 1), ExactSeconds(.max, 1)] {
      for count in [2, 3, 12, 512] {
        let frames = (0..<count).map { $0 % 2 == 0 ? white : black }
        #expect(measured(frames, frames.map { _ in delay }, plays: plays) == nil)
        // Slow changes stay slow after two such frames.
        let slow = frames.indices.map { $0 < 2 ? delay : ExactSeconds(1, 1) }
        #expect(measured(frames, slow, plays: plays) == nil)
      }
    }
  }

  @Test("flashes after a day-long frame count like those at the start")
  func afterADay() throws {
    let frames = (0..<12).map { $0 % 2 == 0 ? white : black }
    let delays = (0..<12).map { $0 < 2 ? ExactSeconds(65_535, 1) : ExactSeconds(1, 20) }
    let found = try #require(measured(frames, delays, plays: 1))
    #expect(abs(found.fastestPointFlashesPerSecond - 10) < 0.001)
    #expect(found.areaShare == 1)
    #expect(found.frames.first == 2)
  }

  @Test("eight transitions within exactly a second are not too many, even after long frames")
  func exactlyAfterHours() {
    func flashes(_ delay: ExactSeconds) -> Bool {
      let frames = (0..<9).map { $0 % 2 == 0 ? white : black }
      let delays = (0..<9).map { $0 == 0 ? ExactSeconds(65_535, 7) : delay }
      return measured(frames, delays, plays: 1) != nil
    }
    #expect(!flashes(ExactSeconds(1, 7)))
    #expect(flashes(ExactSeconds(999_999, 7_000_000)))
  }

  @Test("the flashes of endless playback are measured at any loop count", arguments: [1, 2, 3, 4, 9])
  func endless(_ plays: Int) throws {
    let frames = [white, black, white, black]
    for milliseconds in [[100, 100, 100, 100], [100, 100, 100, 1500], [300, 300, 300, 300]] {
      var pass = MeasurementPass(measuring: .flashes, plays: plays)
      for (number, bitmap) in frames.enumerated() {
        let delay = ExactSeconds(milliseconds[number], 1000)
        pass.visit(Frame(bitmap, delay: delay), number: number)
      }
      let found = try #require(pass.measurements()?.flashes)
      #expect(found.ifLoopedForever.worst == worst(frames, milliseconds))
    }
  }

  @Test("a still does not flash")
  func still() {
    #expect(worst([white], [0]) == nil)
    var pass = MeasurementPass(measuring: .flashes)
    pass.visit(Frame(white), number: 0)
    #expect(pass.measurements()?.flashes == nil)
  }

  private func worst(_ frames: [Bitmap], _ milliseconds: [Int], plays: Int = 0) -> Flashes.Moment? {
    measured(frames, milliseconds.map { ExactSeconds($0, 1000) }, plays: plays)
  }

  private func measured(_ frames: [Bitmap], _ delays: [ExactSeconds], plays: Int) -> Flashes.Moment? {
    var pass = MeasurementPass(measuring: .flashes, plays: plays)
    for (number, bitmap) in frames.enumerated() {
      pass.visit(Frame(bitmap, delay: delays[number]), number: number)
    }
    return pass.measurements()?.flashes?.worst
  }
}

private func flat(_ color: Color) -> Bitmap { makeBitmap(8, 8) { _, _ in color } }
private func gray(_ level: UInt8) -> Bitmap { flat([level, level, level, 255]) }
