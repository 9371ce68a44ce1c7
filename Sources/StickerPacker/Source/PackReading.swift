package import StickerModel

/// What reading a source gave: the pack as far as it can be read, and everything that is to be said about it.
package struct PackReading: Sendable {
  /// The pack, without the stickers that have a fault.
  package var pack: Pack
  /// Everything wrong with the source, in the order of the pack. A pack with faults is built only where
  /// somebody asks to skip them.
  package var faults: [SourceFault]
  /// Notes about defaults, changes and what was left out; already escaped.
  package var notes: [String]
  /// The notes that report something that was left out.
  package private(set) var leftOut: Set<String> = []

  init(pack: Pack, faults: [SourceFault] = [], notes: [String] = []) {
    self.pack = pack
    self.faults = faults
    self.notes = notes
  }

  /// Adds notes about what was left out.
  package mutating func leaveOut(_ lines: [String]) {
    notes += lines
    leftOut.formUnion(lines)
  }
}

/// Why a source, or one sticker of it, cannot be packed.
package struct SourceFault: Error, Hashable, Sendable {
  /// The file or folder, relative to the source.
  package let path: Path
  /// One sentence for people with figure and limit where there are any; already escaped.
  package let reason: String
  /// The rule that says the same of a catalog; nil where none does.
  package let rule: String?
  /// The sticker that is left out because of it; nil where it concerns the pack.
  package let sticker: String?

  /// A fault.
  package init(path: Path, reason: String, rule: String? = nil, sticker: String? = nil) {
    self.path = path
    self.reason = reason
    self.rule = rule
    self.sticker = sticker
  }
}

/// The sentence that says how a sticker's name was changed; nil where it was not.
func renaming(_ original: Path, _ safe: SafeName) -> String? {
  guard let change = safe.change else { return nil }
  return "\(original.shown) is packed as \(safe.name): \(change.rawValue)"
}
