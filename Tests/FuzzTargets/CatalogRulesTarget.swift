import StickerEngine

extension FuzzTarget {
  static let catalogRules = FuzzTarget(
    "catalog-rules",
    summary: "the Contents.json of a catalog, its pack, a sticker, a sequence and icons, separated by zeros",
    seeds: { $0.name == "Contents.json" ? [$0.bytes, [0] + $0.bytes, [0, 0] + $0.bytes] : [] },
    attempt: { bytes throws(PropertyViolation) in
      let documents = bytes.split(separator: 0, omittingEmptySubsequences: false).map { Array($0) }
      var tree = FileTree()
      for (folder, document) in zip(folders, documents) { tree["\(root)\(folder)/Contents.json"] = document }
      // These files exist, no matter what the documents name.
      for file in [
        "/P.stickerpack/a.sticker/a.png", "/P.stickerpack/b.stickersequence/b.png",
        "/I.stickersiconset/i.png",
      ] {
        tree[root + file] = [0x89, 0x50, 0x4E, 0x47]
      }
      let configuration = Configuration(rules: Rule.all)
      let findings = catalogFindings(in: tree, catalogFolder: root, configuration)
      try expect(
        findings == catalogFindings(in: tree, catalogFolder: root, configuration),
        "a catalog has different findings the second time")
      for finding in findings { try expectValidFinding(of: finding, in: tree) }
      for document in documents { try expectParsersAgree(document) }
    })
}

private let root = "S.xcstickers"
private let folders = [
  "", "/P.stickerpack", "/P.stickerpack/a.sticker", "/P.stickerpack/b.stickersequence", "/I.stickersiconset",
]

/// Checks that the message of a finding is a single harmless line, and that its location is in the document.
private func expectValidFinding(of finding: Finding, in tree: FileTree) throws(PropertyViolation) {
  try expectOneLine(finding.evidence.message)
  try expect(
    finding.evidence.message.utf8.count < 4096, "a message has \(finding.evidence.message.utf8.count) bytes")
  try expect(finding.path.text?.hasPrefix(root) == true, "\(finding.path.displayText) is not in the catalog")
  guard case .text(let place) = finding.evidence.location else { return }
  let lines = (finding.path.text.flatMap { tree[$0] } ?? []).split(
    separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  let isThere =
    place.line >= 1 && place.line <= lines.count && place.column >= 1
    && place.column <= lines[place.line - 1].count + 1
  try expect(isThere, "\(finding.path.displayText) does not have the location \(place.line):\(place.column)")
}

/// Checks that the parsers with and without locations accept the same documents, except for duplicate keys.
private func expectParsersAgree(_ bytes: [UInt8]) throws(PropertyViolation) {
  let plain = Result { try JSON(parsing: bytes, maxBytes: 1 << 20) }
  let placed = Result { try JSONDocument(parsing: bytes, maxBytes: 1 << 20) }
  switch (plain, placed) {
  case (.success, .failure): throw PropertyViolation(description: "only plain parsing accepts a document")
  case (.failure(let fault), .success):
    try expect("\(fault)".contains("duplicate key"), "only parsing with locations accepts a document")
  default: return
  }
}
