/// The elements of a WebM that are read or written.
///
/// - Source: RFC 8794 (EBML), section 11.2; RFC 9559 (Matroska), section 5.1.
package enum EBMLElementID: Int, Sendable {
  case header = 0x1A45_DFA3
  case version = 0x4286
  case readVersion = 0x42F7
  case maxIDLength = 0x42F2
  case maxSizeLength = 0x42F3
  case docType = 0x4282
  case docTypeVersion = 0x4287
  case docTypeReadVersion = 0x4285
  case void = 0xEC
  case segment = 0x1853_8067
  case seekHead = 0x114D_9B74
  case info = 0x1549_A966
  case timestampScale = 0x2A_D7B1
  case duration = 0x4489
  case muxingApp = 0x4D80
  case writingApp = 0x5741
  case tracks = 0x1654_AE6B
  case trackEntry = 0xAE
  case trackNumber = 0xD7
  case trackUID = 0x73C5
  case trackType = 0x83
  case flagLacing = 0x9C
  case codecID = 0x86
  case defaultDuration = 0x23_E383
  case maxBlockAdditionID = 0x55EE
  case contentEncodings = 0x6D80
  case video = 0xE0
  case pixelWidth = 0xB0
  case pixelHeight = 0xBA
  case alphaMode = 0x53C0
  case color = 0x55B0
  case matrixCoefficients = 0x55B1
  case range = 0x55B9
  case cluster = 0x1F43_B675
  case timestamp = 0xE7
  case simpleBlock = 0xA3
  case blockGroup = 0xA0
  case block = 0xA1
  case blockDuration = 0x9B
  case referenceBlock = 0xFB
  case blockAdditions = 0x75A1
  case blockMore = 0xA6
  case blockAddID = 0xEE
  case blockAdditional = 0xA5
  case cues = 0x1C53_BB6B
  case chapters = 0x1043_A770
  case tags = 0x1254_C367
  case attachments = 0x1941_A469

  /// The name in the specification.
  var displayNameOrGeneric: String {
    switch self {
    case .header: "EBML"
    case .segment: "Segment"
    case .info: "Info"
    case .tracks: "Tracks"
    case .trackEntry: "TrackEntry"
    case .cluster: "Cluster"
    case .simpleBlock: "SimpleBlock"
    case .blockGroup: "BlockGroup"
    case .block: "Block"
    case .blockAdditional: "BlockAdditional"
    case .seekHead: "SeekHead"
    case .cues: "Cues"
    case .chapters: "Chapters"
    case .tags: "Tags"
    case .attachments: "Attachments"
    case .void: "Void"
    default: "element"
    }
  }

  /// Whether the element is a child of the segment. Such an element ends a cluster of unknown size.
  var isSegmentChild: Bool {
    [.seekHead, .info, .tracks, .cluster, .cues, .chapters, .tags, .attachments].contains(self)
  }
}

/// One element in a file.
struct EBMLNode {
  /// The element, or nil for an element that isn't read.
  let elementID: EBMLElementID?
  /// The offset of its first byte.
  let offset: Int
  /// The bytes of its content.
  let contentRange: Range<Int>
  /// Whether the element's size is unknown, so that it extends to the end of its parent.
  let hasUnknownSize: Bool

  /// The location of the element for messages.
  var location: ByteLocation {
    ByteLocation(partName: elementID?.displayNameOrGeneric ?? "element", partOffset: offset)
  }
}

