import StickerFix
import StickerImage
import StickerModel

/// What was done to the files of a pack, each with its path: what people may see first, what was done alike
/// to several said once, and no more than a page can tell.
func notes(on fixes: [(path: Path, note: ChangeNote)]) -> [String] {
  let groups = fixes.grouped(by: \.note.words)
  let told = (groups.filter { $0[0].note.isSeen } + groups.filter { !$0[0].note.isSeen }).prefix(mostNotes)
  let rest = fixes.count - told.reduce(0) { $0 + $1.count }
  return told.map(note)
    + (rest > 0
      ? ["\(counted(rest, "more file")) \(rest == 1 ? "was" : "were") changed for the pack"]
      : [])
}

/// What was done alike to files.
private func note(on alike: [(path: Path, note: ChangeNote)]) -> String {
  let verb = alike.count == 1 ? "was" : "were"
  return "\(namedOrCounted(alike.map(\.path))) \(verb) changed for the pack: \(deed(on: alike))"
}

/// What it was, without the files, of which there is one at least.
func deed(on alike: [(path: Path, note: ChangeNote)]) -> String {
  let (before, after) = alike.reduce((0, 0)) { ($0.0 + $1.note.before, $0.1 + $1.note.after) }
  let all = alike.count == 1 ? "" : " in all"
  let least = alike.compactMap(\.note.similarity).min { $0.tenThousandths < $1.tenThousandths }.map {
    ", SSIM \(alike.count == 1 ? "" : "at least ")\($0.written)"
  }
  return "\(alike[0].note.words) (\(grouped(before)) → \(grouped(after)) bytes\(all)\(least ?? ""))"
}

/// `a.png`; `a.png, b.png and c.png`; `12 files (a.png and 11 more)`.
private func namedOrCounted(_ paths: [Path]) -> String {
  paths.count <= 3
    ? listed(paths.map(\.shown))
    : "\(counted(paths.count, "file")) (\(paths[0].shown) and \(grouped(paths.count - 1)) more)"
}

private let mostNotes = 5
