import StickerEngine
import StickerPacker

/// The art of a pack: a folder, its `stickerpack.yml`, or an Xcode catalog.
public struct PackSource: Sendable {
  /// The path of the art, as seen from the working folder.
  public let path: String

  /// A source at a path; nothing is read yet.
  public init(_ path: String) { self.path = path }

  /// What is built of the art, and how.
  public struct Options: Sendable {
    /// The smaller sizes that are made of each sticker.
    public enum Variants: Hashable, Sendable {
      /// Both smaller sizes, @2x and @1x.
      case all
      /// No smaller size: the art alone.
      case none
    }
    /// Which smaller sizes are made.
    public var variants: Variants
    /// Whether there is an Xcode project around the catalog.
    public var project: Bool
    /// The pack's name; nil: as its description or its folder says.
    public var name: String?
    /// Whether stickers that fail are left out, rather than the pack stopped.
    public var skipsFailing: Bool
    /// What may be fixed in memory before; nil: nothing.
    public var fixes: FixMode?

    /// A pack for Xcode, unless told otherwise.
    public init(
      variants: Variants = .all, project: Bool = true, name: String? = nil, skipsFailing: Bool = false,
      fixes: FixMode? = nil
    ) {
      self.variants = variants
      self.project = project
      self.name = name
      self.skipsFailing = skipsFailing
      self.fixes = fixes
    }
  }

  /// What became of a build.
  public enum Outcome: Sendable {
    /// A pack, in memory.
    case built(Pack)
    /// What is in its way, a sentence each.
    case stopped([String])
  }

  /// A pack that is built and checked, and not written.
  public struct Pack: Sendable {
    /// The pack's name, for people.
    public let name: String
    /// What was chosen and changed, a sentence each.
    public let notes: [String]
    let tree: FileTree

    /// The paths of all files, with `/` between the parts, in byte order; `manifest.json` is one.
    public var paths: [String] { tree.paths }

    /// A file of the pack; nil where there is none of this path.
    public subscript(path: String) -> [UInt8]? { tree[path] }

    /// Writes the whole folder or nothing: an older build of ours there is replaced, and nothing else.
    ///
    /// - Throws: `StickersError` where something else lies there, or it cannot be written.
    public func write(to folder: String) throws(StickersError) {
      do {
        try PackDestination(replacing: Path(folder), force: false).write(tree)
      } catch { throw StickersError(error) }
    }
  }

  /// Reads, checks, plans and verifies the pack; an error of its art stops it.
  public func build(_ options: Options = Options(), _ run: RunOptions = RunOptions()) async -> Outcome {
    do {
      var builder = PackBuilder(
        options.building, BuildEnvironment(jobs: run.jobCount, service: InProcessImageService()),
        try run.search())
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
  /// The options for the builder.
  fileprivate var building: PackBuilder.Options {
    var building = PackBuilder.Options()
    building.variants = variants == .all ? .all : .none
    building.skipsFailing = skipsFailing
    building.deploymentTarget = project ? ProjectDescription.usualDeploymentTarget : nil
    building.fixes = fixes.map { FixRequest($0) }
    return building
  }
}
