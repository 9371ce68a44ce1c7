package import StickerEngine
public import StickerImage

/// Fixes images in memory: resolves findings with the smallest possible changes.
public struct Fixer: Sendable {
  /// Options that determine what fixes may change.
  public struct Options: Hashable, Sendable {
    /// A property that stays the same when the file size is reduced.
    public enum KeptImageProperty: String, Hashable, Sendable, CaseIterable {
      /// Nothing is scaled down.
      case size
      /// No frames are dropped.
      case frames
      /// No colors change, except through scaling.
      case colors
    }

    /// What to do with art that is smaller than the messenger's minimum.
    public enum SmallArtHandling: String, Hashable, Sendable, CaseIterable {
      /// Scale it up: pixel art by integer factors without smoothing, everything else smoothly.
      case enlarge
      /// Center it unscaled on the smallest canvas that the messenger accepts.
      case pad

      /// The id of the rule whose findings both options resolve.
      public static let resolvedRule = RuleID.pixelDimensions
    }

    /// How to shorten an animation that is longer than the messenger's maximum.
    public enum LongAnimationHandling: String, Hashable, Sendable, CaseIterable {
      /// Cut off its end.
      case trim
      /// Play it faster.
      case speedUp = "speed-up"
    }

    /// Whether fixes may make a visible difference: fewer colors, smaller dimensions, removed backgrounds. If
    /// false, every visible pixel and the timing stay the same.
    public var allowsLossyFixes: Bool
    /// Whether to store every PNG and APNG in as few bytes as possible, even files without findings.
    public var minimizesPNGFileSize: Bool
    /// The ids of the rules whose findings are fixed; nil to fix every error and warning. Fixes that change the
    /// appearance or the position of the art run only if their rule is in this set.
    public var selectedRules: Set<String>?
    /// The properties that stay the same when the file size is reduced.
    public var keptProperties: Set<KeptImageProperty> = []
    /// What to do with art that is too small; nil to leave it unchanged.
    public var smallArtHandling: SmallArtHandling?
    /// How to shorten an animation that is too long; nil to leave it unchanged.
    public var longAnimationHandling: LongAnimationHandling?
    /// The background color for transparent icons as 0xRRGGBB; nil to leave them unchanged.
    public var iconBackgroundColor: UInt32?
    /// How long to search for smaller files. At normal effort, an image that is converted from another format and
    /// fits without loss is encoded with moderate effort, unless `minimizesPNGFileSize` is true.
    public var effort = OptimizingEffort.normal

    /// Creates options. By default, fixes are lossless.
    public init(
      allowsLossyFixes: Bool = false, minimizesPNGFileSize: Bool = false,
      selectedRules: Set<String>? = nil
    ) {
      self.allowsLossyFixes = allowsLossyFixes
      self.minimizesPNGFileSize = minimizesPNGFileSize
      self.selectedRules = selectedRules
    }

    var fixOptions: FixOptions {
      var fixOptions = FixOptions(
        allowsLossyFixes: allowsLossyFixes, selectedRules: selectedRules, effort: effort,
        keptProperties: Set(keptProperties.map(StickerEngine.KeptImageProperty.init)),
        iconBackground: iconBackgroundColor,
        minimizesPNGFileSize: minimizesPNGFileSize)
      fixOptions.smallArtFix = smallArtHandling?.fix
      fixOptions.longAnimationFix = longAnimationHandling?.fix
      return fixOptions
    }
  }

  /// Options that determine what fixes may change.
  public let options: Options
  /// Whether ``FixRun`` uses the results of earlier runs. Files are recognized by their content. Runs with few files
  /// do not use them.
  public var usesResultCache = false
  /// The worker processes in which ``FixRun`` decodes and fixes files; nil to do this in this process. The calls
  /// that fix in memory throw if there is a sandbox, because they work in this process.
  public var sandbox: Sandbox?
  /// Receives the notes of a ``FixRun`` about the cache and the sandbox.
  public var noteHandler: NoteHandler?
  let profile: Profile?
  let configuration: LintConfiguration
  private let memory: MemoryBudget
  let jobs: Int

