import StickerImage

/// Applies fixes to a file: to its bytes, or to its frames if a fix needs them.
struct FixSession {
  private(set) var bytes: [UInt8]
  private(set) var container: Container
  /// The decoded image, or nil while no fix has needed it.
  private(set) var picture: Picture?
  private(set) var steps: [FixStep] = []
  private(set) var similarity: FrameSimilarity?
  /// The frames that the bytes must decode to, if they were encoded and have not been compared yet.
  private(set) var expected: ExpectedFrames?
  /// Whether the file was encoded losslessly with the requested effort.
  private(set) var isSmallest = false
  private let limits: FixLimits
  private let request: FixRequest
  /// The frames of the file if they have been decoded; nil otherwise.
  private var decoded: [Frame]?
  /// Encodings of images from the same source.
  var encodings = SharedEncodings()

  /// - Parameter frames: the decoded frames of the file, or nil to decode them if a fix needs them.
  init(
    _ bytes: [UInt8], _ container: Container, _ limits: FixLimits, _ request: FixRequest,
    frames: [Frame]? = nil
  ) {
    self.bytes = bytes
    self.container = container
    self.limits = limits
    self.request = request
    decoded = frames
  }

  /// Applies fixes to the bytes if that is enough, otherwise to the frames, which are encoded once.
  mutating func apply(_ wanted: [(rule: String, fix: Fix)]) throws(Diagnostic) {
    let wanted = wanted.enumerated().sorted { a, b in
      (a.element.fix.kind.order, a.offset) < (b.element.fix.kind.order, b.offset)
    }.map(\.element)
    for (rule, fix) in wanted {
      if case .cut(let part) = fix.kind.scope { try cut(part, rule, fix) }
      if fix.kind == .announceFrames { try announceFrames(rule, fix) }
    }
    guard wanted.contains(where: { needsFrames($0.fix) }) else {
      for (rule, fix) in wanted { try changeBytes(rule, fix) }
      return
    }
    try collect()
    let goesToGrid = wanted.contains { $0.fix.kind == .downscaleToGrid }
    let keepsMargin = wanted.contains { $0.fix.kind == .scaleToMargin }
    for (rule, fix) in wanted {
      if fix.kind.comesBeforeDecoding { continue }
      // Scaling twice blurs more than scaling once.
      if fix.kind == .downscale, goesToGrid { continue }
      if fix.kind == .scaleToCanvas || fix.kind == .padToCanvas, keepsMargin { continue }
      try changeFrames(rule, fix)
    }
    try encode(wanted)
  }

  private func needsFrames(_ fix: Fix) -> Bool {
    switch fix.kind.scope {
    case .name, .cut, .chunks, .bytes, .documents: false
    case .frames: true
    case .fileSize where keepsDepth: false
    case .fileSize:
      fix.kind != .reduceSize
        || container.stripping([.trailing, .metadata], from: bytes).count > (limits.bytes ?? .max)
    }
  }

  /// Whether the file must keep 16-bit samples, because 8 bits would lose information and no loss is allowed.
  private var keepsDepth: Bool {
    !request.isLossy && container.bitDepth > 8 && !container.hasEightBitSamples(in: bytes)
  }

  private mutating func cut(_ part: Stripping, _ rule: String, _ fix: Fix) throws(Diagnostic) {
    let less = container.stripping(part, from: bytes)
    note(rule, fix, "\(fix.kind.words) (\(countText(bytes.count - less.count, "byte")))")
    try replace(with: less)
  }

  private mutating func announceFrames(_ rule: String, _ fix: Fix) throws(Diagnostic) {
    guard let announced = container.announcingFrames(from: bytes) else {
      throw Diagnostic("its frames are not a valid animation. Export the animation again")
    }
    try replace(with: announced)
    // The decoded frames are the single frame of the old file.
    decoded = nil
    note(rule, fix, "\(fix.kind.words): \(countText(container.frameCount, "frame"))")
  }

