import Foundation
import Testing

@testable import StickerEngine
@testable import Stickers

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct RecordReaderTests {
  /// A pipe whose reading end is the input of a reader.
  private final class Feed {
    private(set) var ends: [Int32] = [-1, -1]
    init() { _ = unsafe pipe(&ends) }
    func write(_ text: String) { put(text, ends[1]) }
    func end() { close(ends[1]) }
    /// Closes the end that the reader reads, which must have reached the end of the input.
    func endReading() { close(ends[0]) }
  }

  private func reader(_ feed: Feed, longest: Int = 10) -> RecordReader {
    RecordReader(feed.ends[0], separatedBy: 0x0A, maxRecordBytes: longest, calls: .real)
  }

  private func text(_ record: RecordReader.Record?) -> String? {
    if case .bytes(let bytes) = record { String(decoding: bytes, as: UTF8.self) } else { nil }
  }

  @Test("each record is available before the next one is written")
  func atOnce() async throws {
    let feed = Feed()
    defer { feed.endReading() }
    let reader = reader(feed)
    for word in ["a", "bc", "", "d"] {
      feed.write(word + "\n")
      #expect(text(try await reader.next()) == word)
    }
    feed.write("last")
    feed.end()
    #expect(text(try await reader.next()) == "last")
    #expect(try await reader.next() == nil)
    #expect(try await reader.next() == nil)
  }

  @Test("records from a writer that is far ahead arrive in order and complete")
  func ahead() async throws {
    let feed = Feed()
    defer { feed.endReading() }
    let reader = reader(feed)
    // Uses a separate thread, because it waits for the reader and could block the threads of tasks forever.
    Thread.detachNewThread { [end = feed.ends[1]] in
      for number in 0..<20_000 {
        put("\(number)\n", end)
      }
      close(end)
    }
    for number in 0..<20_000 { #expect(text(try await reader.next()) == String(number)) }
    #expect(try await reader.next() == nil)
  }

  @Test("a record that is too long is skipped, and the next one is complete")
  func tooLong() async throws {
    let feed = Feed()
    defer { feed.endReading() }
    let reader = reader(feed)
    feed.write("0123456789\n01234567890\nabc\n" + String(repeating: "x", count: 50_000) + "\nend\n")
    feed.end()
    var records: [RecordReader.Record?] = []
    for _ in 0..<6 { records.append(try await reader.next()) }
    #expect(records.map(text) == ["0123456789", nil, "abc", nil, "end", nil])
    #expect(records[1] == .tooLong && records[3] == .tooLong && records[5] == nil)
  }

  @Test("a read error fails the command, but only after the records before the error")
  func failure() async throws {
    let reads = LockedValue(0)
    var calls = SystemCalls.real
    unsafe calls.read = { (_, buffer) throws(SystemError) in
      let count = reads.withLock { count in
        count += 1
        return count
      }
      switch count {
      case 1: throw .interrupted
      case 2: throw .wouldBlock
      case 3:
        unsafe buffer.copyBytes(from: Array("a\nb".utf8))
        return 3
      default: throw .inputOutputError
      }
    }
    calls.awaitReadable = { _ in }
    let reader = RecordReader(0, separatedBy: 0x0A, maxRecordBytes: 10, calls: calls)
    #expect(text(try await reader.next()) == "a")
    await #expect(throws: CommandError.self) { try await reader.next() }
  }

  @Test("waiting for a record ends when the task is canceled")
  func cancelled() async throws {
    // The reading end stays open, because the reader's thread may still read. If it were closed, a pipe of another
    // test could get the same descriptor, and the thread would take its records.
    let feed = Feed()
    let reader = reader(feed)
    let waiting = Task { try await reader.next() }
    waiting.cancel()
    #expect(try await waiting.value == nil)
    feed.end()
  }

  @Test("a stream is split into the same records, whatever the size of its chunks", arguments: 1...12)
  func pieces(_ size: Int) {
    let bytes = Array("ab\n\ncdefghijklm\nn\r\nopq".utf8)
    var splitter = RecordSplitter(separator: 0x0A, maxRecordBytes: 5)
    var records: [RecordReader.Record] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      splitter.add(bytes[start..<min(bytes.count, start + size)]) { records.append($0) }
    }
    splitter.finish { records.append($0) }
    let words: [String] = ["ab", "", "n", "opq"]
    var expected = words.map { RecordReader.Record.bytes(Array($0.utf8)) }
    expected.insert(.tooLong, at: 2)
    #expect(records == expected)
  }

  @Test(
    "line records exclude Windows line endings, and zero-terminated records keep everything", arguments: 1...9
  )
  func windows(_ size: Int) {
    let text = "\u{FEFF}a\r\r\n\u{FEFF}b\r\n\r\n"
    func records(_ separator: UInt8, _ text: String) -> [String?] {
      let bytes = Array(text.utf8)
      var (splitter, records) = (RecordSplitter(separator: separator, maxRecordBytes: 9), [String?]())
      for start in stride(from: 0, to: bytes.count, by: size) {
        splitter.add(bytes[start..<min(bytes.count, start + size)]) { records.append(self.text($0)) }
      }
      return records
    }
    #expect(records(0x0A, text) == ["a\r", "\u{FEFF}b", ""])
    #expect(records(0, "\u{FEFF}a\r\0b\0") == ["\u{FEFF}a\r", "b"])
  }
}

private func put(_ text: String, _ descriptor: Int32) { _ = unsafe write(descriptor, text, text.utf8.count) }
