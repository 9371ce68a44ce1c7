/// Parses a GIF's blocks, palettes and timing without decoding pixels.
///
/// - Parameter bytes: A file that begins with `GIF87a` or `GIF89a`.
func readGIFContainer(_ bytes: [UInt8], budget: DecodingBudget) -> ImageContainer {
  var reader = GIFContainerReader(bytes, budget)
  return reader.read()
}

/// Parses the blocks of a GIF from start to end in a single pass.
private struct GIFContainerReader {
  let bytes: [UInt8]
  let budget: DecodingBudget
  var container = ImageContainer(format: .gif, canvas: PixelSize(0, 0))
  var layout = GIFDataPositions()
  private var position = 6
  private var globalPaletteRange: Range<Int>?
  private var pendingControl: GraphicControl?
  private var storedLoopCount: Int?

  init(_ bytes: [UInt8], _ budget: DecodingBudget) {
    self.bytes = bytes
    self.budget = budget
  }

  mutating func read() -> ImageContainer {
    do {
      try readLogicalScreenDescriptor()
      while try readBlock() {}
    } catch {
      container.addError(error)
    }
    if layout.frames.isEmpty, container.damage.isEmpty, container.exceededLimits.isEmpty {
      container.damage.append(
        Damage("the file has no frames", at: ByteLocation(partName: "trailer", partOffset: position)))
    }
    setDerivedContainerFields()
    return container
  }

  private mutating func readLogicalScreenDescriptor() throws(ImageError) {
    let location = ByteLocation(partName: "logical screen descriptor", partOffset: 6)
    guard bytes.count >= 13 else { throw .damaged("the file ends inside the header", at: location) }
    container.canvas = PixelSize(bytes.little16(at: 6), bytes.little16(at: 8))
    container.colorType = "palette"
    container.bitDepth = Int(bytes[10] & 7) + 1
    container.parts.append(ContainerPart(type: "logical screen descriptor", offset: 6, length: 7))
    container.gif = GIFFacts(
      version: String(latin1: bytes[3..<6]), backgroundIndex: Int(bytes[11]), pixelAspect: Int(bytes[12]))
    position = 13
    globalPaletteRange = try readPalette(flags: bytes[10], partName: "global color table")
    container.paletteColorCount = (globalPaletteRange?.count ?? 0) / 3
    guard container.canvas.area > 0 else {
      throw .damaged("the canvas is empty (\(container.canvas))", at: location)
    }
    container.addExceededLimits(exceededCanvasLimits(container.canvas, budget))
  }

  private mutating func readPalette(flags: UInt8, partName unit: String) throws(ImageError) -> Range<Int>? {
    guard flags & 0x80 != 0 else { return nil }
    let length = 3 << (Int(flags & 7) + 1)
    guard bytes.count - position >= length else {
      throw .damaged(
        "the file ends inside the palette", at: ByteLocation(partName: unit, partOffset: position))
    }
    container.parts.append(ContainerPart(type: unit, offset: position, length: length))
    position += length
    return position - length..<position
  }

  /// Reads one block. Returns false after the trailer or when a limit is exceeded.
  private mutating func readBlock() throws(ImageError) -> Bool {
    guard position < bytes.count else {
      throw .damaged("the file ends without a trailer", at: ByteLocation(partOffset: position))
    }
    if let exceeded = budget.exceededLimit(.containerParts, by: container.parts.count + 1) {
      container.addExceededLimits([exceeded])
      return false
    }
    switch bytes[position] {
    case 0x2C: return try readImage()
    case 0x21: try readExtension()
    case 0x3B:
      container.parts.append(ContainerPart(type: "trailer", offset: position, length: 1))
      container.endOffset = position + 1
      container.trailingBytes = bytes.count - container.endOffset
      return false
    default:
      throw .damaged(
        "unknown block type \(bytes[position])", at: ByteLocation(partName: "block", partOffset: position))
    }
    return true
  }

  private mutating func readImage() throws(ImageError) -> Bool {
    let (start, frame) = (position, layout.frames.count)
    let location = ByteLocation(partName: "image descriptor", partOffset: start, frameIndex: frame)
    if let exceeded = budget.exceededLimit(.frames, by: frame + 1) {
      container.addExceededLimits([exceeded])
      return false
    }
    guard bytes.count - start >= 11 else {
      throw .damaged("the file ends inside a frame's header", at: location)
    }
    let patch = PixelRect(
      x: bytes.little16(at: start + 1), y: bytes.little16(at: start + 3),
      width: bytes.little16(at: start + 5), height: bytes.little16(at: start + 7))
    let flags = bytes[start + 9]
    position = start + 10
    let part = container.parts.count  // the image descriptor is listed before its palette
    let localPalette = try readPalette(flags: flags, partName: "local color table")
    let palette = localPalette ?? globalPaletteRange
    let dataStart = position
    position += 1
    try skipSubBlocks(location)
    container.parts.insert(
      ContainerPart(type: "image descriptor", offset: start, length: position - start), at: part)
    checkFrame(patch, palette, codeSize: bytes[dataStart], location)
    let control = pendingControl ?? GraphicControl()
    self.pendingControl = nil
    if control.transparentIndex != nil { container.canBeTransparent = true }
    if frame == 0, patch.intersection(PixelRect(container.canvas)) != PixelRect(container.canvas) {
      container.canBeTransparent = true
    }
    var stored = StoredFrame(
      delay: ExactSeconds(control.delayHundredths, 100), patch: patch, disposal: control.disposal,
      blend: .over,
      offset: start)
    stored.gif = control.facts(localPalette: localPalette, imageFlags: flags)
    layout.frames.append(
      GIFFrame(
        stored: stored, effectivePaletteRange: palette, isInterlaced: flags & 0x40 != 0,
        transparentIndex: control.transparentIndex, dataRange: dataStart..<position))
    container.isInterlaced = container.isInterlaced || flags & 0x40 != 0
    return true
  }

