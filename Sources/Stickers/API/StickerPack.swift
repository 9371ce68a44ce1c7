import StickerEngine
import StickerImage
import StickerPacker

/// A verified pack for Messages that has not been written yet.
public struct StickerPack: Sendable {
  /// What changed since the previous build.
  public struct Changes: Hashable, Sendable, CustomStringConvertible {
    /// A sticker with the same art but a different id.
    public struct Renaming: Hashable, Sendable {
      /// The id in the previous build.
      public let oldID: String
      /// The id in this build.
      public let newID: String
    }

    /// The ids of stickers whose art changed.
    public let stickersWithChangedArt: [String]
    /// The stickers with the same art but a different id.
    public let renamed: [Renaming]
    /// The ids of stickers that are only in this build.
    public let added: [String]
    /// The ids of stickers that are only in the previous build.
    public let removed: [String]
    /// The ids of stickers whose name, descriptions, keywords or emoji changed.
    public let stickersWithChangedTexts: [String]
    /// Whether the icon was added, removed or changed.
    public let changesIcon: Bool
    /// Whether the stickers that are in both builds are in a different order.
    public let isReordered: Bool
    /// The properties of the pack that changed, such as `name` or `author`.
    public let changedProperties: [String]
    /// The options of the build that changed, such as `variants` or `deploymentTarget`.
    public let changedBuildOptions: [String]
    /// The number of stickers without any change.
    public let unchangedCount: Int
    /// Whether nothing changed.
    public let isEmpty: Bool
    /// The changes in one line: `s03 changed, s04 renamed to wave, icon changed, 28 unchanged`.
    public let description: String

    init(_ changes: PackChanges) {
      stickersWithChangedArt = changes.stickersWithChangedArt
      renamed = changes.renamings.map { Renaming(oldID: $0.oldID, newID: $0.newID) }
      added = changes.addedStickerIDs
      removed = changes.removedStickerIDs
      stickersWithChangedTexts = changes.stickersWithChangedTexts
      changesIcon = changes.icon != nil
      isReordered = changes.isReordered
      changedProperties = changes.changedProperties.map(\.rawValue)
      changedBuildOptions = changes.changedBuildOptions.map(\.rawValue)
      unchangedCount = changes.unchangedStickerCount
      isEmpty = changes.isEmpty
      description = changes.escapedSummary
    }
  }

  /// A sticker that is not in the pack.
  public struct OmittedSticker: Hashable, Sendable {
    /// The path of the art, relative to the source.
    public let path: String
    /// The ids of the rules that the sticker failed.
    public let failedRules: [String]
    /// Why the sticker is left out, one sentence each.
    public let reasons: [String]
  }

  /// The display name of the pack.
  public let name: String
  /// The number of stickers in the pack.
  public let stickerCount: Int
  /// The stickers that are left out. See ``PackBuilder/Options/skipsFailingStickers``.
  public let omittedStickers: [OmittedSticker]
  /// Notes on what the build chose and changed, one sentence each.
  public let notes: [String]
  /// The findings on the art, except those that the build resolves.
  public let report: LintReport
  /// What changed since the previous build; nil if there was none.
  public let changes: Changes?
  private let builder: PackBuilder
  private let art: ResolvedPackSource
  private let packInMemory: PackInMemory

  init(_ builder: PackBuilder, _ art: ResolvedPackSource, _ result: PackResult, _ plan: PackInMemory) {
    name = art.locatedPack.name
    stickerCount = plan.manifest.stickers.count
    omittedStickers = plan.manifest.skippedStickers.map {
      OmittedSticker(path: $0.path.textOrDisplayText, failedRules: $0.ruleIDs, reasons: $0.reasons)
    }
    notes = result.notes.map(\.text)
    report = LintReport(result.report ?? Report(assets: [], packFindings: []), profile: .iMessage)
    changes = result.buildWithoutOutcome?.changes.map { Changes($0) }
    self.builder = builder
    self.art = art
    self.packInMemory = plan
  }

  /// The paths of all files, including `manifest.json`, in byte order. Path components are separated by `/`.
  public var paths: [String] { packInMemory.tree.paths }

