import StickerImage

/// Applies fixes to a file: to its bytes, or to its frames if a fix needs them.
struct FixSession {
  private(set) var bytes: [UInt8]
  private(set) var container: ImageContainer
  /// The decoded image, or nil if no fix has needed it yet.
  private(set) var image: EditableImage?
  private(set) var steps: [FixStep] = []
  private(set) var lossyEncodingSimilarity: FrameSimilarity?
  /// The frames that the bytes must decode to, if they were encoded and have not been verified yet.
  private(set) var expectedFramesToVerify: ExpectedFrames?
  /// Whether the file was encoded losslessly with the requested effort.
  private(set) var isFileSizeMinimized = false
  private let limits: FixLimits
  private let fixOptions: FixOptions
  /// The frames of the file if they have been decoded; nil otherwise.
  private var alreadyDecodedFrames: [Frame]?
  /// Encodings of images from the same source.
  var sharedEncodingCache = EncodingCache()

  /// - Parameter frames: the decoded frames of the file, or nil to decode them if a fix needs them.
  init(
    _ bytes: [UInt8], _ container: ImageContainer, _ limits: FixLimits, _ fixOptions: FixOptions,
    frames: [Frame]? = nil
  ) {
    self.bytes = bytes
    self.container = container
    self.limits = limits
    self.fixOptions = fixOptions
    alreadyDecodedFrames = frames
  }

  /// Applies fixes to the bytes if that is enough; otherwise, applies them to the frames, which are encoded
  /// once.
  mutating func apply(_ wanted: [(rule: String, fix: Fix)]) throws(Diagnostic) {
    let wanted = wanted.enumerated().sorted { a, b in
      (a.element.fix.kind.applicationIndex, a.offset) < (b.element.fix.kind.applicationIndex, b.offset)
    }.map(\.element)
    for (rule, fix) in wanted {
      if case .strippedPart(let part) = fix.kind.changedPart { try strip(part, rule, fix) }
      if fix.kind == .writeMissingAnimationControl { try writeMissingAnimationControlChunk(rule, fix) }
    }
    guard wanted.contains(where: { needsFrames($0.fix) }) else {
      for (rule, fix) in wanted { try changeBytes(rule, fix) }
      return
    }
    try prepareFrames()
    let goesToGrid = wanted.contains { $0.fix.kind == .downscaleToGridSize }
    let keepsMargin = wanted.contains { $0.fix.kind == .scaleDownToMargin }
    for (rule, fix) in wanted {
      if fix.kind.comesBeforeDecoding { continue }
      // Scaling twice blurs more than scaling once.
      if fix.kind == .downscale, goesToGrid { continue }
      if fix.kind == .scaleDownToCanvas || fix.kind == .padToCanvas, keepsMargin { continue }
      try changeFrames(rule, fix)
    }
    try encode(wanted)
  }

  private func needsFrames(_ fix: Fix) -> Bool {
    switch fix.kind.changedPart {
    case .name, .strippedPart, .chunks, .bytesUnlessDecoded, .catalogDocuments: false
    case .frames: true
    case .bytesIfEnoughElseFrames where mustKeep16Bits: false
    case .bytesIfEnoughElseFrames:
      fix.kind != .reduceFileSize
        || container.stripping([.trailingBytes, .metadata], from: bytes).count > (limits.maxBytes ?? .max)
    }
  }

  /// Whether the file must keep 16-bit samples, because 8 bits would lose information and no loss is allowed.
  private var mustKeep16Bits: Bool {
    !fixOptions.allowsLossyFixes && container.bitDepth > 8 && !container.needsOnlyEightBits(in: bytes)
  }

  private mutating func strip(_ part: StripOptions, _ rule: String, _ fix: Fix) throws(Diagnostic) {
    let less = container.stripping(part, from: bytes)
    recordStep(rule, fix, "\(fix.kind.description) (\(countText(bytes.count - less.count, "byte")))")
    try replace(with: less)
  }

  private mutating func writeMissingAnimationControlChunk(_ rule: String, _ fix: Fix) throws(Diagnostic) {
    guard let announced = container.bytesAddingACTL(from: bytes) else {
      throw Diagnostic("its frames are not a valid animation. Export the animation again")
    }
    try replace(with: announced)
    // The decoded frames contain only the single frame of the old file.
    alreadyDecodedFrames = nil
    recordStep(rule, fix, "\(fix.kind.description): \(countText(container.frameCount, "frame"))")
  }

  private mutating func changeBytes(_ rule: String, _ fix: Fix) throws(Diagnostic) {
    switch fix.kind.changedPart {
    case .bytesUnlessDecoded where fix.kind == .writeShownDelays:
      guard let shown = container.bytesWritingShownDelays(from: bytes) else {
        throw Diagnostic("the file cannot store the delay of a frame")
      }
      recordStep(rule, fix)
      try replace(with: shown)
    case .bytesUnlessDecoded:
      let plays = fix.kind == .playTimes ? fix.arguments.first ?? 1 : 0
      guard let playing = container.bytes(settingPlays: plays, from: bytes) else {
        throw Diagnostic("the file cannot store the number of plays")
      }
      recordStep(rule, fix, plays == 0 ? nil : StickerEngine.playTimesFixText(fix))
      try replace(with: playing)
    case .bytesIfEnoughElseFrames: try reduceFileSizeKeepingBitDepth(rule, fix)
    case .name, .strippedPart, .chunks, .frames, .catalogDocuments: break
    }
  }

