public import StickerModel

/// The pack that a folder of @3x art is: names from the files' names, in natural order, no descriptions.
///
/// A trailing `@3x` is no part of a name. A file that ends in `@1x` or `@2x` and lies beside its `@3x` is
/// left out, and that is said: its size is made from the @3x art.
///
/// - Parameter art: the files a walk of the folder found, relative to it, in any order.
/// - Parameter name: what the pack is called.
public func packFromFolder(_ art: [Path], name: String) -> PackReading {
  let (kept, scaled) = withoutScaledSiblings(art)
  let sorted = naturallySorted(kept)
  let originals = sorted.map(nameWithoutScale)
  let names = safeNames(originals)
  let stickers = sorted.indices.map { index in
    Sticker(id: names[index].name, name: originals[index], file: sorted[index])
  }
  var notes = naturallySorted(scaled).map { "\($0.shown) is left out: it is made from the @3x art beside it" }
  for (file, safe) in zip(sorted, names) {
    if let note = renaming(file, safe) { notes.append(note) }
  }
  return PackReading(pack: Pack(name: name, gridSize: nil, stickers: stickers), notes: notes)
}

private func withoutScaledSiblings(_ art: [Path]) -> (kept: [Path], scaled: [Path]) {
  func unscaled(_ file: Path) -> Path? {
    scaleSuffix(of: String(decoding: file.stem.bytes, as: UTF8.self)).map { _ in
      file.parent.appending(Path(bytes: Array(file.stem.bytes.dropLast(3))))
    }
  }
  func scale(_ file: Path) -> Int? { scaleSuffix(of: String(decoding: file.stem.bytes, as: UTF8.self)) }
  let originals = Set(art.lazy.filter { scale($0) == 3 }.compactMap(unscaled))
  func isScaled(_ file: Path) -> Bool {
    guard let scale = scale(file), scale < 3, let unscaled = unscaled(file) else { return false }
    return originals.contains(unscaled)
  }
  return (art.filter { !isScaled($0) }, art.filter(isScaled))
}
