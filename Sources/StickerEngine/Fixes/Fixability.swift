import StickerImage

/// How a finding can be fixed.
package enum Fixability: Hashable, Sendable, CaseIterable {
  /// Plain `fix` resolves the finding, so reports mark it with `[*]`.
  case certain
  /// Plain `fix` tries to resolve the finding and may fail. `Asset.guaranteesFixWillWork` distinguishes these
  /// fixes from certain ones.
  case possible
  /// The fix is applied only with `--lossy`, because it may make a visible difference.
  case lossy
  /// The fix is applied only with `--select`, because the finding is a hint or the fix is opt-in.
  case optIn
}

extension Finding {
  /// How the finding can be fixed, or nil if no fix exists or the fix needs a color, a choice between
  /// enlarging and padding, or a choice between trimming and playing faster.
  package var fixabilityWithoutUserChoice: Fixability? {
    guard let fix = evidence.fix, ![.flatten, .enlargeOrPad, .shorten].contains(fix.kind) else {
      return nil
    }
    if severity == .hint || fix.kind.isOptIn { return .optIn }
    if fix.kind.isLossy { return .lossy }
    return fix.isCertain ? .certain : .possible
  }

  /// The number of grouped findings for each fixability.
  var findingCountsByFixability: [Fixability: Int] {
    groupedPaths.isEmpty ? fixabilityWithoutUserChoice.map { [$0: 1] } ?? [:] : groupedCountsByFixability
  }

  /// Whether plain `fix` resolves all grouped findings.
  var isCertainlyFixable: Bool { findingCountsByFixability[.certain] == individualFindingCount }
}

extension Evidence {
  /// The same evidence, with the fix marked as certain if the file shows that it works.
  func withFixCertainty(on asset: Asset, _ configuration: Configuration) -> Evidence {
    guard let fix, !fix.isCertain, asset.guaranteesFixWillWork(fix, configuration) else { return self }
    return with(fixIsCertain: true)
  }
}

extension Asset {
  /// Whether the file shows that a fix works.
  ///
  /// It cannot show whether an encoding saves bytes (`lighten`, `reencode`), or whether a new encoding stays
  /// within the byte limit if the old one is close to it.
  fileprivate func guaranteesFixWillWork(_ fix: Fix, _ configuration: Configuration) -> Bool {
    guard let container, measurements != nil, container.damage.isEmpty, container.exceededLimits.isEmpty,
      pixelDamage.isEmpty
    else { return false }
    switch fix.kind {
    case .stripTrailingData, .stripPrivateMetadata, .stripMetadata, .correctFileExtension: return true
    case .playForever:
      return (container.format != .gif || hasLogicalScreenDescriptor) && !flashesMoreWhenLooped(configuration)
    case .playTimes: return container.format != .gif && !flashesMoreWhenLooped(configuration)
    case .bakeOrientation:
      return role != .frame && rotationKeepsCanvasWithinLimits(container, configuration)
        && certainlyFitsAfterReencoding(container, configuration)
    case .reduceBitDepth: return container.format == .png || container.format == .apng
    case .writeShownDelays: return [.apng, .gif, .webp].contains(container.format)
    case .padToCanvas, .padToMargin: return canCertainlyBePadded(fix, container, configuration)
    case .clearHaze, .mergeDuplicateFrames, .storeUnchangingAnimationAsStill, .dropHiddenDefaultImage,
      .convertToPNGOrAPNG:
      return certainlyFitsAfterReencoding(container, configuration)
    case .reduceFileSize, .reencode, .storeAPNGInTrueColor: return false
    case .convertToSRGB, .removeBackground, .unmatte, .clearSpecks, .addOutline, .trim, .downscale,
      .downscaleToGridSize,
      .padToWholePoints, .padToSquare, .scaleDownToCanvas, .enlargeOrPad, .scaleDownToMargin, .dropFrames,
      .playTimesInWholeSeconds,
      .convertToWebP, .convertToWebM, .convertToGIF, .flatten, .shorten, .writeMissingAnimationControl,
      .bakeTextChunkOrientation:
      return false
    case .correctCatalogSpelling, .correctIconPlatform, .writeMissingCatalogDocument, .addToCatalogDocument,
      .renameDuplicateInCatalog, .regenerateWrongIcons:
      return false
    }
  }

  /// Whether a GIF has a logical screen descriptor, after which the loop count is written.
  private var hasLogicalScreenDescriptor: Bool {
    container?.parts.contains { $0.type == "logical screen descriptor" } ?? false
  }

  /// Whether the canvas, padded if necessary, still meets the limits after it is rotated upright. Returns
  /// true if it does not meet them before the rotation, because then no fix pads it.
  private func rotationKeepsCanvasWithinLimits(_ container: ImageContainer, _ configuration: Configuration)
    -> Bool
  {
    let (limits, canvas) = (configuration.messengerLimits, container.canvas)
    guard limits.restrictsCanvasBeyondSideRange, container.orientation ?? 1 > 4 else { return true }
    func allow(_ size: PixelSize) -> Bool {
      limits.allowsCanvas(size, isAnimated: isAnimated, isGIF: container.format == .gif)
    }
    let fit = limits.artAndCanvasWithoutUpscaling(
      for: canvas, isAnimated: isAnimated, isGIF: container.format == .gif)
    let base = fit.map { $0.art == canvas ? $0.canvas : canvas } ?? canvas
    return !allow(base) || allow(PixelSize(base.height, base.width))
  }

