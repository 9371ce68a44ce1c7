import StickerImage

extension Rule {
  /// Reports data after the end of the image.
  static let trailingData = Rule(
    id: "trailing-data",
    severity: .warning,
    summary: "No data follows the end of the image.",
    reason: """
      Bytes after the end of an image are never shown, but they count toward the 500 KB limit and are sent
      with every sticker. Often they are a second file that was not meant to be published.
      """,
    advice: "Export the sticker again, or use a tool to remove the data after the image.",
    fixes: [.stripTrailingData],
    roles: .allRoles,
    checkedAspect: .storage,
    examples: [
      .passes("a file that ends with its image", .disc(300, 300)),
      .fires(
        "a line break from a text editor", .disc(300, 300).followed(by: [10]),
        message: "1 byte follows the end of the image (limit: 0)"),
      .fires(
        "other data after a JPEG", .jpeg(300, 300).followed(by: [UInt8](repeating: 7, count: 12_000)),
        message: "12,000 bytes follow the end of the image (limit: 0)"),
    ],
    check: .asset(evaluate))
}

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  guard let container = asset.container, container.trailingBytes > 0 else { return [] }
  let bytes = container.trailingBytes
  return [
    Evidence(
      "\(countText(bytes, "byte")) follow\(bytes == 1 ? "s" : "") the end of the image (limit: 0)",
      MeasuredValueAndLimit(bytes, limit: 0, unit: .bytes),
      at: .container(ByteLocation(partOffset: container.endOffset)),
      fix: Fix(.stripTrailingData))
  ]
}
