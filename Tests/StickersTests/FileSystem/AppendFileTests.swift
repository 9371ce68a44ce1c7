import Foundation
import Testing

@testable import StickerEngine
@testable import Stickers

@Suite("appending to a file") struct AppendFileTests {
  private func withFile(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.appendingPathComponent("summary.md").path)
  }

  @Test("bytes are appended, and the code that produces them receives the current size")
  func appended() throws {
    try withFile { path in
      var lengths: [Int] = []
      for text in ["one", "two", ""] {
        try FileWriter.shared.appendToFile(at: Path(path)) { length in
          lengths.append(length)
          return Array(text.utf8)
        }
      }
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "onetwo")
      #expect(lengths == [0, 3, 6])
    }
  }

  @Test(
    "each failing call causes a write error, and no file stays open",
    arguments: ["open", "status", "write", "close"])
  func failing(_ call: String) throws {
    try withFile { path in
      var calls = SystemCalls.real
      let closed = LockedValue(0)
      calls.close = { descriptor throws(SystemError) in
        closed.withLock { $0 += 1 }
        try SystemCalls.real.close(descriptor)
        if call == "close" { throw SystemError.inputOutputError }
      }
      if call == "open" { calls.open = { _, _ throws(SystemError) in throw .permissionDenied } }
      if call == "status" { calls.statusOfDescriptor = { _ throws(SystemError) in throw .inputOutputError } }
      if call == "write" { unsafe calls.write = { _, _ throws(SystemError) in throw .noSpace } }
      let writer = FileWriter(calls: calls, signalCleanup: .shared)
      let failure = #expect(throws: CommandError.self) {
        try writer.appendToFile(at: Path(path)) { _ in [0x61] }
      }
      #expect(failure?.message.hasPrefix("cannot write \(path): ") == true)
      #expect(closed.withLock { $0 } == (call == "open" ? 0 : 1))
    }
  }
}
