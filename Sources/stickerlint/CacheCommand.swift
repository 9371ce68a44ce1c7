import ArgumentParser
import Stickers

struct CacheCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cache", abstract: "Say where earlier results are kept, or remove them.",
    discussion: """
      Results are kept by content and never by time, so they can be carried from one run of a CI system to \
      the next.

      Examples:
        stickerlint cache path
        stickerlint cache clear
      """,
    subcommands: [PathCommand.self, ClearCommand.self])

  struct PathCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "path", abstract: "Print the folder; it need not be there.")

    func run() throws { try standardOutput.write(resultCacheFolder().bytes + [UInt8(ascii: "\n")]) }
  }

  struct ClearCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "clear", abstract: "Remove all results; the next run checks every file.")

    func run() throws {
      let folder = try resultCacheFolder()
      let removed = try ResultCache.clear(folder)
      printToStandardError([
        "removed \(countText(removed.files, "file")) (\(numberText(removed.bytes)) bytes) from \(folder.displayText)"
      ])
    }
  }
}

private func resultCacheFolder() throws(UsageError) -> Path {
  guard let folder = ResultCache.folder else {
    throw UsageError("nothing is kept: neither XDG_CACHE_HOME nor HOME is set")
  }
  return folder
}
