import ArgumentParser
import Stickers

struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a \(LintConfiguration.fileName) and a stickerpack.yml.",
    usage: "stickerlint init [<options>] [<folder>]",
    discussion: """
      Examples:
        stickerlint init art
        stickerlint init art --languages en,fr --name "Monkey Business"
        stickerlint init art --for signal,whatsapp --author Ada
        stickerlint init App/Stickers.xcassets --for signal    for a catalog
        stickerlint init art --update                    add new images
        stickerlint init art --update --languages en,fr  add a language
      """)

  @Argument(help: "The folder to write to.", completion: .directory)
  var folder: BytePath = "."
  @Option(
    help: ArgumentHelp(
      "Languages of the descriptions (default: en). The first is the app's development language.",
      valueName: "en,fr,..."))
  var languages: String?
  @Option(help: "Name of the pack (default: name of the folder).") var name: String?
  @Option(help: "Who drew the stickers (required by some messengers).") var author: String?
  @Option(help: "Who publishes the pack, if not the author.") var publisher: String?
  @OptionGroup var messengers: MessengerOptions
  @Flag(help: "Replace existing files.") var force = false
  @Flag(
    help: ArgumentHelp(
      "Add new images to the existing stickerpack.yml and keep the rest. Descriptions are matched by sticker "
        + "name, so re-exported art keeps them."))
  var update = false

  func validate() throws {
    if name == "" { throw ValidationError("--name needs a name") }
    if author == "" || publisher == "" { throw ValidationError("--author and --publisher need a name") }
    if update, author != nil || publisher != nil || !messengers.messengers.isEmpty {
      throw ValidationError(
        "--author, --publisher and --for cannot be used with --update. Run `stickerlint lint --for MESSENGER` to see "
          + "what is missing.")
    }
    if update, force { throw ValidationError("--update keeps the contents of the file. Omit --force.") }
    for language in languageTags ?? [] {
      guard let problem = StarterFiles.problem(withLanguage: language) else { continue }
      throw ValidationError("--languages: \(problem)")
    }
    if let languageTags, Set(languageTags).count < languageTags.count {
      throw ValidationError("--languages lists a language twice")
    }
  }

  private var languageTags: [String]? {
    languages?.split(separator: ",", omittingEmptySubsequences: false).map { String($0.drop { $0 == " " }) }
  }

  func run() throws {
    var files = StarterFiles()
    files.languages = languageTags
    files.packName = name
    files.author = author
    files.publisher = publisher
    files.messengers = try messengers.profiles()
    files.replacesFiles = force
    let result = try update ? files.updatePackFile(in: folder) : files.write(to: folder)
    printToStandardError(
      noteLines(result.notes) + result.summaryLines + (update ? [] : nextSteps(after: result, files)))
  }

  /// Returns what to do with the files that were written.
  private func nextSteps(after result: StarterFiles.Result, _ files: StarterFiles) -> [String] {
    let isWorkingFolder = [".", "./"].contains(folder.description)
    let place = isWorkingFolder ? "" : " \(folder.unquotedShellWord ?? "FOLDER")"
    if let packFile = result.writtenFiles.last(where: { $0.fileName == "stickerpack.yml" }) {
      let isCatalog = result.contents == .catalog
      let messengers = files.messengers.filter { !isCatalog || $0 != .iMessage }.map(\.name)
      let option = messengers.isEmpty ? "" : " --for \(messengers.joined(separator: ","))"
      // The output must not be inside the art folder.
      let output = isWorkingFolder && !isCatalog ? "../build" : "build"
      let first = isCatalog ? "fill in the file" : "describe the stickers"
      return ["next: \(first), then run `stickerlint pack \(packFile)\(option) --output \(output)`"]
    }
    switch result.contents {
    case .images, .noImages: return ["next: add stickers, then run `stickerlint init\(place) --force`"]
    case .severalOrUnreadableCatalogs: return ["next: run `stickerlint lint\(place)`"]
    case .catalog:
      return [
        "to export it for other messengers, run `stickerlint init\(place) --for signal`",
        "next: run `stickerlint lint\(place)`",
      ]
    }
  }
}
