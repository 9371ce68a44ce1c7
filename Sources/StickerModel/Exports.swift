// Whoever speaks of stickers speaks of their paths and names.
@_exported public import StickerText
