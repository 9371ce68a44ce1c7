import StickerImage

/// Identifies findings across runs by rule, path and position among the findings with that rule and path.
///
/// Fingerprints contain neither measured values nor file contents, because otherwise exporting a file again
/// would reopen findings that were dismissed.
struct FingerprintGenerator {
  private var counts: [RuleAndPath: Int] = [:]

  private struct RuleAndPath: Hashable {
    let rule: String
    let path: Path
  }

  /// Returns the fingerprint of the next finding, in report order.
  ///
  /// - Parameter path: the path of the file in the repository.
  /// - Returns: 64 hexadecimal digits that identify the rule and path, and the finding's number there,
  ///   starting from 1.
  mutating func nextRuleAndPathFingerprint(of finding: Finding, at path: Path) -> (
    digest: String, ordinal: Int
  ) {
    let ordinal = counts[RuleAndPath(rule: finding.rule, path: path), default: 0] + 1
    counts[RuleAndPath(rule: finding.rule, path: path)] = ordinal
    var digest = SHA256()
    digest.update(Array(finding.rule.utf8) + [0] + path.bytes)
    return (digest.hexDigest(), ordinal)
  }
}
