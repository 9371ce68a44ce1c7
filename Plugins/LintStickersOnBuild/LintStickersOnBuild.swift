import Foundation
import PackagePlugin

/// Checks the stickers of a target before it is built; findings that fail stop the build.
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
      // Of a project's target Xcode tells the catalogs, not what lies in them.
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

/// The command; it has no outputs, and runs again where one of its inputs has changed.
private func check(
  _ paths: [URL], of target: String, with program: URL, after inputs: [URL], in work: URL
) -> Command {
  .buildCommand(
    displayName: "Checking the stickers of \(target)", executable: program,
    arguments: ["lint", "--format", "xcode", "--quiet", "--allow-empty", "--"] + paths.map(\.path),
    // What earlier runs found out lies where a plugin may write.
    environment: ["XDG_CACHE_HOME": work.path], inputFiles: inputs, outputFiles: [])
}

/// Everything below a folder but sources: which of it is a sticker, the program knows.
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
