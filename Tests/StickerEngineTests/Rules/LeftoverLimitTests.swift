import Foundation
import Testing

@testable import StickerEngine
@testable import StickerImage

/// Specks, haze and fringes exactly at their limits, and just past them.
@Suite struct LeftoverLimitTests {
  @Test("a dot of 12 px is intentional, and one of 11 px is a speck", arguments: [(11, 1), (12, 0)])
  func speckSize(_ pixels: Int, _ count: Int) async throws {
    var bitmap = art
    bitmap.fill(PixelRect(x: 10, y: 10, width: pixels, height: 1), dark)
    let found = try await findings(.strayPixels, bitmap)
    #expect(found.count == count)
    let place = FindingLocation.region(PixelRect(x: 10, y: 10, width: pixels, height: 1), frame: 0)
    #expect(found.allSatisfy { $0.evidence.location == place })
  }

  @Test("a speck is at least 12 px from everything else", arguments: [(11, 0), (12, 1)], [150, 90])
  func speckDistance(_ limit: (pixels: Int, count: Int), _ row: Int) async throws {
    var bitmap = art
    // The art begins at (100, 100). The speck is to its left, or diagonally next to its corner.
    bitmap.fill(PixelRect(x: 100 - limit.pixels, y: row, width: 1, height: 1), dark)
    #expect(try await findings(.strayPixels, bitmap).count == limit.count)
  }

  @Test("a speck is reported from one opaque device pixel upward", arguments: [(34, 0), (35, 1)])
  func speckAlpha(_ alpha: UInt8, _ count: Int) async throws {
    var bitmap = art
    // Four pixels of a 300 px canvas that is shown at 408 px: 4 × 34.5 / 255 × 1.36² = 1.
    bitmap.fill(PixelRect(x: 85, y: 150, width: 2, height: 2), [0, 0, 0, alpha])
    // Count only specks, in case the faint dot is reported as something else.
    let found = try await findings(.strayPixels, bitmap)
    #expect(found.count { $0.evidence.message.contains("speck") } == count)
  }

  @Test(
    "an arc is reported from one opaque device pixel upward, with its location",
    arguments: [(40, 0), (41, 1)])
  func arcAlpha(_ alpha: UInt8, _ count: Int) async throws {
    var bitmap = Bitmap(transparent: PixelSize(816, 816))
    bitmap.fill(PixelRect(x: 300, y: 300, width: 300, height: 300), dark)
    // 25 pixels of an 816 px canvas that is shown at 408 px: 25 × 40.8 / 255 × 0.5² = 1.
    let place = PixelRect(x: 400, y: 700, width: 25, height: 1)
    bitmap.fill(place, [0, 0, 0, alpha])
    let found = try await findings(.strayPixels, bitmap)
    #expect(found.count == count)
    #expect(found.allSatisfy { $0.evidence.location == .region(place, frame: 0) })
    #expect(found.allSatisfy { $0.evidence.fix == Fix(.clearSpecks, 12, 12) })
  }

  @Test("haze may reach 12 px beyond the art", arguments: [(12, 0), (13, 1)])
  func haze(_ reach: Int, _ count: Int) async throws {
    for alpha: UInt8 in [1, 4] {
      var bitmap = Bitmap(transparent: canvas)
      bitmap.fill(PixelRect(x: 100 - reach, y: 100, width: 100, height: 100), [255, 255, 255, alpha])
      bitmap.fill(PixelRect(x: 100, y: 100, width: 100, height: 100), dark)
      #expect(try await findings(.strayPixels, bitmap).count == count)
    }
  }

  @Test(
    "art that fades out has at least a fifth as many pixels with alpha 5 to 8 as with alpha 1 to 4",
    arguments: [(199, 1), (200, 0)])
  func fade(_ pixels: Int, _ count: Int) async throws {
    var bitmap = art
    bitmap.fill(PixelRect(x: 50, y: 100, width: 50, height: 20), [255, 255, 255, 2])
    for pixel in 0..<pixels {
      bitmap.fill(PixelRect(x: 110 + pixel % 50, y: 110 + pixel / 50, width: 1, height: 1), [0, 0, 0, 8])
    }
    #expect(try await findings(.strayPixels, bitmap).count == count)
  }

  @Test("half of an edge may blend into white", arguments: [(50, 0), (51, 1)])
  func fringe(_ rows: Int, _ count: Int) async throws {
    let found = try await findings(.rim, fringed(rows: rows, of: 100))
    #expect(
      found.map(\.evidence.measuredValue)
        == Array(repeating: MeasuredValueAndLimit(51, limit: 50, unit: .percent), count: count))
  }

  @Test("an edge of 24 px is judged, and a shorter one is not", arguments: [(23, 0), (24, 1)])
  func shortEdge(_ rows: Int, _ count: Int) async throws {
    #expect(try await findings(.rim, fringed(rows: rows, of: rows)).count == count)
  }

  /// A rectangle with one edge pixel in each of `all` rows. In the first `rows` rows, these pixels are mixed
  /// with white.
  private func fringed(rows: Int, of all: Int) -> Bitmap {
    var bitmap = Bitmap(transparent: canvas)
    bitmap.fill(PixelRect(x: 20, y: 20, width: 30, height: 200), [200, 0, 60, 255])
    for row in 0..<all {
      let alpha = [70, 100, 130, 160, 185][row % 5]
      let white = row < rows ? 255 - alpha : 0
      let color = [200, 0, 60].map { UInt8(($0 * (255 - white) + 255 * white) / 255) }
      bitmap.fill(PixelRect(x: 50, y: 20 + row, width: 1, height: 1), color + [UInt8(alpha)])
    }
    return bitmap
  }

  @Test("at least 35% of curved edges must be soft", arguments: [(30, 1), (40, 0)])
  func soft(_ percent: Int, _ count: Int) async throws {
    // A disc with a hard edge, except for a sector around the top.
    var bitmap = Bitmap(transparent: canvas)
    for y in 0..<300 {
      for x in 0..<300 {
        let (across, down) = (Double(x) - 149.5, Double(y) - 149.5)
        let cover = 120.5 - (across * across + down * down).squareRoot()
        let isSoft = abs(atan2(across, -down)) < Double(percent) / 100 * .pi
        let alpha = isSoft ? min(max(cover, 0), 1) : cover >= 0.5 ? 1 : 0
        bitmap.fill(PixelRect(x: x, y: y, width: 1, height: 1), [40, 30, 50, UInt8(alpha * 255)])
      }
    }
    #expect(try await findings(.binaryAlpha, bitmap).count == count)
  }

  @Test(
    "steps of 1.5 device pixels or more are a warning", arguments: [(272, Severity.warning), (273, .hint)])
  func stepSize(_ side: Int, _ severity: Severity) async throws {
    var bitmap = Bitmap(transparent: PixelSize(side, side))
    for y in 0..<side {
      for x in 0..<side where (x - 136) * (x - 136) + (y - 136) * (y - 136) < 120 * 120 {
        bitmap.fill(PixelRect(x: x, y: y, width: 1, height: 1), dark)
      }
    }
    #expect(try await findings(.binaryAlpha, bitmap).map(\.severity) == [severity])
  }
}

private let canvas = PixelSize(300, 300)
private let dark: [UInt8] = [40, 30, 50, 255]

private var art: Bitmap {
  var bitmap = Bitmap(transparent: canvas)
  bitmap.fill(PixelRect(x: 100, y: 100, width: 150, height: 150), dark)
  return bitmap
}
