import StickerImage

extension Rule {
  /// Every frame decodes.
  static let corruptImage = Rule(
    id: RuleID.corruptImage,
    severity: .error,
    summary: "Every frame of a file can be read to its end, and its checksums are right.",
    reason: """
      Programs differ in what they make of a damaged file: one shows half of the picture, another a gray box,
      Messages may show nothing. A broken download or a full disk are the usual causes. A PNG holds checksums,
      numbers that tell whether its bytes are still those that were saved; they are checked too. Where files
      are read in processes of their own (`--isolate`), a file that ends such a process twice is told here
      too, with the signal; the others are checked all the same.
      """,
    advice: "Export the sticker again from its source; a copy of the damaged file stays damaged.",
    roles: .everyAsset,
    subject: .storage, needs: .decoding,
    examples: [
      .passes("an undamaged still", .disc(300, 300)),
      .passes("an undamaged animation", .bouncing()),
      .fires(
        "an upload that broke off before the last byte", .gif().cut(toBytes: 91_524),
        message: "the file is cut off: its end is missing. Export it again. (The rest in `info`.)"),
      .fires(
        "a single bit changed on the disk", .disc(300, 300).flipped(byte: 29),
        message: "the file is damaged: the chunk's checksum is wrong (IHDR at byte 8)"),
    ],
    check: .asset(evaluate))
}

/// How many places of damage a message names: more than a handful helps nobody.
private let placesListed = 5

private func evaluate(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  // Of one that took too much `resource-limit` speaks.
  if case .workerFailed(let loss) = asset.content {
    return loss.isExcess ? [] : [Evidence(loss.sentence.text)]
  }
  // What the container lacks, the decoder misses too: that is one fault, not two.
  let ofContainer = asset.container?.damage ?? []
  let damage = ofContainer.isEmpty ? asset.pixelDamage : ofContainer
  if let cut = damage.first(where: \.isCutOff) {
    let missing =
      cut.maxPresentShare.map { $0 < 0.5 } == true ? "less than half of it is there" : "its end is missing"
    return [
      Evidence(
        "the file is cut off: \(missing). Export it again. (The rest in `info`.)",
        at: .container(cut.location))
    ]
  }
  let listed = damage.prefix(placesListed).map { damage in
    // Names of chunks and words of libraries about them come from the file.
    let (place, reason) = (
      Untrusted(damage.location.description).displayText, Untrusted(damage.reason).displayText
    )
    let location = place.isEmpty ? "" : " (\(place))"
    let verdict = damage.isUnsupported ? "the file cannot be read" : "the file is damaged"
    return Evidence("\(verdict): \(reason)\(location)", at: .container(damage.location))
  }
  let rest = damage.count - listed.count
  return listed + (rest > 0 ? [Evidence("\(numberText(rest)) more damaged places")] : [])
}
