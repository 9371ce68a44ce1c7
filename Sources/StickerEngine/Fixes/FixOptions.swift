package import StickerImage

/// Options that determine which fixes are allowed, and how they are made.
package struct FixOptions: Hashable, Sendable {
  /// Whether to apply fixes that may make a visible difference.
  package var allowsLossyFixes: Bool
  /// The rules whose findings are fixed, or nil for all errors and warnings except those with opt-in fixes.
  package var selectedRules: Set<String>?
  /// How carefully results are encoded.
  package var effort: OptimizingEffort
  /// What must not change when the file size is reduced.
  package var keptImageProperties: Set<KeptImageProperty>
  /// The background color of icons, 0xRRGGBB, or nil.
  package var iconBackground: UInt32?
  /// Whether to store every PNG and APNG losslessly in the fewest bytes that can be found with the effort,
  /// even if there is no finding. This is the last step.
  package var minimizesPNGFileSize: Bool
  /// How to fix art that is too small, or nil to keep it as it is. Even if this is nil, art is padded to a
  /// canvas that a messenger requires.
  package var smallArtFix: SmallArtFix?
  /// How to shorten an animation that is too long, or nil to keep it as it is.
  package var longAnimationFix: LongAnimationFix?
  /// The width of a white outline to draw around art whose background is removed, in pixels, or nil for none.
  package var cutOutWhiteOutlineWidth: Int?
  /// Whether to keep an APNG that the messenger accepts but that some of its apps do not play.
  package var keepsAcceptedAPNG = false

  /// Creates options. By default, they allow lossless fixes that do not change the look of the art.
  package init(
    allowsLossyFixes: Bool = false, selectedRules: Set<String>? = nil, effort: OptimizingEffort = .normal,
    keptProperties: Set<KeptImageProperty> = [], iconBackground: UInt32? = nil,
    minimizesPNGFileSize: Bool = false
  ) {
    self.allowsLossyFixes = allowsLossyFixes
    self.selectedRules = selectedRules
    self.effort = effort
    self.keptImageProperties = keptProperties
    self.iconBackground = iconBackground
    self.minimizesPNGFileSize = minimizesPNGFileSize
  }

  /// Returns why a finding is not fixed, or nil if the options allow its fix.
  package func unfixedReason(for finding: Finding) -> UnfixedReason? {
    guard let fix = finding.evidence.fix else { return .noFix }
    let isNamed = selectedRules?.contains(finding.rule)
    if isNamed == false { return .notSelected }
    if isNamed == nil, finding.severity == .hint { return .isHint }
    if isNamed == nil, fix.kind.isOptIn { return .isOptIn(needsLossy: fix.kind.isLossy) }
    if fix.kind.scalesArtDown, keptImageProperties.contains(.dimensions) { return .changesKeptProperty }
    if fix.kind == .convertToGIF, keepsAcceptedAPNG, finding.severity < .error { return .changesKeptProperty }
    if fix.kind == .enlargeOrPad, smallArtFix == nil { return .needsSmallArtFix }
    if fix.kind == .shorten, longAnimationFix == nil { return .needsLongAnimationFix }
    if fix.kind.isLossy, !allowsLossyFixes { return .isLossy }
    if fix.kind == .flatten, iconBackground == nil { return .needsBackgroundColor }
    return nil
  }
}

extension FixOptions {
  /// The widths of a white outline that can be requested, in pixels.
  package static let whiteOutlineWidths = 3...8
}

/// How to fix art that is smaller than a messenger accepts.
package enum SmallArtFix: String, Hashable, Sendable, CaseIterable {
  /// Scale it up: pixel art by integer factors without smoothing, everything else smoothly.
  case enlarge
  /// Center it unscaled on the smallest canvas that the messenger accepts.
  case pad
}

/// How to shorten an animation that takes longer than a messenger accepts.
package enum LongAnimationFix: String, Hashable, Sendable, CaseIterable {
  /// Cut its end.
  case trim
  /// Play it faster.
  case speedUp = "speed-up"
}

/// Why a finding is not fixed.
package enum UnfixedReason: Hashable, Sendable {
  /// There is no fix.
  case noFix
  /// Other rules were selected.
  case notSelected
  /// Hints are fixed only if their rule is selected.
  case isHint
  /// The fix is opt-in: it runs only if its rule is selected.
  case isOptIn(needsLossy: Bool)
  /// The fix may make a visible difference.
  case isLossy
  /// The options keep the dimensions or the format.
  case changesKeptProperty
  /// The fix needs a background color.
  case needsBackgroundColor
  /// The art is too small, and the options do not specify whether to enlarge or to pad it.
  case needsSmallArtFix
  /// The animation is too long, and the options do not specify whether to trim it or to play it faster.
  case needsLongAnimationFix
  /// The fix failed, with the reason.
  case failed(UserMessage)
}

extension UnfixedReason {
  /// Whether reports show this reason in addition to the advice of the rule.
  package var isReportedWithAdvice: Bool { self != .noFix && self != .notSelected }
}

extension FixOptions {
  /// Whether the options allow the fix of a finding on an image.
  package func allowsImageFix(of finding: Finding) -> Bool {
    unfixedReason(for: finding) == nil && finding.evidence.fix?.kind.changesCatalogs == false
  }

  /// Whether to fix anything in a file.
  package func fixesOrMinimizesAnything(in asset: AssetAnalysis) -> Bool {
    asset.findings.contains { allowsImageFix(of: $0) } || minimizesPNGFileSize(of: asset)
  }

  /// Whether to make a file smaller even without a finding.
  package func minimizesPNGFileSize(of asset: AssetAnalysis) -> Bool {
    minimizesPNGFileSize && (asset.facts.format == .png || asset.facts.format == .apng)
  }

  /// Returns the options, adapted to assets with a role. The frames of a sequence keep their dimensions.
  package func keepingDimensions(ifFrame role: AssetRole) -> FixOptions {
    var options = self
    if role == .frame { options.keptImageProperties.insert(.dimensions) }
    return options
  }

  /// Whether reports show more about an unfixed finding than the advice of its rule.
  package func reportsUnfixedReason(of finding: Finding) -> Bool {
    unfixedReason(for: finding)?.isReportedWithAdvice == true
  }
}

/// The configuration and fixes for one of several messengers.
package struct MessengerFixOptions: Sendable {
  /// The configuration with the limits of the messenger.
  package let configuration: Configuration
  /// Returns the allowed fixes for an asset, given the findings of the messenger's rules.
  package let makeFixOptions: @Sendable ([Finding]) -> FixOptions

  package init(_ configuration: Configuration, makeFixOptions: @escaping @Sendable ([Finding]) -> FixOptions)
  {
    self.configuration = configuration
    self.makeFixOptions = makeFixOptions
  }
}
