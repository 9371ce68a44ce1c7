package import StickerModel

/// The pack that a description asks for: in its order, with names for files made of the stickers' names.
///
/// - Parameter pack: everything but the ids of its stickers, which are not looked at.
package func packFromDescription(_ pack: Pack) -> PackReading {
  var reading = PackReading(pack: pack)
  for (index, safe) in safeNames(pack.stickers.map(\.name)).enumerated() {
    reading.pack.stickers[index].id = safe.name
    if let note = renaming(pack.stickers[index].file, safe) { reading.notes.append(note) }
  }
  return reading
}

extension PackReading {
  /// Takes a sticker out that has a fault.
  package mutating func add(_ fault: SourceFault) {
    faults.append(fault)
    pack.stickers.removeAll { $0.id == fault.sticker }
  }
}
