extension Rule {
  /// The file can be opened and holds something.
  static let unreadableFile = Rule(
    id: RuleID.unreadableFile,
    severity: .error,
    summary: "Every file can be read and is not empty.",
    reason: """
      A folder, a pipe or a locked file under a picture's name, and an export that stopped at 0 bytes, cannot
      become a sticker: Messages answers them with "file unreadable".
      """,
    advice: "Make the file readable, and run the check again.",
    roles: .everyAsset,
    subject: .storage,
    examples: [
      .passes("a file with a picture in it", .disc(300, 300)),
      .fires(
        "an export that stopped at once", .disc(300, 300).cut(toBytes: 0),
        message: "cannot be read: it is empty (0 bytes)"),
      .fires(
        "a folder with a picture's name", .unreadable("it is a directory, not a file"),
        message: "cannot be read: it is a directory, not a file"),
    ],
    check: .asset(evaluate))
}

private func evaluate(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard case .unreadable(let reason) = asset.content else { return [] }
  return [Evidence("cannot be read: \(reason)", advice: advice(on: reason))]
}

/// The advice for a reason, matched by its first words, or nil if the advice of the rule fits.
private func advice(on reason: String) -> String? {
  let known = [
    ("it is empty", "Export the sticker again: the file has nothing in it."),
    ("it is a directory", "Rename the folder: its name ends like that of a picture."),
    ("it is a named pipe", notAFile), ("it is a socket", notAFile), ("it is a device", notAFile),
    ("it is a link", "Replace the link with the file that it should lead to, or delete the link."),
    ("it changed while", "Wait until the file is written, and run the check again."),
    ("the folder cannot be opened: permission denied", "Allow yourself to read the folder (`chmod u+rx`)."),
    ("permission denied", "Allow yourself to read the file (`chmod u+r`)."),
    ("the device reports", "Copy the folder to another disk, or restore the file from a backup."),
  ]
  return known.first { reason.hasPrefix($0.0) }?.1
}

private let notAFile = "Rename it, or move it out of the folder: it is no picture."
