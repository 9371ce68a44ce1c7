import StickerImage

extension EditableImage {
  /// Applies one fix to all frames.
  ///
  /// - Parameter container: the container of the original file.
  /// - Returns: a description of the change, with numbers, or nil if the change is made and described when
  ///   the image is encoded.
  /// - Throws: a diagnostic with the reason if the fix is not possible.
  mutating func apply(
    _ fix: Fix, originalContainer container: ImageContainer, _ fixOptions: FixOptions
  ) throws(Diagnostic) -> String? {
    try checkAnimationPixelLimit(after: fix, isEnlarged: fixOptions.smallArtFix == .enlarge)
    switch fix.kind {
    case .flatten: return flatten(over: fixOptions.iconBackground ?? 0)
    case .bakeOrientation: return try applyOrientation(container.orientation ?? 1)
    case .bakeTextChunkOrientation:
      return try applyOrientation(
        container.textChunkOrientation?.value ?? 1, sourceText: "from a text chunk ")
    case .convertToSRGB: return try convertColorsToSRGB(container)
    case .removeBackground: return try removeFlatBackground()
    case .unmatte: return unmatte(fix.arguments.first == 255 ? .white : .black)
    case .clearSpecks: return clearSpecks(fix.arguments)
    case .clearHaze:
      self = mapAllBitmaps { $0.withoutHaze() }
      return fix.kind.description
    case .addOutline: return try addOutlineInsideCanvas(fix.arguments)
    case .trim: return try trimToNarrowMargin(minSide: fix.arguments.first ?? 0)
    case .downscale, .downscaleToGridSize: return try downscaleOntoSquareIfNarrow(fix.arguments)
    case .padToWholePoints:
      return try pad(to: fix.arguments.count == 2 ? PixelSize(fix.arguments[0], fix.arguments[1]) : size)
    case .padToSquare: return try pad(to: fix.arguments.first.map { PixelSize($0, $0) } ?? size)
    case .scaleDownToCanvas, .padToCanvas:
      let enlarges = fixOptions.smallArtFix == .enlarge
      return try fitToCanvas(
        Array(enlarges ? fix.arguments.suffix(2) : fix.arguments.prefix(2)), enlarges: enlarges,
        scalesDown: fix.kind == .scaleDownToCanvas)
    case .enlargeOrPad:
      let isEnlarged = fixOptions.smallArtFix == .enlarge
      return try fitToCanvas(
        Array(isEnlarged ? fix.arguments.prefix(2) : fix.arguments.suffix(2)), enlarges: isEnlarged,
        scalesDown: false)
    case .padToMargin, .scaleDownToMargin: return try padOrScaleDownToMargin(fix)
    case .shorten:
      return try shortenPlay(toMilliseconds: fix.arguments.first ?? .max, fixOptions.longAnimationFix)
    case .storeUnchangingAnimationAsStill:
      guard let first = frames.first, frames.allSatisfy({ $0.bitmap.looksExactlyLike(first.bitmap) }) else {
        throw Diagnostic("its \(frames.count) frames are not all the same")
      }
      (frames, playsOrZeroForever, hiddenDefaultImage) = ([first], nil, nil)
      return fix.kind.description
    case .dropHiddenDefaultImage:
      hiddenDefaultImage = nil
      return fix.kind.description
    case .writeShownDelays:
      replaceDelaysWithShownDelays()
      return fix.kind.description
    case .dropFrames: return try dropLeastVisibleFrames(downTo: fix.arguments.first ?? 1)
    case .playForever:
      playsOrZeroForever = 0
      return fix.kind.description
    case .playTimes:
      playsOrZeroForever = fix.arguments.first
      return playTimesFixText(fix)
    case .playTimesInWholeSeconds: return try setPlaysAndTotalSeconds(fix.arguments)
    case .convertToPNGOrAPNG: return pngConversionText(from: container)
    case .convertToWebP:
      prepareForWebP(from: container)
      return "convert \(container.format.name) to WebP"
    case .convertToWebM:
      let most = fix.arguments.first ?? 0
      if most > 0, let duration = frames.lazy.map(\.delay).total(), duration.exceeds(milliseconds: most) {
        throw Diagnostic(
          """
          one play takes \(numberText(duration.millisecondsRoundedUp)) ms (limit: \(numberText(most)) ms). Use \
          \(.animationShorteningOptions)
          """)
      }
      prepareForWebM(from: container)
      return "convert \(container.format.name) to WebM"
    case .convertToGIF: return prepareForGIF(container)
    case .storeAPNGInTrueColor:
      allowsAPNGPalette = false
      return fix.kind.description
    case .reduceBitDepth: return "reduce \(container.bitDepth) bits per channel to 8"
    case .mergeDuplicateFrames, .reencode: return fix.kind.description
    // These fixes change names, bytes or catalogs.
    case .writeMissingAnimationControl, .correctFileExtension, .reduceFileSize, .stripTrailingData,
      .stripPrivateMetadata,
      .stripMetadata:
      return nil
    case .correctCatalogSpelling, .correctIconPlatform, .writeMissingCatalogDocument, .addToCatalogDocument,
      .renameDuplicateInCatalog,
      .regenerateWrongIcons:
      return nil
    }
  }

