import StickerImage
package import StickerModel

/// Plans a pack: makes the sizes of every sticker, the icons, the catalog, a contact sheet, the project where
/// one is asked for, and the manifest. The same pack and the same bytes give the same tree on every machine
/// with any number of jobs.
///
/// - Parameter pack: its ids are safe and unique, as `packFromFolder`, `packFromDescription` and
///   `packFromCatalog` make them.
/// - Parameter earlier: a build of which the sizes of unchanged stickers are taken; the result is the same.
/// - Parameter skipped: stickers of the source that are not to be built; they stand in the manifest.
/// - Parameter read: the bytes of a file of the pack, called once for each, side by side.
/// - Parameter delivered: called with the number of stickers that are done, for a progress line.
/// - Throws: `PackError`; `EncodingDefect` where an encoder of ours did not keep its promise.
package func planPack(
  _ pack: Pack, skipped: [SkippedSticker] = [], _ options: PackOptions, over earlier: EarlierBuild? = nil,
  read: @escaping @Sendable (Path) -> ReadOutcome, delivered: (Int) -> Void = { _ in }
) async throws -> PackPlan {
  guard !pack.stickers.isEmpty else { throw PackError.empty }
  var (built, faults) = try await buildStickers(pack.stickers, options, earlier, read, delivered)
  var icons: IconSet?
  do {
    icons = try pack.icon.map {
      try iconSet(
        from: iconSource($0, options, read), budget: options.budget, smallest: options.smallest)
    }
  } catch PackError.faults(let wrong) { faults += wrong }
  var message: [Path: [UInt8]] = [:]
  for file in options.template == .interactiveMessage ? pack.message?.files ?? [] : [] {
    do throws(SourceFault) { message[file] = try bytes(of: file, nil, options.budget, read) } catch {
      faults.append(error)
    }
  }
  guard faults.isEmpty else { throw PackError.faults(faults) }
  return try PackPlan(pack, built, icons, message, skipped, options)
}

/// Reads the pictures of icons.
///
/// - Throws: `PackError.faults` with each that cannot be read.
private func iconSource(
  _ icon: PackIcon, _ options: PackOptions, _ read: (Path) -> ReadOutcome
) throws -> IconSource {
  var faults: [SourceFault] = []
  func picture(_ file: Path) -> IconSource.Picture? {
    switch read(file) {
    case .bytes(let bytes): return IconSource.Picture(file: file, bytes: bytes)
    case .unreadable(let reason):
      faults.append(SourceFault(path: file, reason: reason, rule: RuleID.unreadableFile))
    case .tooLarge(let length):
      let exceeded = LimitExceeded(.fileBytes, measured: length, options.budget)
      faults.append(SourceFault(path: file, reason: exceeded.sentence, rule: RuleID.resourceLimit))
    }
    return nil
  }
  let art = picture(icon.art)
  var own: [IconSlot: IconSource.Picture] = [:]
  for slot in IconSlot.all { own[slot] = icon.slots[slot.name].flatMap(picture) }
  guard var art, faults.isEmpty else { throw PackError.faults(faults) }
  if icon.isDrawn {
    do {
      art = try iconPicture(
        drawnFrom: art, on: icon.background ?? whiteBelowDrawnIcons, budget: options.budget)
    } catch let fault as SourceFault { throw PackError.faults([fault]) }
  }
  return IconSource(art, background: icon.background, own: own)
}

private func buildStickers(
  _ stickers: [Sticker], _ options: PackOptions, _ earlier: EarlierBuild?,
  _ read: @escaping @Sendable (Path) -> ReadOutcome, _ delivered: (Int) -> Void
) async throws -> (built: [BuiltSticker], faults: [SourceFault]) {
  let gate = MemoryGate()
  var (built, faults) = ([BuiltSticker](), [SourceFault]())
  var (defect, done) = ((any Error)?.none, 0)
  await mapInOrder(stickers, jobs: options.jobs) { sticker -> Result<BuiltSticker, any Error> in
    do {
      let files = try sticker.files.map { try bytes(of: $0, sticker, options.budget, read) }
      return .success(try await buildSticker(sticker, files, options, over: earlier, gate))
    } catch { return .failure(error) }
  } deliver: { result in
    done += 1
    delivered(done)
    switch result {
    case .success(let sticker): built.append(sticker)
    case .failure(let fault as SourceFault): faults.append(fault)
    case .failure(let error): defect = defect ?? error
    }
  }
  if let defect { throw defect }
  return (built, faults)
}

/// Everything of one sticker: a function of the sticker and the bytes of its files.
private func buildSticker(
  _ sticker: Sticker, _ files: [[UInt8]], _ options: PackOptions, over earlier: EarlierBuild?,
  _ gate: MemoryGate
) async throws -> BuiltSticker {
  guard let sequence = sticker.sequence else {
    return try await buildSticker(sticker, files[0], options, over: earlier, gate)
  }
  var art = earlier?.assembled(sticker, frames: files)
  if art == nil {
    art = try await assembledSequence(
      sticker, sequence, frames: files, budget: options.budget, smallest: options.smallest, gate)
  }
  var built = try await buildSticker(sticker, art ?? [], options, over: earlier, gate)
  built.frames = files
  return built
}
