import Stickers

/// Returns the widths of a sticker's variants in pixels: @3x, @2x, @1x.
public func widths(_ bytes: [UInt8]) async throws -> [Int] {
  try await StickerArt(bytes).variants().map(\.width)
}