  private mutating func flatten(over color: UInt32) -> String {
    self = mapAllBitmaps { bitmap in
      var flat = Bitmap(bitmap.size, color: color)
      flat.draw(bitmap, x: 0, y: 0)
      return flat
    }
    return "draw the icon on the given background color"
  }

  /// - Parameter place: `from a text chunk `, or empty for the eXIf chunk.
  private mutating func applyOrientation(
    _ orientation: Int, sourceText place: String = ""
  ) throws(Diagnostic) -> String {
    self = mapAllBitmaps { $0.oriented(by: orientation) }
    ancillaryChunks = ancillaryChunks.resettingOrientation()
    return "apply EXIF orientation \(orientation) \(place)to the pixels and remove it"
  }

  private mutating func convertColorsToSRGB(_ container: ImageContainer) throws(Diagnostic) -> String {
    let profile = container.profileName == nil ? ColorProfile(container.pngColorFacts) : nil
    var isDone = true
    self = mapAllBitmaps { bitmap in
      if let profile { return bitmap.converted(from: profile, to: .sRGB) }
      guard let bytes = container.profile, let result = bitmap.converted(fromProfile: bytes, to: .sRGB)
      else {
        isDone = false
        return bitmap
      }
      return result
    }
    guard isDone else { throw Diagnostic("the color profile cannot be evaluated") }
    ancillaryChunks.afterHeader = [sRGBChunk] + ancillaryChunks.afterHeader.filter { !isColorChunk($0) }
    return "convert the colors to sRGB"
  }

  private mutating func removeFlatBackground() throws(Diagnostic) -> String {
    let bitmaps = self.allBitmaps
    guard let background = FlatBackground(of: bitmaps) else {
      throw Diagnostic("the background is not one flat color. Erase it in your drawing program")
    }
    guard let cleared = bitmaps.withoutBackground(background) else {
      throw Diagnostic(
        """
        the art or an outline has the same color as the background and no clear edge, so only part of it or a \
        torn shadow would remain. Erase it in your drawing program
        """)
    }
    let shown = Array(cleared.prefix(frames.count))
    if let arc = shown.faintArcsInAllFrames().commonArcs.first(where: {
      size.isVisibleOnDevice(canvasArea: $0.alphaArea)
    }) {
      throw Diagnostic(
        """
        a faint arc of \(arc.boundingBoxLongerSide) px would remain at (\(arc.boundingBox.x), \(arc.boundingBox.y)). Erase the \
        background in your drawing program
        """)
    }
    let area = size.area * cleared.count
    let before = bitmaps.reduce(0) { $0 + $1.transparentPixelCount }
    let gone = cleared.reduce(0) { $0 + $1.transparentPixelCount } - before
    self = excerptWithBitmaps(cleared, in: cleared.indices)
    return "make the flat background transparent (\(gone * 100 / max(area, 1))% of the canvas)"
  }

  private mutating func unmatte(_ matte: Matte) -> String {
    self = mapAllBitmaps { $0.withoutFringe(of: matte) }
    if matte == .white { self = mapAllBitmaps { $0.withPaleRimRecolored() } }
    return "remove the \(matte.rawValue) matte from the outline"
  }

  /// Draws an outline inside the canvas. Scales the art down slightly if it leaves no room for the outline.
  private mutating func addOutlineInsideCanvas(_ arguments: [Int]) throws(Diagnostic) -> String {
    guard arguments.count == 2 else { throw Diagnostic("the outline has no color") }
    guard let art = frames.map(\.bitmap).visibleBounds() else { throw Diagnostic("no pixel is visible") }
    let (sample, thickness, canvas) = (UInt8(clamping: arguments[0]), arguments[1], size)
    // One more pixel for the soft edge.
    let margin = thickness + 1
    var scaling = ""
    if min(art.x, art.y, canvas.width - art.x - art.width, canvas.height - art.y - art.height) < margin {
      let room = PixelSize(canvas.width - 2 * margin, canvas.height - 2 * margin)
      guard room.shorterSide > 0 else {
        throw Diagnostic("the canvas (\(canvas)) has no room for an outline")
      }
      let drawn = canvas.scaledDown(toFit: room)
      self = scaled(to: drawn).mapAllBitmaps { $0.padded(to: canvas) }
      scaling = ", and scale the art from \(canvas) to \(drawn) to make room for it"
    }
    self = mapAllBitmaps { $0.outlined(grayLevel: sample, thickness: thickness) }
    return "add \(sample > 127 ? "a white" : "a black") outline of \(thickness) px\(scaling)"
  }