  private mutating func checkFrame(
    _ patch: PixelRect, _ palette: Range<Int>?, codeSize: UInt8, _ location: ByteLocation
  ) {
    if patch.isEmpty {
      container.damage.append(Damage("the frame is empty (\(patch.size))", at: location))
    } else if patch.intersection(PixelRect(container.canvas)) != patch {
      container.damage.append(
        Damage("the frame (\(patch)) extends outside the canvas of \(container.canvas)", at: location))
    }
    if palette == nil { container.damage.append(Damage("the frame has no palette", at: location)) }
    if !(1...8 ~= codeSize) {
      container.damage.append(Damage("the minimum code size is \(codeSize) (must be 1 to 8)", at: location))
    }
    container.addExceededLimits(exceededCanvasLimits(patch.size, budget))
  }

  private mutating func readExtension() throws(ImageError) {
    let start = position
    let location = ByteLocation(partName: "extension", partOffset: start)
    guard bytes.count - start >= 2 else { throw .damaged("the file ends inside an extension", at: location) }
    let label = bytes[start + 1]
    position = start + 2
    try skipSubBlocks(location)
    let type = gifExtensionNames[label] ?? "extension \(label)"
    let isMetadata =
      label != 0xF9 && !hasLoopExtensionIdentifier(at: start + 2) && !bytes.has("ICCRGBG1012", at: start + 3)
    container.parts.append(
      ContainerPart(type: type, offset: start, length: position - start, isMetadata: isMetadata))
    if isMetadata { container.metadataBytes += position - start }
    switch label {
    case 0xF9 where position - start >= 8 && bytes[start + 2] == 4:
      pendingControl = GraphicControl(bytes, at: start + 3)
    // Plain text, which no player displays, consumes the preceding control block.
    case 0x01: pendingControl = nil
    case 0xFE: container.addComment(bytes.joinedSubBlocks(from: start + 2, maxBytes: maxTotalCommentBytes))
    case 0xFF:
      readLoopCountIfPresent(at: start + 2)
      container.addPrivateFields(
        xmpPrivateFields(
          ofGIFApplicationExtension: bytes[(start + 2)..<position], maxBytes: budget.inflatedChunkBytes))
    default: break
    }
  }

  private func hasLoopExtensionIdentifier(at start: Int) -> Bool {
    bytes.has("NETSCAPE2.0", at: start + 1) || bytes.has("ANIMEXTS1.0", at: start + 1)
  }

  private mutating func readLoopCountIfPresent(at start: Int) {
    // The application block for a loop count: 11, eleven letters, 3, 1 and the count.
    guard position - start >= 16, hasLoopExtensionIdentifier(at: start), bytes[start] == 11,
      bytes[start + 12] >= 3,
      bytes[start + 13] & 7 == 1
    else { return }
    storedLoopCount = bytes.little16(at: start + 14)
    container.gif?.storedLoopCount = storedLoopCount
  }

  private mutating func skipSubBlocks(_ location: ByteLocation) throws(ImageError) {
    while position < bytes.count {
      let length = Int(bytes[position])
      position += 1
      if length == 0 { return }
      position += length
    }
    position = bytes.count
    throw .damaged("the file ends inside a data block", at: location)
  }

  private mutating func setDerivedContainerFields() {
    if layout.frames.count > 1 || (layout.frames.count == 1 && storedLoopCount != nil) {
      // The block stores the repetitions after the first play. Without it, the animation plays once.
      let plays = storedLoopCount.map { $0 == 0 ? 0 : $0 + 1 } ?? 1
      container.animation = Animation(plays: plays, frames: layout.frames.map(\.stored))
    }
    // A frame and its palette count as two parts but are read together, so the last pair can push the count
    // past the limit.
    container.addExceededLimits(
      [budget.exceededLimit(.containerParts, by: container.parts.count)].compactMap(\.self))
    if container.exceededLimits.isEmpty { sumAndCheckDecodingWork() }
    container.dataPositions = layout.frames.isEmpty ? .unreadable : .gif(layout)
  }
}

