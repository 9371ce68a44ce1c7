/// An entry point for untrusted bytes, with the conditions that must hold for any bytes.
///
/// The fuzzer (`make fuzz`) and the replay of earlier failures (`BrokenFileTests`) run the same targets.
public struct FuzzTarget: Sendable {
  /// The name for `make fuzz TARGET=`, which is also the name of a folder in `Fixtures/Broken`.
  public let name: String
  /// A one-line description of the bytes.
  public let summary: String
  /// The maximum length of an input in bytes.
  public let maxInputBytes: Int
  private let inputs: @Sendable (SeedFile) -> [[UInt8]]
  private let attempt: @Sendable ([UInt8]) throws(PropertyViolation) -> Void

  init(
    _ name: String, summary: String, maxInputBytes: Int = 4096,
    seeds: @escaping @Sendable (SeedFile) -> [[UInt8]] = { _ in [] },
    attempt: @escaping @Sendable ([UInt8]) throws(PropertyViolation) -> Void
  ) {
    self.name = name
    self.summary = summary
    self.maxInputBytes = maxInputBytes
    self.inputs = seeds
    self.attempt = attempt
  }

  /// Runs the target on an input.
  ///
  /// - Throws: `PropertyViolation`. A trap is a broken promise too.
  public func run(_ bytes: [UInt8]) throws(PropertyViolation) { try attempt(bytes) }

  /// The inputs derived from a file in the corpus, except those that are too long.
  public func seeds(of file: SeedFile) -> [[UInt8]] {
    inputs(file).filter { !$0.isEmpty && $0.count <= maxInputBytes }
  }

  /// All targets, in the order in which they run.
  public static let all: [FuzzTarget] = [
    .jpeg, .exif, .xmp, .iptc, .icc, .text, .sniff, .lottie, .json, .yaml, .settings, .packFile,
    .packFileEdits, .manifest, .catalog, .catalogRules, .project, .baseline, .record, .packRecord, .shard,
    .workerAnswer, .resultCache, .builtPack, .glob, .encode, .resample,
    .webPWrite, .gif, .gifCodes, .gifFrames, .gifWrite, .png, .pngRows,
    .apng, .apngFrames, .webP, .webM,
    .measurements, .aseprite, .psd, .openRaster,
  ]
}

/// A condition that must hold for any bytes, but did not.
public struct PropertyViolation: Error, Hashable, Sendable, CustomStringConvertible {
  /// A sentence that says what happened instead.
  public let description: String
}

/// A file from which targets derive their seed inputs.
public struct SeedFile: Sendable {
  /// The file name with its extension.
  public let name: String
  /// The contents of the file.
  public let bytes: [UInt8]

  /// Creates a seed from a file of a corpus.
  public init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}

/// Throws if a condition does not hold.
///
/// - Parameter complaint: what happened instead.
func expect(_ holds: Bool, _ complaint: @autoclosure () -> String) throws(PropertyViolation) {
  if !holds { throw PropertyViolation(description: complaint()) }
}