  private mutating func clearSpecks(_ arguments: [Int]) -> String {
    guard arguments.count == 2 else { return Fix.Kind.clearSpecks.description }
    // If the hidden default image were included, arcs that all shown frames share would not be found.
    let old = frames.map(\.bitmap)
    let clean = old.withoutSpecks(
      smallerThanPixels: arguments[0], minDistance: arguments[1], clearsArcs: true)
    for (number, bitmap) in clean.enumerated() { frames[number].bitmap = bitmap }
    let gone = zip(old, clean).reduce(0) { $0 + $1.1.transparentPixelCount - $1.0.transparentPixelCount }
    return "remove specks (\(countText(gone, "pixel")))"
  }

  /// Trims the empty margin, but keeps at least 2% of the art's size on each side and does not go below the
  /// minimum side. Art that fills its canvas completely looks cut off.
  private mutating func trimToNarrowMargin(minSide: Int) throws(Diagnostic) -> String {
    guard let art = frames.map(\.bitmap).visibleBounds() else { throw Diagnostic("no pixel is visible") }
    let old = size
    func side(_ art: Int, _ canvas: Int) -> Int {
      let wanted = max(art + 2 * max(art / 50, 1), min(minSide, canvas))
      return min(PixelSize.roundedUpToWholePoints(side: wanted), canvas)
    }
    let new = PixelSize(side(art.width, old.width), side(art.height, old.height))
    guard new != old else { throw Diagnostic("there is no margin to trim") }
    func start(_ at: Int, _ length: Int, _ new: Int, _ canvas: Int) -> Int {
      min(max(at - (new - length) / 2, 0), canvas - new)
    }
    let place = PixelRect(
      x: start(art.x, art.width, new.width, old.width), y: start(art.y, art.height, new.height, old.height),
      width: new.width, height: new.height)
    self = mapAllBitmaps { $0.cropped(to: place) }
    return "trim the empty margin: \(old) to \(new)"
  }

  private mutating func downscale(toLongerSide longer: Int) throws(Diagnostic) -> String? {
    let old = size
    guard longer < old.longerSide else { return nil }
    guard let new = smallerSizesLargestFirst(than: old, longerSides: [longer], minSide: 1).first else {
      throw Diagnostic("no smaller size keeps the aspect ratio")
    }
    self = scaled(to: new)
    return "scale the art down from \(old) to \(new)"
  }

  /// - Parameter arguments: the longer side and, optionally, the minimum length of the shorter side. An image
  ///   that would be too narrow is centered on a square.
  private mutating func downscaleOntoSquareIfNarrow(_ arguments: [Int]) throws(Diagnostic) -> String? {
    guard let words = try downscale(toLongerSide: arguments.first ?? 0) else { return nil }
    guard let least = arguments.dropFirst().first, size.shorterSide < least else { return words }
    let square = PixelSize(size.longerSide, size.longerSide)
    self = mapAllBitmaps { $0.padded(to: square) }
    return "\(words), and center it on a canvas of \(square)"
  }

  /// Throws if all frames together would exceed the pixel limit on a larger canvas.
  private func checkAnimationPixelLimit(after fix: Fix, isEnlarged: Bool) throws(Diagnostic) {
    let canvas: PixelSize
    switch (fix.kind, fix.arguments.count) {
    case (.padToWholePoints, 2), (.padToMargin, 3): canvas = PixelSize(fix.arguments[0], fix.arguments[1])
    case (.scaleDownToCanvas, 4), (.padToCanvas, 4):
      let sides = isEnlarged ? fix.arguments.suffix(2) : fix.arguments.prefix(2)
      canvas = PixelSize(sides[sides.startIndex], sides[sides.startIndex + 1])
    case (.padToSquare, 1): canvas = PixelSize(fix.arguments[0], fix.arguments[0])
    case (.enlargeOrPad, 4): canvas = PixelSize(fix.arguments[0], fix.arguments[1])
    default: return
    }
    let (pixels, isWide) = canvas.area.multipliedReportingOverflow(by: frames.count)
    guard frames.count > 1, canvas.area > size.area, isWide || pixels > maxInMemoryAnimationPixels else {
      return
    }
    throw Diagnostic(
      """
      at \(canvas), its \(numberText(frames.count)) frames have \(numberText(pixels)) px in total (limit: \
      \(numberText(maxInMemoryAnimationPixels)) px)
      """)
  }

