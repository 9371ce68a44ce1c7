import StickerModel

/// The name of something that is not to stay: `.stickerlint-tmp-4711-0123456789abcdef`.
///
/// Whatever of this name is not locked by a living process is removed by the next run in its folder, so the
/// pattern is strict: `.stickerlint-baseline.json` is a user's.
struct TemporaryName: Hashable {
  let kind: Kind
  let processID: Int32
  let path: Path

  enum Kind: String, CaseIterable {
    /// A tree or file that is being built, or was replaced.
    case temporary = ".stickerlint-tmp-"
    /// A journal: what the next run has to complete.
    case journal = ".stickerlint-journal-"
  }

  /// A new name.
  init(_ kind: Kind, processID: Int32) {
    let random = String(UInt64.random(in: .min ... .max), radix: 16)
    let padded = String(repeating: "0", count: 16 - random.count) + random
    self.kind = kind
    self.processID = processID
    path = Path("\(kind.rawValue)\(processID)-\(padded)")
  }

  /// A name that was met; nil where it is none of ours.
  init?(_ path: Path) {
    guard let text = path.text, let kind = Kind.allCases.first(where: { text.hasPrefix($0.rawValue) }) else {
      return nil
    }
    let parts = text.dropFirst(kind.rawValue.count).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let processID = Int32(parts[0]), processID > 0, parts[1].utf8.count == 16,
      UInt64(parts[1], radix: 16) != nil
    else { return nil }
    self.kind = kind
    self.processID = processID
    self.path = path
  }
}
