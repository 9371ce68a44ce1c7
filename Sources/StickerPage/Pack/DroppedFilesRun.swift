import StickerEngine
import Stickers

/// The run that `lint` would create if the dropped files were in a folder: roles, packs, configurations, and
/// the contents of catalogs and pack files.
struct DroppedFilesRun: Sendable {
  let run: StickerRun
  let contexts: RunFileContexts

  /// - Parameter root: the folder that the files appear to be in.
  init(
    _ files: [Path: [UInt8]], in root: Path, _ search: inout ConfigurationSearch, checksPacks: Bool
  ) throws {
    let disk = ReadOnlyFileSystem(holding: files, in: root)
    var everything = FileSelection()
    everything.allowsNoImages = true
    everything.includesReplacedImages = true
    everything.includesVideosAndLottie = true
    var run = try StickerRun(
      everything, &search, checksPacks: checksPacks, on: disk, ignoringErrors: true)
    run.limitPacksToListedStickers()
    self.run = run
    contexts = RunFileContexts(run)
  }
}
