extension YAMLEditor {
  /// Inserts, removes and moves elements of a list.
  ///
  /// - Parameter key: the offset of the list's key if the list may get lines of its own; nil for a list of
  ///   strings.
  func replacements(
    rearrangingList node: YAMLNode, as new: [YAMLEdit.RearrangedElement], keyOffset key: Int?
  ) throws(Diagnostic) -> [YAMLReplacement] {
    switch node.content {
    case .sequence: break
    case .scalar, .mapping:
      guard node.isMissing else { throw Diagnostic("it is not a list", line: node.location.line) }
    }
    if node.elements.isEmpty {
      return try replacements(fillingEmptyList: node, with: new.compactMap(\.new), keyOffset: key)
    }
    if lines.isBracketed(node) { return [try replacement(rearrangingBracketedList: node, as: new)] }
    let above = lines.nextLineStart(atOrAfter: key ?? node.byteRange.lowerBound - 1)
    let blocks = try DashedListBlocks(node.elements, lines, above: above)
    return [YAMLReplacement(blocks.byteRange, blocks.rearranged(new))]
  }

  /// Writes the first elements of an empty list.
  private func replacements(
    fillingEmptyList node: YAMLNode, with new: [YAMLNode], keyOffset key: Int?
  ) throws(Diagnostic) -> [YAMLReplacement] {
    if new.isEmpty { return [] }
    guard let key else {
      let space = lines.missingSpaceAfterColon(at: node.byteRange.lowerBound)
      return [YAMLReplacement(node.byteRange, space + YAMLNode.list(new).singleLineYAML)]
    }
    try lines.requireOnlySpacesBefore(key)
    let indent = key - lines.lineStart(at: key) + 2
    let inserted = lines.insertion(
      of: new.flatMap { $0.linesAsListElement(indent: indent) },
      at: lines.nextLineStart(atOrAfter: node.byteRange.upperBound))
    return (node.isMissing ? [] : [YAMLReplacement(node.byteRange, "")]) + [inserted]
  }

  private func replacement(
    rearrangingBracketedList node: YAMLNode, as new: [YAMLEdit.RearrangedElement]
  ) throws(Diagnostic) -> YAMLReplacement {
    let ranges = node.elements.map(\.byteRange)
    let edges = [node.byteRange.lowerBound] + ranges.map(\.upperBound)
    for (from, to) in zip(edges, ranges.map(\.lowerBound) + [node.byteRange.upperBound]) {
      guard !lines.bytes[from..<max(from, to)].contains(where: { "#\n".utf8.contains($0) }) else {
        throw Diagnostic("its list in brackets spans several lines", line: node.location.line)
      }
    }
    let texts = new.map { element in
      switch element {
      case .existing(let index): String(decoding: lines.bytes[ranges[index]], as: UTF8.self)
      case .new(let value): value.singleLineYAML
      }
    }
    return YAMLReplacement(node.byteRange, "[" + texts.joined(separator: ", ") + "]")
  }
}

/// The elements of a list with dashes. A block is an element with the comments above it. The lines between
/// blocks are gaps, which do not move.
private struct DashedListBlocks {
  private let lines: YAMLLines
  private let blockByteRanges: [Range<Int>]
  private let indent: Int

  /// - Parameter above: the offset before which comments do not belong to the list.
  init(_ elements: [YAMLNode], _ lines: YAMLLines, above: Int) throws(Diagnostic) {
    var (blocks, indents) = ([Range<Int>](), Set<Int>())
    for element in elements {
      var dash = element.byteRange.lowerBound - 1
      while dash > 0, lines.bytes[dash] == UInt8(ascii: " ") { dash -= 1 }
      guard dash >= 0, lines.bytes[dash] == UInt8(ascii: "-") else {
        throw Diagnostic("it does not start with a dash", line: element.location.line)
      }
      try lines.requireOnlySpacesBefore(dash)
      let indent = dash - lines.lineStart(at: dash)
      indents.insert(indent)
      let minStart = max(above, blocks.last?.upperBound ?? 0)
      blocks.append(Self.blockByteRangeWithComments(element, dash, indent, lines, minStart))
    }
    guard indents.count == 1, let indent = indents.first else {
      throw Diagnostic("its dashes are not aligned")
    }
    self.lines = lines
    self.blockByteRanges = blocks
    self.indent = indent
  }

