/// Decodes a GIF's LZW codes one at a time, with a table of whole strings.
///
/// - Parameter data: without the minimum code size and the lengths of sub-blocks.
/// - Returns: the indices in the data, at most `count`. Decoding stops at the end code, at the end of the
///   data, or at an impossible code.
/// - Source: GIF89a, appendix F.
func referenceLZW(_ data: [UInt8], codeSize: Int, count: Int) -> [UInt8] {
  let (clear, end) = (1 << codeSize, 1 << codeSize + 1)
  var table: [[UInt8]] = []
  var (bits, at) = (codeSize + 1, 0)
  var previous: [UInt8]?
  var out: [UInt8] = []
  func reset() {
    table = (0..<clear).map { [UInt8(truncatingIfNeeded: $0)] } + [[], []]
    bits = codeSize + 1
    previous = nil
  }
  reset()
  while out.count < count, at + bits <= data.count * 8 {
    let code = (0..<bits).reduce(0) { $0 | Int(data[(at + $1) / 8] >> UInt8((at + $1) % 8) & 1) << $1 }
    at += bits
    if code == clear {
      reset()
      continue
    }
    if code == end { break }
    if let last = previous {
      guard code < table.count || (code == table.count && code < 4096) else { break }
      let string = code < table.count ? table[code] : last + [last[0]]
      // A full table does not change until it is cleared.
      if table.count < 4096 { table.append(last + [string[0]]) }
      previous = string
    } else {
      guard code < clear else { break }
      previous = table[code]
    }
    out += previous ?? []
    // The encoder is one string ahead: it has already added the string made from this code and the next.
    if table.count + 1 > 1 << bits, bits < 12 { bits += 1 }
  }
  return Array(out.prefix(count))
}
