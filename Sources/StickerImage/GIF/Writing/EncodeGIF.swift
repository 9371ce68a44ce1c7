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
  package let leftOut: Int
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
  /// - Throws: `EncodingDefect` where frames differ in size, a time cannot be stored, the task was cancelled,
  ///   or the file, decoded again, does not show the frames.
  package func encodedGIF(plays: Int) throws(EncodingDefect) -> EncodedGIF {
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
      leftOut: runs.count - timed.count, dithering: colored.dithering)
  }
}

/// The patches of frames with palettes of their own, where that can be done; else of all in one. The frames
/// in one palette are made again for that: they are not held while patches are planned.
private func planned(_ coloring: GIFColoring) throws(EncodingDefect) -> (ColoredFrames, [GIFPatch]) {
  let dithering = coloring.dithering
  let colored = coloring.colored(dithering)
  if let patches = try GIFPatches(colored).planned() { return (colored, patches) }
  if colored.tables.count > 1 {
    let global = coloring.global(dithering)
    if let patches = try GIFPatches(global).planned() { return (global, patches) }
  }
  throw EncodingDefect("no patches lead from frame to frame")
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
        result.pixels[sample] = alpha < leastOpaque ? 0 : UInt8(mixed)
      }
      result.pixels[at + 3] = alpha < leastOpaque ? 0 : 255
    }
    return result
  }
}

/// Half of 255, rounded up.
private let leastOpaque = 128
private let middleGray = 128
