/// The rules that something other than rules speaks of, by their ids; what finds, builds or fixes names them
/// here, so that a rule that gets another name takes them along.
package enum RuleID {
  // What stands in the way of a build is told as the finding of these.
  package static let unreadableFile = "unreadable-file"
  package static let unsupportedFormat = "unsupported-format"
  package static let corruptImage = "corrupt-image"
  package static let resourceLimit = "resource-limit"
  package static let colorSpace = "color-space"
  package static let catalogJson = "catalog-json"
  package static let catalogMissingFile = "catalog-missing-file"
  package static let sequenceFrames = "sequence-frames"
  package static let missingIcon = "missing-icon"
  package static let missingDescription = "missing-description"
  package static let missingLocalization = "missing-localization"

  // Rules whose parameters set `MessengerLimits`.
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

  // What others stand for: `Standing`.
  package static let wholePoints = "whole-points"
  static let notSquare = "not-square"
  static let mixedSizes = "mixed-sizes"

  // Rules that fixes name.
  static let singleFrameAnimation = "single-frame-animation"
  package static let wastefulEncoding = "wasteful-encoding"

  // What a page shows differently.
  package static let flashing = "flashing"
}
