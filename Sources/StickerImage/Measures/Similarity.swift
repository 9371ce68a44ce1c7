/// Structural similarity of pictures that differ, in ten thousandths, rounded down.
package struct Similarity: Hashable, Sendable {
  package let tenThousandths: Int

  /// A similarity of at most 9 999 ten thousandths: 10 000 would say that nothing differs.
  package init(tenThousandths: Int) { self.tenThousandths = min(tenThousandths, 9_999) }

  /// - Parameter figure: the similarity; 1 for pictures that look the same.
  package init(_ figure: Double) { self.init(tenThousandths: Int((figure * 10_000).rounded(.down))) }

  /// The similarity as a decimal fraction: `0.9997`.
  package var written: String {
    let digits = String(tenThousandths % 10_000)
    return "\(tenThousandths / 10_000)." + String(repeating: "0", count: 4 - digits.count) + digits
  }

  /// The least at which a size may stand for the one with all its colors.
  ///
  /// - Source: nobody saw a difference from here on; `docs/decisions/0038`.
  package static let least = 9_995
}
