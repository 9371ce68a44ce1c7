extension Container {
  /// Keeps a comment as text: UTF-8 where it is that, one character a byte where it is not.
  mutating func keepComment(_ bytes: some Collection<UInt8>) {
    let kept = comments.reduce(0) { $0 + $1.utf8.count }
    let part = Array(bytes.prefix(max(0, mostCommentBytes - kept)))
    guard !part.isEmpty else { return }
    comments.append(String(validating: part, as: UTF8.self) ?? String(latin1: part))
  }
}

/// Bytes of all comments together that are kept, before they become text: enough to see who wrote them, and
/// nothing beside the file itself.
let mostCommentBytes = 4096
