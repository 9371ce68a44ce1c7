/// Parses the elements of a WebM: tracks, frames and times. Doesn't decode pixels.
///
/// Times come from the blocks. The duration in the header is recorded but doesn't affect the times, because
/// it is often wrong.
///
/// - Parameter bytes: A file that begins with an EBML header.
/// - Source: RFC 9559 (Matroska); the WebM Project's container guidelines.
func readWebMContainer(_ bytes: [UInt8], budget: DecodingBudget) -> ImageContainer {
  var reader = WebMContainerReader(bytes, budget)
  return reader.read()
}

/// Facts that are specific to WebM.
public struct WebMFacts: Hashable, Sendable {
  /// The video codec as stored, such as `V_VP9`. Untrusted text.
  public var codec = ""
  /// The number of audio tracks.
  public var audioTrackCount = 0
  /// The number of tracks that are neither the video nor audio.
  public var otherTrackCount = 0
  /// Whether the header declares an alpha channel.
  public var announcesAlpha = false
  /// Whether every frame has alpha.
  public var hasAlphaInEveryFrame = false
  /// The duration in the header in milliseconds, or nil if the header gives no duration.
  public var headerDurationMilliseconds: Double?
}

/// The positions of a WebM's frames.
struct WebMDataPositions: Hashable, Sendable {
  var frames: [WebMFrame] = []
  /// The color matrix in the header, for videos that don't specify one: 0 (unknown) or a code of ITU-T H.273.
  var fallbackMatrixCoefficients = 0
}

/// A shown frame, with the hidden frames in its packet.
struct WebMFrame: Hashable, Sendable {
  var stored: StoredFrame
  /// The VP9 frames of the color video.
  var colorByteRanges: [Range<Int>]
  /// The VP9 frames of the alpha video, or an empty array for an opaque frame.
  var alphaByteRanges: [Range<Int>]
}

/// Parses the elements from start to end in a single pass.
private struct WebMContainerReader {
  let bytes: [UInt8]
  let budget: DecodingBudget
  var container = ImageContainer(format: .webm, canvas: PixelSize(0, 0))
  var dataPositions = WebMDataPositions()
  var facts = WebMFacts()
  private var hasSegment = false
  private var elementCount = 0
  /// The nanoseconds per timestamp unit.
  private var timestampScale = 1_000_000
  private var headerDurationUnits: Double?
  private var videoTrack: Track?
  private var clusterTimestamp = 0
  /// The times of the frames, in units of the timestamp scale.
  private var frameTimestamps: [Int] = []
  private var lastBlockDurationUnits: Int?
  private var hasSeenAlpha = false

  private struct Track {
    var number = 0
    var type = 0
    var codec = ""
    var size = PixelSize(0, 0)
    var frameNanoseconds: Int?
    var hasContentEncodings = false
    var announcesAlpha = false
    var matrixCoefficients = 0
  }

  init(_ bytes: [UInt8], _ budget: DecodingBudget) {
    self.bytes = bytes
    self.budget = budget
  }

  mutating func read() -> ImageContainer {
    do throws(ImageError) {
      try readUntilSegmentEnd()
      guard videoTrack != nil else { throw damageError("the file has no video track", at: 0) }
      guard !dataPositions.frames.isEmpty || !container.exceededLimits.isEmpty else {
        throw damageError("the video has no frames", at: 0)
      }
    } catch {
      container.addError(error)
    }
    setDerivedContainerFields()
    return container
  }

  private func damageError(_ reason: String, at offset: Int, isUnsupported: Bool = false) -> ImageError {
    .damaged(
      reason,
      at: ByteLocation(partName: offset == 0 ? "EBML" : nil, partOffset: offset),
      isUnsupported: isUnsupported)
  }

  private mutating func readUntilSegmentEnd() throws(ImageError) {
    var at = 0
    while at < bytes.count, !hasSegment, container.exceededLimits.isEmpty {
      let node = try bytes.ebmlNode(at: at, end: bytes.count)
      try countAndListPart(node)
      switch node.elementID {
      case .header: try checkEBMLHeader(node)
      case .segment:
        hasSegment = true
        try readSegment(node)
      default: break
      }
      at = node.contentRange.upperBound
    }
    guard hasSegment else { throw damageError("the file has no segment", at: 0) }
    container.endOffset = at
    container.trailingBytes = bytes.count - at
  }

