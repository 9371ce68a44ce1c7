package import StickerEngine

// The answer of a worker process that builds a pack. An untrusted file may control the process, so the answer
// is validated: it may contain only what a build could have reported, and no path that leads outside the
// pack.

extension InMemoryBuildResult: BinaryEncodable {
  package func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(name, appBundleIdentifierOrName, stickerCount)
    encoder.encodeList(omittedStickers) {
      $0.encode($1.path, $1.failedRules)
      $0.encode(escaping: $1.reasons)
    }
    encoder.encode(escaping: notes)
    encoder.encode(escaping: artChanges)
    encoder.encodeList(findings) {
      $0.encode($1.path, $1)
      $0.encode(escaping: $1.advice)
      $0.encode($1.failsRun)
    }
    encoder.encode(escaping: differencesFromDestination)
    encoder.encode(digest, changes)
    encoder.encode(outcome, builtFiles)
  }

  /// Decodes the answer of a worker process.
  ///
  /// - Parameter rules: all rules.
  /// - Parameter maxBytes: the maximum total size of the pack's files. A build contains each sticker up to
  ///   three times.
  /// - Throws: `Diagnostic.corruptData` if no build could have this result.
  package init(answer: [UInt8], rules: [Rule], maxBytes: Int = 2 << 30) throws {
    let known = Set(rules.map(\.id))
    self.init(.completed)
    var decoder = BinaryDecoder(answer[...])
    (name, appBundleIdentifierOrName) = try decoder.decode()
    stickerCount = try decoder.decodeIntCheckingUInt32Range()
    omittedStickers = try decoder.decodeList { decoder in
      let (path, rules): (Path, [String]) = try decoder.decode()
      try decoder.check(known.isSuperset(of: rules))
      return OmittedSticker(path: path, failedRules: rules, reasons: try decoder.decodeEscapedDisplayTexts())
    }
    notes = try decoder.decodeEscapedDisplayTexts()
    artChanges = try decoder.decodeEscapedDisplayTexts()
    findings = try decoder.decodeList { try Finding(from: &$0, rules: known) }
    differencesFromDestination = try decoder.decodeEscapedDisplayTexts()
    (digest, changes) = try decoder.decode()
    try decoder.check(digest.map(isLowercaseSHA256Hex) ?? true)
    outcome = try decoder.decode()
    builtFiles = try decoder.decodeOptional { try FileTree(from: &$0, maxBytes: maxBytes) }
    try decoder.checkAllBytesRead()
    try decoder.check(name?.isEmpty != true && (outcome != .completed || name != nil))
  }
}

extension BuildOutcome: BinaryCodable {
  package func encode(to encoder: inout BinaryEncoder) {
    switch self {
    case .completed: encoder.encode(0)
    case .stoppedByFindingsOrDifferences(let reasons):
      encoder.encode(1)
      encoder.encode(escaping: reasons.map(\.text))
    case .failed(let reasons):
      encoder.encode(2)
      encoder.encode(escaping: reasons.map(\.text))
    case .internalError(let message):
      encoder.encode(3)
      encoder.encode(escaping: message)
    }
  }

  package init(from decoder: inout BinaryDecoder) throws {
    self =
      switch try decoder.decode(in: 0...3) {
      case 0: .completed
      case 1: .stoppedByFindingsOrDifferences(try decoder.decodeEscapedDisplayTexts().map { UserMessage($0) })
      case 2: .failed(try decoder.decodeEscapedDisplayTexts().map { UserMessage($0) })
      default: .internalError(try decoder.decodeEscapedDisplayText())
      }
  }
}

extension BinaryEncoder {
  fileprivate mutating func encode(escaping texts: [String]) {
    encodeList(texts) { $0.encode(escaping: $1) }
  }
}

extension BinaryDecoder {
  fileprivate mutating func decodeEscapedDisplayTexts() throws -> [String] {
    try decodeList { try $0.decodeEscapedDisplayText() }
  }
}

extension Finding {
  /// Reads a finding with its path and advice.
  fileprivate init(from decoder: inout BinaryDecoder, rules known: Set<String>) throws {
    let path: Path = try decoder.decode()
    let rule = try decoder.decodePossiblyUnknownRuleID()
    try decoder.check(known.contains(rule))
    let (severity, evidence): (Severity, Evidence) = try decoder.decode()
    let advice = try decoder.decodeEscapedDisplayText()
    self.init(
      rule: rule, severity: severity, path: path, evidence: evidence, advice: advice,
      failsRun: try decoder.decode())
  }
}

extension FileTree {
  fileprivate init(from decoder: inout BinaryDecoder, maxBytes: Int) throws {
    self.init()
    var files: [[UInt8]] = []
    var folders: Set<String> = []
    var bytesLeft = maxBytes
    let paths = try decoder.decodeList { decoder in
      let path: String = try decoder.decode()
      try decoder.check(isSafeRelativePath(path))
      folders.formUnion(foldersAbove(path))
      if let index = try decoder.decodeOptional({ try $0.decode(in: 0...Int(UInt32.max)) }) {
        try decoder.check(index < files.count)
        files.append(files[index])
      } else {
        files.append(try decoder.decodeBytes())
      }
      // A few bytes can refer to one large file many times.
      bytesLeft -= files.last?.count ?? 0
      try decoder.check(bytesLeft >= 0 && files.count <= maxTreeFiles)
      return path
    }
    try decoder.check(Set(paths).count == paths.count && folders.isDisjoint(with: paths))
    for (path, bytes) in zip(paths, files) { self[path] = bytes }
  }
}

extension FileTree: BinaryEncodable {
  /// Appends the files. Identical files, which are common in a build, are stored once.
  package func encode(to encoder: inout BinaryEncoder) {
    var places: [[UInt8]: Int] = [:]
    encoder.encodeList(paths.enumerated()) { encoder, file in
      let bytes = self[file.element] ?? []
      encoder.encode(file.element, places[bytes])
      if places[bytes] == nil {
        places[bytes] = file.offset
        encoder.encode(bytes)
      }
    }
  }
}

/// The maximum number of files. This is enough for 10,000 stickers in three sizes, in a pack, a catalog and a
/// project.
private let maxTreeFiles = 200_000

/// Whether a relative path stays inside its base folder on every system.
private func isSafeRelativePath(_ path: String) -> Bool {
  let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
  return path.utf8.count <= 4096
    && path.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }
    && !parts.contains { [[], Array(".".utf8), Array("..".utf8)].contains(Array($0)) }
}

private func foldersAbove(_ path: String) -> [String] {
  path.indices.filter { path[$0] == "/" }.map { String(path[..<$0]) }
}

extension StreamPackRequest: BinaryCodable {
  /// Appends everything except the id.
  package func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(name, outputSubfolder, messenger)
    switch artSource {
    case .source(let path): encoder.encode(false, path)
    case .files(let files):
      encoder.encode(true)
      encoder.encodeList(files.sorted { $0.key < $1.key }) {
        $0.encode($1.key)
        $0.encode($1.value)
      }
    }
  }

  package init(from decoder: inout BinaryDecoder) throws {
    (name, outputSubfolder, messenger) = try decoder.decode()
    if try decoder.decode() {
      let files = try decoder.decodeList { decoder in
        let path: Path = try decoder.decode()
        return (path, try decoder.decodeBytes())
      }
      artSource = .files(Dictionary(files) { _, last in last })
    } else {
      artSource = .source(try decoder.decode())
    }
  }
}
