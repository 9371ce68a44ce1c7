import StickerEngine
import StickerPacker

/// The art of a pack: a folder, its `stickerpack.yml`, or an Xcode catalog.
public struct PackSource: Sendable {
  /// The path of the art, relative to the working folder.
  public let path: String

  /// Creates a source without reading anything.
  public init(_ path: String) { self.path = path }

  /// What to build, and how.
  public struct Options: Sendable {
    /// The variants to make of each sticker.
    public enum Variants: Hashable, Sendable {
      /// @2x and @1x variants.
      case all
      /// Only the art itself.
      case none
    }
    /// The variants to make of each sticker.
    public var variants: Variants
    /// Whether to build an Xcode project around the catalog.
    public var includesXcodeProject: Bool
    /// The name of the pack (default: taken from the pack file or the folder).
    public var name: String?
    /// Whether to leave out stickers that fail. Otherwise they stop the build.
    public var skipsFailingStickers: Bool
    /// The fixes to apply in memory before building (default: none).
    public var fixMode: FixMode?

    /// Creates options. The defaults build a complete pack for Xcode.
    public init(
      variants: Variants = .all, includesXcodeProject: Bool = true, name: String? = nil,
      skipsFailingStickers: Bool = false,
      fixMode: FixMode? = nil
    ) {
      self.variants = variants
      self.includesXcodeProject = includesXcodeProject
      self.name = name
      self.skipsFailingStickers = skipsFailingStickers
      self.fixMode = fixMode
    }
  }

  /// The result of a build.
  public enum Outcome: Sendable {
    /// The finished pack, in memory.
    case built(Pack)
    /// The reasons why the pack cannot be built, one sentence each.
    case stopped([String])
  }

  /// A verified pack that has not been written yet.
  public struct Pack: Sendable {
    /// The display name of the pack.
    public let name: String
    /// Notes on what the build chose and changed, one sentence each.
    public let notes: [String]
    let tree: FileTree

    /// The paths of all files, including `manifest.json`, in byte order. Path components are separated by
    /// `/`.
    public var paths: [String] { tree.paths }

    /// The bytes of a file in the pack, or nil if no file has this path.
    public subscript(path: String) -> [UInt8]? { tree[path] }

    /// Writes the whole folder or nothing. Replaces an earlier build in that folder.
    ///
    /// - Throws: `StickersError` if the folder contains other files or cannot be written.
    public func write(to folder: String) throws(StickersError) {
      do {
        try PackDestination(replacing: Path(folder), force: false).write(tree)
      } catch { throw StickersError(error) }
    }
  }

  /// Reads, checks, plans and verifies the pack. Findings that are errors stop the build.
  public func build(_ options: Options = Options(), _ run: RunOptions = RunOptions()) async -> Outcome {
    do {
      var builder = AppPackBuilder(
        options.builderOptions, BuildEnvironment(jobs: run.jobCount, service: InProcessImageService()),
        try run.configurationSearch())
      let located = try locatePack(Path(path), PackOverrides(name: options.name))
      let (result, plan) = await builder.build(located)
      if let plan {
        return .built(
          Pack(name: located.name, notes: result.notes.map(\.text), tree: plan.tree))
      }
      return .stopped(result.outcome.reasons.map(\.text))
    } catch { return .stopped(StickersError(error).reasons) }
  }
}

extension PackSource.Options {
  fileprivate var builderOptions: AppPackBuilder.Options {
    var building = AppPackBuilder.Options()
    building.variants = variants == .all ? .all : .none
    building.skipsFailing = skipsFailingStickers
    building.deploymentTarget = includesXcodeProject ? ProjectDescription.defaultDeploymentTarget : nil
    building.fixes = fixMode.map { FixRequest($0) }
    return building
  }
}