  /// Whether the art can be centered on the canvas of a fix. Returns false for art that another fix rotates
  /// first, and for a GIF that stays a GIF, because its palette may have no room for transparency.
  private func canCertainlyBePadded(_ fix: Fix, _ container: ImageContainer, _ configuration: Configuration)
    -> Bool
  {
    guard role != .frame, fix.arguments.count > 1, container.orientation ?? 1 < 5 else { return false }
    let (limits, canvas) = (configuration.messengerLimits, PixelSize(fix.arguments[0], fix.arguments[1]))
    let staysGIF = container.format == .gif && limits.acceptsGIF && limits.apngSupport != .full
    // A larger canvas may violate `grid-size`, which is also a warning.
    let isCheckedByGrid = fix.kind == .padToMargin && configuration.runs(RuleID.gridSize, on: role)
    return !staysGIF && !isCheckedByGrid && limits.allowsCanvas(canvas, isAnimated: isAnimated)
      && certainlyFitsAfterReencoding(container, configuration, on: canvas)
  }

  /// Whether the frames can be decoded and encoded as PNG or APNG within the byte limit.
  ///
  /// - Parameter canvas: the new canvas, or nil if the canvas stays the same.
  private func certainlyFitsAfterReencoding(
    _ container: ImageContainer, _ configuration: Configuration, on canvas: PixelSize? = nil
  ) -> Bool {
    guard !container.isCMYK, container.framesFitInMemory, container.bitDepth <= 8 else {
      return false
    }
    guard configuration.runs(RuleID.fileSize, on: role) else { return true }
    let limit = configuration.messengerLimits.minRejectedBytes(isAnimated: container.frameCount > 1) - 1
    // The uncompressed size. A still GIF keeps its palette, so it needs one byte per pixel.
    let samples = container.format == .gif && container.frameCount == 1 ? 1 : 4
    let (plain, isWide) = (canvas ?? container.canvas).area.multipliedReportingOverflow(
      by: samples * max(container.frameCount, 1))
    if !isWide, plain + 4096 <= limit { return true }
    // A PNG keeps about the same size. A GIF with many palettes may grow. An animation that becomes true
    // color with alpha may grow without limit.
    let becomesTrueColor =
      container.frameCount > 1 && !configuration.messengerLimits.allowsAPNGPalette
      && container.colorType != "truecolor with alpha"
    guard let byteCount, !becomesTrueColor else { return false }
    switch container.format {
    case .png, .apng: return byteCount * 2 <= limit
    case .gif: return byteCount * 4 <= limit
    case .jpeg, .webp, .webm: return false
    }
  }

  /// Whether `flashing` or `strobe` reports more findings, other than hints, if the animation loops forever.
  private func flashesMoreWhenLooped(_ configuration: Configuration) -> Bool {
    guard var measurements, let flashes = measurements.flashes else { return false }
    measurements.flashes = flashes.ifLoopedForever
    let endless = Asset(
      path: path, role: role, byteCount: byteCount, content: content, measurements: measurements,
      context: context)
    return [RuleID.flashing, RuleID.strobe].compactMap(configuration.activeRule).contains { active in
      guard active.rule.applies(to: self), case .asset(let check) = active.rule.check else { return false }
      func count(on asset: Asset) -> Int {
        check(asset, active.optionValues).count { active.severity(of: $0) > .hint }
      }
      return count(on: endless) > count(on: self)
    }
  }
}

extension [AssetAnalysis] {
  /// Removes `[*]` from findings whose fix needs a file name that another file already has or gets first,
  /// because `fix` never overwrites another file.
  mutating func markConflictingRenamesUncertain() {
    var claims: [Path: Path] = [:]
    for asset in self {
      for finding in asset.findings where [.certain, .possible].contains(finding.fixabilityWithoutUserChoice)
      {
        guard let target = finding.pathAfterFix(of: asset), target != asset.path, claims[target] == nil else {
          continue
        }
        claims[target] = asset.path
      }
    }
    if claims.isEmpty { return }
    let taken = Set(lazy.map(\.path))
    for index in indices {
      let asset = self[index]
      let findings = asset.findings.map { finding -> Finding in
        guard finding.fixabilityWithoutUserChoice == .certain, let target = finding.pathAfterFix(of: asset),
          target != asset.path,
          taken.contains(target) || claims[target] != asset.path
        else { return finding }
        return finding.withUncertainFix
      }
      if findings != asset.findings { self[index] = asset.withFindings(findings) }
    }
  }
}

extension Finding {
  /// The path of the file after the fix, or nil if no fix changes the file.
  fileprivate func pathAfterFix(of asset: AssetAnalysis) -> Path? {
    guard let kind = evidence.fix?.kind else { return nil }
    switch kind.changedPart {
    case .name: return asset.facts.format.map { asset.path.withMatchingExtension(for: $0) }
    case .strippedPart, .chunks, .bytesUnlessDecoded, .catalogDocuments: return asset.path
    case .frames, .bytesIfEnoughElseFrames:
      if kind == .convertToWebP { return asset.path.withMatchingExtension(for: .webp) }
      if kind == .convertToWebM { return asset.path.withMatchingExtension(for: .webm) }
      let keepsFormat =
        asset.facts.format == .png || asset.facts.format == .apng && kind != .storeUnchangingAnimationAsStill
      return keepsFormat ? asset.path : asset.path.withMatchingExtension(for: .png)
    }
  }
}
