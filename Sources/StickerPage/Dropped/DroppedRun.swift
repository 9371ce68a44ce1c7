package import Stickers

/// What `lint` would make of files in memory if they lay in a folder: roles, packs, settings, and what
/// catalogs and descriptions say.
package struct DroppedRun: Sendable {
  package let run: StickerRun
  package let surroundings: Surroundings
  private let sources: [Path: AssetSource]

  /// - Parameter root: the folder that they seem to lie in.
  package init(
    _ files: [Path: [UInt8]], in root: Path, _ search: inout SettingsSearch, judgesPacks: Bool
  ) throws {
    let disk = FileSystem(holding: files, in: root)
    var everything = FileSelection()
    everything.mayBeEmpty = true
    everything.keepsReplaced = true
    everything.takesVideos = true
    var run = try StickerRun(
      everything, &search, judgesPacks: judgesPacks, on: disk, passingOverFaults: true)
    run.setAsideUnlisted()
    self.run = run
    surroundings = Surroundings(run.sources, run.inventory.declarations)
    sources = Dictionary(run.sources.map { ($0.path, $0) }) { first, _ in first }
  }

  /// Whether a message names the file.
  package func isOfMessage(_ path: Path) -> Bool {
    run.inventory.messages.contains { $0.files.contains { $0.value == path } }
  }

  /// A file as it would be checked; nil for one that is left out.
  package func source(_ path: Path) -> AssetSource? { sources[path] }

  /// What findings on a file depend on beside its bytes; files around it change that. What a pack is called,
  /// or says of its stickers, is nothing that a picture is looked at anew for.
  package func circumstances(of source: AssetSource) -> Circumstances {
    let around = surroundings.of(source)
    return Circumstances(
      role: source.role, pack: source.pack, original: around.original, gridSize: around.declaration?.gridSize,
      hasIconBackground: source.role == .icon && around.declaration?.hasIconBackground == true,
      isOfSlot: around.declaration?.slotIcons.contains(source.path) == true)
  }

  package struct Circumstances: Hashable, Sendable {
    package let role: Role
    package let pack: Path?
    package let original: Path?
    package let gridSize: GridSize?
    package let hasIconBackground: Bool
    package let isOfSlot: Bool
  }
}
