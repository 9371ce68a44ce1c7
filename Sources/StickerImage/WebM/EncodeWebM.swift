import CImageCodecs

/// The VP9 videos of a WebM: one for colors and one for alpha. They can be encoded any number of times.
///
/// Colors are converted to limited-range BT.601 with 4:2:0 chroma subsampling. Pixels with alpha 0 get the
/// colors of their neighbors, so that they take few bytes.
struct WebMEncoder {
  let size: PixelSize
  let timeline: WebMTimeline
  private let color: ColorOrAlphaEncoder
  private let alpha: ColorOrAlphaEncoder

  /// - Parameter frames: At least one, all of the same size.
  /// - Parameter maxMilliseconds: See `WebMTimeline`.
  /// - Throws: `InternalError` if the frames don't meet these conditions, or if memory runs out.
  init(_ frames: [Frame], spedUpToFitMilliseconds maxMilliseconds: Int? = nil) throws(InternalError) {
    size = try validatedAnimationSize(frames, plays: 0)
    timeline = try WebMTimeline(frames.map(\.delay), spedUpToFitMilliseconds: maxMilliseconds)
    let planes = YUVAVideoPlanes(timeline.entries.map { frames[$0.originalFrameIndex].bitmap }, size)
    color = try ColorOrAlphaEncoder(planes, isAlpha: false)
    alpha = try ColorOrAlphaEncoder(planes, isAlpha: true)
  }

  /// Encodes both videos at the same level, and returns the file.
  ///
  /// - Parameter level: 0...63. Higher levels lose more detail.
  func encode(cqLevel level: Int, _ effort: OptimizingEffort) throws(InternalError) -> [UInt8] {
    webMFile(
      size, timeline, color: try color.packets(cqLevel: level, effort),
      alpha: try alpha.packets(cqLevel: level, effort))
  }

  /// Decodes a file that this encoder wrote.
  ///
  /// - Returns: The bitmap of each entry of the timeline.
  /// - Throws: `InternalError` if the file is damaged, or if a time or the number of frames differs.
  func decodedAndVerifiedFrames(in file: [UInt8]) throws(InternalError) -> [Bitmap] {
    guard let image = try? Image(decoding: file, budget: .unlimited),
      image.container.canvas == size, image.frames.count == timeline.entries.count,
      image.frames.indices.allSatisfy({ index in
        image.frames[index].delay.isSameTime(
          as: ExactSeconds(timeline.durationMilliseconds(ofEntry: index), 1000))
      })
    else { throw InternalError("the WebM doesn't decode to the encoded frames") }
    return image.frames.map(\.bitmap)
  }
}

extension [Frame] {
  /// Encodes composited frames as a WebM with VP9 and alpha.
  ///
  /// - Parameter level: 0...63. Higher levels lose more detail.
  /// - Parameter maxMilliseconds: The maximum duration. A longer animation is played faster.
  /// - Throws: `InternalError` if frames differ in size, or if the encoder fails.
  package func encodedWebM(
    cqLevel level: Int = 20, spedUpToFitMilliseconds maxMilliseconds: Int? = nil,
    effort: OptimizingEffort = .normal
  ) throws(InternalError) -> [UInt8] {
    try WebMEncoder(self, spedUpToFitMilliseconds: maxMilliseconds).encode(cqLevel: level, effort)
  }
}

/// The planes of all frames, one frame after the other.
@safe private final class YUVAVideoPlanes {
  let size: PixelSize
  let frameCount: Int
  let allFramesBytes: UnsafeMutableBufferPointer<UInt8>

  init(_ bitmaps: [Bitmap], _ size: PixelSize) {
    self.size = size
    frameCount = bitmaps.count
    let chroma = (size.width + 1) / 2 * ((size.height + 1) / 2)
    let frameBytes = 2 * size.area + 2 * chroma
    unsafe allFramesBytes = .allocate(capacity: frameBytes * bitmaps.count)
    let (width, height) = (UInt32(size.width), UInt32(size.height))
    for (number, bitmap) in bitmaps.enumerated() {
      var pixels = bitmap.pixels
      unsafe pixels.withUnsafeMutableBufferPointer {
        unsafe sl_fill_transparent($0.baseAddress, width, height)
      }
      unsafe sl_vp9_convert_to_planes(
        pixels, width, height, allFramesBytes.baseAddress.map { unsafe $0 + number * frameBytes })
    }
  }

  deinit { unsafe allFramesBytes.deallocate() }
}

/// Encodes the colors or the alpha of a video.
@safe private final class ColorOrAlphaEncoder {
  private let planes: YUVAVideoPlanes
  private let encoderHandle: OpaquePointer

  init(_ planes: YUVAVideoPlanes, isAlpha: Bool) throws(InternalError) {
    self.planes = planes
    let opened = unsafe sl_vp9_writer_open(
      UInt32(planes.size.width), UInt32(planes.size.height), planes.frameCount,
      planes.allFramesBytes.baseAddress,
      isAlpha ? 1 : 0)
    guard let opened = unsafe opened else { throw InternalError("out of memory while writing a WebM") }
    unsafe encoderHandle = opened
  }

