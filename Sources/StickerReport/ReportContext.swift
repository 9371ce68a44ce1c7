package import StickerModel

/// What reports for other programs need beside the findings.
package struct ReportContext: Sendable {
  /// Every rule there is, to be described where a format has a place for that.
  package let rules: [Rule]
  /// Whether people are told each file's own findings, also where most of a pack share them.
  package var listsEach = false
  /// Columns of the terminal that it is written to; nil where it is none.
  package var width: Int?
  /// Whether the next command finds the files where the report says they are.
  package var namesFiles = false
  /// The messenger that the files were judged for; nil where nobody named one.
  package var messenger: String?
  /// What the command that fixes says for that messenger, with the space before it.
  var fixOptions: String { messenger.map { " --for \($0)" } ?? "" }
  /// Where relative paths are seen from: absolute, without links; nil where that plays no part.
  private let workingFolder: [Path]?
  /// The repository's top, from where other programs see its files; nil: the working folder.
  private let sourceRoot: [Path]?
  /// What stands in front of a plain relative path to see it from `sourceRoot`; nil where it is outside.
  private let prefix: Path?

  /// What surrounds a run.
  ///
  /// - Parameter workingFolder: absolute, without links.
  /// - Parameter sourceRoot: absolute, without links; taken where the working folder lies in it.
  package init(rules: [Rule] = [], workingFolder: Path? = nil, sourceRoot: Path? = nil) {
    self.rules = rules
    self.workingFolder = workingFolder?.components
    let root = sourceRoot?.components
    let isAbove = root.flatMap { root in workingFolder?.components.starts(with: root) } ?? false
    self.sourceRoot = isAbove ? root : workingFolder?.components
    let below = workingFolder?.components.dropFirst(self.sourceRoot?.count ?? 0) ?? []
    prefix = below.isEmpty ? nil : Path(joining: below)
  }
}

/// A path as other programs know it.
struct SeenPath: Hashable {
  /// The path without `.` and inner `..`; from the repository's top where it lies in it, else as it was
  /// named.
  let path: Path
  /// Whether it lies in the repository, as far as its name tells.
  let isInside: Bool
}

extension ReportContext {
  /// A path seen from the top of the repository: what a forge finds its files by.
  ///
  /// Links are not looked at, since a report is a function of its findings: `a/link/../b.png` counts as
  /// `a/b.png`.
  func seen(_ path: Path) -> SeenPath {
    if isPlain(path.bytes) {
      return SeenPath(path: prefix?.appending(path) ?? path, isInside: true)
    }
    let isAbsolute = path.bytes.first == slash
    if let workingFolder, let sourceRoot {
      let whole = Path.normalized(isAbsolute ? path.components : workingFolder + path.components)
      if whole.starts(with: sourceRoot) {
        return SeenPath(path: Path(joining: whole.dropFirst(sourceRoot.count)), isInside: true)
      }
    }
    let parts = Path.normalized(path.components, isAbsolute: isAbsolute)
    if isAbsolute {
      return SeenPath(path: Path(bytes: [slash] + Path(joining: parts).bytes), isInside: false)
    }
    return SeenPath(path: Path(joining: parts), isInside: parts.first != upwards)
  }
}

private let slash = UInt8(ascii: "/")
private let dot = UInt8(ascii: ".")
private let upwards = Path("..")

/// Whether a path is relative and has no part that begins with a dot, none that is empty: nearly all are.
private func isPlain(_ bytes: [UInt8]) -> Bool {
  var previous = slash
  for byte in bytes {
    if previous == slash, byte == slash || byte == dot { return false }
    previous = byte
  }
  return previous != slash
}
