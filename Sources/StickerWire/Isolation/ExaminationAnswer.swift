package import StickerModel
package import StickerImage

// What crosses a pipe back. The worker that wrote it may be in a stranger's hands: it can only say what a
// check could have said, about the asset that it was asked about.

/// Does what is asked, in the process that may die of it.
///
/// - Parameter hold: waits until there is memory for so many bytes.
/// - Returns: the answer as it crosses the pipe.
package func answered<Failure: Error>(
  _ request: ExaminationRequest, _ bytes: [UInt8], _ configuration: Configuration,
  hold: (Int) throws(Failure) -> Void
) throws(Failure) -> [UInt8] {
  var writer = StoredWriter()
  if request.wish == .exactDigest {
    let job = ExactDigest(.bytes(bytes), configuration.budget)
    if let job { try hold(job.bytes) }
    writer.optional(job?.digest()) { $0.digest($1) }
    return writer.stored
  }
  let source = AssetSource(path: request.path, role: request.role) { _ in .bytes(bytes) }
  var examination = Examination(source, .bytes(bytes), configuration, request.surroundings)
  while let bytes = examination.nextBytes {
    try hold(bytes)
    examination.step()
  }
  let wantsMarks = request.wish == .findingsAndMarks
  let checked = Checked(examination.asset, pack: nil, configuration, wantsMarks: wantsMarks)
  writer.bytes(StoredResult(checked.summary).stored)
  writer.list(checked.marks) { $0.mark($1) }
  return writer.stored
}

extension Checked {
  /// Reads what a worker found out about an asset; nil for what no check could have said.
  ///
  /// - Parameter byteCount: of what it was given.
  package init?(
    parsing answer: [UInt8], of source: AssetSource, byteCount: Int, _ configuration: Configuration,
    isSmallerSize: Bool
  ) {
    var reader = StoredReader(answer[...])
    guard let stored = reader.bytes(), let result = StoredResult(parsing: stored),
      let marks = reader.list({ $0.mark() }), reader.isAtEnd, configuration.couldSay(result.findings),
      result.byteCount == byteCount, result.contentDigest == nil,
      marks.allSatisfy({ configuration.inForce($0.rule) != nil })
    else { return nil }
    self.init(AssetSummary(source, isSmallerSize: isSmallerSize, result, configuration), marks: marks)
  }

  /// What is said of an asset that ended the process which read it.
  ///
  /// - Parameter outcome: what came of reading the file.
  package init(
    losing source: AssetSource, _ outcome: ReadOutcome, to loss: WorkerLoss, _ configuration: Configuration,
    _ surroundings: Asset.Surroundings
  ) {
    var length: Int?
    if case .bytes(let bytes) = outcome { length = bytes.count }
    let asset = Asset(
      path: source.path, role: source.role, byteCount: length, content: .lost(loss),
      surroundings: surroundings)
    self.init(asset, pack: source.pack, configuration, isLasting: false)
  }
}

/// Reads the digest that a worker found out; nil for what is no answer.
package func exactDigest(parsing answer: [UInt8]) -> PixelDigest?? {
  var reader = StoredReader(answer[...])
  let digest = reader.optional { $0.digest() }
  return reader.isAtEnd ? .some(digest) : nil
}

extension Configuration {
  /// Whether rules that are in force could have found all this on an asset.
  func couldSay(_ findings: [StoredResult.Verdict]) -> Bool {
    findings.allSatisfy { verdict in
      guard let inForce = inForce(verdict.rule), judgesAssets(verdict.rule) else { return false }
      return verdict.severity == inForce.severity ?? verdict.evidence.severity ?? inForce.rule.severity
    }
  }

  /// Whether a rule is in force that looks at one asset.
  func judgesAssets(_ rule: String) -> Bool {
    if case .asset = inForce(rule)?.rule.check { true } else { false }
  }
}

extension StoredWriter {
  fileprivate mutating func mark(_ mark: Mark) {
    text(mark.rule)
    switch mark.area {
    case .rectangle(let rect, let frame):
      integers([0, rect.x, rect.y, rect.width, rect.height])
      optional(frame) { $0.integer($1) }
    case .points(let points, let frame):
      integers([1, frame])
      list(points) { $0.integers([$1.x, $1.y]) }
    case .frames(let frames):
      integer(2)
      list(frames) { $0.integer($1) }
    }
  }
}

extension StoredReader {
  fileprivate mutating func mark() -> Mark? {
    guard let rule = text(), let area = area() else { return nil }
    return Mark(rule: rule, area)
  }

  private mutating func area() -> Mark.Area? {
    switch integer() {
    case 0:
      guard let x = coordinate(), let y = coordinate(), let width = coordinate(), let height = coordinate()
      else { return nil }
      let rect = PixelRect(x: x, y: y, width: width, height: height)
      return .rectangle(rect, frame: optional { $0.coordinate() })
    case 1:
      guard let frame = coordinate(), let points = list({ $0.point() }) else { return nil }
      return .points(points, frame: frame)
    case 2: return list { $0.coordinate() }.map { .frames($0) }
    default: return nil
    }
  }

  private mutating func point() -> PixelPoint? {
    guard let x = coordinate(), let y = coordinate() else { return nil }
    return PixelPoint(x: x, y: y)
  }

  /// What a side, a place or a frame can be: nothing that is added or multiplied leaves an integer.
  private mutating func coordinate() -> Int? { integer(in: 0...0x7FFF_FFFF) }
}
