import Foundation
import PackagePlugin

/// Lints the stickers of a target before each build. Findings that fail the run stop the build.
@main struct LintStickersOnBuild: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let files = nonSourceFiles(below: target.directoryURL)
    guard !files.isEmpty else { return [] }
    let work = context.pluginWorkDirectoryURL
    let configuration = linkedConfigurationInputs(
      for: [target.directoryURL], package: context.package.directoryURL, linkFolder: work)
    return [
      lintCommand(
        for: [target.directoryURL], target: target.name, program: try context.tool(named: "stickerlint").url,
        inputs: files + configuration, cacheFolder: work)
    ]
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension LintStickersOnBuild: XcodeBuildToolPlugin {
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
      // Xcode lists the catalogs of a project's target, not the files in them.
      let named = target.inputFiles.map(\.url).filter { !isSource($0) }
      let files = named.flatMap { isFolder($0) ? nonSourceFiles(below: $0) : [$0] }
      guard !files.isEmpty else { return [] }
      let (project, work) = (context.xcodeProject.directoryURL, context.pluginWorkDirectoryURL)
      let configuration = linkedConfigurationInputs(
        for: named.filter(isFolder), package: project, linkFolder: work)
      return [
        lintCommand(
          for: named.filter { isFolder($0) || isImage($0) }, target: target.displayName,
          program: try context.tool(named: "stickerlint").url,
          inputs: files + configuration, cacheFolder: work)
      ]
    }
  }
#endif

/// The lint command. It has no outputs, and runs again when one of its inputs has changed.
private func lintCommand(
  for paths: [URL], target: String, program: URL, inputs: [URL], cacheFolder: URL
) -> Command {
  .buildCommand(
    displayName: "Checking the stickers of \(target)", executable: program,
    arguments: ["lint", "--format", "xcode", "--quiet", "--allow-empty", "--"] + paths.map(\.path),
    // Plugins may write only to their work folder, so the result cache goes there.
    environment: ["XDG_CACHE_HOME": cacheFolder.path], inputFiles: inputs, outputFiles: [])
}

/// All files in a folder except for source code. The program decides which of them are stickers.
private func nonSourceFiles(below folder: URL) -> [URL] {
  let names = FileManager.default.enumerator(
    at: folder, includingPropertiesForKeys: [.isRegularFileKey], options: [.skipsHiddenFiles])
  let files = (names?.allObjects ?? []).compactMap { $0 as? URL }
  return files.filter { file in
    !isSource(file) && (try? file.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true
  }.sorted { $0.path < $1.path }
}

private func isSource(_ file: URL) -> Bool {
  ["swift", "c", "cc", "cpp", "cxx", "h", "hpp", "m", "mm", "s", "metal", "modulemap", "docc"]
    .contains(file.pathExtension.lowercased())
}

#if canImport(XcodeProjectPlugin)
  private func isFolder(_ file: URL) -> Bool {
    (try? file.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true
  }

  private func isImage(_ file: URL) -> Bool {
    ["png", "apng", "gif", "jpg", "jpeg"].contains(file.pathExtension.lowercased())
  }
#endif
