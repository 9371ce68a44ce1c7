import CImageCodecs

/// A GIF and its displayed frames.
package struct EncodedGIF: Hashable, Sendable {
  /// The file.
  package let bytes: [UInt8]
  /// The frames as displayed, with their displayed times.
  package let displayedFrames: [Frame]
  /// Whether every pixel kept its color after the edges were hardened.
  package let isQuantizationLossless: Bool
  /// The number of colors in the largest palette, including the transparent one.
  package let largestPaletteEntryCount: Int
  /// The number of frames that were dropped because they were too short.
  package let droppedShortFrameCount: Int
  /// The share of the color error that was diffused to neighboring pixels, 0...1.
  package let ditheringStrength: Float
}

extension [Frame] {
  /// Encodes composited frames as a GIF, with at most 256 colors per palette, hard edges, and delays in whole
  /// hundredths of a second.
  ///
  /// `withHardEdges` decides whether a pixel is opaque or transparent. Frames that look like the previous one
  /// are merged with it. Each frame ends within 5 ms of its exact end time and lasts at least 20 ms. Frames that
  /// would be shorter are dropped, and the longest of the neighboring frames is displayed instead. All frames
  /// share a global palette, except for frames that would lose a lot of quality with it. Color errors are
  /// diffused if that brings the frames closer to the originals. Pixels that don't change keep their colors.
  ///
  /// - Parameter plays: The number of plays, 0...65,536. 0 means infinite.
  /// - Returns: The file. The same frames produce the same bytes on every machine.
  /// - Throws: `InternalError` if frames differ in size, if a time can't be stored, if the task was canceled,
  ///   or if the decoded file differs from the frames.
  package func encodedGIF(plays: Int) throws(InternalError) -> EncodedGIF {
    let size = try validatedAnimationSize(self, plays: plays)
    let pictures = map { $0.bitmap.withHardEdges() }
    let runs = storedFrameRuns(in: pictures, delays: map(\.delay), delaysAreShown: true) {
      $0.roundedHundredthsOfSecond ?? .max < 0xFFFF
    }
    let timed = try gifTimingsMergingShortFrames(runs.map(\.delay))
    let coloring = GIFPaletteAssigner(timed.map { pictures[runs[$0.delayIndex].frames.lowerBound] })
    let (colored, patches) = try quantizedFramesAndPatches(coloring)
    let isMoving = timed.count > 1
    var writer = try GIFWriter(size, colored.globalAndLocalPalettes[0], plays: isMoving ? plays : nil)
    for (number, patch) in patches.enumerated() {
      try writer.append(
        patch, colored.palette(ofFrame: number), isLocalPalette: colored.paletteIndicesByFrame[number] > 0,
        delayHundredths: timed[number].durationHundredths)
    }
    let bytes = try writer.finish()
    let shown = zip(colored.frames, timed).map { frame, time in
      Frame(frame, delay: ExactSeconds(time.durationHundredths, 100))
    }
    try verifyGIF(bytes, shows: shown, plays: plays)
    return EncodedGIF(
      bytes: bytes, displayedFrames: shown,
      isQuantizationLossless: zip(timed, shown).allSatisfy { time, frame in
        pictures[runs[time.delayIndex].frames.lowerBound] == frame.bitmap
      }, largestPaletteEntryCount: colored.globalAndLocalPalettes.map(\.colors.count).max() ?? 0,
      droppedShortFrameCount: runs.count - timed.count, ditheringStrength: colored.ditheringStrength)
  }
}

/// Plans each frame's patch, using local palettes if possible and only the global palette otherwise. In the
/// latter case, the frames are colored with the global palette again, because keeping them while patches are
/// planned would take too much memory.
private func quantizedFramesAndPatches(_ coloring: GIFPaletteAssigner) throws(InternalError) -> (
  GIFQuantizedFrames, [GIFPatch]
) {
  let dithering = coloring.bestDitheringStrength
  let colored = coloring.quantizedFrames(dithering: dithering)
  if let patches = try GIFPatchPlanner(colored).plan() { return (colored, patches) }
  if colored.globalAndLocalPalettes.count > 1 {
    let global = coloring.framesWithGlobalPalette(dithering: dithering)
    if let patches = try GIFPatchPlanner(global).plan() { return (global, patches) }
  }
  throw InternalError("no patches can produce the frames")
}

