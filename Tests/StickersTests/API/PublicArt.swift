import Foundation

@testable import Stickers

/// The art in `Fixtures/Art`, for tests of the public API.
enum PublicArt {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures/Art")

  static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
  }

  static func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// Returns a folder that does not exist yet.
  static func newFolder() -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  }

  /// A PNG of 2 × 1 px, written by hand: opaque red (255, 0, 0) and semitransparent blue (0, 0, 255, 128).
  ///
  /// - Source: PNG specification, 5.3 (chunks) and 9.2 (filter 0), and RFC 1950 and 1951 for the stored block.
  static let twoPixels: [UInt8] = {
    let row: [UInt8] = [0, 255, 0, 0, 255, 0, 0, 255, 128]
    var (a, b) = (UInt32(1), UInt32(0))
    for byte in row { (a, b) = ((a + UInt32(byte)) % 65521, (b + a + UInt32(byte)) % 65521) }
    let check = b << 16 | a
    let stored: [UInt8] = [0x78, 0x01, 1, 9, 0, 0xF6, 0xFF] + row + bigEndian(check)
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", bigEndian(2) + bigEndian(1) + [8, 6, 0, 0, 0]) + chunk("IDAT", stored)
      + chunk("IEND", [])
  }()

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + content
    var crc = UInt32.max
    for byte in body {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return bigEndian(UInt32(content.count)) + body + bigEndian(~crc)
  }
}

/// Records the progress of a run.
final class ProgressRecorder: @unchecked Sendable {
  private let lock = NSLock()
  private var heard: [RunProgress] = []

  var all: [RunProgress] { lock.withLock { heard } }

  var handler: ProgressHandler {
    { [self] progress in lock.withLock { heard.append(progress) } }
  }
}
