extension YAMLPatching {
  /// Puts a list together anew.
  ///
  /// - Parameter key: where the list's key begins; nil where the list is none of mappings.
  func arranging(
    _ node: MarkedYAML.Node, _ slots: [YAMLSlot], keyAt key: Int?
  ) throws(Diagnostic) -> [YAMLReplacement] {
    var elements: [MarkedYAML.Node] = []
    switch node.content {
    case .list(let old): elements = old
    case .scalar, .mapping:
      guard node.isNothing else { throw Diagnostic("it is no list", line: lines.number(of: node.start)) }
    }
    if elements.isEmpty { return try filling(node, slots, keyAt: key) }
    if lines.isInBrackets(node) { return [try arrangingInBrackets(node, elements, slots)] }
    let blocks = try ListBlocks(elements, lines, above: lines.end(of: key ?? node.start - 1))
    return [YAMLReplacement(blocks.range, blocks.arranged(slots))]
  }

  /// Writes the first elements of a list.
  private func filling(
    _ node: MarkedYAML.Node, _ slots: [YAMLSlot], keyAt key: Int?
  ) throws(Diagnostic) -> [YAMLReplacement] {
    let new = slots.compactMap { slot -> PlainYAML? in if case .new(let value) = slot { value } else { nil } }
    if new.isEmpty { return [] }
    guard let key else {
      let isTouching = node.start > 0 && lines.bytes[node.start - 1] == UInt8(ascii: ":")
      let text = (isTouching ? " " : "") + PlainYAML.list(new).inOneLine
      return [YAMLReplacement(node.start..<node.end, text)]
    }
    try lines.mustBegin(key)
    let indent = key - lines.start(of: key) + 2
    let inserted = lines.inserting(
      new.flatMap { $0.elementLines(indent: indent) }, at: lines.end(of: node.end))
    return (node.isNothing ? [] : [YAMLReplacement(node.start..<node.end, "")]) + [inserted]
  }

  private func arrangingInBrackets(
    _ node: MarkedYAML.Node, _ elements: [MarkedYAML.Node], _ slots: [YAMLSlot]
  ) throws(Diagnostic) -> YAMLReplacement {
    let edges = [node.start] + elements.map(\.end)
    for (from, to) in zip(edges, elements.map(\.start) + [node.end]) {
      guard !lines.bytes[from..<max(from, to)].contains(where: { "#\n".utf8.contains($0) }) else {
        throw Diagnostic("a list in brackets takes several lines", line: lines.number(of: node.start))
      }
    }
    let texts = slots.map { slot in
      switch slot {
      case .kept(let index):
        String(decoding: lines.bytes[elements[index].start..<elements[index].end], as: UTF8.self)
      case .new(let value): value.inOneLine
      }
    }
    return YAMLReplacement(node.start..<node.end, "[" + texts.joined(separator: ", ") + "]")
  }
}

/// The elements of a list with a dash before each: every one with the comments above it, and what stands
/// between them, which stays where it is.
private struct ListBlocks {
  private let lines: MarkedLines
  private let blocks: [Range<Int>]
  private let indent: Int

  /// - Parameter above: where the list can begin at the earliest.
  init(_ elements: [MarkedYAML.Node], _ lines: MarkedLines, above: Int) throws(Diagnostic) {
    var (blocks, indents) = ([Range<Int>](), Set<Int>())
    for element in elements {
      var dash = element.start - 1
      while dash > 0, lines.bytes[dash] == UInt8(ascii: " ") { dash -= 1 }
      guard dash >= 0, lines.bytes[dash] == UInt8(ascii: "-") else {
        throw Diagnostic("no dash stands before it", line: lines.number(of: element.start))
      }
      try lines.mustBegin(dash)
      let indent = dash - lines.start(of: dash)
      indents.insert(indent)
      let least = max(above, blocks.last?.upperBound ?? 0)
      blocks.append(Self.block(element, dash, indent, lines, least))
    }
    guard indents.count == 1, let indent = indents.first else {
      throw Diagnostic("its dashes are not in line")
    }
    self.lines = lines
    self.blocks = blocks
    self.indent = indent
  }

  /// An element's lines, with the comments right above it, and those in it that are indented further.
  private static func block(
    _ element: MarkedYAML.Node, _ dash: Int, _ indent: Int, _ lines: MarkedLines, _ least: Int
  ) -> Range<Int> {
    var (start, end) = (lines.start(of: dash), lines.end(of: element.end))
    while start > least {
      let above = lines.start(of: start - 1)
      guard above >= least, let column = lines.comment(at: above), column <= indent else { break }
      start = above
    }
    while end < lines.bytes.count, let column = lines.comment(at: end), column > indent {
      end = lines.end(of: end + column)
    }
    return start..<max(start, end)
  }

  var range: Range<Int> { blocks[0].lowerBound..<blocks[blocks.count - 1].upperBound }

  func arranged(_ slots: [YAMLSlot]) -> [UInt8] {
    let kept = slots.compactMap { slot -> Int? in if case .kept(let index) = slot { index } else { nil } }
    let isInOrder = zip(kept, kept.dropFirst()).allSatisfy { $0 < $1 }
    // What stands between stickers that only get fewer goes on before those that followed it.
    let gaps = isInOrder ? gapsBefore(kept) : gapsByPlace(kept.count)
    var (out, at) = ([UInt8](), 0)
    for slot in slots {
      switch slot {
      case .kept(let index):
        out += gaps[at] + whole(lines.bytes[blocks[index]])
        at += 1
      case .new(let value): out += lines.joined(value.elementLines(indent: indent))
      }
    }
    return out + gaps[at...].joined()
  }

  private func whole(_ block: ArraySlice<UInt8>) -> [UInt8] {
    block.last == 0x0A ? Array(block) : block + lines.ending
  }

  private func gap(behind index: Int) -> [UInt8] {
    Array(lines.bytes[blocks[index].upperBound..<blocks[index + 1].lowerBound])
  }

  private func hasComment(_ gap: [UInt8]) -> Bool { gap.contains(UInt8(ascii: "#")) }

  /// What goes before each element that is kept in order, and behind the last.
  private func gapsBefore(_ kept: [Int]) -> [[UInt8]] {
    var (gaps, next) = ([[UInt8]](), 0)
    for index in kept + [blocks.count] {
      let passed = (max(0, next - 1)..<max(0, next - 1, min(index, blocks.count - 1))).map(gap)
      let isFirst = gaps.isEmpty
      let isLast = index == blocks.count
      gaps.append(
        Array(
          passed.enumerated().filter { at, gap in (at == 0 && !isFirst && !isLast) || hasComment(gap) }
            .map(\.element).joined()))
      next = index + 1
    }
    return gaps
  }

  /// What goes before each of so many elements in any order, and behind the last.
  private func gapsByPlace(_ count: Int) -> [[UInt8]] {
    let all = (0..<(blocks.count - 1)).map(gap)
    let between = all.prefix(max(0, count - 1))
    let rest = all.dropFirst(between.count).filter(hasComment)
    return [[]] + Array(between) + [Array(rest.joined())]
  }
}