  private mutating func changeBytes(_ rule: String, _ fix: Fix) throws(Diagnostic) {
    switch fix.kind.scope {
    case .bytes where fix.kind == .writeShownDelays:
      guard let shown = container.bytesWritingShownDelays(from: bytes) else {
        throw Diagnostic("the file cannot store the delay of a frame")
      }
      note(rule, fix)
      try replace(with: shown)
    case .bytes:
      let plays = fix.kind == .playTimes ? fix.figures.first ?? 1 : 0
      guard let playing = container.bytes(playing: plays, from: bytes) else {
        throw Diagnostic("the file cannot store the number of plays")
      }
      note(rule, fix, plays == 0 ? nil : StickerEngine.playing(fix))
      try replace(with: playing)
    case .fileSize: try saveBytes(rule, fix)
    case .name, .cut, .chunks, .frames, .documents: break
    }
  }

  /// Makes the file smaller without decoding frames: strips everything except pixels, or encodes 16-bit
  /// samples again.
  private mutating func saveBytes(_ rule: String, _ fix: Fix) throws(Diagnostic) {
    let bare = container.stripping([.trailing, .metadata], from: bytes)
    if fix.kind == .reduceSize, bare.count <= limits.bytes ?? .max {
      note(rule, fix, "strip metadata and the data after the image, which is enough")
      return try replace(with: bare)
    }
    guard container.isSmallEnoughToOptimize else { throw Diagnostic("\(container.tooManySamples)") }
    let less = optimized(bytes, effort: request.effort) { _ in fix.kind == .reencode } ?? bytes
    if fix.kind == .reduceSize, let limit = limits.bytes, less.count > limit {
      throw Diagnostic(
        "at 16 bits per channel, it is \(numberText(less.count)) bytes (limit: \(numberText(limit)) bytes)"
      )
    }
    note(rule, fix, "store the same 16 bits per channel in fewer bytes")
    try replace(with: less)
  }

  private mutating func replace(with new: [UInt8]) throws(Diagnostic) {
    guard let read = Container(of: new, budget: .unlimited), read.damage.isEmpty else {
      throw Diagnostic("the file could not be changed without breaking it")
    }
    (bytes, container) = (new, read)
  }

  /// Collects the frames of the file, and decodes them if the analysis did not keep them.
  private mutating func collect() throws(Diagnostic) {
    if container.isCMYK {
      throw Diagnostic("CMYK image (\(container.colorType)). Export it as RGB")
    }
    if let loss = container.framesLost { throw Diagnostic(loss) }
    guard container.isSmallEnoughToCollect else { throw Diagnostic("\(container.tooManyPixels)") }
    if !request.isLossy, !container.hasEightBitSamples(in: bytes) {
      throw Diagnostic("16 bits per channel would become 8. Use \(.loss)")
    }
    do {
      // Parts that were removed before contained no frames.
      var frames = try decoded ?? Image(decoding: bytes, budget: .unlimited).frames
      // Encoders clear this anyway. Clearing it once avoids a copy for each encoder.
      for number in frames.indices { frames[number].bitmap.clearColorUnderTransparency() }
      picture = Picture(
        frames, plays: container.animation?.plays, hidden: try container.hiddenDefaultImage(of: bytes),
        chunks: PreservedChunks(of: bytes, container))
      // An APNG that stays an APNG keeps its stored delays.
      if container.format != .apng { picture?.writeShownDelays() }
      picture?.takesPalette = limits.takesPalette
      guard limits.keptFormats.contains(container.format) else { return }
      if container.format == .webp { picture?.becomeWebP(container) }
      if container.format == .gif { picture?.storage = .gif }
    } catch {
      throw Diagnostic("the image is damaged")
    }
  }

  private mutating func changeFrames(_ rule: String, _ fix: Fix) throws(Diagnostic) {
    guard var changed = picture else { return }
    if let words = try changed.apply(fix, container, request) { note(rule, fix, words) }
    picture = changed
  }

