import Foundation
import Testing

/// Runs the executable on files that are made to exhaust resources. It has to report a result within 10 s of
/// processor time and 512 MiB of memory.
///
/// Linux only, because other systems do not enforce the memory limit.
@Suite(.enabled(if: isLinux, "skipped: no enforced memory limit")) struct BombTests {
  @Test("a decompression bomb that is checked alone gets a result", arguments: Bomb.all)
  func alone(_ bomb: Bomb) throws {
    let folder = try TemporaryFolder()
    try folder.write(bomb.make(), to: bomb.name)
    let outcome = try Program.shell(
      """
      \(systemLimits(memory: 512 << 10))
      stickerlint * --no-pack --jobs 2 --format concise
      """,
      in: folder.url)
    #expect([0, 1].contains(outcome.status), "\(outcome.errors.prefix(500))")
    #expect(!outcome.text.contains("emory") && !outcome.errors.contains("emory"), "memory ran out")
    if let verdict = bomb.expectedMessageStart {
      #expect(outcome.text.contains("\(bomb.name): error \(verdict)"), "\(outcome.text.prefix(500))")
    }
  }

  @Test("no memory is allocated for claimed dimensions: 64 MiB is enough")
  func headers() throws {
    let folder = try TemporaryFolder()
    let refused = Bomb.all.filter { $0.name.hasPrefix("a line, as") || $0.name.hasPrefix("frames that are") }
    #expect(refused.count == 4)
    for bomb in refused { try folder.write(bomb.make(), to: bomb.name) }
    let outcome = try Program.shell(
      """
      \(systemLimits(memory: 64 << 10))
      stickerlint * --no-pack --jobs 1 --format concise
      """,
      in: folder.url)
    #expect(outcome.status == 1)
    for bomb in refused { #expect(outcome.text.contains("\(bomb.name): error ")) }
  }
}
