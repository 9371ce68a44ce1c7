package import StickerModel

extension Rule {
  /// The file can be opened and holds something.
  package static let unreadableFile = Rule(
    id: RuleID.unreadableFile,
    severity: .error,
    summary: "Every file can be read and is not empty.",
    reason: """
      A folder, a pipe or a locked file under a picture's name, and an export that stopped at 0 bytes, cannot
      become a sticker: Messages answers them with "file unreadable".
      """,
    advice:
      "Check who may read the file; if it is empty or no picture, export the sticker again or take it out.",
    roles: .everyAsset,
    judges: .storage,
    examples: [
      .passes("a file with a picture in it", .disc(300, 300)),
      .fires(
        "an export that stopped at once", .disc(300, 300).cut(toBytes: 0),
        message: "cannot be read: it is empty (0 bytes)"),
      .fires(
        "a folder with a picture's name", .unreadable("it is a directory, not a file"),
        message: "cannot be read: it is a directory, not a file"),
    ],
    check: .asset(judge))
}

private func judge(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard case .unreadable(let reason) = asset.content else { return [] }
  return [Evidence("cannot be read: \(reason)")]
}