  /// Makes the file smaller without an `EditableImage`, whose frames have 8 bits per channel: strips metadata
  /// and the data after the image, or encodes 16-bit samples again.
  private mutating func reduceFileSizeKeepingBitDepth(_ rule: String, _ fix: Fix) throws(Diagnostic) {
    let bare = container.stripping([.trailingBytes, .metadata], from: bytes)
    if fix.kind == .reduceFileSize, bare.count <= limits.maxBytes ?? .max {
      recordStep(rule, fix, "strip metadata and the data after the image, which is enough to meet the limit")
      return try replace(with: bare)
    }
    guard container.isSmallEnoughToOptimize else { throw Diagnostic("\(container.tooLargeToOptimizeReason)") }
    let less = optimizedPNGIfSmaller(bytes, effort: fixOptions.effort) { _ in fix.kind == .reencode } ?? bytes
    if fix.kind == .reduceFileSize, let limit = limits.maxBytes, less.count > limit {
      throw Diagnostic(
        """
        at 16 bits per channel, the file is \(numberText(less.count)) bytes (limit: \(numberText(limit)) \
        bytes)
        """
      )
    }
    recordStep(rule, fix, "store the same 16 bits per channel in fewer bytes")
    try replace(with: less)
  }

  private mutating func replace(with new: [UInt8]) throws(Diagnostic) {
    guard let read = ImageContainer(of: new, budget: .unlimited), read.damage.isEmpty else {
      throw Diagnostic("the file could not be changed without breaking it")
    }
    (bytes, container) = (new, read)
  }

  /// Collects the frames of the file, and decodes them if the analysis did not keep them.
  private mutating func prepareFrames() throws(Diagnostic) {
    if container.isCMYK {
      throw Diagnostic("CMYK image (\(container.colorType)). Export it as RGB")
    }
    if let loss = container.reencodingFrameLossReason { throw Diagnostic(loss) }
    guard container.framesFitInMemory else { throw Diagnostic("\(container.tooLargeToReencodeReason)") }
    if !fixOptions.allowsLossyFixes, !container.needsOnlyEightBits(in: bytes) {
      throw Diagnostic("16 bits per channel would become 8. Use \(.lossyOption)")
    }
    do {
      // The parts that were removed earlier contained no frames.
      var frames = try alreadyDecodedFrames ?? Image(decoding: bytes, budget: .unlimited).frames
      // Encoders clear these colors anyway. Clearing them once avoids a copy for each encoder.
      for number in frames.indices { frames[number].bitmap.clearColorUnderTransparency() }
      image = EditableImage(
        frames, plays: container.animation?.plays,
        hiddenDefaultImage: try container.hiddenDefaultImage(of: bytes),
        chunks: PreservedChunks(of: bytes, container))
      // An APNG that stays an APNG keeps its stored delays.
      if container.format != .apng { image?.replaceDelaysWithShownDelays() }
      image?.allowsAPNGPalette = limits.allowsAPNGPalette
      guard limits.keptFormats.contains(container.format) else { return }
      if container.format == .webp { image?.prepareForWebP(from: container) }
      if container.format == .webm { image?.prepareForWebM(from: container) }
      if container.format == .gif { image?.outputFormat = .gifOrStillPNG }
    } catch {
      throw Diagnostic("the image is damaged")
    }
  }

  private mutating func changeFrames(_ rule: String, _ fix: Fix) throws(Diagnostic) {
    guard var changed = image else { return }
    if let description = try changed.apply(fix, originalContainer: container, fixOptions) {
      recordStep(rule, fix, description)
    }
    image = changed
  }

