extension String {
  /// The length of the text as messengers count it: in Unicode scalars.
  ///
  /// - Parameter isWideDouble: whether a Chinese, Japanese or Korean character counts as two.
  package func characterCount(isWideDouble: Bool) -> Int {
    let scalars = unicodeScalars
    return scalars.count + (isWideDouble ? scalars.count(where: isWide) : 0)
  }
}

/// Whether a character is wide, as Chinese, Japanese and Korean ones are.
///
/// - Source: Unicode Standard Annex 11, East Asian Width: the blocks whose characters are W or F.
private func isWide(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
    0x20000...0x3FFFD:
    true
  default: false
  }
}
