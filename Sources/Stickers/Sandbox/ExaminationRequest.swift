package import StickerEngine
package import StickerImage

/// What a worker is to do with the bytes that it is given, as it crosses a pipe.
enum WorkerWish: Sendable {
  case examine(ExaminationRequest)
  case fix(FixingRequest)
  case join(JoiningRequest)
  case draw(Drawing)
  case view(FrameViewing)

  /// As it crosses the pipe: a byte that says what it is, and the request.
  var encoded: [UInt8] {
    switch self {
    case .examine(let request): [0] + request.encoded
    case .fix(let request): [1] + request.encoded
    case .join(let request): [2] + request.encoded
    case .draw(let drawing): [3] + drawing.encoded
    case .view(let viewing): [4] + viewing.encoded
    }
  }

  /// The wish in bytes that crossed a pipe; nil for what is none.
  init?(parsing bytes: [UInt8]) {
    let request = Array(bytes.dropFirst())
    let wish: WorkerWish? =
      switch bytes.first {
      case 0: ExaminationRequest(parsing: request).map { .examine($0) }
      case 1: FixingRequest(parsing: request).map { .fix($0) }
      case 2: JoiningRequest(parsing: request).map { .join($0) }
      case 3: Drawing(parsing: request).map { .draw($0) }
      case 4: FrameViewing(parsing: request).map { .view($0) }
      default: nil
      }
    guard let wish else { return nil }
    self = wish
  }
}

/// What a worker is asked about one asset, as it crosses a pipe; the asset's bytes go beside it.
package struct ExaminationRequest: Sendable {
  /// What a worker is asked to find out.
  package enum Wish: Int, Hashable, Sendable {
    /// What the rules say.
    case findings
    /// What the rules say, and every place on the art that they speak of.
    case findingsAndMarks
    /// The digest of all pixels.
    case exactDigest
  }

  let path: Path
  let role: Role
  let surroundings: Asset.Surroundings
  let wish: Wish

  /// A request about an asset.
  package init(_ source: AssetSource, _ surroundings: Asset.Surroundings, _ wish: Wish) {
    (path, role, self.surroundings, self.wish) = (source.path, source.role, surroundings, wish)
  }

  /// As it crosses the pipe.
  var encoded: [UInt8] {
    var writer = StoredWriter()
    writer.integer(wish.rawValue)
    writer.path(path)
    writer.text(role.rawValue)
    writer.surroundings(surroundings)
    return writer.stored
  }

  /// The request in bytes that crossed a pipe; nil for what is no request.
  init?(parsing bytes: [UInt8]) {
    var reader = StoredReader(bytes[...])
    guard let wish = reader.integer().flatMap(Wish.init), let path = reader.path(),
      let role = reader.text().flatMap(Role.init), let surroundings = reader.surroundings(), reader.isAtEnd
    else { return nil }
    self.path = path
    self.role = role
    self.surroundings = surroundings
    self.wish = wish
  }
}

extension StoredWriter {
  /// What is around an asset; what rules about assets may not ask of it is left out.
  mutating func surroundings(_ surroundings: Asset.Surroundings) {
    optional(surroundings.original) { $0.path($1) }
    optional(surroundings.declaration) { writer, declaration in
      var declaration = declaration
      declaration.stickers = []
      writer.declaration(declaration)
    }
  }
}

extension StoredReader {
  mutating func surroundings() -> Asset.Surroundings? {
    let original = optional { $0.path() }
    let declaration = optional { $0.declaration() }
    return isSound ? Asset.Surroundings(declaration: declaration, original: original) : nil
  }
}

extension Configuration {
  /// The configuration as bytes that cross a pipe, for `init(parsing:rules:)`.
  var encoded: [UInt8] {
    var writer = StoredWriter()
    writer.configuration(self)
    return writer.stored
  }

  /// Reads what `encoded` gave.
  ///
  /// - Parameter rules: every rule there is.
  /// - Returns: nil for what is no configuration of these rules.
  init?(parsing bytes: [UInt8], rules: [Rule]) {
    var reader = StoredReader(bytes[...])
    guard let configuration = reader.configuration(rules), reader.isAtEnd else { return nil }
    self = configuration
  }

  /// Tells configurations apart: equal for those that judge assets alike.
  var key: PixelDigest { digestsExactly ? PixelDigest(of: fingerprint.bytes + [1]) : fingerprint }
}

// MARK: - The answer
//
// An untrusted file may control the worker that wrote it. It can only contain what a check could have said about
// the asset that was asked about.

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
  init(
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
