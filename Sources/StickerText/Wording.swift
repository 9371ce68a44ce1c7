/// `500 000`: digits in threes from five digits on.
package func grouped(_ number: Int) -> String {
  let digits = String(number.magnitude)
  guard digits.count > 4 else { return String(number) }
  var out = ""
  for (position, digit) in digits.enumerated() {
    if position > 0, (digits.count - position).isMultiple(of: 3) { out += " " }
    out.append(digit)
  }
  return number < 0 ? "-" + out : out
}

/// `1 frame`, `12 frames`.
package func counted(_ number: Int, _ thing: String) -> String {
  "\(grouped(number)) \(thing)\(number == 1 ? "" : "s")"
}

/// `a`, `a and b`, `a, b and c`.
///
/// - Parameter word: what stands before the last: `and`, `or`.
package func listed(_ items: [String], _ word: String = "and") -> String {
  guard let last = items.last, items.count > 1 else { return items.first ?? "" }
  return items.dropLast().joined(separator: ", ") + " \(word) \(last)"
}
