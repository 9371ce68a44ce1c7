import StickerFix
import StickerIO
import StickerModel
import StickerSettings

extension MessengerBuild {
  /// Fixes the art of a pack in memory for several messengers: each file is decoded once for all of them.
  func fix(_ group: inout [MessengerArt]) async {
    let works = group.map(\.work)
    guard let first = works.lazy.compactMap(\.self).first else { return }
    let surroundings = Surroundings(first.opened.assets, first.opened.declarations)
    let (gate, errands) = (MemoryGate(), errands(works))
    var (line, done) = (quiet ? nil : Progress("checked"), 0)
    await mapInOrder(errands, jobs: jobs) { errand in
      let orders = errand.of.map { number in
        FixOrder(works[number]?.settings.configuration(at: errand.source.path) ?? first.configuration) {
          request($0)
        }
      }
      return await fixed(errand.source, for: orders, gate, surroundings.of(errand.source))
    } deliver: { assets in
      for (number, asset) in zip(errands[done].of, assets) { group[number].take(asset, errands[done].source) }
      done += 1
      line?.advance(to: done, of: errands.count)
    }
    line?.finish()
    for number in group.indices { group[number].noteFixes() }
  }

  /// A file, and the places of those in a group that it is for.
  private struct Errand {
    let source: AssetSource
    var of: [Int]
  }

  /// Every file of the group once.
  private func errands(_ works: [MessengerArt.Work?]) -> [Errand] {
    var (errands, places) = ([Errand](), [ArtKey: Int]())
    for (number, work) in works.enumerated() {
      for source in work?.opened.assets ?? [] {
        if let place = places[ArtKey(source)] {
          if errands[place].of.last != number { errands[place].of.append(number) }
        } else {
          places[ArtKey(source)] = errands.count
          errands.append(Errand(source: source, of: [number]))
        }
      }
    }
    return errands
  }

  /// What may be done to a file: what the messenger's limits ask for, and nothing else.
  ///
  /// - Parameter findings: what its rules say of the file; what is no error in it stays in the file.
  private func request(_ findings: [Finding]) -> FixRequest {
    let cut = findings.filter { finding in
      guard finding.fails, case .cut = finding.evidence.fix?.kind.means else { return false }
      return true
    }
    var request = FixRequest(
      isLossy: true,
      selected: Set(cut.map(\.rule)).union([
        RuleID.fileSize, RuleID.pixelDimensions, RuleID.unsupportedFormat, RuleID.animationLimits,
      ]), effort: effort)
    request.enlarges = enlarges
    return request
  }
}

extension MessengerArt {
  /// Takes what a file became.
  fileprivate mutating func take(_ asset: FixedAsset, _ source: AssetSource) {
    let findings = asset.summary.findings.map { $0.at(asset.path) }
    work?.summaries[ArtKey(source)] = asset.summary.with(findings)
    for left in asset.left {
      guard case .failed(let reason) = left.refusal else { continue }
      work?.failed.append(FailedFix(path: asset.path, rule: left.finding.rule, reason: reason))
    }
    guard let change = asset.change else { return }
    work?.opened.take(change.bytes, for: asset.path)
    if let note = change.noteForPack(asset.path, shrinks: false) { work?.fixes.append(note) }
  }

  /// A pack is mostly changed in one way: the plan of fixes tells of each sticker.
  fileprivate mutating func noteFixes() {
    guard let fixes = work?.fixes, let first = fixes.first else { return }
    let rest = fixes.count > 1 ? ", and \(grouped(fixes.count - 1)) more are fixed as well" : ""
    result.notes.append("\(order.shown): \(first)\(rest)")
  }
}
