import CImageCodecs

/// Parses a JPEG's segments, frame header and scans without decoding pixels.
///
/// - Parameter bytes: A file that begins with SOI.
func readJPEGContainer(_ bytes: [UInt8], budget: DecodingBudget) -> ImageContainer {
  var reader = JPEGContainerReader(bytes, budget)
  return reader.read()
}

/// Parses the segments of a JPEG from start to end in a single pass.
private struct JPEGContainerReader {
  let bytes: [UInt8]
  let budget: DecodingBudget
  var container = ImageContainer(format: .jpeg, canvas: PixelSize(0, 0))
  private var position = 2
  private var hasFrameHeader = false
  private var scanCount = 0
  private var planeLayout = JPEGPlaneLayout()
  private var scanCoverage = JPEGScanCoverage(components: [], isProgressive: false)
  private var needsHuffmanTable = false
  private var hasHuffmanTable = false
  private var profilePieces: [Int: Range<Int>] = [:]
  private var latestAnnouncedPieceCount = 0
  private var facts = JPEGFacts()
  private var metadata = JPEGMetadata()

  init(_ bytes: [UInt8], _ budget: DecodingBudget) {
    self.bytes = bytes
    self.budget = budget
  }

  mutating func read() -> ImageContainer {
    container.parts.append(ContainerPart(type: "SOI", offset: 0, length: 2))
    do {
      while try readSegment() {}
    } catch {
      container.addError(error)
    }
    container.profile = joinedProfileIfComplete()
    if latestAnnouncedPieceCount > 0 { container.profileName = container.profileFacts?.description ?? "" }
    container.jpeg = facts
    container.metadataBytes = metadata.metadataByteCount
    container.addPrivateFields(
      metadata.allPrivateFields(of: bytes, maxExtendedBytes: budget.inflatedChunkBytes))
    if hasFrameHeader, let model = facts.colorModel { container.colorType = model }
    container.dataPositions = hasFrameHeader && scanCount > 0 ? .jpeg(planeLayout) : .unreadable
    checkScanCountAndDecodingWork()
    return container
  }

  private mutating func checkScanCountAndDecodingWork() {
    container.addExceededLimits([budget.exceededLimit(.scans, by: scanCount)].compactMap(\.self))
    guard hasFrameHeader, scanCount > 0, container.exceededLimits.isEmpty else { return }
    container.decodingWork.add(pixels: container.canvas.area)
    container.decodingWork.add(weightedJPEGBlocks: planeLayout.weightedBlocksInScans)
    container.checkDecodingWork(budget)
  }

  /// Reads one segment. Returns false after EOI or when a limit is exceeded.
  private mutating func readSegment() throws(ImageError) -> Bool {
    if position < bytes.count,
      let exceeded = budget.exceededLimit(.containerParts, by: container.parts.count + 1)
    {
      container.addExceededLimits([exceeded])
      return false
    }
    let start = position
    // Any number of fill bytes may precede a marker.
    while position < bytes.count, bytes[position] == 0xFF { position += 1 }
    guard position < bytes.count else {
      throw .damaged("the file ends without EOI", at: ByteLocation(partOffset: bytes.count))
    }
    guard position > start, bytes[position] != 0 else {
      // Decoders skip to the next marker, so this parser does, too.
      container.damage.append(
        Damage("expected a marker", at: ByteLocation(partName: "segment", partOffset: start)))
      position = bytes[(position + 1)...].firstIndex(of: 0xFF) ?? bytes.count
      return position < bytes.count && container.damage.count < maxInvalidMarkers
    }
    let marker = bytes[position]
    position += 1
    if marker == 0xD9 {
      container.parts.append(ContainerPart(type: "EOI", offset: start, length: position - start))
      container.endOffset = position
      container.trailingBytes = bytes.count - position
      if scanCount == 0 {
        throw .damaged(
          "the file has no image data (SOS)", at: ByteLocation(partName: "EOI", partOffset: start))
      }
      if let missing = scanCoverage.incompleteChannelsMessage {
        throw .damaged(missing, at: ByteLocation(partName: "EOI", partOffset: start))
      }
      return false
    }
    if marker == 0x01 || 0xD0...0xD7 ~= marker { return true }  // these markers have no length
    try readSegmentBody(marker, start)
    return scanCount <= budget.scans
  }

