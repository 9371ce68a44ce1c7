public import StickerEngine

/// How much a fix may change.
public enum FixMode: Hashable, Sendable {
  /// Keeps every visible pixel and the timing.
  case lossless
  /// May reduce colors, dimensions or frames to bring a file below its size limit.
  case lossy
  /// Like `lossless`, and also stores every PNG and APNG in as few bytes as possible.
  case smallest
}

extension FixRequest {
  /// - Parameter rules: the ids of the rules to fix; nil for every error and warning.
  init(_ mode: FixMode, rules: Set<String>? = nil) {
    self.init(allowsLossyFixes: mode == .lossy, selectedRules: rules, minimizesFileSize: mode == .smallest)
  }
}

/// Files that were fixed in memory.
public struct FixedFiles: Sendable {
  /// A file that a fix changed.
  public struct File: Sendable {
    /// The path of the original file.
    public let path: Path
    /// The path of the fixed file. It is in the same folder, but its extension may differ.
    public let newPath: Path
    /// The bytes of the fixed file.
    public let bytes: [UInt8]
    /// The size of the original file in bytes.
    public let bytesBefore: Int
    /// The changes, in the order in which they were made, one sentence each.
    public let steps: [String]

    init?(_ asset: FixedAsset) {
      guard let change = asset.change else { return nil }
      (path, newPath, bytes) = (asset.path, change.path, change.bytes)
      bytesBefore = change.before.bytes
      steps = change.steps.map(\.words)
    }
  }

  /// Where to write the fixed files.
  public enum Destination: Hashable, Sendable {
    /// A folder that receives every file in the run, changed or not. It is created if it does not exist.
    case folder(String)
    /// Replaces the original files.
    case inPlace
  }

  /// The changed files, in the same order as in the run.
  public let files: [File]
  let run: StickerRun
  let request: FixRequest
  let report: Report

  /// Writes the fixed files, and updates their names in catalogs and pack files. Each file is written
  /// completely or not at all.
  ///
  /// The original files are read again. A file that changed in the meantime is fixed in its current state.
  ///
  /// - Throws: `StickersError` if the destination is invalid or a file could not be written. The other files
  ///   are still written.
  public func write(to destination: Destination) async throws(StickersError) {
    var fixing: FixRun
    do {
      var (isInPlace, output) = (false, Path?.none)
      switch destination {
      case .inPlace: isInPlace = true
      case .folder(let folder): output = Path(folder)
      }
      let destination = try FixDestination(
        inPlace: isInPlace, output: output, force: false, argumentPaths: run.searchPaths)
      try destination.validateTargets(of: run)
      fixing = FixRun(
        run: run, request: request, initialReport: report, destination: destination,
        service: InProcessImageService())
    } catch { throw StickersError(error) }
    await fixing.run(jobs: run.jobs, quiet: true)
    let failures = fixing.report.failureMessages
    guard failures.isEmpty else { throw StickersError(failures.map(\.text)) }
  }
}
