// Re-export the modules whose types appear in this library's API, so that one import is enough.
@_exported public import StickerEngine
@_exported public import StickerImage
@_exported public import StickerPacker
