import StickerFix
import StickerModel
import StickerSettings

extension OpenedPack {
  /// Fixes the art in memory: what is built is fixed, and the files stay as they are.
  ///
  /// - Parameter report: what the rules say of the art.
  /// - Returns: what was done, a note for each picture.
  mutating func fix(
    _ request: FixRequest, _ report: Report, _ settings: SettingsMap, jobs: Int
  ) async -> [String] {
    let wanted = Set(
      report.assets.filter { $0.findings.contains { finding in request.cures(finding) } }.map(\.path))
    let surroundings = Surroundings(assets, declarations)
    let gate = MemoryGate()
    var changes: [(path: Path, change: Change)] = []
    await mapInOrder(assets.filter { wanted.contains($0.path) }, jobs: jobs) { source in
      await fixed(
        source, request, settings.configuration(at: source.path), gate, surroundings.of(source))
    } deliver: { asset in
      if let change = asset.change { changes.append((asset.path, change)) }
    }
    for (path, change) in changes { take(change.bytes, for: path) }
    return changes.map { path, change in
      // The build names files by their content: a new name is none of its news.
      let steps = change.steps.filter { $0.kind != .rename }.map(\.words)
      let bytes = "\(grouped(change.before.bytes)) → \(grouped(change.after.bytes)) bytes"
      return "\(path.shown) is fixed for the pack: \(steps.joined(separator: "; ")) (\(bytes))"
    }
  }
}
