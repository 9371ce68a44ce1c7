import Foundation
import Testing

@testable import Stickers

@Suite struct RunProgramTests {
  private func run(_ line: String, settings: [String] = [], limit: Int = 1 << 20) throws -> ProgramOutcome {
    let words = ["sh", "-c", line].map { Array($0.utf8) }
    return try runProgram(words, settingVariables: settings, throwingAboveOutputBytes: limit)
  }

  @Test("output, errors and the exit code are returned separately")
  func outcome() throws {
    let outcome = try run("echo out; echo err >&2; exit 7")
    #expect(
      outcome
        == ProgramOutcome(
          exitCodeOr128PlusSignal: 7, output: Array("out\n".utf8), errorOutputPrefix: Array("err\n".utf8)))
  }

  @Test("a program ended by a signal has the shell's exit code")
  func signal() throws {
    #expect(try run("kill -TERM $$").exitCodeOr128PlusSignal == 143)
  }

  @Test("large output is read completely even if errors are written before and after it")
  func much() throws {
    let outcome = try run("head -c 500000 /dev/zero >&2; head -c 900000 /dev/zero; echo end >&2")
    #expect(outcome.output.count == 900_000)
    #expect(outcome.exitCodeOr128PlusSignal == 0)
  }

  @Test("a program that writes too much is an error")
  func tooMuch() {
    #expect(throws: SystemError.self) { try run("yes", limit: 100_000) }
  }

  @Test("a program has no input, the caller's environment with changes, and default SIGPIPE handling")
  func context() throws {
    #expect(
      try run("cat; echo \"$LC_ALL-$HOME\"", settings: ["LC_ALL=C", "HOME=/x=y"]).output
        == Array("C-/x=y\n".utf8))
    // A program that ignores SIGPIPE gets an error for the broken pipe instead of being ended, and reports
    // it.
    let outcome = try run("yes | head -1")
    #expect(
      outcome == ProgramOutcome(exitCodeOr128PlusSignal: 0, output: Array("y\n".utf8), errorOutputPrefix: []))
    let words = ["sh", "-c", "echo ${HOME-none}"].map { Array($0.utf8) }
    let without = try runProgram(
      words, settingVariables: [], removingVariables: ["HOME"], throwingAboveOutputBytes: 100)
    #expect(without.output == Array("none\n".utf8))
  }

  @Test("a program inherits no other descriptors")
  func descriptors() throws {
    var ends: [Int32] = [-1, -1]
    #expect(unsafe pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    for end in ends { #expect(try run("[ ! -e /dev/fd/\(end) ]").exitCodeOr128PlusSignal == 0) }
  }

  @Test("a missing program is an error")
  func missing() {
    #expect(throws: SystemError.notFound) {
      try runProgram(
        [Array("stickerlint-has-no-such-program".utf8)], settingVariables: [], throwingAboveOutputBytes: 10)
    }
  }
}
