package import StickerModel

extension Rule {
  /// Every rule, in the catalogue's order, which is also the order of findings on one asset.
  package static let all: [Rule] = [
    .unreadableFile,
    .unsupportedFormat,
    .corruptImage,
    .extensionMismatch,
    .discouragedFormat,
    .animationFormat,
    .resourceLimit,
    .trailingData,
    .fileSize,
    .wastefulEncoding,
    .pixelDimensions,
    .gridSize,
    .scaleSuffix,
    .wholePoints,
    .notSquare,
    .opaqueBackground,
    .invisibleSticker,
    .blankFirstFrame,
    .touchesEdge,
    .excessMargin,
    .strayPixels,
    .matteFringe,
    .lowContrast,
    .binaryAlpha,
    .singleFrameAnimation,
    .frameDelay,
    .clampedDelay,
    .finiteLoop,
    .duplicateFrames,
    .hiddenDefaultImage,
    .animationWeight,
    .lowFrameRate,
    .flashing,
    .colorSpace,
    .excessBitDepth,
    .orientationTag,
    .privateMetadata,
    .metadataWeight,
    .emptyPack,
    .packWeight,
    .mixedSizes,
    .duplicateSticker,
    .nearDuplicateSticker,
    .nameCollision,
    .missingDescription,
    .descriptionLength,
    .uninformativeDescription,
    .duplicateDescription,
    .missingLocalization,
    .missingIcon,
    .iconImage,
    .catalogJson,
    .catalogMissingFile,
    .catalogUnreferencedFile,
    .catalogDuplicateName,
    .catalogIcons,
    .sequenceFrames,
    .layoutImageSize,
    .layoutMediaFormat,
    .layoutMediaAmbiguous,
    .messageUrl,
    .messageAccessibility,
    .messageFallback,
    .messageSenderId,
  ]

  /// The rules that run unless somebody chooses others.
  package static let onByDefault = all.filter { !$0.isOptIn }

  /// The rule of an id; nil where none has it.
  package static func named(_ id: String) -> Rule? { byID[id] }

  private static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
}
