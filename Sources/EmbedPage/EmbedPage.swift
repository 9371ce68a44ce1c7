import PackagePlugin

/// Puts the scripts and styles of the page, which are plain files, into the program as text.
@main struct EmbedPage: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target.sourceModule else { return [] }
    let files =
      target.sourceFiles(withSuffix: ".css").map(\.url) + target.sourceFiles(withSuffix: ".js").map(\.url)
    let sorted = files.sorted { $0.lastPathComponent < $1.lastPathComponent }
    let output = context.pluginWorkDirectoryURL.appending(path: "PageFiles.swift")
    return [
      .buildCommand(
        displayName: "Embedding scripts and styles of the page",
        executable: try context.tool(named: "embed-page").url,
        arguments: [output.path] + sorted.map(\.path), inputFiles: sorted, outputFiles: [output])
    ]
  }
}
