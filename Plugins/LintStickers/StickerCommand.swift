import Foundation
import PackagePlugin

/// A SwiftPM command that runs a command of `stickerlint`.
///
/// Plugins can't import other targets, so `FixStickers` has this file as a symbolic link.
protocol StickerCommand: CommandPlugin {
  /// Returns the arguments for `stickerlint`.
  ///
  /// - Parameter given: The arguments of the SwiftPM command, without `--target` and its value.
  func stickerlintArguments(from given: [String]) -> [String]
}

extension StickerCommand {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    var extractor = ArgumentExtractor(arguments)
    let names = extractor.extractOption(named: "target")
    let targets = try context.package.targets(named: names).map(\.directoryURL.path)
    try runStickerlint(
      try context.tool(named: "stickerlint").url,
      arguments: stickerlintArguments(from: extractor.remainingArguments) + targets,
      in: context.package.directoryURL, cacheFolder: context.pluginWorkDirectoryURL)
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension StickerCommand {
    func performCommand(context: XcodePluginContext, arguments: [String]) throws {
      var extractor = ArgumentExtractor(arguments)
      _ = extractor.extractOption(named: "target")  // Targets of an Xcode project aren't folders.
      try runStickerlint(
        try context.tool(named: "stickerlint").url,
        arguments: stickerlintArguments(from: extractor.remainingArguments),
        in: context.xcodeProject.directoryURL, cacheFolder: context.pluginWorkDirectoryURL)
    }
  }
#endif

private func runStickerlint(_ program: URL, arguments: [String], in folder: URL, cacheFolder: URL) throws {
  let process = Process()
  process.executableURL = program
  process.arguments = arguments
  process.currentDirectoryURL = folder
  // Plugins may write only to their work folder, so the result cache goes there.
  process.environment = ProcessInfo.processInfo.environment.merging(["XDG_CACHE_HOME": cacheFolder.path]) {
    $1
  }
  try process.run()
  process.waitUntilExit()
  guard process.terminationStatus != 0 || process.terminationReason != .exit else { return }
  // `swift package` always exits with 1, so the message gives the exit status.
  let command = arguments.first ?? ""
  Diagnostics.error(
    "stickerlint \(command) ended with status \(process.terminationStatus). See its report above.")
}
