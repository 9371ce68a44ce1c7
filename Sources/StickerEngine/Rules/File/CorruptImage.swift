import StickerImage

extension Rule {
  /// Reports files that cannot be decoded completely.
  static let corruptImage = Rule(
    id: RuleID.corruptImage,
    severity: .error,
    summary: "Every frame of a file decodes completely, and all checksums are correct.",
    reason: """
      Programs handle damaged files in different ways. One shows half of the image, another shows a gray box,
      and Messages may show nothing. The usual causes are an interrupted download or a full disk. The rule
      also checks the checksums in a PNG, which show whether its bytes have changed since it was saved.

      If files are decoded in worker processes, this rule also reports a file that crashes a worker process
      twice, and names the signal that killed the process. All other files are still checked.
      """,
    advice: "Export the sticker again from its source. A copy of the damaged file is damaged too.",
    roles: .allRoles,
    checkedAspect: .storage, requiredMeasurements: .decoding,
    examples: [
      .passes("an undamaged still", .disc(300, 300)),
      .passes("an undamaged animation", .bouncingBall()),
      .fires(
        "a download that stopped before the last byte", .singleFrameGIF().truncated(toBytes: 91_524),
        message: "the file is cut off: its end is missing; export it again"),
      .fires(
        "a single bit that changed on disk", .disc(300, 300).withFlippedBit(inByteAt: 29),
        message: "the file is damaged: the chunk's checksum is wrong (IHDR at byte 8)"),
    ],
    check: .asset(evaluate))
}

/// The maximum number of damaged parts to report individually.
private let maxListedDamagedParts = 5

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  // `resource-limit` reports files that need too much time or memory.
  if case .workerFailed(let failure) = asset.content {
    return failure.didExceedLimit ? [] : [Evidence(failure.unreadableFileMessage.text)]
  }
  // Damage in the container also causes decoding errors, so do not report both.
  let ofContainer = asset.container?.damage ?? []
  let damage = ofContainer.isEmpty ? asset.pixelDamage : ofContainer
  if let cut = damage.first(where: \.isTruncated) {
    let missing =
      cut.maxPresentFileShare.map { $0 < 0.5 } == true ? "less than half of it is left" : "its end is missing"
    return [
      Evidence(
        "the file is cut off: \(missing); export it again",
        at: .container(cut.location))
    ]
  }
  let listed = damage.prefix(maxListedDamagedParts).map { damage in
    // Chunk names and error messages from libraries can contain bytes from the file.
    let (place, reason) = (
      UntrustedText(damage.location.description).displayText, UntrustedText(damage.reason).displayText
    )
    let location = place.isEmpty ? "" : " (\(place))"
    let verdict = damage.isUnsupported ? "the file cannot be read" : "the file is damaged"
    return Evidence("\(verdict): \(reason)\(location)", at: .container(damage.location))
  }
  let rest = damage.count - listed.count
  return listed + (rest > 0 ? [Evidence(countText(rest, "more damaged part"))] : [])
}
