import Foundation
import PackagePlugin

/// Lints the stickers of a target before each build. Findings that fail the run stop the build.
@main struct LintStickersOnBuild: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let files = artAndDocuments(below: target.directoryURL)
    guard !files.isEmpty else { return [] }
    let work = context.pluginWorkDirectoryURL
    let settings = settingsInputs(
      for: [target.directoryURL], of: context.package.directoryURL, linkedIn: work)
    return [
      check(
        [target.directoryURL], of: target.name, with: try context.tool(named: "stickerlint").url,
        after: files + settings, in: work)
    ]
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension LintStickersOnBuild: XcodeBuildToolPlugin {
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
      // Xcode lists the catalogs of a project's target, not the files in them.
      let named = target.inputFiles.map(\.url).filter { !isSource($0) }
      let files = named.flatMap { isFolder($0) ? artAndDocuments(below: $0) : [$0] }
      guard !files.isEmpty else { return [] }
      let (project, work) = (context.xcodeProject.directoryURL, context.pluginWorkDirectoryURL)
      let settings = settingsInputs(for: named.filter(isFolder), of: project, linkedIn: work)
      return [
        check(
          named.filter { isFolder($0) || isPicture($0) }, of: target.displayName,
          with: try context.tool(named: "stickerlint").url,
          after: files + settings, in: work)
      ]
    }
  }
#endif

/// The lint command. It has no outputs, and runs again when one of its inputs has changed.
private func check(
  _ paths: [URL], of target: String, with program: URL, after inputs: [URL], in work: URL
) -> Command {
  .buildCommand(
    displayName: "Checking the stickers of \(target)", executable: program,
    arguments: ["lint", "--format", "xcode", "--quiet", "--allow-empty", "--"] + paths.map(\.path),
    // Plugins may write only to their work folder, so the result cache goes there.
    environment: ["XDG_CACHE_HOME": work.path], inputFiles: inputs, outputFiles: [])
}

/// All files in a folder except for source code. The program decides which of them are stickers.
private func artAndDocuments(below folder: URL) -> [URL] {
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

  private func isPicture(_ file: URL) -> Bool {
    ["png", "apng", "gif", "jpg", "jpeg"].contains(file.pathExtension.lowercased())
  }
#endif
