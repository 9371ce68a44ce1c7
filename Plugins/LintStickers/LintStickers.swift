import Foundation
import PackagePlugin

/// `swift package lint-stickers [--target NAME] [PATH or option of lint ...]`: without a path, all of the
/// package.
@main struct LintStickers: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    var extractor = ArgumentExtractor(arguments)
    let names = extractor.extractOption(named: "target")
    let targets = try context.package.targets(named: names).map(\.directoryURL.path)
    try run(
      try context.tool(named: "stickerlint").url, ["lint"] + extractor.remainingArguments + targets,
      in: context.package.directoryURL, work: context.pluginWorkDirectoryURL)
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension LintStickers: XcodeCommandPlugin {
    func performCommand(context: XcodePluginContext, arguments: [String]) throws {
      var extractor = ArgumentExtractor(arguments)
      _ = extractor.extractOption(named: "target")  // a project's targets are no folders
      try run(
        try context.tool(named: "stickerlint").url, ["lint"] + extractor.remainingArguments,
        in: context.xcodeProject.directoryURL, work: context.pluginWorkDirectoryURL)
    }
  }
#endif

private func run(_ program: URL, _ arguments: [String], in folder: URL, work: URL) throws {
  let process = Process()
  process.executableURL = program
  process.arguments = arguments
  process.currentDirectoryURL = folder
  // What earlier runs found out lies where a plugin may write.
  process.environment = ProcessInfo.processInfo.environment.merging(["XDG_CACHE_HOME": work.path]) { $1 }
  try process.run()
  process.waitUntilExit()
  guard process.terminationStatus != 0 || process.terminationReason != .exit else { return }
  // Whatever the program ended with, `swift package` ends with 1.
  Diagnostics.error("stickerlint lint ended with \(process.terminationStatus): its report stands above")
}
