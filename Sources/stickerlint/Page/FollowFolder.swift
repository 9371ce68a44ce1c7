import StickerIO
import StickerImage
import StickerModel

/// Keeps what a page shows like a folder: what is new, changed or gone there is so on the page. Nothing in
/// the folder is changed.
///
/// - Parameter mostBytes: of a file; a longer one is told, and not taken.
/// - Returns: when its task is canceled.
func follow(_ folder: Path, into collection: Collection, atMost mostBytes: Int) async {
  var followed = FollowedFolder(folder, mostBytes: mostBytes)
  while !Task.isCancelled {
    let step = followed.look()
    for path in step.gone { await collection.remove(path) }
    for (path, bytes) in step.new {
      if case .refused(_, let sentence) = await collection.put(path.shown, bytes) {
        await collection.note(sentence)
      }
    }
    for note in step.notes { await collection.note(note) }
    await pause(milliseconds: 500)
  }
}

/// What is known of a folder from one look to the next.
struct FollowedFolder {
  /// What came of one look; paths seen from the folder.
  struct Step {
    var new: [(path: Path, bytes: [UInt8])] = []
    var gone: [Path] = []
    var notes: [String] = []
  }

  private let folder: Path
  private let mostBytes: Int
  /// What was handed on.
  private var taken: [Path: FileStamp] = [:]
  /// What was there at the last look, and for how many looks it has been so.
  private var seen: [Path: (stamp: FileStamp, looks: Int)] = [:]
  private var isMissing = false

  /// Programs write a file in pieces, and rest in between: what looks torn is given three seconds more.
  private static let looksForTorn = 6

  init(_ folder: Path, mostBytes: Int) { (self.folder, self.mostBytes) = (folder, mostBytes) }

  /// Looks once. A file is handed on when it has not changed since the look before.
  mutating func look() -> Step {
    var step = Step()
    guard (try? entryKind(at: realPath(of: folder))) == .folder, let found = files() else {
      if !isMissing { step.notes.append("\(folder.shown) is gone: what it held stays here until it is back") }
      isMissing = true
      return step
    }
    if isMissing { step.notes.append("\(folder.shown) is back") }
    isMissing = false
    var now: [Path: (stamp: FileStamp, looks: Int)] = [:]
    for path in found {
      guard let stamp = FileStamp(of: folder.appending(path)) else { continue }
      let looks = seen[path].map { $0.stamp == stamp ? $0.looks + 1 : 0 } ?? 0
      now[path] = (stamp, looks)
      guard taken[path] != stamp, looks > 0 else { continue }
      take(path, stamp, looks, &step)
    }
    step.gone = taken.keys.filter { now[$0] == nil }.sorted()
    for path in step.gone { taken[path] = nil }
    seen = now
    return step
  }

  private mutating func take(_ path: Path, _ stamp: FileStamp, _ looks: Int, _ step: inout Step) {
    switch readFile(folder.appending(path), limit: mostBytes, follow: true) {
    case .bytes(let bytes):
      if looks < Self.looksForTorn, isTorn(bytes) { return }
      step.new.append((path, bytes))
      taken[path] = stamp
    case .tooLarge(let count):
      step.notes.append(
        "\(path.shown) is not taken: \(grouped(count)) bytes, and at most \(grouped(mostBytes)) are")
      taken[path] = stamp
    case .unreadable(let reason):
      guard looks >= Self.looksForTorn else { return }
      step.notes.append("\(path.shown) is not taken: \(reason)")
      taken[path] = stamp
    }
  }

  private func isTorn(_ bytes: [UInt8]) -> Bool {
    readContainer(bytes, budget: .unlimited).map { !$0.damage.isEmpty } ?? false
  }

  /// Everything that `lint` would look at, seen from the folder; nil where it cannot be walked.
  private func files() -> [Path]? {
    guard let walked = try? walk([folder]) else { return nil }
    let place = SourcePlace(folder)
    let documents = walked.catalogs.flatMap { listCatalog($0).documents }
    return (walked.sources.map(\.path) + walked.descriptions + documents).map { place.relative($0) }
  }
}
