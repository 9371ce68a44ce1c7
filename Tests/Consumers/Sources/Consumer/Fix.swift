import Stickers

/// Writes all art into another folder with lossless fixes. Returns how many files changed.
public func fix(_ folder: String, into output: String) async throws -> Int {
  let fixed = try await StickerRun(of: [folder]).fix(.lossless)
  try await fixed.write(to: .folder(output))
  return fixed.files.count
}
