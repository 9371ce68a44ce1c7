import StickerImage

extension FuzzTarget {
  static let measurements = FuzzTarget(
    "measurements", summary: "an animation or a still image, with all of its measurements",
    maxInputBytes: 8192,
    seeds: { ImageContainer(of: $0.bytes, budget: .small)?.exceededLimits.isEmpty == true ? [$0.bytes] : [] },
    attempt: { bytes throws(PropertyViolation) in
      try expectConsistentMeasurements(bytes)
      if let repaired = repairedPNG(bytes, renumbers: true) { try expectConsistentMeasurements(repaired) }
    })
}

/// Takes all measurements and checks them against each other.
private func expectConsistentMeasurements(_ bytes: [UInt8]) throws(PropertyViolation) {
  guard let container = ImageContainer(of: bytes, budget: .small), container.exceededLimits.isEmpty else {
    return
  }
  let all = MeasureSet(rawValue: .max)
  var pass = MeasurementPass(
    measuring: all, plays: container.animation?.plays, frameCount: container.frameCount)
  guard container.visitFrames(of: bytes, with: &pass).isEmpty, let measurements = pass.measurements() else {
    return
  }
  // If the container is damaged, only the frames before the damage are shown.
  guard measurements.frameCount == container.frameCount else {
    return try expect(!container.damage.isEmpty, "a frame was not measured")
  }
  try expectCounts(measurements)
  try expectPlausibleDefects(measurements, PixelRect(container.canvas))
  if let worst = measurements.flashes?.worst {
    // Frames last more than 10 ms, and changes are at least as far apart, so no frequency is higher.
    try expect(
      worst.fastestPointFlashesPerSecond > 3 && worst.fastestPointFlashesPerSecond < 50.1,
      "\(worst.fastestPointFlashesPerSecond) flashes in a second")
    try expect(worst.areaShare > 0 && worst.areaShare <= 1, "a share of \(worst.areaShare) flashes")
    try expect(worst.frames == Set(worst.frames).sorted(), "frames that flash are out of order")
    try expect(
      worst.frames.allSatisfy { 0..<measurements.frameCount ~= $0 }, "a frame flashes that does not exist")
  }
  if let imageSignature = measurements.imageSignature {
    try expect(
      imageSignature.isSimilar(to: imageSignature, maxHashDistance: 0), "an image is not similar to itself")
  }
  for background in [PlainBackground.black, .white, PlainBackground(0x1F_9E_9E)] {
    for lost in measurements.displaySizeFrames?.lostParts(on: background) ?? [] {
      try expect(lost.lostShare > 0 && lost.lostShare < 1.001, "a share of \(lost.lostShare) is lost")
      try expect(0..<measurements.frameCount ~= lost.frame, "parts of frame \(lost.frame) are lost")
      let canvas = PixelRect(container.canvas)
      try expect(
        lost.boxes.allSatisfy { !$0.isEmpty && $0.intersection(canvas) == $0 }, "lost parts of \(lost.boxes)")
    }
  }
}

/// Checks the measurements of visible defects against the canvas.
private func expectPlausibleDefects(_ measurements: Measurements, _ canvas: PixelRect)
  throws(PropertyViolation)
{
  if let middle = measurements.centerOfMass?.center {
    let isInside = 0...Double(canvas.width) ~= middle.x && 0...Double(canvas.height) ~= middle.y
    try expect(isInside, "the center of the art is outside the canvas")
  }
  for hole in measurements.pinholes?.holes ?? [] {
    let isSmall = hole.boundingBox.size.longerSide <= Pinholes.maxSide
    try expect(
      isSmall && hole.boundingBox.intersection(canvas) == hole.boundingBox, "a hole of \(hole.boundingBox)")
  }
  if let rim = measurements.paleRim {
    try expect(
      rim.worstFrameRidgePixels <= rim.worstFrameCheckedPixels
        && rim.worstFrameCheckedPixels <= rim.worstFrameOutlinePixels,
      "the rim is longer than the outline")
    try expect(rim.ridgePositions.count <= 128, "\(rim.ridgePositions.count) positions on a rim")
  }
  if let outline = measurements.jaggedOutline {
    try expect(
      outline.hardPixels <= outline.slantedPixels && outline.slantedPixels <= outline.outlinePixels,
      "more of the outline is jagged than exists")
  }
  try expect(measurements.sharpness?.sharpestEdgeWidth ?? 1 >= 1, "an edge is narrower than a pixel")
  try expect(
    0...1 ~= measurements.jpegBlockTraces?.mostFrequentPositionShare ?? 0, "a share is outside 0...1")
  try expect(
    0...1 ~= measurements.frameDifferences?.emptierEndVisibleShare ?? 0,
    "an end is fuller than the fullest frame")
}

private func expectCounts(_ measurements: Measurements) throws(PropertyViolation) {
  if let border = measurements.canvasBorder {
    try expect(border.solidPixels <= border.ringPixels, "more of the border is solid than exists")
  }
  if let coverage = measurements.coverage {
    try expect(coverage.visiblePixelsByFrame.count == measurements.frameCount, "coverage misses a frame")
  }
}
