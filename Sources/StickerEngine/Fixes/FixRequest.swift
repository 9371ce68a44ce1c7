package import StickerImage

/// What a person allows to be fixed.
package struct FixRequest: Hashable, Sendable {
  /// Whether people may see a difference.
  package var isLossy: Bool
  /// The rules whose findings are cured; nil: all of errors and warnings, but for what runs on request.
  package var selected: Set<String>?
  /// How carefully results are encoded.
  package var effort: OptimizingEffort
  /// What must not go when a file is made lighter.
  package var keeps: Set<Keep>
  /// The color that icons are drawn over, 0xRRGGBB; nil where none was named.
  package var iconBackground: UInt32?
  /// Whether every PNG and APNG is to take the fewest bytes that the effort finds, whatever rules think of
  /// it: the last step, with nothing given up.
  package var wantsSmallest: Bool
  /// How to fix art that is too small. With nil it stays as it is, but is padded to a canvas that a
  /// messenger requires.
  package var smallArt: SmallArt?
  /// Whether to keep an APNG that the messenger accepts but that some of its apps do not play.
  package var keepsAPNG = false

  /// A request; without more, what is lossless and changes no look.
  package init(
    isLossy: Bool = false, selected: Set<String>? = nil, effort: OptimizingEffort = .normal,
    keeps: Set<Keep> = [], iconBackground: UInt32? = nil, wantsSmallest: Bool = false
  ) {
    self.isLossy = isLossy
    self.selected = selected
    self.effort = effort
    self.keeps = keeps
    self.iconBackground = iconBackground
    self.wantsSmallest = wantsSmallest
  }

  /// Why a finding is not cured; nil where it may be.
  package func unfixedReason(for finding: Finding) -> UnfixedReason? {
    guard let fix = finding.evidence.fix else { return .noFix }
    let isNamed = selected?.contains(finding.rule)
    if isNamed == false { return .notSelected }
    if isNamed == nil, finding.severity == .hint { return .isHint }
    if isNamed == nil, fix.kind.isOnlyOnRequest {
      return .onRequest(needsLossy: fix.kind.isLossy && !isLossy)
    }
    if fix.kind.scalesDown, keeps.contains(.size) { return .isKept }
    if fix.kind == .convertToGIF, keepsAPNG, finding.severity < .error { return .isKept }
    if fix.kind == .enlargeOrPad, smallArt == nil { return .isTooSmall }
    if fix.kind.isLossy, !isLossy { return .isLossy }
    if fix.kind == .flatten, iconBackground == nil { return .needsColor }
    return nil
  }
}

/// How to fix art that is smaller than a messenger accepts.
package enum SmallArt: String, Hashable, Sendable, CaseIterable {
  /// Scale it up: pixel art by whole factors without smoothing, everything else smoothly.
  case enlarge
  /// Center it unscaled on the smallest canvas that the messenger accepts.
  case pad
}

/// Why a finding stays.
package enum UnfixedReason: Hashable, Sendable {
  /// Only a person can cure it.
  case noFix
  /// Rules were named, and its rule was not.
  case notSelected
  /// Hints are cured where their rule is named.
  case isHint
  /// What changes look or place is done where its rule is named.
  case onRequest(needsLossy: Bool)
  /// People may see the difference.
  case isLossy
  /// The request keeps the size or the format.
  case isKept
  /// No color to draw it over was named.
  case needsColor
  /// The art is too small, and the request does not say whether to enlarge or to pad it.
  case isTooSmall
  /// It was tried; the sentence says what came of it.
  case failed(UserMessage)
}

extension UnfixedReason {
  /// Whether there is something to add to the rule's advice: what to do about it, or why nothing can be done.
  package var addsToAdvice: Bool { self != .noFix && self != .notSelected }
}

extension FixRequest {
  /// Whether a finding on an image is one that is to be cured.
  package func resolves(_ finding: Finding) -> Bool {
    unfixedReason(for: finding) == nil && finding.evidence.fix?.kind.changesCatalogs == false
  }

  /// Whether anything of a file is to be fixed.
  package func fixes(_ asset: AssetAnalysis) -> Bool {
    asset.findings.contains { resolves($0) } || shrinks(asset)
  }

  /// Whether a file is one that is to be made smaller, whatever was found on it.
  package func shrinks(_ asset: AssetAnalysis) -> Bool {
    wantsSmallest && (asset.facts.format == .png || asset.facts.format == .apng)
  }

  /// The request as it holds for assets of a role: the frames of a sequence must all keep their size.
  package func applied(to role: Role) -> FixRequest {
    var request = self
    if role == .frame { request.keeps.insert(.size) }
    return request
  }

  /// Whether there is more to say of a finding that stays than its rule says.
  package func hasAdditionalAdvice(of finding: Finding) -> Bool {
    unfixedReason(for: finding)?.addsToAdvice == true
  }
}

/// What one of several messengers asks of an asset.
package struct MessengerFixRequest: Sendable {
  /// What the messenger takes.
  package let configuration: Configuration
  /// What may be done, by what the messenger's rules say of the asset.
  package let request: @Sendable ([Finding]) -> FixRequest

  package init(_ configuration: Configuration, request: @escaping @Sendable ([Finding]) -> FixRequest) {
    self.configuration = configuration
    self.request = request
  }
}
