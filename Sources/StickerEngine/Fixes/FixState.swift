import StickerImage

/// A file before or after fixes, and its analysis.
struct AnalyzedFile {
  let path: Path
  /// The bytes of the file; empty if it could not be read.
  let bytes: [UInt8]
  let asset: Asset
  let findings: [Finding]
  /// The decoded frames; nil if they were not decoded, are damaged, or take too much memory to be kept.
  var frames: [Frame]?
}

extension AnalyzedFile {
  /// Creates an analyzed file from a finished analysis.
  init(_ reader: AssetReader, _ outcome: ReadOutcome, _ findings: [Finding]) {
    var bytes: [UInt8] = []
    if case .bytes(let whole) = outcome { bytes = whole }
    self.init(
      path: reader.asset.path, bytes: bytes, asset: reader.asset, findings: findings,
      frames: reader.keptFrames)
  }

  /// The bytes of the file; nil if it could not be read.
  var readableBytes: [UInt8]? { bytes.isEmpty ? nil : bytes }

  func analysis(pack: Path?, at path: Path) -> AssetAnalysis {
    AssetAnalysis(asset, path: path, pack: pack, findings: findings)
  }

  var isDamagedOrExceedsLimits: Bool {
    switch asset.content {
    case .unsupportedFormat, .lottie: return false
    default: break
    }
    guard let container = asset.container else { return true }
    return !container.damage.isEmpty || !asset.pixelDamage.isEmpty || !container.exceededLimits.isEmpty
  }
}

/// The rule of a finding, and the kind of fix for the finding.
struct RuleAndFixKind: Hashable {
  let rule: String
  let kind: Fix.Kind

  init?(_ finding: Finding) {
    guard let fix = finding.evidence.fix else { return nil }
    rule = finding.rule
    kind = fix.kind
  }
}

/// A result of applying fixes that was not rejected.
struct SuccessfulFixAttempt {
  private(set) var fixedFile: AnalyzedFile
  let steps: [FixStep]
  let lossyEncodingSimilarity: FrameSimilarity?
  /// Whether the file was encoded losslessly with the requested effort.
  var isMinimized = false
  /// Statistics about the file before it was converted from a format that rules cannot check.
  var foreignOriginalStats: ImageStats?

  /// The attempt without decoded frames, which frees memory for other attempts.
  var withoutFrames: SuccessfulFixAttempt {
    var attempt = self
    attempt.fixedFile.frames = nil
    return attempt
  }
}

/// The state of a file while it is being fixed.
struct FixState {
  private(set) var currentFile: AnalyzedFile
  private(set) var steps: [FixStep] = []
  private(set) var latestLossyEncodingSimilarity: FrameSimilarity?
  private(set) var foreignOriginalStats: ImageStats?
  /// Why fixes were not applied.
  var latestFailureReasons: [RuleAndFixKind: UserMessage] = [:]
  /// Whether encoding the file again cannot make it smaller.
  var isFileSizeMinimized = false
  /// Why a smaller file was not kept. Contains at most one finding.
  var fileSizeMinimizationFailures: [UnfixedFinding] = []

  /// Whether to count colors for the statistics.
  let countsColors: Bool
  /// Statistics about the file before its first fix; nil until then.
  private(set) var statsBeforeFirstFix: ImageStats?

  init(_ candidate: AnalyzedFile, countsColors: Bool) {
    self.currentFile = candidate
    self.countsColors = countsColors
  }

  mutating func accept(_ attempt: SuccessfulFixAttempt) {
    // Compute these statistics now, because the source frames are not kept.
    if statsBeforeFirstFix == nil, foreignOriginalStats == nil {
      statsBeforeFirstFix = currentFile.stats(
        colorCount: countsColors ? currentFile.visibleColorCountUpToLimit : nil)
    }
    currentFile = attempt.fixedFile
    steps += attempt.steps
    latestLossyEncodingSimilarity = attempt.lossyEncodingSimilarity ?? latestLossyEncodingSimilarity
    foreignOriginalStats = foreignOriginalStats ?? attempt.foreignOriginalStats
    isFileSizeMinimized = attempt.isMinimized
  }
}

extension AnalyzedFile {
  /// The number of visible colors; nil if there are too many to count.
  var visibleColorCountUpToLimit: Int? {
    var visible = VisibleColorCounter()
    guard let frames else {
      // No rule needed the frames, or they take too much memory to be kept.
      _ = asset.container?.visitFrames(of: bytes, with: &visible)
      return visible.count
    }
    for (number, frame) in frames.enumerated() { visible.visit(frame, number: number) }
    return visible.count
  }

  /// Returns statistics for reports, or nil if the file is not an image.
  func stats(colorCount: Int?) -> ImageStats? {
    guard let container = asset.container else { return nil }
    return ImageStats(
      bytes: bytes.count, format: container.format.name, canvas: container.canvas,
      frameCount: container.frameCount, colorCount: colorCount, duration: container.animation?.duration)
  }
}
