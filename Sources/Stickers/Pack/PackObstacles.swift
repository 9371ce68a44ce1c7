import StickerModel
import StickerPacker

extension PackBuild {
  /// Why the pack cannot be built; nil if it can.
  func obstacles(
    _ pack: LocatedPack, _ opened: OpenedPack, _ sifted: SiftedPack, _ report: Report
  ) -> [Sentence]? {
    let source = pack.path == Path(".") ? Untrusted(pack.name).shown : pack.path.shown
    let faults = opened.reading.faults.filter { $0.sticker == nil || !skipFailing }
    var lines = faults.map { fault -> Sentence in
      let path = fault.path == Path(".") ? opened.root : opened.root.appending(fault.path)
      return "\(path.shown): \(fault.reason)"
    }
    let failing = sifted.skipped.count - opened.reading.faults.count { $0.sticker != nil }
    if failing > 0, !skipFailing {
      lines.append(
        "\(source) is not built: \(failing) of \(opened.reading.pack.stickers.count) stickers fail: "
          + "\(names(sifted.skipped)). " + sifted.cure(of: pack.path) + "; or \(.leaveOut)")
    }
    if sifted.ofPack > 0 { lines.append("\(source) is not built: findings on the pack itself") }
    if report.findings.contains(where: { $0.fails && $0.evidence.fix?.kind == .flatten }) {
      lines.append("the icon is transparent: name a color for it to lie on \(.iconBackground)")
    }
    if lines.isEmpty, sifted.pack.stickers.isEmpty {
      lines.append(
        sifted.skipped.isEmpty
          ? "\(source) holds no sticker: there is nothing to build"
          : "\(source) is not built: all of its \(sifted.skipped.count) stickers fail")
    }
    return lines.isEmpty ? nil : lines
  }

  private func names(_ skipped: [SkippedSticker]) -> String {
    let most = 5
    let names = skipped.prefix(most).map(\.path.name.shown)
    return listed(skipped.count > most ? names + ["\(skipped.count - most) more"] : names)
  }
}

extension SiftedPack {
  /// Returns the command that resolves all failing findings, or advice if no command does.
  fileprivate func cure(of named: Path) -> Sentence {
    let kinds = blocking.map(\.evidence.fix?.kind)
    guard !kinds.isEmpty, kinds.allSatisfy({ $0.map { !$0.isOfCatalogs && $0 != .flatten } ?? false }) else {
      return exportAgain
    }
    let fixes = kinds.compactMap(\.self)
    // `--select` replaces the default rules, so list every rule.
    let rules = fixes.contains(where: \.isOnlyOnRequest) ? Set(blocking.map(\.rule)).sorted() : []
    let needsLoss = fixes.contains(where: \.isLossy) || weighs
    let isTooSmall = fixes.contains(.enlargeOrPad)
    return "\(.cure(of: named.shown, rules: rules, needsLoss: needsLoss, isTooSmall: isTooSmall))"
  }

  /// The advice if no command resolves the findings: that of the findings if they have one cause.
  private var exportAgain: Sentence {
    let causes = Set(blocking.map(\.evidence.advice))
    guard causes != [nil], !causes.isEmpty else { return "Export them again" }
    guard causes.count == 1, case let advice?? = causes.first else { return "Do what the findings advise" }
    return Sentence(advice.hasSuffix(".") ? String(advice.dropLast()) : advice)
  }

  /// Whether a file is too large. Lossless encoding is rarely enough.
  private var weighs: Bool { blocking.contains { $0.evidence.fix?.kind == .lighten } }
}