extension [UInt8] {
  /// Reads the element that starts at an offset.
  ///
  /// - Parameter end: The end of the parent element.
  /// - Throws: Damage if the element's head is invalid, or if it extends past the end of its parent.
  /// - Source: RFC 8794, sections 4 to 6: the number of leading zero bits gives the length of an ID (at most
  ///   four bytes) and of a size (at most eight bytes). A size whose bits are all 1 means an unknown size.
  func ebmlNode(at offset: Int, end: Int) throws(ImageError) -> EBMLNode {
    func damage(_ reason: String) -> ImageError {
      .damaged(reason, at: ByteLocation(partName: "element", partOffset: offset))
    }
    let idLength = self[offset].leadingZeroBitCount + 1
    guard idLength <= 4 else { throw damage("the element has an invalid id") }
    guard offset + idLength < end else { throw damage("the file ends inside an element's head") }
    let id = self[offset..<offset + idLength].reduce(0) { $0 << 8 | Int($1) }
    let at = offset + idLength
    let sizeLength = self[at].leadingZeroBitCount + 1
    guard sizeLength <= 8 else { throw damage("the element has an invalid size") }
    guard at + sizeLength <= end else { throw damage("the file ends inside an element's head") }
    let mask = 1 << (7 * sizeLength) - 1
    let size = self[at..<at + sizeLength].reduce(0) { $0 << 8 | Int($1) } & mask
    let start = at + sizeLength
    let element = EBMLElementID(rawValue: id)
    if size == mask {
      guard element == .segment || element == .cluster else {
        throw damage("the size of the element is unknown")
      }
      return EBMLNode(elementID: element, offset: offset, contentRange: start..<end, hasUnknownSize: true)
    }
    guard size <= end - start else {
      if end == count {
        throw .damaged(
          "the file ends inside \(element?.displayNameOrGeneric ?? "an element")",
          at: ByteLocation(partName: element?.displayNameOrGeneric ?? "element", partOffset: offset),
          maxPresentFileShare: Double(count) / (Double(start) + Double(size)))
      }
      throw damage("the element extends past the end of its parent")
    }
    return EBMLNode(
      elementID: element, offset: offset, contentRange: start..<start + size, hasUnknownSize: false)
  }

  /// Passes the children of an element to a function, in file order.
  func visitChildren(
    in range: Range<Int>, _ visit: (EBMLNode) throws(ImageError) -> Void
  ) throws(ImageError) {
    var at = range.lowerBound
    while at < range.upperBound {
      let node = try ebmlNode(at: at, end: range.upperBound)
      try visit(node)
      at = node.contentRange.upperBound
    }
  }

  /// The unsigned integer of an element.
  ///
  /// - Throws: Damage if it has more than eight bytes or exceeds 2^62.
  func unsigned(_ node: EBMLNode) throws(ImageError) -> Int {
    guard node.contentRange.count <= 8 else {
      throw .damaged("an integer has \(node.contentRange.count) bytes (limit: 8)", at: node.location)
    }
    let value = self[node.contentRange].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard value <= 1 << 62 else { throw .damaged("an integer is too large", at: node.location) }
    return Int(value)
  }

  /// The floating-point number of an element, or nil if its length isn't 4 or 8.
  func float(_ node: EBMLNode) -> Double? {
    let bits = self[node.contentRange].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return switch node.contentRange.count {
    case 4: Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    case 8: Double(bitPattern: bits)
    default: nil
    }
  }

  /// The text of an element up to the first zero byte. Untrusted.
  func latin1PrefixUntilNUL(_ node: EBMLNode) -> String {
    String(latin1: self[node.contentRange].prefix(64).prefix { $0 != 0 })
  }
}

/// The bytes of an element.
///
/// - Parameter content: The content, shorter than 2^56 - 1 bytes.
package func ebmlBytes(_ element: EBMLElementID, _ content: [UInt8]) -> [UInt8] {
  var length = 1
  while content.count >= 1 << (7 * length) - 1 { length += 1 }
  let size = content.count | 1 << (7 * length)
  return minimalBigEndianBytes(element.rawValue) + minimalBigEndianBytes(size) + content
}

/// The bytes of an element with an unsigned integer.
package func ebml(_ element: EBMLElementID, _ number: Int) -> [UInt8] {
  ebmlBytes(element, minimalBigEndianBytes(number))
}

/// The bytes of an element with a signed 32-bit integer.
package func ebml(_ element: EBMLElementID, signed number: Int32) -> [UInt8] {
  ebmlBytes(element, (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) })
}

/// The bytes of an element with text.
package func ebml(_ element: EBMLElementID, text: String) -> [UInt8] { ebmlBytes(element, Array(text.utf8)) }

/// The bytes of an element with a floating-point number.
package func ebml(_ element: EBMLElementID, float: Double) -> [UInt8] {
  ebmlBytes(element, (0..<8).map { UInt8(truncatingIfNeeded: float.bitPattern >> (56 - 8 * $0)) })
}

/// The big-endian bytes of a number without leading zeros, at least one byte.
private func minimalBigEndianBytes(_ number: Int) -> [UInt8] {
  let length = max(1, (Int.bitWidth - number.leadingZeroBitCount + 7) / 8)
  return (0..<length).map { UInt8(truncatingIfNeeded: number >> (8 * (length - 1 - $0))) }
}
