import ArgumentParser
import StickerIO
import StickerModel
import StickerSettings

struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Write a commented \(settingsFileName) with every setting.",
    discussion: "Example:\n  stickerlint init art")

  @Argument(help: "The folder it is written into; the current one unless given.", completion: .directory)
  var folder = Path(".")
  @Flag(help: "Replace a configuration that is there.") var force = false

  func run() throws {
    guard try entryKind(at: realPath(of: folder)) == .folder else {
      throw CommandFailure("\(folder.shown) is no folder: name one that is there")
    }
    let file = folder.withoutTrailingSlashes.appending(settingsFileName)
    if !force, try entryKind(at: file) != nil {
      throw CommandFailure("\(file.shown) is there already: --force replaces it")
    }
    try writeFile(Array(starterFile(.ours).utf8), to: file)
    tell(["wrote \(file.shown): every setting with its default, commented out"])
  }
}
