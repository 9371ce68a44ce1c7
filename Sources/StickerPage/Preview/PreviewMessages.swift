import StickerEngine
import StickerImage
import Stickers

extension PreviewRun {
  /// The `message.yml` files, and the files that they name.
  var messageFiles: Set<Path> {
    Set(run.discoveredFiles.messages.flatMap { [$0.path] + $0.files.map(\.value) })
  }

  /// Returns the interactive messages of the run, each with its image.
  ///
  /// - Parameter dropped: returns the number and revision of a dropped file.
  /// - Returns: the messages, and a sentence about each image that could not be drawn.
  func messages(dropped: (Path) -> (number: Int, revision: Int) = { _ in (0, 0) }) async
    -> (messages: [PreviewMessage], losses: [String])
  {
    var (messages, losses): ([PreviewMessage], [String]) = ([], [])
    for declaration in run.discoveredFiles.messages {
      let own = Set([declaration.path] + declaration.files.map(\.value))
      messages.append(
        PreviewMessage(
          number: messages.count + 1, declaration, art: await art(of: declaration, dropped, &losses),
          icon: await icon(around: declaration, &losses), findings: findings.filter { own.contains($0.path) })
      )
    }
    return (messages, losses)
  }

  /// Returns the art to show. `image` takes precedence over `media`.
  private func art(
    of declaration: MessageDeclaration, _ dropped: (Path) -> (number: Int, revision: Int),
    _ losses: inout [String]
  ) async -> PreviewMessage.Art {
    guard let path = declaration.files.first?.value, let read = content(at: path) else { return .nothing }
    if case .other(let format) = read.content, ["MP4", "QuickTime"].contains(format.name) {
      return .video(path)
    }
    guard case .image(let container) = read.content, let shown = PreviewPicture(read.bytes, container) else {
      return .nothing
    }
    let arrived = await drawn(.receivedImage, of: path, read.bytes, &losses)
    let (number, revision) = dropped(path)
    return .picture(
      PreviewMessage.Picture(
        path: path, number: number, revision: revision, untouched: shown,
        transit: arrived.flatMap { SimulatedTransit(arrived: $0) }))
  }

  /// Returns the icon of the pack beside the message, or of the only pack that has one.
  private func icon(
    around declaration: MessageDeclaration, _ losses: inout [String]
  ) async -> [UInt8]? {
    let icons = run.discoveredFiles.declarations.compactMap { pack, declared in
      declared.icon.map { (folder: pack.parent, path: $0) }
    }
    let near = icons.first { $0.folder == declaration.path.parent } ?? (icons.count == 1 ? icons[0] : nil)
    guard let near, let read = content(at: near.path), case .image = read.content else { return nil }
    return await drawn(.icon, of: near.path, read.bytes, &losses)
  }

  private func drawn(
    _ drawing: Drawing, of path: Path, _ bytes: [UInt8], _ losses: inout [String]
  ) async -> [UInt8]? {
    let (configuration, failure) = (run.settings.configuration(at: path), "it cannot be shown in a message")
    switch await service.draw(drawing, of: bytes, configuration) {
    case .answered(let picture): return picture
    case .lost(let loss):
      losses.append("\(path.displayText): \(loss.sentence(on: "drawing it", failure).commandLineText)")
    case .unavailable(let reason): losses.append("\(path.displayText): \(failure): \(reason)")
    }
    return nil
  }

  private func content(at path: Path) -> (content: Asset.Content, bytes: [UInt8])? {
    guard let source = run.sources.first(where: { $0.path == path }) else { return nil }
    let budget = run.settings.configuration(at: path).budget
    let (content, bytes, _) = readContent(source.read(budget.fileBytes), budget)
    return (content, bytes)
  }
}