extension GIFContainerReader {
  /// Adds up the cost of decoding, and checks it against the limits. Frames may be larger than the canvas, so
  /// their pixels are counted separately.
  private mutating func sumAndCheckDecodingWork() {
    container.addExceededLimits(
      exceededAnimationLimits(container.canvas, frames: layout.frames.count, budget))
    var stored = 0
    for frame in layout.frames.map(\.stored) {
      stored = saturatingSum(stored, frame.patch.size.area)
      // Each color index takes one byte.
      container.decodingWork.add(image: frame.patch.size, inflatedBytes: frame.patch.size.area)
      container.decodingWork.add(disposalOf: frame, on: container.canvas)
    }
    container.addExceededLimits([budget.exceededLimit(.allFramesPixels, by: stored)].compactMap(\.self))
    container.checkDecodingWork(budget)
  }
}

/// The graphic control extension of the next frame.
private struct GraphicControl {
  private var flags: UInt8 = 0
  var disposal = StoredFrame.Disposal.keep
  var delayHundredths = 0
  var transparentIndex: UInt8?

  init() {}

  init(_ bytes: [UInt8], at offset: Int) {
    flags = bytes[offset]
    switch flags >> 2 & 7 {
    case 2: disposal = .background
    case 3: disposal = .previous
    default: disposal = .keep  // 0 and 1, and the reserved values 4 to 7
    }
    delayHundredths = bytes.little16(at: offset + 1)
    if flags & 1 != 0 { transparentIndex = bytes[offset + 3] }
  }

  /// - Parameter imageFlags: The flags of the image descriptor.
  func facts(localPalette: Range<Int>?, imageFlags: UInt8) -> GIFFrameFacts {
    var facts = GIFFrameFacts()
    facts.storedDisposal = Int(flags >> 2 & 7)
    facts.localPaletteColorCount = (localPalette?.count ?? 0) / 3
    facts.isInterlaced = imageFlags & 0x40 != 0
    facts.transparentIndex = transparentIndex.map(Int.init)
    facts.waitsForInput = flags & 2 != 0
    return facts
  }
}

extension [UInt8] {
  /// Joins the data of those sub-blocks that the file contains.
  fileprivate func joinedSubBlocks(from start: Int, maxBytes most: Int) -> [UInt8] {
    var (data, position) = ([UInt8](), start)
    while position < count, self[position] != 0, data.count < most {
      let end = Swift.min(position + 1 + Int(self[position]), count)
      data += self[position + 1..<end]
      position = end
    }
    return data
  }
}

private let gifExtensionNames: [UInt8: String] = [
  0x01: "plain text extension", 0xF9: "graphic control extension", 0xFE: "comment extension",
  0xFF: "application extension",
]

/// The private fields in a GIF's application extension for XMP. Other extensions have none.
///
/// - Parameter block: The block, starting at its first sub-block: 11, eleven letters and the data, up to the
///   last byte.
/// - Parameter maxBytes: The maximum number of bytes to read.
/// - Source: XMP specification, part 3, 1.1.2: the packet is stored without sub-block lengths and is followed
///   by 258 bytes that lead sub-block parsers to the end. Some programs write sub-blocks instead.
func xmpPrivateFields(ofGIFApplicationExtension block: ArraySlice<UInt8>, maxBytes: Int) -> [PrivateField] {
  guard block.first == 11, block.dropFirst().starts(with: "XMP DataXMP".utf8) else { return [] }
  let data = block.dropFirst(12)
  if data.first == 0x3C, let second = data.dropFirst().first, second > 0x3C {  // "<?xpacket", "<x:xmpmeta"
    return privateFields(ofXMP: data.dropLast(258).prefix(maxBytes))
  }
  var (packet, rest) = ([UInt8](), data)
  while let length = rest.first, length > 0, packet.count < maxBytes {
    packet += rest.dropFirst().prefix(Int(length))
    rest = rest.dropFirst(1 + Int(length))
  }
  return privateFields(ofXMP: packet[...])
}

extension GIFFrame {
  /// Adds the row and byte position of the invalid data to a frame's location.
  ///
  /// - Parameter pixels: The number of pixels decoded before that position, in storage order.
  /// - Parameter codeBytes: The number of code bytes before that position, excluding sub-block lengths.
  func addRowAndFileOffset(
    to location: inout ByteLocation, after pixels: Int, codeBytes: Int, of bytes: [UInt8]
  ) {
    let (width, height) = (stored.patch.width, stored.patch.height)
    let row = min(pixels / width, height - 1)
    location.scanLineIndex =
      isInterlaced ? (0..<height).first { interlacedStorageRowIndex(of: $0, height: height) == row } : row
    location.problemOffset = filePosition(ofCodeByte: codeBytes, in: bytes)
  }

  /// The position of a code byte in the file.
  private func filePosition(ofCodeByte codeByte: Int, in bytes: [UInt8]) -> Int {
    var (left, position) = (codeByte, dataRange.lowerBound + 1)
    while position < dataRange.upperBound {
      let length = Int(bytes[position])
      if left < length { return min(position + 1 + left, bytes.count) }
      if length == 0 { return position }
      left -= length
      position += 1 + length
    }
    return min(position, bytes.count)
  }
}