  private mutating func readSegmentBody(_ marker: UInt8, _ start: Int) throws(ImageError) {
    let name = jpegSegmentName(marker)
    let place = ByteLocation(partName: name, partOffset: start)
    guard bytes.count - position >= 2 else {
      throw .damaged("the file ends inside a segment's header", at: place)
    }
    let length = bytes.big16(at: position)
    guard length >= 2 else { throw .damaged("the segment has an invalid length of \(length)", at: place) }
    guard bytes.count - position >= length else {
      throw .damaged(
        "the segment should have \(length) bytes, but the file ends after \(bytes.count - position)",
        at: place, maxPresentFileShare: Double(bytes.count) / Double(position + length))
    }
    let body = position + 2..<position + length
    position = body.upperBound
    if let density = facts.readSegment(marker, bytes[body]) { container.density = density }
    let isMetadata = metadata.readSegmentIfMetadata(marker, bytes, body, length: position - start)
    switch marker {
    case 0xC0...0xCF where marker != 0xC4 && marker != 0xC8 && marker != 0xCC:
      try readFrameHeader(marker, body, place)
    case 0xC4: hasHuffmanTable = true
    case 0xDA: try readScan(body, place)
    case 0xE1: readFirstEXIFOrientation(body)
    case 0xE2: readProfilePiece(body)
    case 0xFE: container.addComment(bytes[body])
    default: break
    }
    container.parts.append(
      ContainerPart(type: name, offset: start, length: position - start, isMetadata: isMetadata))
  }

  private mutating func readFrameHeader(
    _ marker: UInt8, _ body: Range<Int>, _ place: ByteLocation
  ) throws(ImageError) {
    guard !hasFrameHeader else { throw .damaged("the file has a second frame header", at: place) }
    guard body.count >= 6 else { throw .damaged("the frame header is cut off", at: place) }
    let at = body.lowerBound
    container.bitDepth = Int(bytes[at])
    container.canvas = PixelSize(bytes.big16(at: at + 3), bytes.big16(at: at + 1))
    let componentCount = Int(bytes[at + 5])
    container.isInterlaced = marker == 0xC2 || marker == 0xCA
    container.colorType =
      [1: "grayscale", 3: "YCbCr", 4: "CMYK"][componentCount] ?? "\(componentCount) components"
    guard container.bitDepth == 8 else {
      throw .damaged(
        "\(container.bitDepth) bits per sample is not supported (only 8 is)", at: place, isUnsupported: true)
    }
    guard [0xC0, 0xC1, 0xC2, 0xC9, 0xCA].contains(marker) else {
      throw .damaged(
        "the coding process \(place.partName ?? "") is not supported (only sequential and progressive)",
        at: place,
        isUnsupported: true)
    }
    guard container.canvas.area > 0 else {
      throw .damaged("the canvas is empty (\(container.canvas))", at: place)
    }
    guard [1, 3, 4].contains(componentCount) else {
      throw .damaged("\(componentCount) color components are not supported", at: place, isUnsupported: true)
    }
    guard body.count >= 6 + componentCount * 3 else {
      throw .damaged("the frame header is cut off", at: place)
    }
    hasFrameHeader = true
    planeLayout = JPEGPlaneLayout(
      size: container.canvas, components: bytes[at + 6..<at + 6 + componentCount * 3],
      isProgressive: container.isInterlaced, isArithmetic: marker > 0xC8)
    let identifiers = (0..<componentCount).map { bytes[at + 6 + $0 * 3] }
    scanCoverage = JPEGScanCoverage(components: identifiers, isProgressive: container.isInterlaced)
    needsHuffmanTable = marker < 0xC8  // higher markers use arithmetic coding
    container.addExceededLimits(exceededCanvasLimits(container.canvas, budget))
  }

