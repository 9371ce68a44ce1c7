/// Decodes a GIF's LZW codes one after the other, with a table of whole strings.
///
/// - Parameter data: without the minimum code size and the lengths of sub-blocks.
/// - Returns: as many indices as the data holds, `count` at most; it ends at the end code, at the data's end,
///   or at a code that cannot be.
/// - Source: GIF89a, appendix F.
func plainLZW(_ data: [UInt8], codeSize: Int, count: Int) -> [UInt8] {
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
      // A full table stays as it is until it is cleared.
      if table.count < 4096 { table.append(last + [string[0]]) }
      previous = string
    } else {
      guard code < clear else { break }
      previous = table[code]
    }
    out += previous ?? []
    // The writer is ahead by the string that it makes of this code and the next.
    if table.count + 1 > 1 << bits, bits < 12 { bits += 1 }
  }
  return Array(out.prefix(count))
}
