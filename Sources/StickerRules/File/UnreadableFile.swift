public import StickerModel

extension Rule {
  /// The file can be opened and holds something.
  public static let unreadableFile = Rule(
    id: "unreadable-file",
    severity: .error,
    summary: "Every file can be read and is not empty.",
    reason: """
      A folder, a pipe or a locked file under a picture's name, and an export that stopped at 0 bytes, cannot
      become a sticker: Messages answers them with "file unreadable".
      """,
    advice: "Export the sticker again, or take the entry out of the folder.",
    roles: .everyAsset,
    examples: [
      .passes("a file with a picture in it", .disc(300, 300)),
      .fires(
        "an export that stopped at once", .disc(300, 300).cut(toBytes: 0),
        message: "0 bytes: the file is empty"),
      .fires(
        "a folder with a picture's name", .unreadable("it is a directory"),
        message: "cannot be read: it is a directory"),
    ],
    check: .asset(judge))
}

private func judge(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  if case .unreadable(let reason) = asset.content { return [Evidence("cannot be read: \(reason)")] }
  if asset.byteCount == 0 {
    return [Evidence("0 bytes: the file is empty", Figure(0, limit: 1, unit: .bytes))]
  }
  return []
}
