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
      commandName: "path", abstract: "Print the path of the cache folder, which may not exist yet.")

    func run() throws { try standardOutput.write(resultCacheFolder().bytes + [UInt8(ascii: "\n")]) }
  }

  struct ClearCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "clear", abstract: "Remove all cached results.")

    func run() throws {
      let folder = try resultCacheFolder()
      let removed = try ResultCache.clear(folder)
      printToStandardError([
        "removed \(countText(removed.files, "file")) (\(numberText(removed.bytes)) bytes) from \(folder.displayText)"
      ])
    }
  }
}

private func resultCacheFolder() throws(CommandError) -> Path {
  guard let folder = ResultCache.folder else {
    throw CommandError("there is no cache folder. Set XDG_CACHE_HOME or HOME.")
  }
  return folder
}
