extension Rule {
  /// Reports files that cannot be read.
  static let unreadableFile = Rule(
    id: RuleID.unreadableFile,
    severity: .error,
    summary: "Every file is readable and not empty.",
    reason: """
      A folder or a pipe that is named like an image file cannot become a sticker. Neither can a locked file, or
      an export that stopped at 0 bytes. Messages reports "file unreadable" for them.
      """,
    advice: "Make the file readable, and run the check again.",
    roles: .allRoles,
    checkedAspect: .storage,
    examples: [
      .passes("a file with an image", .disc(300, 300)),
      .fires(
        "an export that stopped immediately", .disc(300, 300).truncated(toBytes: 0),
        message: "cannot be read: it is empty (0 bytes)"),
      .fires(
        "a folder that is named like an image file", .unreadable("it is a folder, not a file"),
        message: "cannot be read: it is a folder, not a file"),
    ],
    check: .asset(evaluate))
}

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  guard case .fileUnreadable(let reason) = asset.content else { return [] }
  return [Evidence("cannot be read: \(reason)", advice: unreadableFileAdvice(on: reason))]
}

/// The advice for a reason, which is matched by its first words; nil if the rule's advice fits.
private func unreadableFileAdvice(on reason: String) -> String? {
  let known = [
    ("it is empty", "Export the sticker again. The file is empty."),
    ("it is a folder", "Rename the folder. Its name has the extension of an image."),
    ("it is a named pipe", notAnImageAdvice), ("it is a socket", notAnImageAdvice),
    ("it is a device", notAnImageAdvice),
    ("it is a link", "Replace the link with the file that it should point to, or delete the link."),
    ("it changed while", "Wait until the file is completely written, and run the check again."),
    ("the folder cannot be opened: permission denied", "Make the folder readable (`chmod u+rx`)."),
    ("permission denied", "Make the file readable (`chmod u+r`)."),
    ("the device reports", "Copy the folder to another disk, or restore the file from a backup."),
  ]
  if RenderingProgram.allCases.contains(where: { reason.hasPrefix($0.rawValue) }) {
    return "Try another program, or export the art as PNG, or as APNG if it moves."
  }
  return known.first { reason.hasPrefix($0.0) }?.1
}

private let notAnImageAdvice = "Rename it, or move it out of the folder. It is not an image."
