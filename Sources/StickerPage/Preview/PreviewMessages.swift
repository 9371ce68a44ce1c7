import StickerEngine
import StickerImage
import Stickers

extension PreviewBuilder {
  /// The `message.yml` files, and the files that they refer to.
  var messageFilesAndReferencedFiles: Set<Path> {
    Set(run.discoveredFiles.interactiveMessages.flatMap { [$0.path] + $0.files.map(\.value) })
  }

  /// Returns the interactive messages of the run, each with its image.
  ///
  /// - Parameter droppedFile: returns the number and revision of a dropped file.
  /// - Returns: the interactive messages, and a sentence about each image that could not be drawn.
  func interactiveMessages(droppedFile: (Path) -> (number: Int, revision: Int) = { _ in (0, 0) }) async
    -> (messages: [PreviewedInteractiveMessage], failureNotes: [String])
  {
    var (messages, failureNotes): ([PreviewedInteractiveMessage], [String]) = ([], [])
    for messageFile in run.discoveredFiles.interactiveMessages {
      let own = Set([messageFile.path] + messageFile.files.map(\.value))
      messages.append(
        PreviewedInteractiveMessage(
          number: messages.count + 1, messageFile,
          art: await art(of: messageFile, droppedFile, &failureNotes),
          appIconPNG: await adjacentOrOnlyPackIcon(near: messageFile, &failureNotes),
          findings: shownFindings.filter { own.contains($0.path) })
      )
    }
    return (messages, failureNotes)
  }

  /// Returns the art to show. In the `message.yml`, `image` takes precedence over `media`.
  private func art(
    of messageFile: InteractiveMessageFile, _ dropped: (Path) -> (number: Int, revision: Int),
    _ failureNotes: inout [String]
  ) async -> PreviewedInteractiveMessage.Art {
    guard let path = messageFile.files.first?.value, let read = sourceContent(at: path) else {
      return .noImage
    }
    if case .unsupportedFormat(let format) = read.content, ["MP4", "QuickTime"].contains(format.name) {
      return .video(path)
    }
    guard case .image(let container) = read.content, let shown = PreviewImage(read.bytes, container) else {
      return .noImage
    }
    let arrived = await drawnPNGOrJPEG(.receivedMessageImage, of: path, read.bytes, &failureNotes)
    let (number, revision) = dropped(path)
    return .image(
      PreviewedInteractiveMessage.ArtImage(
        path: path, fileNumber: number, revision: revision, originalImage: shown,
        receivedImage: arrived.flatMap { SimulatedReceivedImage(receivedJPEG: $0) }))
  }

  /// Returns the icon of the pack next to the message, or the icon of the only pack that has one.
  private func adjacentOrOnlyPackIcon(
    near messageFile: InteractiveMessageFile, _ failureNotes: inout [String]
  ) async -> [UInt8]? {
    let icons = run.discoveredFiles.packDeclarations.compactMap { pack, declared in
      declared.iconSourcePath.map { (folder: pack.parent, path: $0) }
    }
    let near = icons.first { $0.folder == messageFile.path.parent } ?? (icons.count == 1 ? icons[0] : nil)
    guard let near, let read = sourceContent(at: near.path), case .image = read.content else { return nil }
    return await drawnPNGOrJPEG(.iconBesideMessage, of: near.path, read.bytes, &failureNotes)
  }

  private func drawnPNGOrJPEG(
    _ drawing: IconOrMessageImageRequest, of path: Path, _ bytes: [UInt8], _ failureNotes: inout [String]
  ) async -> [UInt8]? {
    let (configuration, consequence) = (
      run.configurationMap.configuration(at: path), "it cannot be shown in a message"
    )
    switch await service.draw(drawing, of: bytes, configuration) {
    case .answered(let picture): return picture
    case .failed(let failure):
      failureNotes.append(
        "\(path.displayText): \(failure.message(during: "drawing it", consequence: consequence).commandLineText)"
      )
    case .unavailable(let reason): failureNotes.append("\(path.displayText): \(consequence): \(reason)")
    }
    return nil
  }

  private func sourceContent(at path: Path) -> (content: Asset.Content, bytes: [UInt8])? {
    guard let source = run.sources.first(where: { $0.path == path }) else { return nil }
    let budget = run.configurationMap.configuration(at: path).budget
    let (content, bytes, _) = parsedContent(of: source.read(maxBytes: budget.fileBytes), budget: budget)
    return (content, bytes)
  }
}
