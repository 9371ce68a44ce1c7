// One import is enough: answers are made of these modules' values.
@_exported public import StickerFix
@_exported public import StickerIO
@_exported public import StickerImage
@_exported public import StickerModel
@_exported public import StickerPacker
@_exported public import StickerReport
@_exported public import StickerRules
@_exported public import StickerSettings
@_exported public import StickerWire
