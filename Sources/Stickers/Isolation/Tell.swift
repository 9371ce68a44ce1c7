import StickerIO

/// Says something to people on standard error. It may be closed or full: then nobody hears it, and what was
/// asked for is done all the same.
package func tell(_ lines: [String]) {
  try? standardError.write(lines.map { $0 + "\n" }.joined())
}
