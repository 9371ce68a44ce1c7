import StickerEngine

extension FuzzTarget {
  static let yaml = FuzzTarget(
    "yaml", summary: "a YAML document",
    seeds: { $0.name.hasSuffix(".yml") || $0.name.hasSuffix(".yaml") ? [$0.bytes] : [] },
    attempt: { bytes throws(PropertyViolation) in
      let node: YAMLNode
      do throws(Diagnostic) { node = try YAMLParser.parse(bytes) } catch { return try expectHarmless(error) }
      var count = 0
      try expectSound(node, depth: 0, count: &count)
      guard node.content != .mapping([]) else { return }
      try expect(
        (try? YAMLParser.parse(bytes + Array("\n--- 1\n".utf8))) == nil, "a second document is not rejected")
      // A block scalar may keep the empty lines after it.
      guard !bytes.contains(UInt8(ascii: "|")), !bytes.contains(UInt8(ascii: ">")) else { return }
      let again = try? YAMLParser.parse(bytes + Array("\n...\n# end\n".utf8))
      try expect(
        again.map(withoutLocations) == withoutLocations(node), "an end marker changes a document")
    })
}

/// The node without locations. An omitted value has the location of the next token, which the end marker
/// changes.
private func withoutLocations(_ node: YAMLNode) -> YAMLNode {
  let content: YAMLNode.Content =
    switch node.content {
    case .scalar: node.content
    case .sequence(let elements): .sequence(elements.map(withoutLocations))
    case .mapping(let members):
      .mapping(members.map { YAMLMember($0.key, at: .start, withoutLocations($0.value)) })
    }
  return YAMLNode(content, at: .start)
}

private func expectHarmless(_ faults: Diagnostic) throws(PropertyViolation) {
  try expect(!faults.allDiagnostics.isEmpty, "reading fails without an error")
  for fault in faults.allDiagnostics {
    try expectOneLine(fault.message)
    try expect(
      fault.location.map { $0 >= SourceLocation(line: 1, column: 1) } == true
        && fault.message.utf8.count < 1000,
      "an error has no location, or its message is too long")
  }
}

private func expectSound(_ node: YAMLNode, depth: Int, count: inout Int) throws(PropertyViolation) {
  count += 1
  try expect(depth <= 32 && count <= 65_536, "a limit is exceeded")
  try expect(node.location >= .start, "a node has no location")
  switch node.content {
  case .scalar: try expectOneLine(node.descriptionInErrors)
  case .sequence(let elements):
    for element in elements { try expectSound(element, depth: depth + 1, count: &count) }
  case .mapping(let members):
    try expect(Set(members.map(\.key)).count == members.count, "a key occurs twice")
    for member in members { try expectSound(member.value, depth: depth + 1, count: &count) }
  }
}