  /// Reads a scan's header and skips its data: everything up to the next marker other than RST.
  private mutating func readScan(_ body: Range<Int>, _ place: ByteLocation) throws(ImageError) {
    guard hasFrameHeader else { throw .damaged("a scan comes before the frame header", at: place) }
    if needsHuffmanTable, !hasHuffmanTable {
      container.damage.append(Damage("the first scan has no Huffman table", at: place))
      needsHuffmanTable = false
    }
    scanCount += 1
    scanCoverage.readScanHeader(bytes[body])
    planeLayout.countBlocks(inScan: bytes[body])
    position = unsafe sl_jpeg_find_marker(bytes, bytes.count, position)
  }

  private mutating func readFirstEXIFOrientation(_ body: Range<Int>) {
    guard body.count > 6, bytes.has("Exif\0\0", at: body.lowerBound) else { return }
    container.orientation = container.orientation ?? readOrientation(bytes[body.dropFirst(6)])
  }

  private mutating func readProfilePiece(_ body: Range<Int>) {
    guard body.count > 14, bytes.has("ICC_PROFILE\0", at: body.lowerBound) else { return }
    profilePieces[Int(bytes[body.lowerBound + 12])] = body.dropFirst(14)
    latestAnnouncedPieceCount = Int(bytes[body.lowerBound + 13])
  }

  /// Joins the pieces of the profile, which are numbered from 1. Returns nil if a piece is missing or if the
  /// total size exceeds the limit.
  private mutating func joinedProfileIfComplete() -> [UInt8]? {
    guard latestAnnouncedPieceCount > 0, profilePieces.count == latestAnnouncedPieceCount else {
      return nil
    }
    let pieces = (1...latestAnnouncedPieceCount).compactMap { profilePieces[$0] }
    let length = pieces.reduce(0) { $0 + $1.count }
    guard pieces.count == latestAnnouncedPieceCount else { return nil }
    if let exceeded = budget.exceededLimit(.inflatedChunkBytes, by: length) {
      container.addExceededLimits([exceeded])
      return nil
    }
    return bytes.joined(pieces)
  }
}

/// The maximum number of invalid markers that are listed. Listing more wouldn't be useful.
private let maxInvalidMarkers = 16

private func jpegSegmentName(_ marker: UInt8) -> String {
  switch marker {
  case 0xC4: "DHT"
  case 0xC8: "JPG"
  case 0xCC: "DAC"
  case 0xC0...0xCF: "SOF\(marker - 0xC0)"
  case 0xDA: "SOS"
  case 0xDB: "DQT"
  case 0xDC: "DNL"
  case 0xDD: "DRI"
  case 0xE0...0xEF: "APP\(marker - 0xE0)"
  case 0xFE: "COM"
  default: "marker \(marker)"
  }
}

/// The metadata in the segments of a JPEG.
struct JPEGMetadata {
  /// The total size of the segments that change neither pixels nor colors.
  private(set) var metadataByteCount = 0
  private var fields: [PrivateField] = []
  /// The pieces of extended XMP, which is too long for one segment, with their offsets, by digest.
  private var extendedXMPPieces: [[UInt8]: [(place: Int, range: Range<Int>)]] = [:]

  /// Reads one segment.
  ///
  /// - Parameter body: The segment without its marker and length.
  /// - Parameter length: The length of the whole segment.
  /// - Returns: Whether the segment changes neither pixels nor colors.
  mutating func readSegmentIfMetadata(_ marker: UInt8, _ bytes: [UInt8], _ body: Range<Int>, length: Int)
    -> Bool
  {
    guard 0xE0...0xEF ~= marker || marker == 0xFE else { return false }
    let isMeant =
      switch marker {
      case 0xE0: bytes.has("JFIF\0", at: body.lowerBound)
      case 0xE2: bytes.has("ICC_PROFILE\0", at: body.lowerBound)
      case 0xEE: bytes.has("Adobe", at: body.lowerBound)
      default: false
      }
    if !isMeant { self.metadataByteCount += length }
    let data = bytes[body]
    switch marker {
    case 0xE1 where bytes.has(extendedXMPSignature, at: body.lowerBound): readExtendedXMPPiece(data)
    case 0xE1: fields += privateFields(ofAPP1: data)
    case 0xED where bytes.has(photoshopSignature, at: body.lowerBound):
      fields += privateFields(ofPhotoshopResources: data.dropFirst(photoshopSignature.utf8.count))
    default: break
    }
    return !isMeant
  }

