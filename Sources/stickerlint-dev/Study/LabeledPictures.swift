import Corpus
import StickerEngine
import Stickers

/// Pictures that people looked at before any rule ran on them, with the faults that they saw.
struct LabeledPictures: Sendable {
  /// How clearly people saw a fault.
  enum FaultVisibility: Int, Sendable, Comparable {
    /// Nobody saw the fault.
    case none
    /// A careful viewer sees the fault.
    case borderline
    /// Everyone sees the fault.
    case clear

    static func < (one: FaultVisibility, other: FaultVisibility) -> Bool { one.rawValue < other.rawValue }
  }

  /// The name of the set, for tables.
  let heading: String
  /// The pictures, each by itself without a pack.
  let sources: [AssetSource]
  /// The questions that people were asked about the pictures.
  let questions: [ViewerQuestion]
  /// Returns how clearly people saw the fault of a question in a picture; nil if the label turned out to be wrong and
  /// does not count.
  let faultVisibilityUnlessOverturned: @Sendable (ViewerQuestion, Path) -> FaultVisibility?

  /// Reads `labels.tsv` (path, fault, level), `errata.tsv` and `seen.txt` in a folder with `pictures`.
  ///
  /// A label that turned out to be wrong on a second look (`errata.tsv`) does not count. Without `seen.txt`,
  /// the pictures are those in `labels.tsv`, which has a line with the fault `none` for a picture without
  /// faults. Pictures that are not in the folder are left out.
  ///
  /// - Throws: a `CommandError` if `labels.tsv` cannot be read.
  init(folder: Path) throws {
    var levels: [String: [String: FaultVisibility]] = [:]
    let rows = try tsvRows(of: folder.appending("labels.tsv"))
    for row in rows {
      guard let path = row["path"], let fault = row["fault"], let value = row["level"].flatMap({ Int($0) }),
        let level = FaultVisibility(rawValue: value)
      else { continue }
      levels[path, default: [:]][fault] = max(levels[path]?[fault] ?? .none, level)
    }
    var overturned: [String: Set<String>] = [:]
    if Self.fileExists(folder.appending("errata.tsv")) {
      for row in try tsvRows(of: folder.appending("errata.tsv")) {
        if let path = row["path"], let fault = row["fault"] {
          overturned[path, default: []].insert(fault)
        }
      }
    }
    let seen = Self.nonemptyLines(of: folder.appending("seen.txt")) ?? rows.compactMap { $0["path"] }
    var known = Set<String>()
    let pictures = seen.filter { known.insert($0).inserted }
    let present = pictures.filter { Self.fileExists(folder.appending("pictures/\($0)")) }
    let faults = (levels, overturned)
    heading =
      present.count == pictures.count
      ? "\(pictures.count) images in \(folder.displayText)"
      : "\(present.count) of \(pictures.count) images in \(folder.displayText)"
    sources = present.map { picture in
      AssetSource(path: Path(picture)) {
        ReadOnlyFileSystem.disk.readWholeFile(
          folder.appending("pictures/\(picture)"), maxFileBytes: $0, follow: true)
      }
    }
    questions = ViewerQuestion.allForPictureFolders
    faultVisibilityUnlessOverturned = { question, path in
      let (levels, overturned) = (faults.0[path.text ?? ""] ?? [:], faults.1[path.text ?? ""] ?? [])
      if !overturned.isDisjoint(with: question.faults) { return nil }
      return question.faults.compactMap { levels[$0] }.max() ?? FaultVisibility.none
    }
  }

  /// The published stickers of the corpus, with the answers in `Fixtures/Labels/shipped.tsv`.
  init(published labels: [PublishedStickerLabel]) {
    let byPath = Dictionary(labels.map { (Path($0.path), $0) }, uniquingKeysWith: { first, _ in first })
    heading = "\(labels.count) published stickers in the corpus"
    sources = labels.map(\.assetSource)
    questions = VisualReviewQuestion.all.map { ViewerQuestion(reviewQuestion: $0) }
    faultVisibilityUnlessOverturned = { question, path in
      guard let reviewQuestion = question.publishedStickerQuestion, let label = byPath[path] else {
        return FaultVisibility.none
      }
      return reviewQuestion.wasSeen(on: label) ? .clear : FaultVisibility.none
    }
  }

  private static func fileExists(_ path: Path) -> Bool {
    if case .unreadable = ReadOnlyFileSystem.disk.readWholeFile(path, maxFileBytes: 0, follow: true) {
      false
    } else {
      true
    }
  }

  private static func nonemptyLines(of path: Path) -> [String]? {
    guard
      case .bytes(let bytes) = ReadOnlyFileSystem.disk.readWholeFile(
        path, maxFileBytes: 16 << 20, follow: true)
    else {
      return nil
    }
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
  }

