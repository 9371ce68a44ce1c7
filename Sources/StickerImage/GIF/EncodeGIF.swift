import CImageCodecs

/// A GIF, and what it shows.
package struct EncodedGIF: Hashable, Sendable {
  /// The file.
  package let bytes: [UInt8]
  /// The frames as they are shown, with the times that they are shown for.
  package let frames: [Frame]
  /// Whether every pixel with hard edges has the color that it was given.
  package let isExact: Bool
  /// Colors in the largest palette, what stands for none included.
  package let colors: Int
  /// Frames that were too short to be shown.
  package let droppedFrames: Int
  /// How much of the errors was handed on to neighboring pixels, 0...1.
  package let dithering: Float
}

extension [Frame] {
  /// Encodes the composited frames as a GIF: at most 256 colors a palette, hard edges, whole hundredths of a
  /// second.
  ///
  /// A pixel is opaque or it is not: `withHardEdges` says which. Frames that look like the one before join
  /// it. Each frame ends within 5 ms of its exact time and lasts 20 ms at least; what is shorter goes, and
  /// its time is that of the longer neighbor. One palette serves all frames, and others those that would
  /// lose much by it. Errors are diffused where that makes the frames more alike; what stands still keeps
  /// its colors.
  ///
  /// - Parameter plays: how often it plays, 0...65 536; 0 is endless.
  /// - Returns: the same frames give the same bytes on every machine.
  /// - Throws: `InternalError` where frames differ in size, a time cannot be stored, the task was cancelled,
  ///   or the file, decoded again, does not show the frames.
  package func encodedGIF(plays: Int) throws(InternalError) -> EncodedGIF {
    let size = try checkAnimation(self, plays: plays)
    let pictures = map { $0.bitmap.withHardEdges() }
    let runs = repeats(pictures, map(\.delay), areShown: true) { $0.hundredths ?? .max < 0xFFFF }
    let timed = try timedFrames(runs.map(\.delay))
    let coloring = GIFColoring(timed.map { pictures[runs[$0.number].frames.lowerBound] })
    let (colored, patches) = try planned(coloring)
    let isMoving = timed.count > 1
    var writer = try GIFWriter(size, colored.tables[0], plays: isMoving ? plays : nil)
    for (number, patch) in patches.enumerated() {
      try writer.append(
        patch, colored.table(number), isOwn: colored.places[number] > 0, hundredths: timed[number].hundredths)
    }
    let bytes = try writer.finished()
    let shown = zip(colored.frames, timed).map { frame, time in
      Frame(frame, delay: ExactSeconds(time.hundredths, 100))
    }
    try verifyGIF(bytes, is: shown, plays: plays)
    return EncodedGIF(
      bytes: bytes, frames: shown,
      isExact: zip(timed, shown).allSatisfy { time, frame in
        pictures[runs[time.number].frames.lowerBound] == frame.bitmap
      }, colors: colored.tables.map(\.colors.count).max() ?? 0,
      droppedFrames: runs.count - timed.count, dithering: colored.dithering)
  }
}

/// The patches of frames with palettes of their own, where that can be done; else of all in one. The frames
/// in one palette are made again for that: they are not held while patches are planned.
private func planned(_ coloring: GIFColoring) throws(InternalError) -> (ColoredFrames, [GIFPatch]) {
  let dithering = coloring.dithering
  let colored = coloring.colored(dithering)
  if let patches = try GIFPatches(colored).planned() { return (colored, patches) }
  if colored.tables.count > 1 {
    let global = coloring.global(dithering)
    if let patches = try GIFPatches(global).planned() { return (global, patches) }
  }
  throw InternalError("no patches lead from frame to frame")
}

extension Bitmap {
  /// The picture as a GIF can show it: what is at least half opaque becomes opaque, all else transparent.
  ///
  /// A soft pixel gets the color that it has over middle gray: of all opaque ones the nearest to what it
  /// shows over white and over black, so that no edge has a halo on either.
  package func withHardEdges() -> Bitmap {
    var result = self
    for at in stride(from: 0, to: pixels.count, by: 4) where pixels[at + 3] < 255 && word(at / 4) != 0 {
      let alpha = Int(pixels[at + 3])
      for sample in at..<at + 3 {
        let mixed = (Int(pixels[sample]) * alpha + middleGray * (255 - alpha) + 127) / 255
        result.pixels[sample] = alpha < minOpaqueAlpha ? 0 : UInt8(mixed)
      }
      result.pixels[at + 3] = alpha < minOpaqueAlpha ? 0 : 255
    }
    return result
  }
}

/// Half of 255, rounded up.
private let minOpaqueAlpha = 128
private let middleGray = 128

/// A frame that a GIF shows, and for how long.
struct TimedFrame: Hashable, Sendable {
  /// Its number among those that were given.
  var number: Int
  /// Hundredths of a second, at least 2.
  var hundredths: Int
}

