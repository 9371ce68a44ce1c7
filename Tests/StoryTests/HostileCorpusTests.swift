import Corpus
import Testing

/// Runs the executable on all broken, disputed, excessive or unsupported files in the corpus. The operating
/// system limits the process to 512 MiB of memory and 10 s of processor time. A process that exceeds a limit
/// is killed, or reports that memory ran out.
///
/// Linux only, because other systems do not enforce the memory limit.
@Suite(.enabled(if: Corpus.isPresent && isLinux, "skipped: no corpus, or no enforced memory limit"))
struct HostileCorpusTests {
  @Test("fifty files at a time get answers, each with its name", arguments: batches)
  func batch(_ files: [CorpusFile]) throws { try expectAnswers(files) }

  @Test(
    "files that exceed limits also get answers when each is checked alone",
    arguments: CorpusFile.all(expect: .limit))
  func alone(_ file: CorpusFile) throws { try expectAnswers([file]) }

  @Test(
    "limits hold: a canvas of 16 million pixels does not fit in 64 MiB",
    .enabled(if: !isSanitized, "skipped: a sanitizer's memory would count"))
  func limitsHold() throws {
    let outcome = try lint(["hostile/apng/bomb-10-frames-4000x4000.png"], memory: 64 << 10)
    #expect(outcome.status > 3)
  }

  private func expectAnswers(_ files: [CorpusFile]) throws {
    let outcome = try lint(files.map(\.path), memory: 512 << 10)
    #expect([0, 1].contains(outcome.status), "\(outcome.errors.prefix(500))")
    let memory = ["nsufficient memory", "ut of memory"]
    #expect(!memory.contains { outcome.text.contains($0) || outcome.errors.contains($0) })
    for file in files where file.expectation != .warn {
      #expect(outcome.text.contains("\(file.path): error "), "no finding about \(file.path)")
    }
  }

  /// - Parameter memory: the limit on private memory in KiB.
  private func lint(_ paths: [String], memory: Int) throws -> Outcome {
    try Program.shell(
      """
      \(systemLimits(memory: memory))
      stickerlint --stdin-paths --no-pack --jobs 2 --format concise
      """,
      in: Corpus.folder, input: paths.flatMap { Array($0.utf8) + [0] })
  }
}

private let batches: [[CorpusFile]] = {
  let files = CorpusFile.all(expect: .reject, .warn, .limit, .unsupported)
  return stride(from: 0, to: files.count, by: 50).map { Array(files[$0..<min($0 + 50, files.count)]) }
}()