  /// Creates a fixer without reading any files.
  ///
  /// - Parameters:
  ///   - options: what a fix may change.
  ///   - profile: the profile that sets the limits. If nil, the configuration files set it (default:
  ///     Messages).
  ///   - configuration: the options and severities of rules. All rules run, because a fix must not violate
  ///     another rule. Custom rules and baselines do not apply.
  ///   - memory: the memory limit for decoded images.
  ///   - jobs: how many files to process at the same time; nil for the number of cores.
  public init(
    options: Options = Options(), profile: Profile? = nil,
    configuration: LintConfiguration = LintConfiguration(), memory: MemoryBudget = MemoryBudget(),
    jobs: Int? = nil
  ) {
    self.options = options
    self.profile = profile
    self.configuration = configuration
    self.memory = memory
    self.jobs = MachinePolicy.jobCount(jobs)
  }

  /// Fixes one image.
  ///
  /// - Parameters:
  ///   - data: the bytes of the file, for example as `Data`.
  ///   - name: the name of the file. A fix may change its extension.
  /// - Returns: the image, with the original bytes if nothing was fixed.
  /// - Throws: `StickersError` if the configuration is invalid, or the fixer has a ``sandbox``.
  public func fix(
    _ data: some Collection<UInt8> & Sendable, named name: String
  ) async throws(StickersError) -> FixedImage {
    let bytes = Array(data)
    do {
      let run = try makeStickerRunRejectingSandbox(.image(bytes, name: name))
      let source = run.sources[0]
      let pass = MemoryGatedFixer(
        options.fixOptions.keepingDimensions(ifFrame: source.role),
        run.configurationMap.configuration(at: source.path),
        memory.gate)
      try Task.checkCancellation()
      let fixed = await pass.fix(source)
      try Task.checkCancellation()
      return FixedImage(fixed, original: bytes)
    } catch { throw StickersError(error) }
  }

  /// Fixes files and folders in memory. Nothing is written until you call ``FixedFiles/write(to:progress:)``.
  ///
  /// - Parameters:
  ///   - paths: files, folders and catalogs, relative to the working folder; empty for the working folder.
  ///   - progress: receives the progress.
  /// - Throws: `StickersError` if a path does not exist, no image is found, or a configuration is invalid.
  public func fix(
    _ paths: [String], progress: ProgressHandler? = nil
  ) async throws(StickersError) -> FixedFiles {
    do {
      let run = try makeStickerRunRejectingSandbox(.paths(paths))
      let plan = try FixDestination(.none, argumentPaths: run.searchPaths)
      var fixing = FixRunner(
        run: run, fixOptions: options.fixOptions, initialReport: nil, destination: plan,
        service: InProcessImageService(memory.gate))
      fixing.keepsFixResults = true
      await fixing.run(jobs: jobs, ProgressOutput(progress))
      try Task.checkCancellation()
      let after = await fixing.reportFromAnalysesAfterFixes(jobs: jobs)
      try Task.checkCancellation()
      return FixedFiles(
        fixing, finalReport: after, fixOptions: options.fixOptions, profile: profile, jobs: jobs)
    } catch { throw StickersError(error) }
  }

  private func makeStickerRunRejectingSandbox(_ source: LintSource) throws -> StickerRun {
    guard sandbox == nil else {
      throw CommandError(
        "this call fixes images in the program's own process. Use findFiles(_:output:) with a sandbox.")
    }
    return try source.makeStickerRun(
      configuration, profile: profile, forFixing: true, leavingOut: ruleOmittedWhenMinimizing)
  }

  /// The id of the rule about wasteful encoding if every file is minimized anyway; otherwise nil.
  var ruleOmittedWhenMinimizing: String? { options.minimizesPNGFileSize ? RuleID.wastefulEncoding : nil }

  /// The service that decodes and fixes files, in worker processes or in this process.
  func imageService() throws(CommandError) -> any ImageService {
    try Sandbox.imageService(
      sandbox, jobs: jobs, noteHandler: noteHandler, orInProcess: InProcessImageService(memory.gate))
  }
}

extension KeptImageProperty {
  fileprivate init(_ property: Fixer.Options.KeptImageProperty) {
    self =
      switch property {
      case .size: .dimensions
      case .frames: .frames
      case .colors: .colors
      }
  }
}

/// An image that was fixed in memory.
public struct FixedImage: Sendable, Hashable {
  /// A change to the image.
  public struct Change: Sendable, Hashable, Codable {
    /// The rule whose finding the change resolves.
    public let rule: String
    /// What the change does, with figures: `scale the art down from 824 × 824 px to 618 × 618 px`.
    public let description: String
    /// Whether the change may be visible.
    public let isLossy: Bool
  }

