import ArgumentParser
import Stickers

struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a \(configurationFileName) and a stickerpack.yml.",
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
  var folder = Path(".")
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
    for language in chosenLanguages where !isLanguageTag(language) {
      throw ValidationError("--languages: \(invalidLanguageText(language))")
    }
    if Set(chosenLanguages).count < chosenLanguages.count {
      throw ValidationError("--languages lists a language twice")
    }
  }

  var credits: PackCredits {
    var credits = PackCredits()
    (credits.author, credits.publisher) = (author, publisher)
    return credits
  }

  var chosenLanguages: [String] {
    (languages ?? "en").split(separator: ",", omittingEmptySubsequences: false).map {
      String($0.drop { $0 == " " })
    }
  }

  func run() throws {
    let real = FileSystem.disk.realPath(of: folder)
    guard try FileSystem.disk.entryKind(at: real) == .folder else {
      throw CommandError("\(folder.displayText) is not a folder. Specify an existing folder.")
    }
    if update { return try updatePackFile() }
    if try writeCatalogPackFile() { return }
    let settings = folder.withoutTrailingSlashes.appending(configurationFileName)
    let description = folder.withoutTrailingSlashes.appending(PackFile.fileName)
    let walked = try FileSystem.disk.walk([folder]).withoutMessageImages(
      excluding: configurationExclusionPredicate())
    let unread = walked.unsupportedArt.groupedByFormat.map(\.message)
    let art = packArt(walked)
    if art == nil, try !messengers.profileNames().isEmpty,
      try FileSystem.disk.entryKind(at: description) != nil
    {
      throw CommandError("\(description.displayText) already exists. Edit it, or remove it first.")
    }
    // A catalog already contains what a pack file would describe.
    let files = [settings] + (art == nil ? [] : [description])
    let there = try files.filter { try FileSystem.disk.entryKind(at: $0) != nil }
    guard force || there.isEmpty else {
      let verb =
        there.count == 1
        ? "already exists. Use --force to replace it." : "already exist. Use --force to replace them."
      throw CommandError("\(listText(there.map(\.displayText))) \(verb)")
    }
    try FileWriter.shared.writeFile(Array(starterConfigurationText(.builtIn).utf8), to: settings)
    printToStandardError([
      "wrote \(settings.displayText) with every option and its default, commented out"
    ])
    guard let art else {
      return printToStandardError(
        unread.map { "note: \($0)" } + noPackFileLines(unread, isCatalog: isOrContainsCatalog(walked)))
    }
    let wanted = try messengers.profileNames()
    let needs = try packFileRequirements(of: wanted, in: real)
    let numbered = NumberedFiles.all(among: art.stickers)
    let text = starterPackFile(
      name: name ?? packName(of: real), languages: chosenLanguages, stickers: art.stickers, icon: art.icon,
      credits: credits, requirements: needs, numberedFiles: numbered)
    try FileWriter.shared.writeFile(Array(text.utf8), to: description)
    printToStandardError(
      unread.map { "note: \($0)" }
        + art.unwritable.map { "note: skipped \($0.displayText): its name is not valid UTF-8" }
        + numbered.map { numberedFilesNote(on: $0, in: description) } + [
          "wrote \(description.displayText): \(countText(art.stickers.count, "sticker")) to describe"
            + (art.icon == nil ? ", and an icon to choose" : "")
        ]
        + needs.missingKeys(in: credits).map {
          "fill in the \($0.key) (required by \(listText($0.messengers)))"
        }
    )
    let whom = wanted.isEmpty ? "" : " --for \(wanted.joined(separator: ","))"
    // The output must not be inside the art folder.
    let output = folder.withoutTrailingSlashes == Path(".") ? "../build" : "build"
    printToStandardError([
      "next: describe the stickers, then run `stickerlint pack \(description.displayText)\(whom) --output \(output)`"
    ])
  }

  private func numberedFilesNote(on run: NumberedFiles, in description: Path) -> String {
    let (first, last) = (run.files[0].displayText, run.files[run.files.count - 1].displayText)
    return "note: \(first) to \(last) are numbered (\(run.files.count) files). If they are the frames of one "
      + "animation, use the lines with `frames` in \(description.displayText)"
  }

  /// Returns the lines that say why no stickerpack.yml was written, and what to do next.
  ///
  /// - Parameter unread: the notes about art in unsupported formats.
  /// - Parameter isCatalog: whether the folder is a catalog or contains one.
  private func noPackFileLines(_ unread: [String], isCatalog: Bool) -> [String] {
    let place = unquotedShellArgument(of: folder) ?? " FOLDER"
    guard isCatalog else {
      let images = unread.isEmpty ? "sticker image" : "readable image"
      return [
        "did not write stickerpack.yml: \(folder.displayText) has no \(images)",
        "next: add stickers, then run `stickerlint init\(place) --force`",
      ]
    }
    // Ignore the error if the catalog cannot be read, because `lint` reports it.
    let isOnePack = (try? NewCatalogPackFile(of: folder)) != nil
    let export = "to export it for other messengers, run `stickerlint init\(place) --for signal`"
    return [
      "did not write stickerpack.yml: \(folder.displayText) is or contains a catalog, which already has "
        + "this information"
    ] + (isOnePack ? [export] : []) + ["next: run `stickerlint lint\(place)`"]
  }

  /// Returns the values that the given messengers require, according to the folder's configuration.
  func packFileRequirements(of wanted: [String], in folder: Path) throws -> PackFileRequirements {
    var needs = PackFileRequirements()
    for messenger in wanted {
      var search = try LintConfiguration().configurationSearch(for: messenger)
      let settings = search.resolvedConfiguration(at: folder, isFolder: true)
      if let fault = search.errors.first { throw CommandError(UserMessage(fault)) }
      needs.addRequirements(of: Path(messenger).stem.displayText, settings.configuration.messengerLimits)
    }
    return needs
  }

  private func updatePackFile() throws {
    let file = folder.withoutTrailingSlashes.appending(PackFile.fileName)
    guard try FileSystem.disk.entryKind(at: file) != nil else {
      throw CommandError("\(file.displayText) does not exist. Omit --update to create it.")
    }
    let place = SourceRoot(folder)
    let walked = try FileSystem.disk.walk([folder]).withoutMessageImages(
      excluding: configurationExclusionPredicate())
    let pictures = walked.sources.filter { $0.role == .sticker }.map { place.relative($0.path) }
    let update = try packFileAddingUnlistedImages(in: folder, pictures: pictures)
    printToStandardError(walked.unsupportedArt.groupedByFormat.map { "note: \($0.message)" })
    printToStandardError(
      update.missingFiles.map { "note: \(file.displayText) lists \($0.displayText), which does not exist" })
    let bytes = try packFileReplacingMetadata(
      update.bytes, name: name, languages: languages == nil ? nil : chosenLanguages, in: file)
    guard !update.addedImages.isEmpty || !update.renamedStickers.isEmpty || bytes != update.bytes else {
      return printToStandardError([
        "\(file.displayText) already lists all images. Nothing was changed."
      ])
    }
    try FileWriter.shared.writeFile(bytes, to: file)
    printToStandardError(
      update.renamedStickers.map { "\($0.from.displayText) is now \($0.to.displayText) and keeps its text" })
    if !update.addedImages.isEmpty {
      printToStandardError([
        "wrote \(file.displayText): \(countText(update.addedImages.count, "new sticker")) to describe"
      ])
    }
  }

  /// Whether the folder is a catalog or contains one.
  private func isOrContainsCatalog(_ walked: WalkResult) -> Bool {
    catalogExtensions.contains(SourceRoot(folder).realPath.lowercasedExtension ?? "")
      || !walked.catalogPacks.isEmpty
  }

  /// Returns the images in the folder, in natural order, with those whose names are not valid UTF-8 in
  /// `unwritable`. Returns nil if there are no images, or if the folder is a catalog or contains one.
  private func packArt(_ walked: WalkResult) -> (stickers: [Path], icon: Path?, unwritable: [Path])? {
    guard !isOrContainsCatalog(walked) else { return nil }
    let place = SourceRoot(folder)
    let found = walked.sources.filter { $0.role == .sticker }.map { place.relative($0.path) }
    let icon = found.first { $0 == Path("icon.png") }
    let smaller = found.pathsAt3xByVariant()
    let stickers = naturallySorted(found.filter { $0 != icon && smaller[$0] == nil })
    guard !stickers.isEmpty else { return nil }
    return (stickers.filter { $0.text != nil }, icon, stickers.filter { $0.text == nil })
  }
}