extension Bitmap {
  /// The image as a GIF can show it: pixels that are at least half opaque become opaque, and all others
  /// become transparent.
  ///
  /// A translucent pixel gets the color that it has over middle gray. Of all opaque colors, this is the
  /// nearest to its appearance over white and over black, so that edges have no halo on either.
  package func withHardEdges() -> Bitmap {
    var result = self
    for at in stride(from: 0, to: pixels.count, by: 4)
    where pixels[at + 3] < 255 && pixelWord(atPixel: at / 4) != 0 {
      let alpha = Int(pixels[at + 3])
      for sample in at..<at + 3 {
        let mixed = (Int(pixels[sample]) * alpha + hardEdgeMatteGrayLevel * (255 - alpha) + 127) / 255
        result.pixels[sample] = alpha < minOpaqueAlpha ? 0 : UInt8(mixed)
      }
      result.pixels[at + 3] = alpha < minOpaqueAlpha ? 0 : 255
    }
    return result
  }
}

/// Half of 255, rounded up.
private let minOpaqueAlpha = 128
private let hardEdgeMatteGrayLevel = 128

/// A displayed frame of a GIF and its duration.
struct GIFFrameTiming: Hashable, Sendable {
  /// The index of the frame among the delays that were passed.
  var delayIndex: Int
  /// Hundredths of a second, at least 2.
  var durationHundredths: Int
}

/// Chooses the displayed frames of a GIF and their durations. A GIF stores whole hundredths of a second, and
/// players extend delays below two hundredths to ten hundredths.
///
/// Each frame ends at the hundredth nearest to its exact end time, so that errors don't add up. Of
/// neighboring frames that last less than two hundredths, the longest is displayed for the total time of all
/// of them.
///
/// - Parameter delays: At least one.
/// - Throws: `InternalError` if all delays together are shorter than two hundredths, or if a frame is too
///   long for a GIF.
func gifTimingsMergingShortFrames(_ delays: [ExactSeconds]) throws(InternalError) -> [GIFFrameTiming] {
  guard delays.count > 1 else { return [GIFFrameTiming(delayIndex: 0, durationHundredths: 0)] }
  var frames: [GIFFrameTiming] = []
  var (time, start, end) = (ExactSeconds.zero, 0, 0)
  var longest: GIFFrameTiming?
  for (number, delay) in delays.enumerated() {
    guard let sum = time.adding(delay), let ends = sum.roundedHundredthsOfSecond else {
      throw InternalError("the sum of the delays can't be stored")
    }
    time = sum
    if ends - end > longest?.durationHundredths ?? -1 {
      longest = GIFFrameTiming(delayIndex: number, durationHundredths: ends - end)
    }
    end = ends
    guard end - start >= minUnclampedGIFDelayHundredths, var frame = longest else { continue }
    frame.durationHundredths = end - start
    frames.append(frame)
    (start, longest) = (end, nil)
  }
  guard !frames.isEmpty else {
    throw InternalError("all frames together last less than two hundredths of a second")
  }
  frames[frames.count - 1].durationHundredths += end - start
  guard frames.allSatisfy({ $0.durationHundredths <= 0xFFFF }) else {
    throw InternalError("a frame is too long (a GIF frame lasts at most 655 seconds)")
  }
  return frames
}

/// The shortest delay that browsers respect.
private let minUnclampedGIFDelayHundredths = 2

extension ExactSeconds {
  /// The nearest whole number of hundredths of a second, or nil if it doesn't fit.
  package var roundedHundredthsOfSecond: Int? { rounded(toUnitsPerSecond: 100) }
}

/// Writes the blocks of a GIF with giflib.
@safe struct GIFWriter: ~Copyable {
  private let writer: OpaquePointer

