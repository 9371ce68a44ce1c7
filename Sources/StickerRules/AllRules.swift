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
    .wholePoints,
    .notSquare,
    .opaqueBackground,
    .invisibleSticker,
    .blankFirstFrame,
    .touchesEdge,
    .excessMargin,
    .strayPixels,
    .matteFringe,
    .binaryAlpha,
    .singleFrameAnimation,
    .frameDelay,
    .finiteLoop,
    .duplicateFrames,
    .mixedSizes,
    .duplicateSticker,
    .nameCollision,
  ]

  /// Those that run unless somebody chooses.
  public static let onByDefault = all.filter { !$0.isOptIn }
}
