import StickerModel

/// Names for the pictures of sequences in a catalog: as they are where they are safe and no other picture of
/// the pack has them, since a compiled pack is one flat folder without regard to case.
///
/// - Parameter stickers: with safe, unique ids.
/// - Returns: for each sticker the names without extension of its frames, the same for a picture that is
///   shown again, none where it is no sequence; and a
///   sentence for each sequence whose frames are called otherwise.
func frameNames(_ stickers: [Sticker]) -> (names: [[String]], notes: [String]) {
  let frames = stickers.map { sticker -> [Path] in
    var met: Set<Path> = []
    return (sticker.sequence?.frames ?? []).filter { met.insert($0).inserted }
  }
  guard frames.contains(where: { !$0.isEmpty }) else { return (frames.map { _ in [] }, []) }
  let pictures = stickers.filter { $0.sequence == nil }.map(\.id)
  // Ids come first: none of them is pushed aside.
  let safe = safeNames(pictures + frames.joined().map(nameWithoutScale))
  var rest = safe.dropFirst(pictures.count)
  var (names, notes) = ([[String]](), [String]())
  for (sticker, files) in zip(stickers, frames) {
    let own = Array(rest.prefix(files.count))
    rest = rest.dropFirst(files.count)
    let byFile = Dictionary(uniqueKeysWithValues: zip(files, own.map(\.name)))
    names.append((sticker.sequence?.frames ?? []).compactMap { byFile[$0] })
    let changed = zip(files, own).filter { $0.1.change != nil }
    guard let (file, name) = changed.first, let change = name.change else { continue }
    let more = changed.count > 1 ? ", and \(changed.count - 1) more frames of \(sticker.id) likewise" : ""
    let why = change == .taken ? "another picture already has this name, or nearly this" : change.rawValue
    notes.append("\(file.shown) is called \(name.name) in the catalog: \(why)\(more)")
  }
  return (names, notes)
}
