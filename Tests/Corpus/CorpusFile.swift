/// One line of the corpus's `manifest.tsv`: a file and what is known of it. Nil means unknown or not
/// applicable.
public struct CorpusFile: Sendable, Hashable {
  /// What must come of reading a file.
  public enum Expectation: String, Sendable, Hashable, CaseIterable {
    /// It decodes, and the hashes hold.
    case ok
    /// It is broken: decoding ends in an error.
    case reject
    /// Good programs disagree: decode it or refuse it, but in order.
    case warn
    /// Refuse it by a limit, or stream it.
    case limit
    /// Name what it is.
    case unsupported
    /// It is no picture.
    case none = "-"
  }

  /// Below the corpus.
  public let path: String
  /// Of the file's bytes.
  public let sha256: String
  /// `owner/repository:path` or `generated:script`.
  public let source: String
  /// `png`, `apng`, `gif`, `jpeg`, or `other:NAME`.
  public let format: String?
  /// What must come of it.
  public let expect: Expectation
  /// As the header claims, in pixels.
  public let width: Int?
  /// As the header claims, in pixels.
  public let height: Int?
  /// Frames of the animation, without a hidden default image.
  public let frameCount: Int?
  /// APNG: `num_plays`; GIF: the loop block's value; 0 is for ever. `1 play`: an animated GIF without loop
  /// block.
  public let loop: String?
  /// SHA-256 of the first composited frame, straight RGBA, row by row.
  public let firstFrameSHA256: String?
  /// SHA-256 of all composited frames, one after the other.
  public let allFramesSHA256: String?
  /// Who computed the hashes.
  public let oracle: String?
  /// The largest channel difference that counts as equal; 0: the hashes must match.
  public let tolerance: Int?
  /// Exactly these findings when the file is checked alone; empty for none.
  public let rules: [String]?
  /// At least these findings; one with `!` in front must not be.
  public let rulesAtLeast: [String]?
  /// In words.
  public let notes: String?
  /// A picture with the pixels, below the corpus; frames stacked top to bottom.
  public let reference: String?

  /// Every line of the manifest; empty where the corpus is absent.
  public static let all: [CorpusFile] = Corpus.selected(
    Corpus.table("manifest.tsv").compactMap(CorpusFile.init), "in the manifest")

  /// Files that are expected to end in one way.
  public static func all(expect: Expectation...) -> [CorpusFile] {
    all("expected to be \(expect)") { expect.contains($0.expect) }
  }

  /// Files in a folder, at any depth: `rules/good`.
  public static func all(in folder: String) -> [CorpusFile] {
    all("in \(folder)") { $0.path.hasPrefix(folder + "/") }
  }

  /// Files of a format, by content: `apng`.
  public static func all(format: String...) -> [CorpusFile] {
    all("of format \(format)") { file in format.contains { $0 == file.format } }
  }

  /// Files that fulfil a condition; a selection that is empty although the corpus is there stops the run.
  public static func all(_ what: String, where isMeant: (CorpusFile) -> Bool) -> [CorpusFile] {
    Corpus.selected(all.filter(isMeant), what)
  }

  /// The file's content.
  public func bytes() throws -> [UInt8] { try Corpus.bytes(of: path) }

  /// The composited frames of an animation of up to 150 frames, in order; empty for others.
  public var frames: [CorpusFrame] { CorpusFrame.byPath[path] ?? [] }

}

extension CorpusFile {
  init?(_ row: [String: String]) {
    guard let path = row["path"], let expect = row["expect"].flatMap(Expectation.init) else { return nil }
    self.path = path
    self.expect = expect
    sha256 = row["sha256"] ?? ""
    source = row["source"] ?? ""
    format = row.cell("format")
    width = row.cell("width").flatMap(Int.init)
    height = row.cell("height").flatMap(Int.init)
    frameCount = row.cell("frames").flatMap(Int.init)
    loop = row.cell("loop")
    firstFrameSHA256 = row.cell("first_frame_rgba_sha256")
    allFramesSHA256 = row.cell("all_frames_rgba_sha256")
    oracle = row.cell("oracle")
    tolerance = row.cell("tolerance").flatMap(Int.init)
    rules = row.ids("rules")
    rulesAtLeast = row.ids("rules_at_least")
    notes = row.cell("notes")
    reference = row.cell("reference")
  }
}

extension CorpusFile: CustomStringConvertible {
  /// The path, which is how a failing test names the file.
  public var description: String { path }
}
