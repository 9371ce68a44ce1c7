import StickerImage
import StickerModel
import StickerPacker
package import StickerReport
import StickerSettings

extension PreviewRun {
  /// What messages say themselves: their descriptions, and the files that those name.
  package var ofMessages: Set<Path> {
    Set(run.inventory.messages.flatMap { [$0.path] + $0.files.map(\.value) })
  }

  /// The interactive messages of the run, each with its picture.
  ///
  /// - Parameter dropped: number and revision of a file that was dropped.
  package func messages(dropped: (Path) -> (number: Int, revision: Int) = { _ in (0, 0) }) async
    -> [PreviewMessage]
  {
    var messages: [PreviewMessage] = []
    for declaration in run.inventory.messages {
      let own = Set([declaration.path] + declaration.files.map(\.value))
      messages.append(
        PreviewMessage(
          number: messages.count + 1, declaration, art: await art(of: declaration, dropped),
          icon: await icon(around: declaration), findings: findings.filter { own.contains($0.path) }))
    }
    return messages
  }

  /// The picture that is shown: `image` wins over `media`.
  private func art(
    of declaration: MessageDeclaration, _ dropped: (Path) -> (number: Int, revision: Int)
  ) async -> PreviewMessage.Art {
    guard let path = declaration.files.first?.value, let read = content(at: path) else { return .nothing }
    if case .other(let format) = read.content, ["MP4", "QuickTime"].contains(format.name) {
      return .video(path)
    }
    guard case .image(let container) = read.content, let shown = PreviewPicture(read.bytes, container) else {
      return .nothing
    }
    let held = await gate.enter(container.decodingBytes(file: read.bytes.count))
    let transit = firstFrame(of: read.bytes, container).flatMap { SimulatedTransit(of: $0) }
    await gate.leave(held)
    let (number, revision) = dropped(path)
    return .picture(
      PreviewMessage.Picture(
        path: path, number: number, revision: revision, untouched: shown, transit: transit))
  }

  /// The icon of the pack beside the message, or of the only pack that has one.
  private func icon(around declaration: MessageDeclaration) async -> [UInt8]? {
    let icons = run.inventory.declarations.compactMap { pack, declared in
      declared.icon.map { (folder: pack.parent, path: $0) }
    }
    let near = icons.first { $0.folder == declaration.path.parent } ?? (icons.count == 1 ? icons[0] : nil)
    guard let near, let read = content(at: near.path), case .image(let container) = read.content else {
      return nil
    }
    let held = await gate.enter(container.decodingBytes(file: read.bytes.count))
    let icon = firstFrame(of: read.bytes, container).flatMap { bitmap in
      try? bitmap.scaled(to: PixelSize(iconSide, iconSide)).encodedPNG()
    }
    await gate.leave(held)
    return icon
  }

  private func content(at path: Path) -> (content: Asset.Content, bytes: [UInt8])? {
    guard let source = run.sources.first(where: { $0.path == path }) else { return nil }
    let budget = run.settings.configuration(at: path).budget
    let (content, bytes, _) = readContent(source.read(budget.fileBytes), budget)
    return (content, bytes)
  }
}

/// Pixels of an icon's side: 28 points at @3x.
private let iconSide = 84
