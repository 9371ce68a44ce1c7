public import StickerModel

extension Rule {
  /// Every rule, in the catalogue's order, which is also the order of findings on one asset.
  public static let all: [Rule] = [
    .unreadableFile,
    .unsupportedFormat,
    .corruptImage,
    .extensionMismatch,
    .discouragedFormat,
    .animationFormat,
    .resourceLimit,
    .trailingData,
    .fileSize,
    .pixelDimensions,
    .gridSize,
    .scaleSuffix,
    .wholePoints,
    .notSquare,
    .opaqueBackground,
    .invisibleSticker,
    .blankFirstFrame,
    .singleFrameAnimation,
    .frameDelay,
    .clampedDelay,
    .finiteLoop,
    .duplicateFrames,
    .hiddenDefaultImage,
    .animationWeight,
    .lowFrameRate,
    .emptyPack,
    .packWeight,
    .mixedSizes,
    .duplicateSticker,
    .nameCollision,
    .missingDescription,
    .descriptionLength,
    .uninformativeDescription,
    .duplicateDescription,
    .missingLocalization,
    .missingIcon,
    .iconImage,
    .layoutImageSize,
    .layoutMediaFormat,
  ]

  /// Those that run unless somebody chooses.
  public static let onByDefault = all.filter { !$0.isOptIn }
}
