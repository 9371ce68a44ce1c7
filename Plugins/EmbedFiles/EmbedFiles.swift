import Foundation
import PackagePlugin

/// Embeds files in the program: a target's scripts and style sheets, the project templates and the font for
/// the packer, and sample stickers and the images of rules' examples for the drop page.
@main struct EmbedFiles: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target.sourceModule else { return [] }
    let files =
      target.sourceFiles(withSuffix: ".css").map(\.url) + target.sourceFiles(withSuffix: ".js").map(\.url)
    var commands: [Command] = []
    if !files.isEmpty {
      commands.append(try command("PageFiles", files, root: nil, context))
    }
    if target.name == "StickerPacker" {
      let templates = context.package.directoryURL.appending(path: "Templates", directoryHint: .isDirectory)
      commands.append(try command("TemplateFiles", self.files(below: templates), root: templates, context))
      let font = context.package.directoryURL.appending(path: "Fonts/DejaVuSans", directoryHint: .isDirectory)
      let glyphs = ["advances.txt", "glyphs-11.png", "glyphs-14.png"].map { font.appending(path: $0) }
      commands.append(try command("FontFiles", glyphs, root: font, context))
    }
    if target.name == "StickerPage" {
      let art = context.package.directoryURL.appending(path: "Fixtures/Art", directoryHint: .isDirectory)
      commands.append(try command("SampleFiles", samples.map { art.appending(path: $0) }, root: art, context))
      let images = context.package.directoryURL.appending(
        path: "docs/rules/images", directoryHint: .isDirectory)
      commands.append(try command("RuleImageFiles", self.files(below: images), root: images, context))
    }
    return commands
  }

  /// Samples that pass, and samples that have one problem each. They are small because all of them are part
  /// of the program.
  private let samples = [
    "pack/rocket.png", "pack/cat-waving.png", "pack/donut.png", "faulty/white-background.png",
    "faulty/something-behind-the-end.png", "faulty/too-small.png",
  ]

  private func command(
    _ name: String, _ files: [URL], root: URL?, _ context: PluginContext
  ) throws -> Command {
    let sorted = files.sorted { $0.path < $1.path }
    let output = context.pluginWorkDirectoryURL.appending(path: "\(name).swift")
    return .buildCommand(
      displayName: "Embedding \(name)", executable: try context.tool(named: "embed-files").url,
      arguments: [output.path, name, root?.path ?? ""] + sorted.map(\.path), inputFiles: sorted,
      outputFiles: [output])
  }

  /// All files in a folder, except for hidden ones, such as build products of a template that was built in
  /// place.
  private func files(below folder: URL) -> [URL] {
    let all = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return all.filter { path in !path.split(separator: "/").contains { $0.hasPrefix(".") } }
      .map { folder.appending(path: $0) }
      .filter { (try? $0.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true }
  }
}
