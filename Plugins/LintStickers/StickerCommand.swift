import Foundation
import PackagePlugin

/// A command of the program as one of `swift package`. Plugins can import nothing: the others have this file
/// as a link.
protocol StickerCommand: CommandPlugin {
  /// What the program is called with.
  ///
  /// - Parameter given: without `--target` and its value.
  func words(_ given: [String]) -> [String]
}

extension StickerCommand {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    var extractor = ArgumentExtractor(arguments)
    let names = extractor.extractOption(named: "target")
    let targets = try context.package.targets(named: names).map(\.directoryURL.path)
    try run(
      try context.tool(named: "stickerlint").url, words(extractor.remainingArguments) + targets,
      in: context.package.directoryURL, work: context.pluginWorkDirectoryURL)
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension StickerCommand {
    func performCommand(context: XcodePluginContext, arguments: [String]) throws {
      var extractor = ArgumentExtractor(arguments)
      _ = extractor.extractOption(named: "target")  // a project's targets are no folders
      try run(
        try context.tool(named: "stickerlint").url, words(extractor.remainingArguments),
        in: context.xcodeProject.directoryURL, work: context.pluginWorkDirectoryURL)
    }
  }
#endif

private func run(_ program: URL, _ words: [String], in folder: URL, work: URL) throws {
  let process = Process()
  process.executableURL = program
  process.arguments = words
  process.currentDirectoryURL = folder
  // What earlier runs found out lies where a plugin may write.
  process.environment = ProcessInfo.processInfo.environment.merging(["XDG_CACHE_HOME": work.path]) { $1 }
  try process.run()
  process.waitUntilExit()
  guard process.terminationStatus != 0 || process.terminationReason != .exit else { return }
  // Whatever the program ended with, `swift package` ends with 1.
  let command = words.first ?? ""
  Diagnostics.error("stickerlint \(command) ended with \(process.terminationStatus): its report stands above")
}
