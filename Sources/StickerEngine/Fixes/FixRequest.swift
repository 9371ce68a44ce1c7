package import StickerImage

/// The fixes that are allowed.
package struct FixRequest: Hashable, Sendable {
  /// Whether to apply fixes with visible differences.
  package var isLossy: Bool
  /// The rules whose findings are fixed, or nil for all errors and warnings except those with opt-in fixes.
  package var selected: Set<String>?
  /// How carefully results are encoded.
  package var effort: OptimizingEffort
  /// What must not change when the file size is reduced.
  package var keeps: Set<Keep>
  /// The background color of icons, 0xRRGGBB, or nil.
  package var iconBackground: UInt32?
  /// Whether to store every PNG and APNG losslessly in the fewest bytes that the effort finds, even without a
  /// finding. This is the last step.
  package var wantsSmallest: Bool
  /// How to fix art that is too small, or nil to keep it. It is still padded to a canvas that a messenger
  /// requires.
  package var smallArt: SmallArt?
  /// Whether to keep an APNG that the messenger accepts but that some of its apps do not play.
  package var keepsAPNG = false

  /// Creates a request. By default, it allows lossless fixes that do not change the look of the art.
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

  /// Returns why a finding is not fixed, or nil if the request allows its fix.
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

/// Why a finding is not fixed.
package enum UnfixedReason: Hashable, Sendable {
  /// There is no fix.
  case noFix
  /// Other rules were selected.
  case notSelected
  /// Hints are fixed only if their rule is selected.
  case isHint
  /// The fix changes the look or position of the art and runs only if its rule is selected.
  case onRequest(needsLossy: Bool)
  /// People may see a difference.
  case isLossy
  /// The request keeps the dimensions or the format.
  case isKept
  /// The fix needs a background color.
  case needsColor
  /// The art is too small, and the request does not say whether to enlarge or to pad it.
  case isTooSmall
  /// The fix failed, with the reason.
  case failed(UserMessage)
}

extension UnfixedReason {
  /// Whether reports show this reason in addition to the advice of the rule.
  package var addsToAdvice: Bool { self != .noFix && self != .notSelected }
}

extension FixRequest {
  /// Whether the request allows the fix of a finding on an image.
  package func resolves(_ finding: Finding) -> Bool {
    unfixedReason(for: finding) == nil && finding.evidence.fix?.kind.changesCatalogs == false
  }

  /// Whether to fix anything in a file.
  package func fixes(_ asset: AssetAnalysis) -> Bool {
    asset.findings.contains { resolves($0) } || shrinks(asset)
  }

  /// Whether to make a file smaller even without a finding.
  package func shrinks(_ asset: AssetAnalysis) -> Bool {
    wantsSmallest && (asset.facts.format == .png || asset.facts.format == .apng)
  }

  /// Returns the request for assets of a role. The frames of a sequence keep their dimensions.
  package func applied(to role: Role) -> FixRequest {
    var request = self
    if role == .frame { request.keeps.insert(.size) }
    return request
  }

  /// Whether reports show more about an unfixed finding than the advice of its rule.
  package func hasAdditionalAdvice(of finding: Finding) -> Bool {
    unfixedReason(for: finding)?.addsToAdvice == true
  }
}

/// The configuration and fixes for one of several messengers.
package struct MessengerFixRequest: Sendable {
  /// The configuration with the limits of the messenger.
  package let configuration: Configuration
  /// Returns the allowed fixes for the findings of the messenger's rules on an asset.
  package let request: @Sendable ([Finding]) -> FixRequest

  package init(_ configuration: Configuration, request: @escaping @Sendable ([Finding]) -> FixRequest) {
    self.configuration = configuration
    self.request = request
  }
}