  private mutating func checkEBMLHeader(_ node: EBMLNode) throws(ImageError) {
    var (type, version) = ("matroska", 1)
    try bytes.visitChildren(in: node.contentRange) { child throws(ImageError) in
      if child.elementID == .docType { type = bytes.latin1PrefixUntilNUL(child) }
      if child.elementID == .docTypeReadVersion { version = try bytes.unsigned(child) }
    }
    guard type == "webm" else {
      throw .damaged(
        "the document type is \(type == "matroska" ? "matroska" : "unknown") (must be webm)",
        at: node.location, isUnsupported: true)
    }
    guard version <= 4 else {
      throw .damaged("version \(version) is not supported (limit: 4)", at: node.location, isUnsupported: true)
    }
  }

  /// Adds an element to the list of parts, and counts it against the limit.
  private mutating func countAndListPart(_ node: EBMLNode) throws(ImageError) {
    elementCount += 1
    if let exceeded = budget.exceededLimit(.containerParts, by: elementCount) { throw .exceeded(exceeded) }
    guard let element = node.elementID, element != .segment else { return }
    container.parts.append(
      ContainerPart(
        type: element.displayNameOrGeneric, offset: node.offset,
        length: node.contentRange.upperBound - node.offset))
  }

  private mutating func readSegment(_ segment: EBMLNode) throws(ImageError) {
    var at = segment.contentRange.lowerBound
    while at < segment.contentRange.upperBound, container.exceededLimits.isEmpty {
      let node = try bytes.ebmlNode(at: at, end: segment.contentRange.upperBound)
      at = node.contentRange.upperBound
      switch node.elementID {
      case .info: try readInfo(node)
      case .tracks: try readAndCheckTracks(node)
      case .cluster: at = try readClusterAndFindEnd(node)
      default: break
      }
      try countAndListPart(node)
    }
  }

  private mutating func readInfo(_ node: EBMLNode) throws(ImageError) {
    var (scale, duration) = (timestampScale, headerDurationUnits)
    try bytes.visitChildren(in: node.contentRange) { child throws(ImageError) in
      if child.elementID == .timestampScale { scale = try bytes.unsigned(child) }
      if child.elementID == .duration { duration = bytes.float(child) }
    }
    guard 1...1_000_000_000 ~= scale else {
      throw .damaged("a timestamp unit of \(scale) ns is not valid", at: node.location)
    }
    (timestampScale, headerDurationUnits) = (scale, duration)
  }

  private mutating func readAndCheckTracks(_ node: EBMLNode) throws(ImageError) {
    var tracks: [Track] = []
    try bytes.visitChildren(in: node.contentRange) { child throws(ImageError) in
      guard child.elementID == .trackEntry else { return }
      if let exceeded = budget.exceededLimit(.containerParts, by: tracks.count + 1) {
        throw .exceeded(exceeded)
      }
      tracks.append(try readTrack(child))
    }
    guard videoTrack == nil else { throw .damaged("the file has a second list of tracks", at: node.location) }
    facts.audioTrackCount = tracks.count { $0.type == 2 }
    let videos = tracks.filter { $0.type == 1 }
    facts.otherTrackCount = tracks.count - facts.audioTrackCount - min(videos.count, 1)
    guard let video = videos.first else { return }
    videoTrack = video
    facts.codec = video.codec
    facts.announcesAlpha = video.announcesAlpha
    dataPositions.fallbackMatrixCoefficients = video.matrixCoefficients
    container.canvas = video.size
    guard video.codec == "V_VP9" else {
      throw .damaged(
        "the video is \(codecDescription(video.codec)) (only VP9 is supported)", at: node.location,
        isUnsupported: true)
    }
    guard !video.hasContentEncodings else {
      throw .damaged("the video is encrypted, or compressed twice", at: node.location, isUnsupported: true)
    }
    guard video.size.width > 0, video.size.height > 0 else {
      throw .damaged("the video is empty (\(video.size))", at: node.location)
    }
    container.addExceededLimits(exceededCanvasLimits(video.size, budget))
  }

  private func readTrack(_ node: EBMLNode) throws(ImageError) -> Track {
    var track = Track()
    try bytes.visitChildren(in: node.contentRange) { child throws(ImageError) in
      switch child.elementID {
      case .trackNumber: track.number = try bytes.unsigned(child)
      case .trackType: track.type = try bytes.unsigned(child)
      case .codecID: track.codec = bytes.latin1PrefixUntilNUL(child)
      case .defaultDuration: track.frameNanoseconds = try bytes.unsigned(child)
      case .contentEncodings: track.hasContentEncodings = true
      case .video:
        var (width, height) = (0, 0)
        try bytes.visitChildren(in: child.contentRange) { part throws(ImageError) in
          switch part.elementID {
          case .pixelWidth: width = try bytes.unsigned(part)
          case .pixelHeight: height = try bytes.unsigned(part)
          case .alphaMode: track.announcesAlpha = try bytes.unsigned(part) == 1
          case .color:
            try bytes.visitChildren(in: part.contentRange) { value throws(ImageError) in
              if value.elementID == .matrixCoefficients {
                track.matrixCoefficients = try bytes.unsigned(value)
              }
            }
          default: break
          }
        }
        guard max(width, height) <= maxVP9Side else {
          throw .damaged(
            "a side of \(max(width, height)) px is not valid (limit: \(maxVP9Side) px)", at: child.location)
        }
        track.size = PixelSize(width, height)
      default: break
      }
    }
    return track
  }

