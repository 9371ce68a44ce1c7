import StickerModel

/// Text inside a line, a list's item or a table's cell of Markdown.
///
/// A backslash keeps Markdown from reading a character, but not what a forge does afterwards: `\@team` still
/// calls the team, `\#1` still links. So a sentence of calm characters stands as it is, and any other in a
/// code span, where nothing is read by anybody.
func markdownText(_ text: String) -> String {
  let shown = Untrusted(text).shown
  return isCalm(Array(shown.utf8)) ? shown : markdownCode(shown)
}

/// Text as a code span. A bar, which ends a table's cell even there, is shown as its number.
func markdownCode(_ text: String) -> String {
  let shown = Untrusted(text).shown
  let inner = shown.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\u{7C}")
  if inner.isEmpty { return "` `" }
  var (longest, run) = (0, 0)
  for byte in inner.utf8 {
    run = byte == backtick ? run + 1 : 0
    longest = max(longest, run)
  }
  let fence = String(repeating: "`", count: longest + 1)
  // One space on both sides is dropped by every reader, and needed where a backtick would join the fence.
  let (first, last) = (inner.utf8.first, inner.utf8.last)
  let isPadded = first == backtick || last == backtick || (first == space && last == space)
  return isPadded ? "\(fence) \(inner) \(fence)" : fence + inner + fence
}

private let backtick = UInt8(ascii: "`")
private let space = UInt8(ascii: " ")

/// Whether no reader of Markdown, and no forge that looks for names, numbers, commits, addresses or emoji in
/// it, sees more in a text than the text.
private func isCalm(_ text: [UInt8]) -> Bool {
  guard let first = text.first, first != space, text.last != space else { return false }
  for (place, byte) in text.enumerated() {
    let before = place > 0 ? text[place - 1] : space
    let after = place + 1 < text.count ? text[place + 1] : space
    switch byte {
    case 0x80..., space, UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "("), UInt8(ascii: ")"),
      UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "?"):
      continue
    case _ where isDigit(byte) || isLetter(byte): continue
    // Emoji (`:smile:`) and addresses need more behind it; `4.5:1` is a contrast.
    case UInt8(ascii: ":") where after == space || isRatio(text[place...]): continue
    // `GH-1` and `JIRA-1` are references.
    case UInt8(ascii: "-") where isSmall(before) && isSmall(after) || isDigit(before) && isDigit(after):
      continue
    // `%name` is one too.
    case UInt8(ascii: "%") where after == space || after == UInt8(ascii: ",") || after == UInt8(ascii: ";"):
      continue
    default: return false
    }
  }
  return text.split(separator: space, omittingEmptySubsequences: false).allSatisfy(isCalmWord)
}

/// Seven hexadecimal digits are a commit; `www.` is an address even without `http:`.
private func isCalmWord(_ word: ArraySlice<UInt8>) -> Bool {
  let parts = word.split { !isDigit($0) && !isLetter($0) }
  if parts.contains(where: { $0.count >= 7 && $0.allSatisfy(isHexadecimal) }) { return false }
  return !parts.contains { $0.suffix(3).map { $0 | 0x20 } == Array("www".utf8) }
}

/// `:1` and nothing more of a number or a name.
private func isRatio(_ text: ArraySlice<UInt8>) -> Bool {
  guard text.dropFirst().first == UInt8(ascii: "1") else { return false }
  guard let next = text.dropFirst(2).first else { return true }
  return next == space || next == UInt8(ascii: ",") || next == UInt8(ascii: ";")
}

private func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
private func isSmall(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte }
private func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte | 0x20 && byte < 0x80 }
private func isHexadecimal(_ byte: UInt8) -> Bool { isDigit(byte) || 0x61...0x66 ~= byte | 0x20 }