  /// Returns the range of an element's lines. It includes the comments directly above the element, and the
  /// comments below it that are indented further.
  private static func blockByteRangeWithComments(
    _ element: YAMLNode, _ dash: Int, _ indent: Int, _ lines: YAMLLines, _ minStart: Int
  ) -> Range<Int> {
    var (start, end) = (
      lines.lineStart(at: dash), lines.nextLineStart(atOrAfter: element.byteRange.upperBound)
    )
    while start > minStart {
      let above = lines.lineStart(at: start - 1)
      guard above >= minStart, let column = lines.commentLineIndent(startingAt: above), column <= indent
      else { break }
      start = above
    }
    while end < lines.bytes.count, let column = lines.commentLineIndent(startingAt: end), column > indent {
      end = lines.nextLineStart(atOrAfter: end + column)
    }
    return start..<max(start, end)
  }

  var byteRange: Range<Int> {
    blockByteRanges[0].lowerBound..<blockByteRanges[blockByteRanges.count - 1].upperBound
  }

  func rearranged(_ new: [YAMLEdit.RearrangedElement]) -> [UInt8] {
    let kept = new.compactMap { element -> Int? in
      if case .existing(let index) = element { index } else { nil }
    }
    let isInOrder = zip(kept, kept.dropFirst()).allSatisfy { $0 < $1 }
    // If the order does not change, each gap stays before the next element that is kept.
    let gaps = isInOrder ? gapsIfInOrder(keptIndices: kept) : gapsIfReordered(keptCount: kept.count)
    var (out, at) = ([UInt8](), 0)
    for element in new {
      switch element {
      case .existing(let index):
        out += gaps[at] + withLineEnding(lines.bytes[blockByteRanges[index]])
        at += 1
      case .new(let value): out += lines.withLineEndings(value.linesAsListElement(indent: indent))
      }
    }
    return out + gaps[at...].joined()
  }

  /// Returns the bytes of a block with a line ending.
  private func withLineEnding(_ block: ArraySlice<UInt8>) -> [UInt8] {
    block.last == 0x0A ? Array(block) : block + lines.firstLineEnding
  }

  private func gap(after index: Int) -> [UInt8] {
    Array(lines.bytes[blockByteRanges[index].upperBound..<blockByteRanges[index + 1].lowerBound])
  }

  private func hasComment(_ gap: [UInt8]) -> Bool { gap.contains(UInt8(ascii: "#")) }

  /// Returns the gaps before each element that is kept and after the last one, if the elements stay in order.
  private func gapsIfInOrder(keptIndices kept: [Int]) -> [[UInt8]] {
    var (gaps, next) = ([[UInt8]](), 0)
    for index in kept + [blockByteRanges.count] {
      let passed = (max(0, next - 1)..<max(0, next - 1, min(index, blockByteRanges.count - 1))).map(gap)
      let isFirst = gaps.isEmpty
      let isLast = index == blockByteRanges.count
      gaps.append(
        Array(
          passed.enumerated().filter { at, gap in (at == 0 && !isFirst && !isLast) || hasComment(gap) }
            .map(\.element).joined()))
      next = index + 1
    }
    return gaps
  }

  /// Returns the gaps before each of `count` elements and after the last one, if their order changes.
  private func gapsIfReordered(keptCount count: Int) -> [[UInt8]] {
    let all = (0..<(blockByteRanges.count - 1)).map(gap)
    let between = all.prefix(max(0, count - 1))
    let rest = all.dropFirst(between.count).filter(hasComment)
    return [[]] + Array(between) + [Array(rest.joined())]
  }
}
