import StickerModel

/// A piece of the document that a rule about catalogs or messages speaks of: a few lines with their numbers,
/// the one that is meant behind a mark. Of a file that is no text, or is not there, the files beside it.
struct ExampleExcerpt {
  /// The place with line and column, as far as it has them.
  let place: String
  let lines: [String]

  /// The excerpt of an example; nil for one without a place.
  init?(_ example: Example) {
    guard let place = example.place else { return nil }
    self.place = place
    let parts = place.split(separator: ":")
    let text = example.sketches.first { $0.fileName == parts[0] }?.text
    if let text, example.described != nil, parts.count == 1 {  // about what is not there
      lines = text.split(separator: "\n").map { "  \($0)" }
      return
    }
    guard parts.count == 3, let line = Int(parts[1]), let text else {
      lines = ExampleExcerpt.files(of: example, around: String(parts.first ?? ""))
      return
    }
    var all = text.split(separator: "\n", omittingEmptySubsequences: false)
    if all.last == "" { all.removeLast() }
    let shown = max(1, line - 2)...max(line, min(all.count, line + 1))
    let width = String(shown.upperBound).count
    lines = shown.filter { $0 <= all.count }.map { number in
      let digits = String(number)
      let padding = String(repeating: " ", count: width - digits.count)
      return "\(number == line ? ">" : " ") \(padding)\(digits)  \(shortened(all[number - 1]))"
    }
  }

  /// What lies in the folder of a file, or in the folder itself; the one that is meant behind a mark.
  private static func files(of example: Example, around path: String) -> [String] {
    let folder = path.split(separator: "/").dropLast().joined(separator: "/") + "/"
    let names = example.sketches.map(\.fileName).filter { $0.hasPrefix(folder) }
    let all = names.contains { $0 == path || $0.hasPrefix(path + "/") } ? names : names + [path]
    return all.sorted().map { name in
      let isMeant = name == path || name.hasPrefix(path + "/")
      return "\(isMeant ? ">" : " ") \(name)\(names.contains(name) ? "" : "  (missing)")"
    }
  }
}

/// A line that a page can hold.
private func shortened(_ line: Substring) -> String {
  line.count > 100 ? line.prefix(100) + "…" : String(line)
}
