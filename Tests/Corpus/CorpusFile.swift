/// A line of the corpus's `manifest.tsv`: a file and its known properties. Nil means unknown or not
/// applicable.
public struct CorpusFile: Sendable, Hashable {
  /// The expected result of reading a file.
  public enum Expectation: String, Sendable, Hashable, CaseIterable {
    /// The file decodes, and its hashes match.
    case ok
    /// The file is broken, so decoding throws an error.
    case reject
    /// Reputable decoders disagree. Decoding may succeed or throw an error, but must not crash.
    case warn
    /// The file must be rejected because of a limit, or decoded as a stream.
    case limit
    /// The error message must name the format.
    case unsupported
    /// The file is not an image.
    case none = "-"
  }

  /// The path, relative to the corpus.
  public let path: String
  /// The SHA-256 of the file.
  public let sha256: String
  /// `owner/repository:path` or `generated:script`.
  public let origin: String
  /// `png`, `apng`, `gif`, `jpeg` or `other:NAME`.
  public let format: String?
  /// The expected result of reading the file.
  public let expectation: Expectation
  /// The width in pixels, according to the header.
  public let width: Int?
  /// The height in pixels, according to the header.
  public let height: Int?
  /// The number of frames in the animation, without a hidden default image.
  public let frameCount: Int?
  /// The loop count: `num_plays` of an APNG, or the value in a GIF's loop extension (0 is endless). `1 play`
  /// is an animated GIF without a loop extension.
  public let loop: String?
  /// The SHA-256 of the first composited frame, as straight RGBA, row by row.
  public let firstFrameSHA256: String?
  /// The SHA-256 of all composited frames, concatenated.
  public let allFramesSHA256: String?
  /// The program that computed the hashes.
  public let oracle: String?
  /// The largest channel difference that counts as equal. If it is 0, the hashes must match.
  public let tolerance: Int?
  /// The exact findings when the file is checked alone. Empty if there are none.
  public let expectedRules: [String]?
  /// Findings that must be among the results. A finding that starts with `!` must not be.
  public let rulesAtLeast: [String]?
  /// Free-form notes.
  public let notes: String?
  /// The path of an image with the expected pixels, relative to the corpus. Frames are stacked from top to
  /// bottom.
  public let referenceImagePath: String?

  /// All files in the manifest. Empty if the corpus is absent.
  public static let all: [CorpusFile] = Corpus.requireNonEmpty(
    Corpus.table("manifest.tsv").compactMap(CorpusFile.init), "in the manifest")

  /// The files with one of these expected results.
  public static func all(expect: Expectation...) -> [CorpusFile] {
    all("expected to be \(expect)") { expect.contains($0.expectation) }
  }

  /// The files in a folder such as `rules/good`, at any depth.
  public static func all(in folder: String) -> [CorpusFile] {
    all("in \(folder)") { $0.path.hasPrefix(folder + "/") }
  }

  /// The files of a format such as `apng`. The format is determined by content.
  public static func all(format: String...) -> [CorpusFile] {
    all("of format \(format)") { file in format.contains { $0 == file.format } }
  }

  /// The files that meet a condition. Traps if there are none although the corpus is present.
  public static func all(_ what: String, where isMeant: (CorpusFile) -> Bool) -> [CorpusFile] {
    Corpus.requireNonEmpty(all.filter(isMeant), what)
  }

  /// The contents of the file.
  public func bytes() throws -> [UInt8] { try Corpus.bytes(of: path) }

  /// The composited frames of an animation, in order. Empty for other files and for more than 150 frames.
  public var frames: [CorpusFrame] { CorpusFrame.byPath[path] ?? [] }

}

extension CorpusFile {
  init?(_ row: [String: String]) {
    guard let path = row["path"], let expect = row["expect"].flatMap(Expectation.init) else { return nil }
    self.path = path
    self.expectation = expect
    sha256 = row["sha256"] ?? ""
    origin = row["source"] ?? ""
    format = row.cell("format")
    width = row.cell("width").flatMap(Int.init)
    height = row.cell("height").flatMap(Int.init)
    frameCount = row.cell("frames").flatMap(Int.init)
    loop = row.cell("loop")
    firstFrameSHA256 = row.cell("first_frame_rgba_sha256")
    allFramesSHA256 = row.cell("all_frames_rgba_sha256")
    oracle = row.cell("oracle")
    tolerance = row.cell("tolerance").flatMap(Int.init)
    expectedRules = row.ruleIDs("rules")
    rulesAtLeast = row.ruleIDs("rules_at_least")
    notes = row.cell("notes")
    referenceImagePath = row.cell("reference")
  }
}

extension CorpusFile: CustomStringConvertible {
  /// The path, which names the file if a test fails.
  public var description: String { path }
}