  /// Checks all pictures with the rules that the questions are about.
  ///
  /// - Parameter options: option values that differ from the defaults, by rule id.
  func findingsForQuestions(options: [String: OptionValues] = [:]) async -> [Finding] {
    let ids = Set(questions.flatMap(\.rules))
    let rules = Rule.all.filter { ids.contains($0.id) }.map {
      ActiveRule($0, optionValues: options[$0.id] ?? OptionValues())
    }
    return await LintPass(service: InProcessImageService(), jobs: onlineProcessorCount()) { _ in
      Configuration(rules: rules)
    }.lint(LintInput(sources)).findings
  }
}

/// A question that people were asked about pictures, and the rules that answer it.
struct ViewerQuestion: Sendable {
  /// The names of the faults in a label file.
  let faults: Set<String>
  /// The ids of the rules.
  let rules: [String]
  /// A word that only the messages about this fault contain; empty if the rules report no other fault.
  var messageKeyword = ""
  /// The question about a published sticker, or nil.
  var publishedStickerQuestion: VisualReviewQuestion?

  init(_ faults: Set<String>, _ rules: [String], word: String = "") {
    self.faults = faults
    self.rules = rules
    self.messageKeyword = word
  }

  init(reviewQuestion: VisualReviewQuestion) {
    faults = [reviewQuestion.column]
    rules = [reviewQuestion.rule]
    messageKeyword = reviewQuestion.messageKeyword
    self.publishedStickerQuestion = reviewQuestion
  }

  /// Whether a finding is about the fault.
  func concerns(_ finding: Finding) -> Bool {
    rules.contains(finding.rule)
      && (messageKeyword.isEmpty || finding.evidence.message.contains(messageKeyword))
  }

  static let allForPictureFolders = [
    ViewerQuestion(["lost-on-black"], ["low-contrast"], word: "black"),
    ViewerQuestion(["lost-on-white"], ["low-contrast"], word: "white"),
    ViewerQuestion(["fringe"], ["rim"]),
    ViewerQuestion(["jagged"], ["binary-alpha"]),
    ViewerQuestion(["specks"], ["stray-pixels"]),
    ViewerQuestion(["off-center"], ["placement"], word: "off center"),
    ViewerQuestion(["margin"], ["placement"], word: "covers"),
    ViewerQuestion(["flashing", "strobe"], ["flashing", "strobe"]),
    ViewerQuestion(["loop-jump"], ["loop-jump"]),
    ViewerQuestion(["pinholes"], ["pinholes"]),
    ViewerQuestion(["blurred"], ["enlarged-art"]),
    ViewerQuestion(["jpeg-blocks"], ["compression-blocks"]),
    ViewerQuestion(["tile"], ["opaque-background"]),
  ]
}

/// The agreement between the findings about one question and what people saw.
struct ViewerAgreement: Sendable {
  /// The number of pictures with a finding, and of pictures with a finding on which people saw the fault.
  private(set) var (reportedPictureCount, confirmedPictureCount) = (0, 0)
  /// The number of pictures on which the fault is clear.
  private(set) var clearFaultCount = 0
  /// The pictures with a finding on which people saw nothing, and those with a clear fault and no finding.
  private(set) var (wrongPaths, missedPaths): ([Path], [Path]) = ([], [])

  init(_ question: ViewerQuestion, _ pictures: LabeledPictures, _ findings: [Finding]) {
    let found = Set(findings.filter(question.concerns).map(\.path))
    for source in pictures.sources {
      guard let level = pictures.faultVisibilityUnlessOverturned(question, source.path) else { continue }
      let isFound = found.contains(source.path)
      reportedPictureCount += isFound ? 1 : 0
      confirmedPictureCount += isFound && level > .none ? 1 : 0
      clearFaultCount += level == .clear ? 1 : 0
      if isFound, level == .none { wrongPaths.append(source.path) }
      if !isFound, level == .clear { missedPaths.append(source.path) }
    }
  }

  /// A row of the table for `LabeledPictures.table`.
  fileprivate func row(_ question: ViewerQuestion) -> String {
    let names = question.rules.map { "`\($0)`" }.joined(separator: ", ")
    let faults = question.faults.sorted().joined(separator: ", ")
    let figures = [
      "\(reportedPictureCount)", "\(confirmedPictureCount)", "\(clearFaultCount)", "\(missedPaths.count)",
      percentOrDash(confirmedPictureCount, of: reportedPictureCount),
      percentOrDash(clearFaultCount - missedPaths.count, of: clearFaultCount),
    ]
    return "| \(names) | \(faults) | \(figures.joined(separator: " | ")) |\n"
  }
}

extension LabeledPictures {
  /// Returns a Markdown table with a row for each question.
  func table(_ findings: [Finding]) -> String {
    """
    | rule | seen | found | agreed | clear | missed | precision | recall |
    |---|---|---:|---:|---:|---:|---:|---:|

    """ + questions.map { ViewerAgreement($0, self, findings).row($0) }.joined()
  }
}