  /// - Parameter table: The global palette.
  /// - Parameter plays: 1...65,536, or 0 for infinite. Nil for a still.
  init(_ size: PixelSize, _ table: GIFPalette, plays: Int?) throws(InternalError) {
    guard size.area > 0, size.longerSide <= 0xFFFF else {
      throw InternalError("\(size) is too large for a GIF")
    }
    guard 0...65_536 ~= plays ?? 0 else { throw InternalError("a GIF can't store \(plays ?? 0) plays") }
    // The block counts repetitions after the first play. A single play needs no block.
    let loops = plays.map { $0 == 0 ? 0 : $0 == 1 ? -1 : $0 - 1 } ?? -1
    let opened = unsafe table.unpaddedRGBBytes.withUnsafeBufferPointer { samples in
      unsafe sl_gif_writer_open(
        CInt(size.width), CInt(size.height), samples.baseAddress, CInt(table.colors.count), CInt(loops))
    }
    guard let opened = unsafe opened else { throw InternalError("out of memory while writing a GIF") }
    unsafe writer = opened
  }

  deinit { unsafe sl_gif_writer_close(writer) }

  /// - Parameter isLocalPalette: Whether `table` becomes the local palette of the frame.
  mutating func append(
    _ patch: GIFPatch, _ table: GIFPalette, isLocalPalette: Bool, delayHundredths: Int
  ) throws(InternalError) {
    var frame = sl_gif_frame(
      left: CInt(patch.rect.x), top: CInt(patch.rect.y), width: CInt(patch.rect.width),
      height: CInt(patch.rect.height), disposal: patch.disposal.gifValue,
      delay_hundredths: CInt(delayHundredths),
      transparent: table.transparentIndex.map(CInt.init) ?? -1)
    let status = unsafe patch.colorIndices.withUnsafeBufferPointer { numbers in
      unsafe table.unpaddedRGBBytes.withUnsafeBufferPointer { samples in
        unsafe sl_gif_write_frame(
          writer, &frame, numbers.baseAddress, numbers.count, samples.baseAddress,
          isLocalPalette ? CInt(table.colors.count) : 0)
      }
    }
    guard status == SL_OK else { throw InternalError("giflib rejected a frame of \(patch.rect)") }
  }

  /// Finishes the GIF and returns the whole file.
  consuming func finish() throws(InternalError) -> [UInt8] {
    guard unsafe sl_gif_writer_finish(writer) == SL_OK, let bytes = unsafe sl_gif_writer_bytes(writer) else {
      throw InternalError("out of memory while writing a GIF")
    }
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: sl_gif_writer_count(writer)))
  }
}

extension StoredFrame.Disposal {
  /// - Source: GIF89a, 23: graphic control extension.
  fileprivate var gifValue: CInt {
    switch self {
    case .keep: 1
    case .background: 2
    case .previous: 3
    }
  }
}

/// The colors of a GIF's palette, and the index of its transparent color.
struct GIFPalette: Hashable, Sendable {
  /// At most 256 colors, of which at most one is transparent.
  let colors: [Pixel]
  /// The index of the transparent color, or nil if all 256 colors are opaque.
  let transparentIndex: UInt8?

  /// - Parameter palette: Opaque colors, and transparent black if it is used.
  init(_ palette: [SIMD4<UInt8>]) {
    var colors = palette.map { color in
      let (red, green, blue) = (UInt32(color.x), UInt32(color.y), UInt32(color.z))
      return Pixel(red | green << 8 | blue << 16 | UInt32(color.w) << 24)
    }
    var hole = colors.firstIndex(of: .clear)
    if hole == nil, colors.count < 256 {
      hole = colors.count
      colors.append(.clear)
    }
    self.colors = colors
    self.transparentIndex = hole.map { UInt8($0) }
  }

  /// The colors as a GIF stores them, with three bytes each.
  var unpaddedRGBBytes: [UInt8] { colors.flatMap { [$0.red, $0.green, $0.blue] } }

  /// The index of each pixel's color. Colors that aren't in the palette become `missingColorIndex`.
  func colorIndices(of bitmap: Bitmap) -> [UInt16] {
    let places = Dictionary(zip(colors, 0...), uniquingKeysWith: { first, _ in first })
    var (last, number) = (Pixel.clear, transparentIndex.map(UInt16.init) ?? Self.missingColorIndex)
    return (0..<bitmap.size.area).map { at in
      let pixel = Pixel(bitmap.pixelWord(atPixel: at))
      if pixel != last {
        (last, number) = (pixel, places[pixel].map { UInt16($0) } ?? Self.missingColorIndex)
      }
      return number
    }
  }

  /// Represents a color that the palette doesn't have.
  static let missingColorIndex = UInt16.max
}
