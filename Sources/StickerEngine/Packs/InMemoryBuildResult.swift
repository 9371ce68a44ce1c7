/// The result of building a pack for a `stream` record or for the drop page, before anything is written. A
/// worker process returns it.
package struct InMemoryBuildResult: Sendable {
  /// A sticker that is not in the build.
  package struct OmittedSticker: Hashable, Sendable {
    /// The path of the art, relative to the source.
    package let path: Path
    /// The ids of the rules that the sticker failed.
    package let failedRules: [String]
    /// Why the sticker is left out, as human-readable sentences.
    package let reasons: [String]

    package init(path: Path, failedRules: [String], reasons: [String]) {
      self.path = path
      self.failedRules = failedRules
      self.reasons = reasons
    }
  }

  /// The name of the pack; nil if the build ended before the name was read.
  package var name: String?
  /// The bundle identifier of the pack's app, or the pack's name if the identifier is derived from it; nil if
  /// the pack has no Xcode project.
  package var appBundleIdentifierOrName: String?
  /// The number of stickers in the build.
  package var stickerCount = 0
  /// The stickers that are not in the build.
  package var omittedStickers: [OmittedSticker] = []
  /// Human-readable notes.
  package var notes: [String] = []
  /// The changes to the art for a messenger, one line for each file.
  package var artChanges: [String] = []
  /// The findings on the pack.
  package var findings: [Finding] = []
  /// The differences that a check found, one line for each file that differs from the destination.
  package var differencesFromDestination: [String] = []
  /// The digest in the manifest; nil if no files were generated.
  package var digest: String?
  /// What changed since the build at the destination; nil without such a build, or if no files were
  /// generated.
  package var changes: PackChanges?
  /// The files of the pack; nil if it is not built.
  package var builtFiles: FileTree?
  /// How the build ended. The messages in its reasons have their final wording.
  package var outcome: BuildOutcome

  /// Creates a result that has only an outcome.
  package init(_ outcome: BuildOutcome) { self.outcome = outcome }
}
