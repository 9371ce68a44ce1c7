package import StickerModel
package import StickerPacker
import StickerRules

/// What is to become of a pack after it was checked.
package struct SiftedPack {
  /// The pack, with the stickers that are built.
  package var pack: Pack
  package var skipped: [SkippedSticker] = []
  /// What stands in the way of those that are skipped.
  package var blocking: [Finding] = []
  /// Findings that stop the pack as a whole.
  package var ofPack = 0
}

extension OpenedPack {
  /// Parts the stickers that can be built from the others.
  package func sifted(_ report: Report) -> SiftedPack {
    let converted = report.convertedArt
    let blocking = report.findings.filter { $0.fails && !cures($0, converting: converted) }
    let bySubject = Dictionary(grouping: blocking) { subject($0.path) }
    var sifted = SiftedPack(pack: reading.pack)
    for fault in reading.faults {
      guard let id = fault.sticker else { continue }
      sifted.skipped.append(
        SkippedSticker(
          id: id, path: fault.path, rules: fault.rule.map { [$0] } ?? [], reasons: [fault.reason]))
    }
    sifted.pack.stickers.removeAll { sticker in
      let findings = subjects(of: sticker).flatMap { bySubject[$0] ?? [] }
      guard !findings.isEmpty else { return false }
      sifted.blocking += findings
      sifted.skipped.append(
        SkippedSticker(
          id: sticker.id, path: sticker.file, rules: findings.map(\.rule).withoutRepetition,
          reasons: findings.map(\.evidence.message)))
      return true
    }
    let ofStickers = Set(reading.pack.stickers.flatMap(subjects))
    sifted.ofPack = blocking.count { finding in
      let subject = subject(finding.path)
      return !ofStickers.contains(subject) && !isSet(subject) && !isToldAsFault(finding)
    }
    return sifted
  }

  /// Whether the build puts right by itself what a finding says, as its rule has it.
  ///
  /// - Parameter converted: art that the build makes a PNG or APNG of.
  package func cures(_ finding: Finding, converting converted: Set<Path> = []) -> Bool {
    switch Rule.named(finding.rule)?.cure {
    case .namesArt: !(message?.files ?? []).contains { $0.value == finding.path }
    case .names: true
    case .doesWithout: !catalogs.isEmpty
    case .convertsArt: converted.contains(finding.path)
    case .makesIcons:
      reading.pack.icon != nil && finding.path.parent.lowercasedExtension == "stickersiconset"
    case nil: false
    }
  }

  /// What a finding is about: of a catalog's sticker, the set that holds its document and pictures.
  private func subject(_ path: Path) -> Path {
    guard !catalogs.isEmpty, isSet(path.parent) else { return path }
    return path.parent
  }

  private func subjects(of sticker: Sticker) -> [Path] {
    var met: Set<Path> = []
    return sticker.files.map { subject(root.appending($0)) }.filter { met.insert($0).inserted }
  }

  /// Whether a path is the set of one sticker. One that is not built has a fault, or is left out on purpose.
  private func isSet(_ path: Path) -> Bool {
    !catalogs.isEmpty && ["sticker", "stickersequence"].contains(path.lowercasedExtension)
  }

  /// A sticker that the pack's list names, and that is not there.
  private func isToldAsFault(_ finding: Finding) -> Bool {
    finding.rule == RuleID.catalogMissingFile && finding.path.parent == path
      && reading.faults.contains { $0.sticker != nil && $0.rule == finding.rule }
  }
}

extension Report {
  /// Art that no catalog can hold, and that a build makes a PNG or APNG of.
  package var convertedArt: Set<Path> { Set(assets.filter { $0.format == .webp }.map(\.path)) }
}