  /// Reads a cluster.
  ///
  /// - Returns: The end of the cluster. A cluster of unknown size ends at the next child of the segment.
  private mutating func readClusterAndFindEnd(_ cluster: EBMLNode) throws(ImageError) -> Int {
    guard videoTrack != nil else { throw .damaged("a cluster comes before the tracks", at: cluster.location) }
    var at = cluster.contentRange.lowerBound
    while at < cluster.contentRange.upperBound, container.exceededLimits.isEmpty {
      let node = try bytes.ebmlNode(at: at, end: cluster.contentRange.upperBound)
      if cluster.hasUnknownSize, node.elementID?.isSegmentChild == true { return at }
      elementCount += 1
      if let exceeded = budget.exceededLimit(.containerParts, by: elementCount) { throw .exceeded(exceeded) }
      switch node.elementID {
      case .timestamp: clusterTimestamp = try bytes.unsigned(node)
      case .simpleBlock: try addFrameIfInVideoTrack(of: node, node, nil, durationUnits: nil)
      case .blockGroup: try readBlockGroup(node)
      default: break
      }
      at = node.contentRange.upperBound
    }
    return at
  }

  private mutating func readBlockGroup(_ group: EBMLNode) throws(ImageError) {
    var (block, alpha, duration) = (EBMLNode?.none, EBMLNode?.none, Int?.none)
    try bytes.visitChildren(in: group.contentRange) { child throws(ImageError) in
      switch child.elementID {
      case .block: block = child
      case .blockDuration: duration = try bytes.unsigned(child)
      case .blockAdditions:
        try bytes.visitChildren(in: child.contentRange) { more throws(ImageError) in
          guard more.elementID == .blockMore else { return }
          var (id, data) = (1, EBMLNode?.none)
          try bytes.visitChildren(in: more.contentRange) { part throws(ImageError) in
            if part.elementID == .blockAddID { id = try bytes.unsigned(part) }
            if part.elementID == .blockAdditional { data = part }
          }
          if id == 1 { alpha = data }
        }
      default: break
      }
    }
    guard let block else { throw .damaged("the group has no block", at: group.location) }
    try addFrameIfInVideoTrack(of: block, group, alpha, durationUnits: duration)
  }

  /// - Parameter alpha: The element with the alpha of the frame.
  /// - Source: RFC 9559, section 10: the track number, a signed 16-bit timestamp, and flags, two of which
  ///   specify lacing (several frames in a block).
  private mutating func addFrameIfInVideoTrack(
    of block: EBMLNode, _ group: EBMLNode, _ alpha: EBMLNode?, durationUnits duration: Int?
  ) throws(ImageError) {
    guard let video = videoTrack, !block.contentRange.isEmpty else { return }
    let start = block.contentRange.lowerBound
    let length = bytes[start].leadingZeroBitCount + 1
    guard length <= 4, block.contentRange.count > length + 3 else {
      throw .damaged("the block is too short", at: block.location)
    }
    let track =
      bytes[start..<start + length].reduce(0) { $0 << 8 | Int($1) } & (1 << (7 * length) - 1)
    guard track == video.number else { return }
    let number = dataPositions.frames.count
    var location = block.location
    location.frameIndex = number
    let relative = Int(Int16(truncatingIfNeeded: bytes.big16(at: start + length)))
    let time = saturatingSum(clusterTimestamp, relative)
    guard bytes[start + length + 2] & 0x06 == 0 else {
      throw .damaged("the block has several frames", at: location, isUnsupported: true)
    }
    if let last = frameTimestamps.last, time < last {
      throw .damaged("the frame timestamps go backward", at: location)
    }
    if let exceeded = budget.exceededLimit(.frames, by: number + 1) { throw .exceeded(exceeded) }
    let color = try headerCheckedVP9Frames(
      in: start + length + 3..<block.contentRange.upperBound, location, "a video frame", isFirst: number == 0)
    var alphaFrames: [Range<Int>] = []
    if let alpha, !alpha.contentRange.isEmpty {
      var place = alpha.location
      place.frameIndex = number
      alphaFrames = try headerCheckedVP9Frames(
        in: alpha.contentRange, place, "an alpha frame", isFirst: !hasSeenAlpha)
      hasSeenAlpha = true
    }
    let stored = StoredFrame(
      delay: .zero, patch: PixelRect(video.size), disposal: .keep, blend: .source, offset: group.offset)
    dataPositions.frames.append(
      WebMFrame(stored: stored, colorByteRanges: color, alphaByteRanges: alphaFrames))
    frameTimestamps.append(time)
    lastBlockDurationUnits = duration
  }