/// Which frames a GIF shows and for how long: it knows whole hundredths of a second, and players show what
/// lasts less than two of them for ten.
///
/// The end of each frame is the nearest hundredth to its exact time, so that no error adds up. Of neighbors
/// that last less than two hundredths, the one that lasts longest is shown for all of them.
///
/// - Parameter delays: at least one.
/// - Throws: where all together are shorter than two hundredths, or a frame is longer than a GIF can say.
func timedFrames(_ delays: [ExactSeconds]) throws(InternalError) -> [TimedFrame] {
  guard delays.count > 1 else { return [TimedFrame(number: 0, hundredths: 0)] }
  var frames: [TimedFrame] = []
  var (time, start, end) = (ExactSeconds.zero, 0, 0)
  var longest: TimedFrame?
  for (number, delay) in delays.enumerated() {
    guard let sum = time.adding(delay), let ends = sum.hundredths else {
      throw InternalError("its times have no sum that can be stored")
    }
    time = sum
    if ends - end > longest?.hundredths ?? -1 { longest = TimedFrame(number: number, hundredths: ends - end) }
    end = ends
    guard end - start >= minHundredths, var frame = longest else { continue }
    frame.hundredths = end - start
    frames.append(frame)
    (start, longest) = (end, nil)
  }
  guard !frames.isEmpty else {
    throw InternalError("all of its frames take less than two hundredths of a second together")
  }
  frames[frames.count - 1].hundredths += end - start
  guard frames.allSatisfy({ $0.hundredths <= 0xFFFF }) else {
    throw InternalError("a frame of a GIF lasts 655 seconds at the most")
  }
  return frames
}

/// The shortest time that browsers keep to.
private let minHundredths = 2

extension ExactSeconds {
  /// The nearest hundredth of a second; nil where it does not fit.
  package var hundredths: Int? { rounded(to: 100) }
}

/// Writes the blocks of a GIF one after the other, through giflib.
@safe struct GIFWriter: ~Copyable {
  private let writer: OpaquePointer

  /// - Parameter table: the colors of all frames that have none of their own.
  /// - Parameter plays: 1...65 536, or 0 for endless; nil for a still, which says nothing of it.
  init(_ size: PixelSize, _ table: GIFTable, plays: Int?) throws(InternalError) {
    guard size.area > 0, size.longerSide <= 0xFFFF else { throw InternalError("\(size) does not fit a GIF") }
    guard 0...65_536 ~= plays ?? 0 else { throw InternalError("\(plays ?? 0) plays do not fit a GIF") }
    // The block counts what follows the first play; who plays once has none.
    let loops = plays.map { $0 == 0 ? 0 : $0 == 1 ? -1 : $0 - 1 } ?? -1
    let opened = unsafe table.samples.withUnsafeBufferPointer { samples in
      unsafe sl_gif_writer_open(
        CInt(size.width), CInt(size.height), samples.baseAddress, CInt(table.colors.count), CInt(loops))
    }
    guard let opened = unsafe opened else { throw InternalError("no memory for a GIF") }
    unsafe writer = opened
  }

  deinit { unsafe sl_gif_writer_close(writer) }

  /// - Parameter table: where it is another than that of the file, the frame gets it.
  mutating func append(
    _ patch: GIFPatch, _ table: GIFTable, isOwn: Bool, hundredths: Int
  ) throws(InternalError) {
    var frame = sl_gif_frame(
      left: CInt(patch.rect.x), top: CInt(patch.rect.y), width: CInt(patch.rect.width),
      height: CInt(patch.rect.height), disposal: patch.disposal.stored, hundredths: CInt(hundredths),
      transparent: table.hole.map(CInt.init) ?? -1)
    let status = unsafe patch.numbers.withUnsafeBufferPointer { numbers in
      unsafe table.samples.withUnsafeBufferPointer { samples in
        unsafe sl_gif_write_frame(
          writer, &frame, numbers.baseAddress, numbers.count, samples.baseAddress,
          isOwn ? CInt(table.colors.count) : 0)
      }
    }
    guard status == SL_OK else { throw InternalError("giflib does not take a frame of \(patch.rect)") }
  }

  /// The whole file.
  consuming func finished() throws(InternalError) -> [UInt8] {
    guard unsafe sl_gif_writer_finish(writer) == SL_OK, let bytes = unsafe sl_gif_writer_bytes(writer) else {
      throw InternalError("no memory for a GIF")
    }
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: sl_gif_writer_count(writer)))
  }
}

extension StoredFrame.Disposal {
  /// - Source: GIF89a, 23: graphic control extension.
  fileprivate var stored: CInt {
    switch self {
    case .keep: 1
    case .background: 2
    case .previous: 3
    }
  }
}

/// The colors of a GIF's palette, and the number that shows what was there before.
struct GIFTable: Hashable, Sendable {
  /// At most 256: opaque ones, and one that stands for none.
  let colors: [Pixel]
  /// The number of the color that shows what was there; nil where all 256 are seen.
  let hole: UInt8?

  /// - Parameter palette: opaque colors, and transparent black where it is used.
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
    self.hole = hole.map { UInt8($0) }
  }

  /// Three bytes a color, as a GIF stores them.
  var samples: [UInt8] { colors.flatMap { [$0.red, $0.green, $0.blue] } }

  /// The number of each pixel of a picture; `missing` of colors that are not in the table.
  func numbers(of bitmap: Bitmap) -> [UInt16] {
    let places = Dictionary(zip(colors, 0...), uniquingKeysWith: { first, _ in first })
    var (last, number) = (Pixel.clear, hole.map(UInt16.init) ?? Self.missing)
    return (0..<bitmap.size.area).map { at in
      let pixel = Pixel(bitmap.word(at))
      if pixel != last { (last, number) = (pixel, places[pixel].map { UInt16($0) } ?? Self.missing) }
      return number
    }
  }

  /// What stands for a color that the table does not have.
  static let missing = UInt16.max
}