  /// Encodes the frames, within the byte limit if there is one.
  private mutating func encode(_ wanted: [(rule: String, fix: Fix)]) throws(Diagnostic) {
    guard let image else { return }
    let sizeFix = wanted.first { $0.fix.kind == .reduceFileSize }
    // A conversion alone does not justify loss, unless the messenger does not accept the format.
    let allowsLoss =
      fixOptions.allowsLossyFixes
      && wanted.contains {
        ($0.fix.kind != .convertToPNGOrAPNG || $0.rule == RuleID.unsupportedFormat) && needsFrames($0.fix)
      }
    if image.outputFormat == .webM, !allowsLoss {
      throw Diagnostic("a WebM loses quality when it is encoded again. Use \(.lossyOption)")
    }
    var options = FileSizeReducer.Options(
      maxBytes: limits.maxBytes ?? .max, minSide: limits.minSide,
      gridSides: limits.downscaleGridSides.descending,
      keptProperties: fixOptions.keptImageProperties, effort: fixOptions.effort)
    (options.allowsLoss, options.minWebPFrameMilliseconds) = (allowsLoss, limits.minFrameMilliseconds)
    options.maxWebMDurationMilliseconds = limits.maxDurationMilliseconds
    options.isConversion =
      sizeFix == nil && !fixOptions.minimizesPNGFileSize && container.format != .png
      && container.format != .apng
    let result: FileSizeReducer.Outcome
    do throws(InternalError) {
      result = try (sizeFix == nil ? image : image.withoutMetadata())
        .unverifiedReduction(toFit: options, sharedEncodingCache)
    } catch {
      throw Diagnostic("encoding failed: \(error.reason)")
    }
    guard let fit = result.bestFit else {
      let nearness = sizeFailureMessage(for: result, isLossy: allowsLoss)
      throw Diagnostic(result.hasReachedWorkLimit ? "\(nearness); \(Self.workLimitNote)" : nearness)
    }
    let conversion = wanted.first {
      [.convertToWebP, .convertToWebM, .convertToGIF].contains($0.fix.kind)
    }
    for step in fit.steps where step != .reencoded || sizeFix != nil {
      let cause =
        sizeFix ?? conversion ?? (rule: RuleID.fileSize, fix: Fix(.reduceFileSize, limits.maxBytes ?? 0))
      recordStep(
        cause.rule, cause.fix, step.description(inPalette: image.allowsAPNGPalette), isLossy: step.isLossy)
    }
    if result.hasReachedWorkLimit, let cause = sizeFix ?? conversion {
      recordStep(cause.rule, cause.fix, Self.workLimitNote)
    }
    if conversion != nil || fit.steps.contains(where: \.isLossy) {
      lossyEncodingSimilarity = fit.similarity
    } else {
      isFileSizeMinimized = true
    }
    try replace(with: fit.bytes)
    self.image = fit.image
    expectedFramesToVerify = fit.image.expectedDecodedFrames
  }

  private static let workLimitNote = "the search stopped at its work limit, so a better result may exist"

  private func sizeFailureMessage(for result: FileSizeReducer.Outcome, isLossy: Bool) -> UserMessage {
    let allowed = "\(numberText(limits.maxBytes ?? 0)) bytes"
    let reached = result.smallestBytesByStage.map { "\($0.stage.name) \(numberText($0.bytes))" }
    guard !isLossy, let best = result.smallestBytesByStage.first else {
      let pinned = fixOptions.keptImageProperties.map(\.rawValue).sorted()
      let kept: UserMessage = pinned.isEmpty ? "" : " with \(.keptPropertiesOption(pinned))"
      return "cannot reach \(allowed)\(kept) (smallest results: \(reached.joined(separator: ", ")))"
    }
    if image?.outputFormat == .gifOrStillPNG, best.bytes <= limits.maxBytes ?? .max {
      return "too many colors for the palettes of a GIF. Use \(.lossyOption) to reduce them"
    }
    let taken: UserMessage = "lossless encoding takes \(numberText(best.bytes)) bytes (limit: \(allowed))"
    return fixOptions.allowsLossyFixes ? taken : "\(taken). Use \(.lossyOption) for a smaller file"
  }

  private mutating func recordStep(
    _ rule: String, _ fix: Fix, _ description: String? = nil, isLossy: Bool? = nil
  ) {
    steps.append(
      FixStep(
        rule: rule, kind: fix.kind, description: description ?? fix.kind.description,
        isLossy: isLossy ?? fix.kind.isLossy
      ))
  }
}

/// The limits for a fixed file.
struct FixLimits {
  /// The maximum file size in bytes, or nil if there is no limit.
  var maxBytes: Int?
  /// The minimum length of the shorter side, in pixels.
  var minSide = 1
  /// The lengths of the longer side that are tried first when scaling down, in pixels.
  var downscaleGridSides = GridSides.apple
  /// The formats that are not converted.
  var keptFormats: Set<ImageFormat> = []
  /// The maximum duration of one play in milliseconds, or nil.
  var maxDurationMilliseconds: Int?
  /// The minimum delay of a frame, in milliseconds.
  var minFrameMilliseconds = 0
  /// Whether the encoder may use a palette in an APNG.
  var allowsAPNGPalette = true
}

extension ImageContainer {
  /// The reason why encoding the file again would lose frames, or nil if it would not.
  var reencodingFrameLossReason: UserMessage? {
    guard ignoredFdATFrameCount > 0 else { return nil }
    return """
      encoding the file again would drop \(countText(ignoredFdATFrameCount, "frame")), because no acTL \
      chunk precedes the image data. Fix \(RuleID.singleFrameAnimation) first, or export the animation again
      """
  }
}

extension Fix.Kind {
  fileprivate var comesBeforeDecoding: Bool {
    if case .strippedPart = changedPart { true } else { changedPart == .chunks }
  }

  /// The position of the kind in the order in which fixes are applied.
  var applicationIndex: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
