import StickerEngine
import StickerImage
import StickerPacker

extension OpenedPack {
  /// Reads the message of an extension with code: the file that the user specified, or the one next to the
  /// art. Does nothing if there is no message file.
  ///
  /// - Returns: every problem in the message file.
  mutating func openMessageReturningProblems(of pack: LocatedPack, _ budget: DecodingBudget) throws
    -> [String]
  {
    guard let file = try pack.messageFile() else { return [] }
    guard try pack.disk.entryKind(at: file) != nil else { return ["\(file.displayText) does not exist"] }
    do throws(Diagnostic) {
      message = try readMessage(file, isUserSpecified: pack.overrides.messageFile != nil, on: pack.disk)
    } catch {
      return error.allDiagnostics.map(\.messageLineWithFile)
    }
    guard let message else { return [] }
    for path in message.files.map(\.value) {
      let real = pack.disk.realPath(of: path)
      // Read the resolved path that was validated, because the link may have changed.
      addOutsideFile(
        AssetSource(path: path) { pack.disk.readWholeFile(real, maxFileBytes: $0, follow: false) }.read(
          maxBytes: budget.fileBytes),
        from: path)
    }
    readResult.pack.message = InteractiveMessage(
      baseURL: message.unvalidatedStateBaseURL?.value ?? "",
      texts: message.texts.mapValues { $0.mapValues(\.value) },
      image: message.image.map { outsideFileKey($0.value) },
      media: message.mediaIfNoImage.map { outsideFileKey($0.value) })
    return pack.hasPackFile ? sharedImageProblems(message) : removeMessageImagesFromStickers(of: message)
  }

  /// Returns a problem for each message image that the pack also uses as a sticker or icon.
  private func sharedImageProblems(_ message: InteractiveMessageFile) -> [String] {
    let own = readResult.pack.stickers.flatMap(\.files) + (readResult.pack.icon?.iconFilesExceptSticker ?? [])
    let taken = Set(own.map { root.appending($0) })
    return message.files.filter { taken.contains($0.value) }.map { file in
      let place = "\(message.path.displayText):\(file.location.line):\(file.location.column)"
      let advice = "Use a separate file for the message image."
      return "\(place): \(file.value.name.displayText) is already used in the pack. \(advice)"
    }
  }

  /// Removes the message images from the stickers in a plain folder.
  private mutating func removeMessageImagesFromStickers(of message: InteractiveMessageFile) -> [String] {
    let pictures = Set(message.files.map(\.value))
    readResult.pack.stickers.removeAll { pictures.contains(root.appending($0.file)) }
    return []
  }

  /// What a template requires but the pack does not have, one line each.
  ///
  /// - Parameter faults: every problem in the message file.
  func missingRequirements(of template: ProjectTemplate, _ pack: LocatedPack, faults: [String])
    -> [UserMessage]
  {
    var lines = faults.map { UserMessage($0) }
    func add(_ what: String, _ how: UserMessage, at path: Path) {
      lines.append("\(path.displayText): the template \(template.rawValue) needs \(what). \(how).")
    }
    if template.hasCode, readResult.pack.icon == nil {
      add("an icon", "Set a square image of at least 1024 px \(.whereToSetIcon)", at: pack.path)
    }
    guard template == .interactiveMessage, faults.isEmpty else { return lines }
    guard let message else {
      let beside = "Create one next to the art with at least base-url: https://example.com/vote, or "
      let isCatalog = if case .catalog = pack.kind { true } else { false }
      add(
        "a message.yml", "\(isCatalog ? "For a catalog, " : beside)\(.chooseInteractiveMessageFile)",
        at: pack.path)
      return lines
    }
    guard let url = message.unvalidatedStateBaseURL else {
      let how: UserMessage =
        "Set the URL that the state of a message is appended to, "
        + "such as base-url: https://example.com/vote"
      add("base-url", how, at: message.path)
      return lines
    }
    if let complaint = fault(ofBaseURL: url.value) {
      lines.append(
        "\(message.path.displayText):\(url.location.line):\(url.location.column): base-url \(complaint)")
    }
    return lines
  }
}

extension LocatedPack {
  fileprivate var hasPackFile: Bool { if case .packFile = kind { true } else { false } }

  /// The path of the pack's message file, or nil if it has none.
  fileprivate func messageFile() throws -> Path? {
    if let given = overrides.messageFile { return given }
    if case .catalog = kind { return nil }  // catalogs cannot contain a message file
    let beside = folder.appending(InteractiveMessageFile.fileName)
    return try disk.entryKind(at: beside) == .file ? beside : nil
  }
}
