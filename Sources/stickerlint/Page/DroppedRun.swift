import ArgumentParser
import StickerIO
import StickerModel
import StickerSettings

/// What `lint` would make of files in memory if they lay in a folder: roles, packs, settings, and what
/// catalogs and descriptions say.
struct DroppedRun: Sendable {
  let run: CheckRun
  let surroundings: Surroundings
  private let sources: [Path: AssetSource]

  /// - Parameter root: the folder that they seem to lie in.
  init(
    _ files: [Path: [UInt8]], in root: Path, _ search: inout SettingsSearch, judgesPacks: Bool
  ) throws {
    let disk = FileSystem(holding: files, in: root)
    let options = try FileOptions.parse(["--allow-empty"])
    run = try CheckRun(options, &search, judgesPacks: judgesPacks, on: disk, passingOverFaults: true)
    surroundings = Surroundings(run.sources, run.found.declarations)
    sources = Dictionary(run.sources.map { ($0.path, $0) }) { first, _ in first }
  }

  /// Whether a message names the file.
  func isOfMessage(_ path: Path) -> Bool {
    run.found.messages.contains { $0.files.contains { $0.value == path } }
  }

  /// A file as it would be checked; nil for one that is left out.
  func source(_ path: Path) -> AssetSource? { sources[path] }

  /// What findings on a file depend on beside its bytes; files around it change that.
  func circumstances(of source: AssetSource) -> Circumstances {
    let around = surroundings.of(source)
    var declaration = around.declaration
    declaration?.stickers = []
    return Circumstances(
      role: source.role, pack: source.pack, original: around.original, declaration: declaration)
  }

  struct Circumstances: Hashable, Sendable {
    let role: Role
    let pack: Path?
    let original: Path?
    let declaration: PackDeclaration?
  }
}
