extension [Bitmap] {
  /// Removes specks from frames: small groups of visible pixels that are isolated from everything else.
  ///
  /// `Specks` defines what a speck is: an 8-connected group that isn't part of the art in any frame and isn't
  /// all that a frame shows. Haze (alpha 1...4) around a speck is removed with it.
  ///
  /// - Precondition: All frames have the same size.
  /// - Parameter smallerThanPixels: Groups with fewer pixels are specks, 1...16.
  /// - Parameter minDistance: The minimum distance of a speck from everything else in px, 4...16, on the canvas
  ///   of a regular sticker.
  /// - Parameter clearsArcs: Whether to clear faint arcs (`FaintArcRemnants`) too.
  /// - Complexity: O(pixels).
  public func withoutSpecks(smallerThanPixels: Int = 12, minDistance: Int = 12, clearsArcs: Bool = false)
    -> [Bitmap]
  {
    var out = self
    if clearsArcs {
      let arcs = faintArcsInAllFrames().commonArcs
      for frame in out.indices { for arc in arcs { out[frame].clearArcAndHaze(arc) } }
    }
    // Each round finds at most a few hundred specks per frame. Dust takes several rounds and may never be
    // removed completely.
    for _ in 0..<16 {
      let found = speckBoundsByFrame(out, smallerThanPixels: smallerThanPixels, minDistance: minDistance)
      guard found.contains(where: { !$0.isEmpty }) else { return out }
      for (frame, places) in found.enumerated() {
        for place in places { out[frame].clearSpeckAndHaze(place) }
      }
    }
    return out
  }
}

extension [Bitmap] {
  /// The faint arcs that all frames share.
  package func faintArcsInAllFrames() -> FaintArcRemnants {
    var (masks, arcs) = (AlphaMasks(), FaintArcRemnants())
    for frame in self {
      masks.read(frame)
      var specks = Specks()
      specks.addFrame(masks.visible, frame: 0, collectsTopRunStarts: arcs.needsTopRunStarts)
      arcs.addFrame(frame, masks, topRunStarts: specks.latestTopRunStarts)
    }
    return arcs
  }
}

/// The specks of each frame.
private func speckBoundsByFrame(_ frames: [Bitmap], smallerThanPixels minPixels: Int, minDistance: Int)
  -> [[PixelRect]]
{
  var (masks, art) = (AlphaMasks(), ArtInAnyFrame())
  var found: [[PixelRect]] = []
  for (number, frame) in frames.enumerated() {
    masks.read(frame)
    var specks = Specks()
    let all = masks.countsAndBounds.isOpaque ? [] : specks.addFrame(masks.visible, frame: number)
    let visible = masks.countsAndBounds.visiblePixelCount
    specks.measureSpeckAlphaAreas(frame, frame: number)
    found.append(
      specks.foundSpecks.leftovers(
        smallerThanPixels: minPixels, minDistanceOnRegularSticker: minDistance, on: frame.size
      )
      .filter { $0.pixelCount != visible }.map(\.boundingBox))
    if frames.count > 1 {
      art.addFrame(masks.visible, withoutSpecks: all ?? specks.foundSpecks.map(\.boundingBox))
    }
  }
  guard frames.count > 1 else { return found }
  return found.map { $0.filter { !art.overlaps($0) } }
}

extension Bitmap {
  /// Clears an arc, and invisibly faint pixels within 2 px of it.
  fileprivate mutating func clearArcAndHaze(_ arc: FaintArcRemnants.Arc) {
    for point in arc.points { clearSpeckAndHaze(PixelRect(x: point.x, y: point.y, width: 1, height: 1)) }
  }

  /// Clears a rectangle, and invisibly faint pixels within 2 px of it.
  fileprivate mutating func clearSpeckAndHaze(_ place: PixelRect) {
    let around = PixelRect(x: place.x - 2, y: place.y - 2, width: place.width + 4, height: place.height + 4)
      .intersection(PixelRect(size))
    for y in around.y..<around.y + around.height {
      for x in around.x..<around.x + around.width {
        let at = (y * width + x) * 4
        let isInside = PixelRect(x: x, y: y, width: 1, height: 1).intersection(place).isEmpty == false
        guard isInside || pixels[at + 3] < 5 else { continue }
        pixels.replaceSubrange(at..<at + 4, with: repeatElement(0, count: 4))
      }
    }
  }
}