  /// A finding that was not fixed.
  public struct UnresolvedFinding: Sendable, Hashable, Codable {
    /// Why a finding was not fixed.
    public enum Reason: Sendable, Hashable, Codable {
      /// Only a person can fix it.
      case noFix
      /// ``Fixer/Options/selectedRules`` contains only other rules.
      case notSelected
      /// Hints are fixed only if ``Fixer/Options/selectedRules`` contains their rule.
      case isHint
      /// The fix runs only if ``Fixer/Options/selectedRules`` contains its rule.
      case isOptIn
      /// The fix needs ``Fixer/Options/allowsLossyFixes``.
      case isLossy
      /// The fix changes one of ``Fixer/Options/keptProperties``.
      case changesKeptProperty
      /// The fix needs ``Fixer/Options/iconBackgroundColor``.
      case needsIconBackground
      /// The fix needs ``Fixer/Options/smallArtHandling``.
      case needsSmallArtHandling
      /// The fix needs ``Fixer/Options/longAnimationHandling``.
      case needsLongAnimationHandling
      /// The fix failed, with the reason.
      case failed(String)

      private enum CodingKeys: String, CodingKey {
        case noFix, notSelected, isHint, isOptIn, isLossy, changesKeptProperty, needsIconBackground
        case needsSmallArtHandling = "needsSmallArt"
        case needsLongAnimationHandling = "needsLongAnimation"
        case failed
      }
    }

    /// The finding after all fixes.
    public let finding: LintReport.Finding
    /// Why it was not fixed.
    public let reason: Reason
  }

  /// The path of the fixed file: the original path, possibly with a different extension.
  public let path: String
  /// The bytes of the file.
  public let data: [UInt8]
  /// The size of the original file in bytes.
  public let originalByteCount: Int
  /// The changes, in the order in which they were made; empty if nothing was fixed.
  public let changes: [Change]
  /// The structural similarity to the original (SSIM: 1 for identical images, 0 for unrelated ones), on white or on
  /// black, whichever is lower; nil if no lossy change reduced the file size.
  public let similarity: Double?
  /// The findings that were not fixed.
  public let unresolved: [UnresolvedFinding]

  /// Whether the bytes or the name differ from those of the original.
  public let isChanged: Bool

  init(_ asset: FixedAsset, original: [UInt8]) {
    path = (asset.change?.newPath ?? asset.originalPath).textOrDisplayText
    data = asset.change?.newBytes ?? original
    originalByteCount = original.count
    changes =
      asset.change?.steps.map { Change(rule: $0.rule, description: $0.description, isLossy: $0.isLossy) }
      ?? []
    similarity = asset.change?.lossyEncodingSimilarity.map { min($0.mean.overWhite, $0.mean.overBlack) }
    unresolved = asset.unfixedFindings.map { UnresolvedFinding($0) }
    isChanged = asset.change != nil
  }

  /// Writes the bytes to a file, completely or not at all. An existing file is replaced.
  ///
  /// - Parameter path: the path of the file. Its folder must exist.
  /// - Throws: `StickersError` if the file cannot be written.
  public func write(to path: String) throws(StickersError) {
    do { try FileWriter.shared.writeFile(data, to: Path(path)) } catch { throw StickersError(error) }
  }
}

extension FixedImage.UnresolvedFinding {
  init(_ unfixed: UnfixedFinding) {
    finding = LintReport.Finding(unfixed.finding)
    switch unfixed.unfixedReason {
    case .noFix: reason = .noFix
    case .notSelected: reason = .notSelected
    case .isHint: reason = .isHint
    case .isOptIn: reason = .isOptIn
    case .isLossy: reason = .isLossy
    case .changesKeptProperty: reason = .changesKeptProperty
    case .needsBackgroundColor: reason = .needsIconBackground
    case .needsSmallArtFix: reason = .needsSmallArtHandling
    case .needsLongAnimationFix: reason = .needsLongAnimationHandling
    case .failed(let message): reason = .failed(message.text)
    }
  }
}

extension Fixer.Options.SmallArtHandling {
  package var fix: SmallArtFix {
    switch self {
    case .enlarge: .enlarge
    case .pad: .pad
    }
  }
}

extension Fixer.Options.LongAnimationHandling {
  package var fix: LongAnimationFix {
    switch self {
    case .trim: .trim
    case .speedUp: .speedUp
    }
  }
}