  deinit { unsafe sl_vp9_writer_close(encoderHandle) }

  /// Encodes the video.
  ///
  /// - Returns: One packet for each frame.
  func packets(cqLevel level: Int, _ effort: OptimizingEffort) throws(InternalError) -> [[UInt8]] {
    switch unsafe sl_vp9_write(encoderHandle, CInt(level), effort.vp9Speed) {
    case SL_OK: break
    case SL_OUT_OF_MEMORY: throw InternalError("libvpx: out of memory")
    case SL_SHORT: throw InternalError("libvpx left out a frame")
    default: throw InternalError("libvpx rejected the frames")
    }
    var (packets, start) = ([[UInt8]](), 0)
    for number in 0..<planes.frameCount {
      let end = unsafe sl_vp9_writer_packet_end(encoderHandle, number)
      let packet = unsafe UnsafeBufferPointer(
        start: sl_vp9_writer_bytes(encoderHandle) + start, count: end - start)
      unsafe packets.append(Array(packet))
      start = end
    }
    return packets
  }
}

extension OptimizingEffort {
  /// libvpx's `cpu-used`. Lower values take longer.
  fileprivate var vp9Speed: CInt { self == .fast ? 4 : self == .max ? 1 : 2 }
}

/// Writes a WebM with one video and its alpha, without audio or metadata.
///
/// - Parameter color: The VP9 packets of the colors, one for each entry of the timeline.
/// - Parameter alpha: The VP9 packets of the alpha.
/// - Source: RFC 9559; the WebM Project's "Alpha Transparency in VP8/VP9": alpha is an additional block with
///   the ID 1.
private func webMFile(
  _ size: PixelSize, _ timeline: WebMTimeline, color: [[UInt8]], alpha: [[UInt8]]
) -> [UInt8] {
  let header = ebmlBytes(
    .header,
    ebml(.version, 1) + ebml(.readVersion, 1) + ebml(.maxIDLength, 4) + ebml(.maxSizeLength, 8)
      + ebml(.docType, text: "webm") + ebml(.docTypeVersion, 4) + ebml(.docTypeReadVersion, 2))
  let info = ebmlBytes(
    .info,
    ebml(.timestampScale, 1_000_000) + ebml(.duration, float: Double(timeline.totalMilliseconds))
      + ebml(.muxingApp, text: "stickerlint") + ebml(.writingApp, text: "stickerlint"))
  // 6 is BT.601 and 1 is limited range in ITU-T H.273 and RFC 9559.
  let colors = ebmlBytes(.color, ebml(.matrixCoefficients, 6) + ebml(.range, 1))
  let video = ebmlBytes(
    .video,
    ebml(.pixelWidth, size.width) + ebml(.pixelHeight, size.height) + ebml(.alphaMode, 1) + colors)
  let frameNanoseconds = timeline.totalMilliseconds * 1_000_000 / timeline.entries.count
  let track = ebmlBytes(
    .trackEntry,
    ebml(.trackNumber, 1) + ebml(.trackUID, 1) + ebml(.trackType, 1) + ebml(.flagLacing, 0)
      + ebml(.codecID, text: "V_VP9") + ebml(.defaultDuration, frameNanoseconds)
      + ebml(.maxBlockAdditionID, 1) + video)
  var (clusters, cluster, clusterStart) = ([UInt8](), [UInt8](), 0)
  for (number, entry) in timeline.entries.enumerated() {
    if entry.startMilliseconds - clusterStart > Int(Int16.max) || number == 0 {
      if number > 0 { clusters += ebmlBytes(.cluster, cluster) }
      clusterStart = entry.startMilliseconds
      cluster = ebml(.timestamp, clusterStart)
    }
    let time = entry.startMilliseconds - clusterStart
    let head: [UInt8] = [0x81, UInt8(time >> 8), UInt8(time & 0xFF), 0]  // track 1, no flags
    var group = ebmlBytes(.block, head + color[number])
    group += ebmlBytes(
      .blockAdditions,
      ebmlBytes(.blockMore, ebml(.blockAddID, 1) + ebmlBytes(.blockAdditional, alpha[number])))
    if number > 0 {
      let before = timeline.entries[number - 1].startMilliseconds
      group += ebml(.referenceBlock, signed: Int32(before - entry.startMilliseconds))
    }
    if number + 1 == timeline.entries.count {
      group += ebml(.blockDuration, timeline.durationMilliseconds(ofEntry: number))
    }
    cluster += ebmlBytes(.blockGroup, group)
  }
  return header
    + ebmlBytes(.segment, info + ebmlBytes(.tracks, track) + clusters + ebmlBytes(.cluster, cluster))
}
