/// One way into the program for the bytes of a stranger, with everything that must hold whatever they are.
///
/// The fuzzer (`make fuzz`) and the replay of what it once found (`BrokenFileTests`) run the same targets.
public struct FuzzTarget: Sendable {
  /// What `make fuzz TARGET=` takes, and a folder of `Fixtures/Broken`.
  public let name: String
  /// One line on what the bytes are.
  public let summary: String
  /// Bytes of the longest input that is tried.
  public let longest: Int
  private let inputs: @Sendable (SeedFile) -> [[UInt8]]
  private let attempt: @Sendable ([UInt8]) throws(BrokenPromise) -> Void

  init(
    _ name: String, summary: String, longest: Int = 4096,
    seeds: @escaping @Sendable (SeedFile) -> [[UInt8]] = { _ in [] },
    attempt: @escaping @Sendable ([UInt8]) throws(BrokenPromise) -> Void
  ) {
    self.name = name
    self.summary = summary
    self.longest = longest
    self.inputs = seeds
    self.attempt = attempt
  }

  /// Lets the program have the bytes.
  ///
  /// - Throws: `BrokenPromise`; a trap is a broken promise too.
  public func run(_ bytes: [UInt8]) throws(BrokenPromise) { try attempt(bytes) }

  /// What a file of the corpus gives to begin with; none that is too long.
  public func seeds(of file: SeedFile) -> [[UInt8]] {
    inputs(file).filter { !$0.isEmpty && $0.count <= longest }
  }

  /// Every target, in the order in which they are run.
  public static let all: [FuzzTarget] = [
    .jpeg, .exif, .xmp, .iptc, .icc, .text, .sniff, .lottie, .json, .yaml, .settings, .description,
    .descriptionEdits, .manifest, .catalog, .catalogRules, .project, .baseline, .record, .packRecord, .shard,
    .workerAnswer, .resultCache, .builtPack, .glob, .encode, .resample,
    .webPWrite, .gif, .gifCodes, .gifFrames, .gifWrite, .png, .pngRows,
    .apng, .apngFrames, .webP, .webM,
    .measurements, .aseprite, .psd, .openRaster,
  ]
}

/// Something that must hold for all bytes and did not.
public struct BrokenPromise: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence, in the negative: what came instead.
  public let description: String
}

/// A file that targets take their first inputs from.
public struct SeedFile: Sendable {
  /// Its name with the extension.
  public let name: String
  /// All of it.
  public let bytes: [UInt8]

  /// A file of a corpus.
  public init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}

/// States what must hold.
///
/// - Parameter complaint: what is to be said where it does not.
func promise(_ holds: Bool, _ complaint: @autoclosure () -> String) throws(BrokenPromise) {
  if !holds { throw BrokenPromise(description: complaint()) }
}