extension InitCommand {
  /// Writes a `stickerpack.yml` next to a catalog if `--for` lists messengers other than iMessage. They may
  /// require values that a catalog cannot contain, such as the author and emoji.
  ///
  /// - Returns: false if the file is not needed: the folder is not a catalog, or no such messenger is listed.
  func writeCatalogPackFile() throws -> Bool {
    let wanted = try messengers.profileNames().filter { $0 != "imessage" }
    guard !wanted.isEmpty, let catalog = try NewCatalogPackFile(of: folder) else { return false }
    let file = catalog.folder.appending(PackFile.fileName)
    guard try force || FileSystem.disk.entryKind(at: file) == nil else {
      throw CommandError("\(file.displayText) already exists. Use --force to replace it.")
    }
    let needs = try packFileRequirements(of: wanted, in: FileSystem.disk.realPath(of: catalog.folder))
    let text = starterPackFile(
      name: name ?? catalog.derivedPackName, languages: chosenLanguages, stickers: catalog.stickers,
      icon: catalog.icon,
      credits: credits, requirements: needs)
    try FileWriter.shared.writeFile(Array(text.utf8), to: file)
    printToStandardError(
      catalog.leftOutNotes.map { "note: \($0)" }
        + ["wrote \(file.displayText): \(countText(catalog.stickers.count, "sticker")) from the catalog"]
        + needs.missingKeys(in: credits).map {
          "fill in the \($0.key) (required by \(listText($0.messengers)))"
        }
        + [
          "next: fill in the file, then run `stickerlint pack \(file.displayText) --for \(wanted.joined(separator: ",")) "
            + "--output build`"
        ])
    return true
  }
}