  /// Reads a piece of extended XMP: a digest of 32 characters, the total length, the offset of this piece,
  /// and the piece.
  ///
  /// - Source: XMP specification, part 3, 1.1.3.1.
  private mutating func readExtendedXMPPiece(_ data: ArraySlice<UInt8>) {
    let head = data.dropFirst(extendedXMPSignature.utf8.count)
    guard let digest = head.checkedBytes(at: 0, count: 32), let place = head.checkedBig32(at: 36) else {
      return
    }
    let piece = head.dropFirst(40)
    extendedXMPPieces[Array(digest), default: []].append((place, piece.startIndex..<piece.endIndex))
  }

  /// The private fields of all segments in file order, followed by the fields of extended XMP.
  ///
  /// - Parameter maxExtendedBytes: The maximum number of bytes of extended XMP to read.
  func allPrivateFields(of bytes: [UInt8], maxExtendedBytes: Int) -> [PrivateField] {
    // Sort in file order, because a dictionary has no order.
    let wholes = extendedXMPPieces.values.sorted { $0[0].range.lowerBound < $1[0].range.lowerBound }
    return wholes.reduce(into: fields) { found, pieces in
      let sorted = pieces.sorted { ($0.place, $0.range.lowerBound) < ($1.place, $1.range.lowerBound) }
      let whole = bytes.joined(sorted.map(\.range)).prefix(maxExtendedBytes)
      found += privateFields(ofXMP: whole)
    }
  }
}

private let extendedXMPSignature = "http://ns.adobe.com/xmp/extension/\0"
private let photoshopSignature = "Photoshop 3.0\0"

extension JPEGFacts {
  /// Reads one segment. After the first scan, only counts scans. Ignores segments that are too short for
  /// their marker.
  ///
  /// - Returns: The density in a JFIF segment.
  mutating func readSegment(_ marker: UInt8, _ body: ArraySlice<UInt8>) -> PixelDensity? {
    if marker == 0xDA { scanCount += 1 }
    guard scanCount == 0 else { return nil }
    switch marker {
    case 0xC0...0xCF where marker != 0xC4 && marker != 0xC8 && marker != 0xCC:
      if frameHeaderMarker.isEmpty { readFrameMarkerAndComponents(marker, body) }
    case 0xDD: restartInterval = body.checkedBig16(at: 0) ?? restartInterval
    case 0xE0: return readJFIFVersionAndDensity(body)
    case 0xEE: readAdobe(body)
    default: break
    }
    return nil
  }

  private mutating func readFrameMarkerAndComponents(_ marker: UInt8, _ body: ArraySlice<UInt8>) {
    frameHeaderMarker = "SOF\(marker - 0xC0)"
    guard let count = body.checkedBytes(at: 5, count: 1)?.first else { return }
    components = (0..<Int(count)).compactMap { number in
      guard let bytes = body.checkedBytes(at: 6 + number * 3, count: 2).map(Array.init) else { return nil }
      return JPEGComponent(
        identifier: Int(bytes[0]), horizontalSampling: Int(bytes[1] >> 4),
        verticalSampling: Int(bytes[1] & 15))
    }
  }

  /// Reads a JFIF segment: "JFIF" and a zero byte, version, unit, two densities, thumbnail size.
  private mutating func readJFIFVersionAndDensity(_ body: ArraySlice<UInt8>) -> PixelDensity? {
    guard body.count >= 14, body.starts(with: Array("JFIF\0".utf8)), jfifVersion == nil else { return nil }
    let bytes = Array(body.prefix(14))
    jfifVersion = "\(bytes[5]).\(bytes[6] < 10 ? "0" : "")\(bytes[6])"
    let units: [UInt8: PixelDensity.Unit] = [0: .none, 1: .inch, 2: .centimeter]
    return units[bytes[7]].map { PixelDensity(bytes.big16(at: 8), bytes.big16(at: 10), per: $0) }
  }

  /// Reads an Adobe segment: "Adobe", version, two 16-bit words of flags, transform.
  private mutating func readAdobe(_ body: ArraySlice<UInt8>) {
    guard body.count >= 12, body.starts(with: Array("Adobe".utf8)) else { return }
    adobeTransform = Int(body[body.startIndex + 11])
  }
}
