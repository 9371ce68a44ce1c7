import Testing

@testable import Stickers

/// Programs that hang, crash or write too much. Story tests run them confined.
@Suite struct DrawingProgramTests {
  private func run(_ script: String, most: Int = 1000, seconds: Int = 20) throws -> RenderingProgramOutcome {
    let command = ["/bin/sh", "-c", script].map { Array($0.utf8) }
    return try runRenderingProgram(
      command, environment: RenderingProcess.environment, input: Array("art".utf8), maxOutputBytes: most,
      maxSeconds: seconds)
  }

  @Test("a program reads its input, even twice, and its output is returned")
  func output() throws {
    let outcome = try run("cat; cat \(VideoFacts.inputPath); echo oops >&2")
    #expect(
      outcome
        == RenderingProgramOutcome(
          termination: .exited(0), output: Array("artart".utf8), errorOutputStart: Array("oops\n".utf8)))
  }

  @Test("a program that hangs is stopped, even if it closed its output or has children")
  func hangs() throws {
    #expect(try run("sleep 60", seconds: 1).termination == .timedOut)
    #expect(try run("exec >&- 2>&-; sleep 60", seconds: 1).termination == .timedOut)
    #expect(try run("sleep 60 & sleep 60", seconds: 1).termination == .timedOut)
  }

  @Test("a program that writes too much is stopped")
  func floods() throws {
    #expect(try run("yes").termination == .exceededOutputLimit)
    let exact = try run("printf 12345678", most: 8)
    #expect(exact.output.count == 8)
  }

  @Test("a program with large error output is not stopped, and the start of that output is kept")
  func errors() throws {
    let outcome = try run("yes | head -c 1000000 >&2; exit 3")
    #expect(outcome.termination == .exited(3))
    #expect((1 << 16..<1 << 18).contains(outcome.errorOutputStart.count))
  }

  @Test("a program that crashes is distinguished from one that fails")
  func crashes() throws {
    #expect(try run("kill -SEGV $$").termination == .endedBySignal(11))
    #expect(try run("exit 7").termination == .exited(7))
  }

  @Test("a program does not see the environment of this process")
  func environment() throws {
    let outcome = try run("env | sed 's/=.*//' | sort", most: 1 << 16)
    let names = Set(String(decoding: outcome.output, as: UTF8.self).split(separator: "\n"))
    #expect(
      names.isSubset(of: ["HOME", "INKSCAPE_PROFILE_DIR", "LC_ALL", "PATH", "PWD", "SHLVL", "_", "OLDPWD"]))
  }
}
