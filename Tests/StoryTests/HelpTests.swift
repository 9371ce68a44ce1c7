import Foundation
import Testing

/// The `--help` text of each command fits on a screen, and `--help-all` also shows what `--help` omits.
@Suite("help") struct HelpTests {
  private static let commands = [
    "", "lint", "shard", "merge", "stream", "stream lint", "stream pack", "info", "fix", "pack", "preview",
    "rules", "explain", "config", "init", "cache", "cache path", "cache clear", "serve",
  ]

  private func help(_ command: String, _ flag: String) throws -> [String] {
    let words = command.split(separator: " ").map(String.init)
    let folder = try TemporaryFolder()
    let outcome = try Program.run(words + [flag], in: folder.url)
    #expect(outcome.status == 0)
    return outcome.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test("help fits a screen of 40 lines with 80 columns", arguments: commands) func fits(_ command: String)
    throws
  {
    let lines = try help(command, "--help")
    #expect(lines.count - 1 <= 40)
    #expect(lines.filter { $0.count > 80 } == [])
  }

  @Test(
    "complete help has every option of short help, and shortened help says how to see all options",
    arguments: commands)
  func part(_ command: String) throws {
    let (short, all) = (try help(command, "--help"), try help(command, "--help-all"))
    #expect(Set(short.filter { $0.hasPrefix("  -") || $0.hasPrefix("  <") }).subtracting(all) == [])
    let isShortened = short.contains { $0.hasPrefix("All options: ") }
    #expect(isShortened == (short.count < all.count))
    #expect(all.contains { $0.hasPrefix("  -h, --help") } || command.isEmpty)
  }

  @Test("these tests cover every command that help lists") func everyCommand() throws {
    let listed = try help("", "--help").drop { $0 != "SUBCOMMANDS:" }.dropFirst().prefix { !$0.isEmpty }
    // The second line of a summary has a deeper indent.
    let names = listed.filter { !$0.hasPrefix("    ") }.compactMap {
      $0.split(separator: " ").first.map(String.init)
    }
    #expect(names.count > 10 && Set(names).subtracting(Self.commands) == [])
  }

  @Test(
    "after a command, the program's global options work as at the root",
    arguments: [
      ("lint --version", "--version"), ("cache path --version", "--version"),
      ("pack --generate-completion-script bash", "--generate-completion-script bash"),
      ("lint --help", "help lint"), ("stream lint --help", "help stream lint"), ("cache", "help cache"),
    ])
  func asFromRoot(_ words: String, _ fromRoot: String) throws {
    let folder = try TemporaryFolder()
    let outcomes = try [words, fromRoot].map {
      try Program.run($0.split(separator: " ").map(String.init), in: folder.url)
    }
    #expect(outcomes[0].text == outcomes[1].text && !outcomes[0].text.isEmpty)
    #expect(outcomes.map(\.status) == [0, 0])
  }

  @Test(
    "help for an unknown command, or fewer than one job, exits with 2 and a message",
    arguments: [
      ("help lnit", "there is no command named lnit. Did you mean init or lint?"),
      ("help xyzzy", "there is no command named xyzzy. Run `stickerlint help` for a list."),
      ("lint --jobs -1", "--jobs must be 1 to 1024, not -1"),
    ])
  func noSuchThing(_ words: String, _ line: String) throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.run(words.split(separator: " ").map(String.init), in: folder.url)
    #expect(outcome.status == 2 && outcome.text.isEmpty)
    #expect(outcome.errors.hasPrefix("error: \(line)\n"), "\(outcome.errors)")
  }

  @Test("usage errors name the whole command", arguments: ["lint", "cache path", "stream lint"])
  func faults(_ command: String) throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.run(command.split(separator: " ").map(String.init) + ["--bad"], in: folder.url)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("Usage: stickerlint \(command)"))
  }

  @Test("a word after -- is a path") func path() throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.run(["lint", "--", "--help-all"], in: folder.url)
    #expect(outcome.status == 2 && outcome.text.isEmpty)
    #expect(outcome.errors.hasPrefix("error: no such file or folder: --help-all"), "\(outcome.errors)")
  }
}
