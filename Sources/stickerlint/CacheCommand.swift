import ArgumentParser
import Stickers

struct CacheCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cache", abstract: "Show or clear the result cache.",
    discussion: """
      Results are found by file content, not by modification time, so you can reuse the cache in later CI runs.

      Examples:
        stickerlint cache path
        stickerlint cache clear
      """,
    subcommands: [PathCommand.self, ClearCommand.self])

  struct PathCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "path", abstract: "Print the path of the cache folder, which might not exist yet.")

    func run() throws {
      try StandardStream.output.write(ResultCacheFolder.path().bytes + [UInt8(ascii: "\n")])
    }
  }

  struct ClearCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "clear", abstract: "Remove all cached results.")

    func run() throws {
      let folder = try ResultCacheFolder.path()
      printToStandardError(["removed \(try ResultCacheFolder.clear()) from \(folder)"])
    }
  }
}
