import StickerImage

/// What tells findings apart from one run to the next: rule, path, and which one of that rule it is there.
/// Neither figures nor bytes, or a new export would reopen what was looked at before.
struct Fingerprints {
  private var counts: [Key: Int] = [:]

  private struct Key: Hashable {
    let rule: String
    let path: Path
  }

  /// Of the next finding, in the order of the report.
  ///
  /// - Parameter path: as the repository knows it.
  /// - Returns: 64 hexadecimal digits for rule and path, and the finding's number there, from 1.
  mutating func next(_ finding: Finding, at path: Path) -> (digest: String, ordinal: Int) {
    let ordinal = counts[Key(rule: finding.rule, path: path), default: 0] + 1
    counts[Key(rule: finding.rule, path: path)] = ordinal
    var digest = SHA256()
    digest.update(Array(finding.rule.utf8) + [0] + path.bytes)
    return (digest.hexDigest(), ordinal)
  }
}
