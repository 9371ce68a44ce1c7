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
        "\(source) is not built: \(failing) of \(opened.reading.pack.stickers.count) stickers fail; "
          + "fix them, or \(.leaveOut)")
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
}
