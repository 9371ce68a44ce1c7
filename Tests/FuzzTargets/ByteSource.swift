/// Takes numbers from the start of an input. Past its end, it returns zeros, so that every input is complete.
struct ByteSource {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isEmpty: Bool { rest.isEmpty }

  /// The remaining bytes.
  var remainder: [UInt8] { Array(rest) }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  mutating func bytes(_ count: Int) -> [UInt8] {
    let there = Array(rest.prefix(count))
    rest = rest.dropFirst(count)
    return there + [UInt8](repeating: 0, count: count - there.count)
  }

  mutating func number16() -> Int { Int(byte()) << 8 | Int(byte()) }

  /// The next number, mapped to the range.
  mutating func number(_ range: ClosedRange<Int>) -> Int { range.lowerBound + Int(byte()) % range.count }
}
