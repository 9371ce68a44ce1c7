import StickerIO
import StickerImage
import StickerModel
import StickerPacker

extension OpenedPack {
  /// Reads the message that an extension with code sends: the one that the command line names, or the one
  /// that lies beside the art; nothing where there is none.
  ///
  /// - Throws: everything that is wrong in its description.
  mutating func openMessage(of pack: LocatedPack, _ budget: Budget) throws {
    guard let file = try pack.messageFile() else { return }
    do throws(DescriptionFaults) { message = try readMessage(file, isNamed: true, on: pack.disk) } catch {
      throw CommandFailure(lines: error.lines)
    }
    guard let message else { return }
    for path in message.files.map(\.value) {
      let real = pack.disk.realPath(of: path)
      // What was checked to lie inside is what is read, whatever a link says by then.
      take(
        AssetSource(path: path) { pack.disk.readFile(real, limit: $0, follow: false) }.read(budget.fileBytes),
        from: path)
    }
    reading.pack.message = PackMessage(
      baseURL: message.baseURL?.value ?? "", texts: message.texts.mapValues { $0.mapValues(\.value) },
      image: message.image.map { outside($0.value) }, media: message.media.map { outside($0.value) })
  }

  /// What a template needs and the pack does not have, a line each; nothing where it has all.
  func lacks(for template: ProjectTemplate, _ pack: LocatedPack) -> [String] {
    guard template.hasCode else { return [] }
    var lines: [String] = []
    func add(_ what: String, _ how: String) {
      lines.append("\(pack.path.shown): the template \(template.rawValue) needs \(what): \(how)")
    }
    if reading.pack.icon == nil {
      add("an icon", "name a square picture of at least 1024 px as icon in stickerpack.yml, or with --icon")
    }
    guard template == .interactiveMessage else { return lines }
    guard let message else {
      add(
        "a message.yml",
        "write one beside the art with base-url, caption, accessibility-label and summary, or name one with "
          + "--message")
      return lines
    }
    if let url = message.baseURL {
      if let complaint = complaint(ofBaseURL: url.value) {
        lines.append("\(message.path.shown):\(url.place.line):\(url.place.column): base-url \(complaint)")
      }
    } else {
      add(
        "base-url",
        "say in \(message.path.shown) what a message's state is put behind, https://example.com/vote")
    }
    return lines
  }
}

extension LocatedPack {
  /// What describes its message; nil where nothing does.
  fileprivate func messageFile() throws -> Path? {
    if let given = overrides.message { return given }
    if case .catalog = kind { return nil }  // nothing but sets lies in one
    let beside = folder.appending(MessageDeclaration.fileName)
    return try disk.entryKind(at: beside) == .file ? beside : nil
  }
}