  /// The VP9 frames of a packet, after checking that their headers match the track.
  private func headerCheckedVP9Frames(
    in packet: Range<Int>, _ location: ByteLocation, _ kind: String, isFirst: Bool
  ) throws(ImageError) -> [Range<Int>] {
    guard let frames = bytes.vp9Frames(in: packet) else {
      throw .damaged("the index of hidden frames is damaged", at: location)
    }
    for (number, frame) in frames.enumerated() {
      guard let header = VP9FrameHeader(bytes[frame]) else {
        throw .damaged("the header of \(kind) is damaged", at: location)
      }
      guard header.profile == 0 else {
        throw .damaged(
          "the video is VP9 profile \(header.profile) (only profile 0 is supported)", at: location,
          isUnsupported: true)
      }
      if let size = header.size, size != container.canvas {
        throw .damaged(
          "\(kind) of \(size) does not match the header (\(container.canvas))", at: location)
      }
      if isFirst, number == 0, !header.isKeyFrame {
        throw .damaged("the first frame is not a key frame", at: location)
      }
    }
    return frames
  }
}

extension WebMContainerReader {
  private mutating func setDerivedContainerFields() {
    facts.hasAlphaInEveryFrame =
      !dataPositions.frames.isEmpty && dataPositions.frames.allSatisfy { !$0.alphaByteRanges.isEmpty }
    facts.headerDurationMilliseconds = headerDurationUnits.flatMap { units in
      let time = units * Double(timestampScale) / 1_000_000
      return time.isFinite && time >= 0 ? time : nil
    }
    container.webM = facts
    container.canBeTransparent = dataPositions.frames.contains { !$0.alphaByteRanges.isEmpty }
    container.colorType = codecDescription(facts.codec) + (container.canBeTransparent ? " with alpha" : "")
    guard !dataPositions.frames.isEmpty else { return }
    for number in dataPositions.frames.indices {
      dataPositions.frames[number].stored.delay = delay(of: number)
    }
    container.animation = Animation(plays: 0, frames: dataPositions.frames.map(\.stored))
    if container.exceededLimits.isEmpty { sumAndCheckDecodingWork() }
    container.dataPositions = .webm(dataPositions)
  }

  /// How long a frame is shown, which is until the next frame. The last frame is shown for the duration in
  /// its block or track, or otherwise as long as the previous frame.
  private func delay(of number: Int) -> ExactSeconds {
    func seconds(_ units: Int) -> ExactSeconds {
      ExactSeconds(saturatingProduct(units, timestampScale), 1_000_000_000).reduced
    }
    if number + 1 < frameTimestamps.count {
      return seconds(frameTimestamps[number + 1] - frameTimestamps[number])
    }
    if let lastBlockDurationUnits { return seconds(lastBlockDurationUnits) }
    if let frame = videoTrack?.frameNanoseconds { return ExactSeconds(frame, 1_000_000_000).reduced }
    return number > 0 ? seconds(frameTimestamps[number] - frameTimestamps[number - 1]) : .zero
  }

  private mutating func sumAndCheckDecodingWork() {
    let canvas = container.canvas
    container.addExceededLimits(exceededAnimationLimits(canvas, frames: dataPositions.frames.count, budget))
    for frame in dataPositions.frames {
      let decoded = saturatingProduct(canvas.area, frame.colorByteRanges.count + frame.alphaByteRanges.count)
      container.decodingWork.add(pixels: saturatingSum(canvas.area, decoded))
      container.decodingWork.add(inflatedBytes: saturatingProduct(decoded, 3) / 2)
    }
    container.checkDecodingWork(budget)
  }
}

/// The name of a codec, such as `VP9`, or a description of an unknown one.
private func codecDescription(_ codec: String) -> String {
  let known = ["V_VP8": "VP8", "V_VP9": "VP9", "V_AV1": "AV1", "V_MPEG4/ISO/AVC": "H.264"]
  return known[codec] ?? "of an unknown codec"
}

/// The maximum length of a side of a VP9 frame in pixels.
///
/// - Source: VP9 specification, section 7.2.3: 16 bits for a side minus one.
private let maxVP9Side = 65_536
