import StickerImage

/// How a finding can be fixed.
package enum Fixability: Hashable, Sendable, CaseIterable {
  /// Plain `fix` resolves the finding: reports mark it with `[*]`.
  case certain
  /// Plain `fix` tries it and may fail. `Asset.isCertain(of:)` lists these fixes.
  case possible
  /// Only with `--lossy`, because people may see a difference.
  case lossy
  /// Only with `--select`: hints, and fixes that change the look or the position of the art.
  case onRequest
}

extension Finding {
  /// How the finding can be fixed, or nil if no fix exists or the fix needs a
  /// color or a choice between enlarging and padding.
  package var fixability: Fixability? {
    guard let fix = evidence.fix, fix.kind != .flatten, fix.kind != .enlargeOrPad else { return nil }
    if severity == .hint || fix.kind.isOnlyOnRequest { return .onRequest }
    if fix.kind.isLossy { return .lossy }
    return fix.isCertain ? .certain : .possible
  }

  /// The number of grouped findings by fixability.
  package var fixCounts: [Fixability: Int] {
    shares.isEmpty ? fixability.map { [$0: 1] } ?? [:] : sharedFixCounts
  }

  /// Whether plain `fix` resolves all grouped findings.
  package var isFixedForSure: Bool { fixCounts[.certain] == count }
}

extension Evidence {
  /// The same evidence, with the fix marked as certain if the file shows that it works.
  func judged(on asset: Asset, _ configuration: Configuration) -> Evidence {
    guard let fix, !fix.isCertain, asset.isCertain(of: fix, configuration) else { return self }
    return with(fixIsCertain: true)
  }
}

extension Asset {
  /// Whether the file shows that a fix works.
  ///
  /// Only a trial can decide whether bytes are saved (`lighten`, `reencode`), and whether a new encoding stays
  /// below the limit of bytes where the old one is near to it.
  fileprivate func isCertain(of fix: Fix, _ configuration: Configuration) -> Bool {
    guard let container, survey != nil, container.damage.isEmpty, container.exceeded.isEmpty,
      pixelDamage.isEmpty
    else { return false }
    switch fix.kind {
    case .stripTrailing, .stripPrivate, .stripMetadata, .rename: return true
    case .playForever:
      return (container.format != .gif || hasPlaceForPlays) && !flashesMore(configuration)
    case .playTimes: return container.format != .gif && !flashesMore(configuration)
    case .bakeOrientation: return role != .frame && canBeStoredAnew(container, configuration)
    case .reduceDepth: return container.format == .png || container.format == .apng
    case .writeShownDelays: return container.format == .apng || container.format == .gif
    case .clearHaze, .mergeFrames, .makeStill, .dropDefaultImage, .convert:
      return canBeStoredAnew(container, configuration)
    case .lighten, .reencode, .storeTrueColor: return false
    case .convertColors, .removeBackground, .unmatte, .clearSpecks, .trim, .downscale, .downscaleToGrid,
      .padToPoints, .padToSquare, .scaleToCanvas, .padToCanvas, .enlargeOrPad, .padToMargin, .scaleToMargin,
      .thinFrames, .retime, .convertToWebP, .convertToGIF, .flatten, .announceFrames, .bakeTextOrientation:
      return false
    case .correctDocument, .writePlatform, .writeDocument, .addToDocument, .renameInCatalog, .makeIcons:
      return false
    }
  }

  /// Whether a GIF has a logical screen descriptor, after which the number of plays is written.
  private var hasPlaceForPlays: Bool {
    container?.parts.contains { $0.type == "logical screen descriptor" } ?? false
  }

  /// Whether the frames can be decoded and encoded as PNG or APNG within the byte limit.
  private func canBeStoredAnew(_ container: Container, _ configuration: Configuration) -> Bool {
    guard !container.isMadeOfInk, container.isSmallEnoughToCollect, container.bitDepth <= 8 else {
      return false
    }
    guard configuration.runs(RuleID.fileSize, on: role) else { return true }
    let limit = configuration.limits.bytes(isAnimated: container.frameCount > 1) - 1
    // The size without compression. A still GIF keeps its palette, one byte per pixel.
    let samples = container.format == .gif && container.frameCount == 1 ? 1 : 4
    let (plain, isWide) = container.canvas.area.multipliedReportingOverflow(
      by: samples * max(container.frameCount, 1))
    if !isWide, plain + 4096 <= limit { return true }
    // A PNG keeps about the same size. A GIF with many palettes may grow.
    guard let byteCount else { return false }
    switch container.format {
    case .png, .apng: return byteCount * 2 <= limit
    case .gif: return byteCount * 4 <= limit
    case .jpeg, .webp: return false
    }
  }

  /// Whether `flashing` finds more if the animation plays without end.
  private func flashesMore(_ configuration: Configuration) -> Bool {
    guard let flashing = configuration.inForce(RuleID.flashing), flashing.rule.looks(at: self),
      case .asset(let judge) = flashing.rule.check, var survey, let flashes = survey.flashes
    else { return false }
    survey.flashes = flashes.playedWithoutEnd
    let endless = Asset(
      path: path, role: role, byteCount: byteCount, content: content, survey: survey,
      surroundings: surroundings)
    return judge(endless, flashing.settings).count > judge(self, flashing.settings).count
  }
}

extension [AssetSummary] {
  /// Withdraws `[*]` from findings whose fix needs a file name that another file has or gets first: `fix`
  /// never overwrites another file.
  mutating func withdrawPromisesOfTakenNames() {
    let taken = Set(lazy.map(\.path))
    var claims: [Path: Path] = [:]
    for asset in self {
      let fixes = asset.findings.filter { [.certain, .possible].contains($0.fixability) }
      if fixes.isEmpty { continue }
      let isMisnamed = fixes.contains { $0.evidence.fix?.kind == .rename }
      for ending in isMisnamed ? [".png", ".jpg", ".gif"] : [".png"] {
        let name = asset.path.parent.appending(Path(bytes: asset.path.stem.bytes + ending.utf8))
        if claims[name] == nil { claims[name] = asset.path }
      }
    }
    if claims.isEmpty { return }
    for index in indices {
      let asset = self[index]
      let findings = asset.findings.map { finding -> Finding in
        guard finding.fixability == .certain, let target = finding.target(asset), target != asset.path,
          taken.contains(target) || claims[target] != asset.path
        else { return finding }
        return finding.withUncertainFix
      }
      if findings != asset.findings { self[index] = asset.with(findings) }
    }
  }
}

extension Finding {
  /// The path of the file after the fix.
  fileprivate func target(_ asset: AssetSummary) -> Path? {
    guard let format = asset.format, let kind = evidence.fix?.kind else { return nil }
    switch kind {
    case .rename: return path.named(for: format)
    case .bakeOrientation, .clearHaze, .mergeFrames, .makeStill, .convert:
      return format == .apng && kind != .makeStill ? path : path.named(for: .png)
    default: return path
    }
  }
}
