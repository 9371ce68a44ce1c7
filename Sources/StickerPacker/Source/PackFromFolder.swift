package import StickerModel

/// The pack that a folder of @3x art is: names from the files' names, in natural order, no descriptions.
///
/// A trailing `@3x` is no part of a name. A file that ends in `@1x`, `@2x` or in no scale and lies beside its
/// `@3x` is left out, and that is said: its size is made from the @3x art.
///
/// - Parameter art: the files a walk of the folder found, relative to it, in any order.
/// - Parameter name: what the pack is called.
package func packFromFolder(_ art: [Path], name: String) -> PackReading {
  let scaled = art.smallerSizes()
  let sorted = naturallySorted(art.filter { scaled[$0] == nil })
  let originals = sorted.map(nameWithoutScale)
  let names = safeNames(originals)
  let stickers = sorted.indices.map { index in
    Sticker(id: names[index].name, name: originals[index], file: sorted[index])
  }
  var reading = PackReading(pack: Pack(name: name, gridSize: nil, stickers: stickers))
  reading.leaveOut(
    naturallySorted(Array(scaled.keys)).map {
      "\($0.shown) is left out: it is made from the @3x art beside it"
    })
  reading.notes += zip(sorted, names).compactMap(renaming)
  return reading
}