  /// The bytes of a file in the pack; nil if no file has this path.
  public subscript(path: String) -> [UInt8]? { packInMemory.tree[path] }

  /// Writes the whole folder or nothing. Replaces an earlier build in that folder, but keeps what the user
  /// changed and added in its project and next to it.
  ///
  /// - Returns: what changed since the earlier build; nil if there was none.
  /// - Throws: `StickersError` if the build would delete or replace other files, or if the folder cannot be written.
  @discardableResult public func write(to folder: String) throws(StickersError) -> Changes? {
    do {
      let path = Path(folder)
      if !art.isInMemory {
        try PackToBuild(art.locatedPack, destination: path).ensureNoOverlapWithSources(of: [art.locatedPack])
      }
      let isForced = builder.options.replacesOtherFiles
      let destination = try PackDestination(replacing: path, force: isForced)
      let previous = destination.previousBuild
      let plan =
        previous.map { self.packInMemory.mergingProject(of: $0, replacingUserChanges: isForced) }
        ?? self.packInMemory
      try Task.checkCancellation()
      try destination.write(plan.tree)
      return previous?.changes(to: plan).map { Changes($0) }
    } catch { throw StickersError(error) }
  }

  /// Exports the pack for another messenger. Reads art on disk again, because each messenger's files are made
  /// from the original art.
  ///
  /// - Throws: `StickersError.buildStopped` if the art does not meet the limits, or metadata is missing.
  public func export(
    _ profile: Profile, progress: ProgressHandler? = nil
  ) async throws(StickersError) -> ExportedPack {
    try await builder.export(art, for: profile, progress)
  }
}

/// A pack in a messenger's format, before it is written.
public struct ExportedPack: Sendable {
  /// The messenger.
  public let profile: Profile
  /// The number of stickers in the pack.
  public let stickerCount: Int
  /// The stickers that are left out. See ``PackBuilder/Options/skipsFailingStickers``.
  public let omittedStickers: [StickerPack.OmittedSticker]
  /// The changes to the art, one line for each file.
  public let artChanges: [String]
  private let tree: FileTree
  private let replacesOtherFiles: Bool

  init(_ profile: Profile, _ built: InMemoryBuildResult, _ tree: FileTree, replacesOtherFiles: Bool) {
    self.profile = profile
    stickerCount = built.stickerCount
    omittedStickers = built.omittedStickers.map {
      .init(path: $0.path.textOrDisplayText, failedRules: $0.failedRules, reasons: $0.reasons)
    }
    artChanges = built.artChanges
    self.tree = tree
    self.replacesOtherFiles = replacesOtherFiles
  }

  /// The paths of all files, in byte order: one archive, such as `signal.zip`, or the files of one folder,
  /// such as `telegram/stickers.json`.
  public var paths: [String] { tree.paths }

  /// The bytes of a file; nil if no file has this path.
  public subscript(path: String) -> [UInt8]? { tree[path] }

  /// Writes the archive or the folder into another folder, completely or not at all. Replaces an earlier
  /// export.
  ///
  /// - Parameter folder: the folder, which is created if it does not exist.
  /// - Throws: `StickersError` if other files are in the way, or the files cannot be written.
  public func write(to folder: String) throws(StickersError) {
    var options = MessengerBuilder.Options()
    options.replacesOtherFiles = replacesOtherFiles
    let environment = BuildEnvironment(jobs: 1, service: InProcessImageService())
    let writer = MessengerBuilder(options, environment)
    var result = PackResult()
    do {
      try Task.checkCancellation()
      let (paths, place) = (tree.paths, Path(folder))
      if paths.count == 1, !paths[0].contains("/"), let archive = tree[paths[0]] {
        try writer.writeOrCompare(archive, at: place.appending(paths[0]), &result)
      } else if let top = paths.first?.split(separator: "/").first {
        var inner = FileTree()
        for path in paths { inner[String(path.dropFirst(top.count + 1))] = tree[path] }
        try writer.writeOrCompare(inner, at: place.appending(String(top)), &result)
      }
    } catch { throw StickersError(error) }
  }
}
