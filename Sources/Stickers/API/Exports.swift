// One import is enough: answers are made of these modules' values.
@_exported public import StickerEngine
@_exported public import StickerImage
@_exported public import StickerPacker
