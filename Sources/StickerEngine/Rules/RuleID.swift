/// The ids of rules that other code refers to. Code outside `Rules` uses these constants, so that no
/// reference is missed when a rule is renamed.
package enum RuleID {
  // Problems that stop a build are reported as findings of these rules.
  package static let unreadableFile = "unreadable-file"
  package static let unsupportedFormat = "unsupported-format"
  package static let animationFormat = "animation-format"
  package static let corruptImage = "corrupt-image"
  package static let resourceLimit = "resource-limit"
  package static let colorSpace = "color-space"
  package static let catalogJson = "catalog-json"
  package static let catalogMissingFile = "catalog-missing-file"
  package static let sequenceFrames = "sequence-frames"
  package static let missingIcon = "missing-icon"
  package static let missingDescription = "missing-description"
  package static let missingLocalization = "missing-localization"

  // Rules about the limits of messengers.
  package static let fileSize = "file-size"
  package static let pixelDimensions = "pixel-dimensions"
  package static let gridSize = "grid-size"
  package static let animationLimits = "animation-limits"
  package static let stickerCount = "sticker-count"
  package static let mixedAnimation = "mixed-animation"
  package static let stickerEmoji = "sticker-emoji"
  package static let stickerName = "sticker-name"
  package static let packTexts = "pack-texts"
  static let coverPicture = "cover-picture"
  package static let narrowMargin = "narrow-margin"

  // Rules that suppress other rules or are suppressed by them.
  package static let wholePoints = "whole-points"
  static let notSquare = "not-square"
  package static let mixedSizes = "mixed-sizes"
  static let strobe = "strobe"

  // Rules for whose findings the page has buttons.
  package static let duplicateSticker = "duplicate-sticker"
  package static let nearDuplicateSticker = "near-duplicate-sticker"

  // Rules that replace rules of earlier versions.
  static let placement = "placement"

  // Rules that `unsupported-format` suppresses.
  static let tgsStructure = "tgs-structure"
  static let tgsFileSize = "tgs-file-size"
  static let tgsCanvas = "tgs-canvas"
  static let tgsFrameRate = "tgs-frame-rate"
  static let tgsDuration = "tgs-duration"
  static let tgsFeature = "tgs-feature"
  static let tgsDiscouragedFeature = "tgs-discouraged-feature"
  static let lottieVersion = "lottie-version"

  // Rules whose advice includes a command.
  static let unlistedSticker = "unlisted-sticker"
  static let videoDuration = "video-duration"
  static let videoAudio = "video-audio"

  // Rules that fixes refer to.
  static let singleFrameAnimation = "single-frame-animation"
  package static let wastefulEncoding = "wasteful-encoding"

  // Rules about the outline and parts of the art.
  package static let lowContrast = "low-contrast"
  package static let rim = "rim"

  // The preview page does not autoplay stickers with this finding.
  package static let flashing = "flashing"

  /// Maps the ids of former rules to the rules that they are now part of.
  static let replacementsByFormerID = [
    "matte-fringe": rim, "white-halo": rim,
    "excess-margin": placement, "off-center": placement, "uneven-scale": placement,
  ]
}
