import Consumer
import Foundation
import Testing

@Suite("a program that uses the library") struct ConsumerTests {
  private let art = ProcessInfo.processInfo.environment["STICKERLINT_ART"] ?? ""
  private let output = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

  @Test("it checks") func checks() async throws {
    let lines = try await check(art + "/faulty")
    #expect(lines.contains { $0.contains("too-heavy.png: file-size: ") })
    #expect(try await check(art + "/pack") == [])
  }

  @Test("it fixes") func fixes() async throws {
    defer { try? FileManager.default.removeItem(at: output) }
    #expect(try await fix(art + "/faulty", into: output.path) > 2)
    #expect(try await check(output.path).count < check(art + "/faulty").count)
  }

  @Test("it builds") func builds() async throws {
    defer { try? FileManager.default.removeItem(at: output) }
    #expect(try await build(art + "/pack", into: output.path) == [])
    #expect(FileManager.default.fileExists(atPath: output.path + "/manifest.json"))
    #expect(try await !build(art + "/faulty", into: output.path + "/more").isEmpty)
  }

  @Test("it scales one picture") func scales() async throws {
    let ghost = [UInt8](try Data(contentsOf: URL(fileURLWithPath: art + "/pack/ghost.png")))
    #expect(try await widths(ghost) == [408, 272, 136])
  }
}
