public import StickerEngine

/// How much fixing may give up.
public enum FixMode: Hashable, Sendable {
  /// Gives up nothing that anybody sees.
  case lossless
  /// Gives up colors, pixels or frames, where a file is too heavy otherwise.
  case lossy
  /// Gives up nothing, and stores every PNG and APNG in the fewest bytes.
  case smallest
}

extension FixRequest {
  /// - Parameter rules: the ids of the rules that may be fixed, as `FixRequest.selected` has them.
  init(_ mode: FixMode, rules: Set<String>? = nil) {
    self.init(isLossy: mode == .lossy, selected: rules, wantsSmallest: mode == .smallest)
  }
}

/// Files that were fixed in memory.
public struct FixedFiles: Sendable {
  /// A file that becomes another one.
  public struct File: Sendable {
    /// The path of the file as it was found.
    public let path: Path
    /// The path of the new file: in the same folder, of another format perhaps.
    public let newPath: Path
    /// The bytes of the new file.
    public let bytes: [UInt8]
    /// The length of the old file in bytes.
    public let bytesBefore: Int
    /// What was done, in that order, a sentence each.
    public let steps: [String]

    init?(_ asset: FixedAsset) {
      guard let change = asset.change else { return nil }
      (path, newPath, bytes) = (asset.path, change.path, change.bytes)
      bytesBefore = change.before.bytes
      steps = change.steps.map(\.words)
    }
  }

  /// Where fixed files go.
  public enum Destination: Hashable, Sendable {
    /// Into a folder, with all that did not change beside them; made where it is not there.
    case folder(String)
    /// Writes the fixed files in the place of those that were found.
    case inPlace
  }

  /// The files that become others, in the order of the run.
  public let files: [File]
  let run: StickerRun
  let request: FixRequest
  let report: Report

  /// Writes them, each whole or not at all; catalogs and descriptions follow the names.
  ///
  /// The files are read again: one that has changed meanwhile is fixed as it is now.
  ///
  /// - Throws: `StickersError` where the destination cannot be used, or a file could not be written; the
  ///   others are.
  public func write(to destination: Destination) async throws(StickersError) {
    var fixing: FixRun
    do {
      var (isInPlace, output) = (false, Path?.none)
      switch destination {
      case .inPlace: isInPlace = true
      case .folder(let folder): output = Path(folder)
      }
      let destination = try FixDestination(
        inPlace: isInPlace, output: output, force: false, named: run.walked)
      try destination.validateTargets(of: run)
      fixing = FixRun(
        run: run, request: request, found: report, destination: destination,
        service: InProcessImageService())
    } catch { throw StickersError(error) }
    await fixing.run(jobs: run.jobs, quiet: true)
    let failures = fixing.report.failures
    guard failures.isEmpty else { throw StickersError(failures.map(\.text)) }
  }
}
