/// A whole number in decimal digits: no sign but `-`, no noughts in front, no separators.
///
/// - Returns: nil for anything else, and for what does not fit.
func decimalInteger(_ text: String) -> Int? {
  let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
  guard isDecimal(digits), digits == "0" || !digits.hasPrefix("0") else { return nil }
  return Int(text)
}

/// A number in decimal digits: `1.5`, `-2`; no exponent, no `.5`.
///
/// - Returns: nil for anything else, and for more than 32 characters.
func decimalNumber(_ text: String) -> Double? {
  guard text.utf8.count <= 32 else { return nil }
  let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
  let parts = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
  guard let whole = parts.first, parts.allSatisfy(isDecimal), whole == "0" || !whole.hasPrefix("0") else {
    return nil
  }
  return Double(text)
}

/// A number as a configuration writes it: `1.5`, and `2` for one that is whole.
func plainNumber(_ number: Double) -> String { Int(exactly: number).map { "\($0)" } ?? "\(number)" }

private func isDecimal(_ text: Substring) -> Bool {
  !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
}