  /// Encodes the frames, within the byte limit if there is one.
  private mutating func encode(_ wanted: [(rule: String, fix: Fix)]) throws(Diagnostic) {
    guard let picture else { return }
    let heavy = wanted.first { $0.fix.kind == .reduceSize }
    // A conversion alone does not justify loss, unless the messenger does not accept the format.
    let mayGiveUp =
      request.isLossy
      && wanted.contains {
        ($0.fix.kind != .convert || $0.rule == RuleID.unsupportedFormat) && needsFrames($0.fix)
      }
    var options = SizeReducer.Options(
      bytes: limits.bytes ?? .max, minSide: limits.minSide, gridSides: limits.gridSides.descending,
      keeps: request.keeps, effort: request.effort)
    (options.isLossy, options.minFrameMilliseconds) = (mayGiveUp, limits.minFrameTime)
    let result: SizeReducer.Outcome
    do throws(InternalError) {
      result = try (heavy == nil ? picture : picture.withoutMetadata())
        .unverifiedReduction(toFit: options, encodings)
    } catch {
      throw Diagnostic("encoding failed: \(error.reason)")
    }
    guard let fit = result.fit else {
      let nearness = nearness(result, isLossy: mayGiveUp)
      throw Diagnostic(result.hasEndedEarly ? "\(nearness); \(Self.early)" : nearness)
    }
    let conversion = wanted.first { [.convertToWebP, .convertToGIF].contains($0.fix.kind) }
    for step in fit.steps where step != .reencoded || heavy != nil {
      let cause = heavy ?? conversion ?? (rule: RuleID.fileSize, fix: Fix(.reduceSize, limits.bytes ?? 0))
      note(cause.rule, cause.fix, step.words(inPalette: picture.takesPalette), isLossy: step.isLossy)
    }
    if result.hasEndedEarly, let cause = heavy ?? conversion { note(cause.rule, cause.fix, Self.early) }
    if conversion != nil || fit.steps.contains(where: \.isLossy) {
      similarity = fit.similarity
    } else {
      isSmallest = true
    }
    try replace(with: fit.bytes)
    self.picture = fit.picture
    expected = fit.picture.expected
  }

  private static let early = "the search stopped at its work limit, so a better result may exist"

  private func nearness(_ result: SizeReducer.Outcome, isLossy: Bool) -> UserMessage {
    let allowed = "\(numberText(limits.bytes ?? 0)) bytes"
    let reached = result.nearest.map { "\($0.stage.name) \(numberText($0.bytes))" }
    guard !isLossy, let best = result.nearest.first else {
      let pinned = request.keeps.map(\.rawValue).sorted()
      let kept: UserMessage = pinned.isEmpty ? "" : " with \(.kept(pinned))"
      return "cannot reach \(allowed)\(kept) (smallest results: \(reached.joined(separator: ", ")))"
    }
    if picture?.storage == .gif, best.bytes <= limits.bytes ?? .max {
      return "too many colors for the palettes of a GIF. Use \(.loss) to reduce them"
    }
    let taken: UserMessage = "lossless encoding takes \(numberText(best.bytes)) bytes (limit: \(allowed))"
    return request.isLossy ? taken : "\(taken). Use \(.loss) for a smaller file"
  }

  private mutating func note(
    _ rule: String, _ fix: Fix, _ words: String? = nil, isLossy: Bool? = nil
  ) {
    steps.append(
      FixStep(
        rule: rule, kind: fix.kind, words: words ?? fix.kind.words, isLossy: isLossy ?? fix.kind.isLossy))
  }
}

/// The limits for a fixed file.
struct FixLimits {
  /// The maximum file size in bytes, or nil without a limit.
  var bytes: Int?
  /// The minimum of the shorter side, in pixels.
  var minSide = 1
  /// The longer sides that scaling down tries first, in pixels.
  var gridSides = GridSides.apple
  /// The formats that are not converted.
  var keptFormats: Set<ImageFormat> = []
  /// The minimum delay of a frame, in milliseconds.
  var minFrameTime = 0
  /// Whether the encoder may use a palette in an APNG.
  var takesPalette = true
}

extension Container {
  /// The reason why encoding the file again would lose frames, or nil if it would not.
  var framesLost: UserMessage? {
    guard unannouncedFrames > 0 else { return nil }
    return """
      encoding the file again would drop \(countText(unannouncedFrames, "frame")) that no acTL announces. \
      Fix \(RuleID.singleFrameAnimation) first, or export the animation again
      """
  }
}

extension Fix.Kind {
  fileprivate var comesBeforeDecoding: Bool {
    if case .cut = scope { true } else { scope == .chunks }
  }

  /// The position of the kind in the order in which fixes are applied.
  var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
