import Corpus
import Foundation
import Testing

@testable import StickerEngine
@testable import Stickers

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct BufferedInputTests {
  @Test("each read returns the next bytes, however they arrive, and nil if the input ends first")
  func randomParts() throws {
    var numbers = SeededNumbers(seed: 5)
    // More bytes than the large buffer holds.
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 16) }
    var ends: [Int32] = [-1, -1]
    try #require(unsafe pipe(&ends) == 0)
    let (readingEnd, writingEnd) = (ends[0], ends[1])
    defer { close(readingEnd) }
    var partSizes: [Int] = []
    while partSizes.reduce(0, +) < bytes.count { partSizes.append(.random(in: 1...70_000, using: &numbers)) }
    let writer = Thread { [partSizes] in
      var rest = bytes[...]
      for size in partSizes {
        try? SystemCalls.real.writeAll(Array(rest.prefix(size)), to: writingEnd)
        rest = rest.dropFirst(size)
      }
      close(writingEnd)
    }
    writer.start()
    let input = BufferedInput(readingEnd)
    var position = 0
    while true {
      let maxCount = [5, 300, 20_000, 1_200_000].randomElement(using: &numbers) ?? 5
      let count = Int.random(in: 0...maxCount, using: &numbers)
      guard position + count <= bytes.count else {
        #expect(try input.read(count) == nil)
        break
      }
      let read = try input.read(count)
      try #require(read == Array(bytes[position..<position + count]))
      position += count
    }
  }
}