  private mutating func pad(to new: PixelSize) throws(Diagnostic) -> String {
    let old = size
    guard new.width >= old.width, new.height >= old.height else {
      throw Diagnostic("it is already larger than \(new)")
    }
    self = mapAllBitmaps { $0.padded(to: new) }
    return "pad with transparent pixels: \(old) to \(new)"
  }

  private func pngConversionText(from container: ImageContainer) -> String {
    switch container.format {
    case .gif, .jpeg, .webp, .webm:
      return "convert \(container.format.name) to \(playsOrZeroForever == nil ? "PNG" : "APNG")"
    case .png, .apng: return "it is already \(container.format.name)"
    }
  }

  /// Prepares the image to be stored as a WebP: converts it to sRGB, because the encoder stores no color
  /// profile, and drops the hidden default image. The loss is described when the image is encoded.
  mutating func prepareForWebP(from container: ImageContainer) {
    convertColorsToSRGBIfNeeded(from: container)
    replaceDelaysWithShownDelays()
    (outputFormat, hiddenDefaultImage, ancillaryChunks) = (.webP, nil, PreservedChunks())
    // A WebP cannot store a larger number of plays, so it loops forever instead.
    playsOrZeroForever = frames.count == 1 ? nil : playsOrZeroForever.map { $0 > maxWebPPlays ? 0 : $0 }
  }

  /// Prepares the image to be stored as a WebM, which loops forever: converts it to sRGB, and drops the
  /// hidden default image. The loss is described when the image is encoded.
  mutating func prepareForWebM(from container: ImageContainer) {
    convertColorsToSRGBIfNeeded(from: container)
    replaceDelaysWithShownDelays()
    (outputFormat, hiddenDefaultImage, ancillaryChunks) = (.webM, nil, PreservedChunks())
    playsOrZeroForever = 0
  }

  /// Prepares the image to be stored as a GIF, which supports only sRGB colors. The encoder reduces the
  /// colors and removes soft edges.
  private mutating func prepareForGIF(_ container: ImageContainer) -> String {
    convertColorsToSRGBIfNeeded(from: container)
    replaceDelaysWithShownDelays()
    (outputFormat, hiddenDefaultImage, ancillaryChunks) = (.gifOrStillPNG, nil, PreservedChunks())
    return "convert \(container.format.name) to GIF, with hard edges"
  }

  private mutating func convertColorsToSRGBIfNeeded(from container: ImageContainer) {
    guard !container.declaredColorSpace.isUndeclaredOrSRGBChunk,
      !ancillaryChunks.afterHeader.contains(sRGBChunk)
    else {
      return
    }
    // Like many programs, ignore a profile that cannot be evaluated.
    _ = try? convertColorsToSRGB(container)
  }

  /// Returns the image without metadata chunks. Color chunks are kept.
  func withoutMetadata() -> EditableImage {
    var bare = self
    bare.ancillaryChunks = PreservedChunks(afterHeader: ancillaryChunks.afterHeader.filter(isColorChunk))
    return bare
  }
}

/// A complete sRGB chunk with perceptual intent.
///
/// - Source: PNG specification, third edition, 11.3.2.5.
private let sRGBChunk = pngChunk("sRGB", [[0]])

/// The maximum number of plays in a WebP.
private let maxWebPPlays = 65_535

/// Whether a complete chunk describes colors or how to show them.
private func isColorChunk(_ chunk: [UInt8]) -> Bool {
  ["iCCP", "cICP", "sRGB", "gAMA", "cHRM", "mDCV", "cLLI"].contains {
    chunk.dropFirst(4).starts(with: $0.utf8)
  }
}

/// Returns the description of a `playTimes` fix: `play once` or `play 3 times`.
func playTimesFixText(_ fix: Fix) -> String {
  let plays = fix.arguments.first ?? 1
  return plays == 1 ? "play once" : "play \(numberText(plays)) times"
}

extension Bitmap {
  fileprivate var transparentPixelCount: Int {
    var count = 0
    for at in stride(from: 3, to: pixels.count, by: 4) where pixels[at] == 0 { count += 1 }
    return count
  }
}

extension Bitmap {
  /// Whether two bitmaps look the same. The colors of transparent pixels are ignored.
  fileprivate func looksExactlyLike(_ other: Bitmap) -> Bool {
    if pixels == other.pixels { return size == other.size }
    guard size == other.size else { return false }
    for at in stride(from: 0, to: pixels.count, by: 4) {
      let isSeen: Bool = pixels[at + 3] != 0 || other.pixels[at + 3] != 0
      if isSeen, pixels[at..<at + 4] != other.pixels[at..<at + 4] { return false }
    }
    return true
  }
}
