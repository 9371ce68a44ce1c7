package import StickerEngine
import StickerImage
import StickerPacker
package import Stickers

/// Makes the preview of a run: everything that was found, with the art, and with what fixing it would give.
package struct PreviewRun {
  let run: StickerRun
  /// What the rules say of the run.
  let report: Report
  /// What may be fixed to be shown beside the art; nil: nothing.
  let request: FixRequest?
  /// The rules of which findings are shown; nil for all.
  let showing: Set<String>?
  /// Who looks at the art with marks, fixes it, puts sequences together and draws pictures of messages.
  let service: any ImageService

  package init(
    _ run: StickerRun, _ report: Report, fixing request: FixRequest?, showing: Set<String>? = nil,
    _ service: any ImageService
  ) {
    self.run = run
    self.report = report
    self.request = request
    self.showing = showing
    self.service = service
  }

  /// The findings that are shown.
  var findings: [Finding] { shown.findings }

  private var shown: Report {
    guard let showing else { return report }
    return report.without { !showing.contains($0.rule) }
  }

  /// What is said of packs and documents: of stickers, only what most of a pack share.
  ///
  /// - Parameter stickers: paths of what has a place of its own on the page.
  func findingsOnPacks(besides stickers: Set<Path>) -> [Finding] {
    shown.grouped(each: false).findings.filter { !$0.shares.isEmpty || !stickers.contains($0.path) }
  }

  /// - Throws: `UsageError` where the art is more than a page can hold.
  package func preview(jobs: Int, quiet: Bool) async throws -> Preview {
    let sequences = await PreviewSequences(run, service)
    let items = items(sequences)
    try ensureArtFits(items)
    let contexts = AssetContexts(run.sources, run.discoveredFiles.declarations)
    let (settings, request, service, texts, showing) = (run.settings, request, service, voiceOver, showing)
    var (stickers, progress) = ([PreviewSticker](), quiet ? nil : Progress("drawn"))
    await mapInOrder(items, jobs: jobs) { item in
      if let sequence = item.sequence {
        return PreviewSticker(sequence, item, settings.configuration(at: sequence.name).budget)
      }
      let configuration = settings.configuration(at: item.source.path)
      let around = contexts.context(for: item.source)
      var (sticker, checked) = await previewed(
        item.source, number: item.number, configuration, service, around, showing: showing
      )
      sticker.findings = item.findings
      if let request, checked.isReproducible, item.findings.contains(where: { request.resolves($0) }) {
        let work = FixingWork(item.source, request, configuration, around, taken: [])
        let fixed = await service.fix(work).asset(checked, request)
        sticker.fixed = (try? fixed.get())?.showing(showing)
      }
      sticker.voiceOver = texts[item.source.path]
      return sticker
    } deliver: { sticker in
      stickers.append(sticker)
      progress?.advance(to: stickers.count, of: items.count)
    }
    progress?.finish()
    var messages = await messages().messages
    let folders = sharedFolder(of: stickers.map(\.path) + messages.map(\.declaration.path))
    for index in stickers.indices { stickers[index].folder = folders(stickers[index].path) }
    for index in messages.indices { messages[index].folder = folders(messages[index].declaration.path) }
    let onPage = Set(items.flatMap { $0.sequence?.frames ?? [$0.source.path] }).union(messageFiles)
    var preview = Preview(
      title: title, stickers: stickers, packFindings: findingsOnPacks(besides: onPage), messages: messages)
    preview.messengers = previewMessengers()
    return preview
  }

  /// A picture that several messages name is in the page for each.
  private func ensureArtFits(_ items: [PreviewItem]) throws(UsageError) {
    let sizes = Dictionary(report.assets.map { ($0.path, $0.facts.byteCount ?? 0) }) { first, _ in first }
    let messageFiles = run.discoveredFiles.messages.compactMap(\.files.first).map { sizes[$0.value] ?? 0 }
    let weight = items.map { $0.sequence?.bytes.count ?? $0.weight } + messageFiles
    let all = weight.reduce(0, +)
    guard all <= maxArtBytes else {
      throw UsageError(
        "the art weighs \(numberText(all)) bytes, and a page holds at most \(numberText(maxArtBytes)): "
          + "name fewer files"
      )
    }
  }

  /// One for each sticker, in the order of the run; a sequence where its first frame stands.
  func items(_ sequences: PreviewSequences) -> [PreviewItem] {
    let (findingsByPath, messageFiles) = (Dictionary(grouping: findings, by: \.path), messageFiles)
    var (items, seen) = ([PreviewItem](), Set<Path>())
    for (source, summary) in zip(run.sources, report.assets) where !messageFiles.contains(source.path) {
      let sequence = sequences.sequence(with: source.path)
      if let sequence, !seen.insert(sequence.name).inserted { continue }
      let findings =
        sequence.map { frameFindings($0.frames, findingsByPath) } ?? findingsByPath[source.path] ?? []
      items.append(
        PreviewItem(
          number: items.count + 1, source: source, sequence: sequence, findings: findings,
          weight: summary.facts.byteCount ?? 0))
    }
    return items
  }

  /// What is said of any frame, each rule once.
  private func frameFindings(_ frames: [Path], _ findingsByPath: [Path: [Finding]]) -> [Finding] {
    var (found, counts) = ([Finding](), [String: Int]())
    let ofPack = Set(report.packFindings)
    for frame in frames {
      for finding in findingsByPath[frame] ?? [] {
        counts[finding.rule, default: 0] += 1
        if counts[finding.rule] == 1 { found.append(finding) }
      }
    }
    return found.map { finding in
      if ofPack.contains(finding) { return finding }  // it is about the sequence
      let others = (counts[finding.rule] ?? 1) - 1
      let more = others > 0 ? ", and the same of \(countText(others, "more frame"))" : ""
      return finding.withMessage("\(finding.path.name.displayText): \(finding.evidence.message)\(more)")
    }
  }

  /// What the packs say of their stickers, in the first language that there is.
  var voiceOver: [Path: String] {
    var texts: [Path: String] = [:]
    for (_, declaration) in run.discoveredFiles.declarations {
      for sticker in declaration.stickers {
        let languages = declaration.metadata.languages + sticker.metadata.descriptions.keys.sorted()
        texts[sticker.path] = languages.lazy.compactMap { sticker.metadata.descriptions[$0] }.first
      }
    }
    return texts
  }

  private var title: String {
    guard run.named.count == 1, let place = run.named.first else { return "Stickers" }
    return packName(of: place)
  }
}

/// What a path's folder is called where everybody knows the one that all of them share.
private func sharedFolder(of paths: [Path]) -> (Path) -> Path? {
  var shared = paths.first?.parent.components ?? []
  for path in paths {
    shared = Array(zip(shared, path.parent.components).prefix { $0 == $1 }.map(\.0))
  }
  return { path in
    let own = path.parent.components.dropFirst(shared.count)
    return own.isEmpty ? nil : Path(joining: own)
  }
}

/// One sticker that is to be shown.
struct PreviewItem: Sendable {
  let number: Int
  let source: AssetSource
  let sequence: PreviewSequences.Found?
  let findings: [Finding]
  let weight: Int
}

/// The most that a page holds: browsers open a quarter of a gigabyte of text, and Base64 takes a third more.
private let maxArtBytes = 150_000_000

extension PreviewSticker {
  /// A sequence as one sticker.
  init(_ sequence: PreviewSequences.Found, _ item: PreviewItem, _ budget: Budget) {
    self.init(
      number: item.number, path: sequence.name, role: .sticker, byteCount: sequence.bytes.count,
      picture: PreviewPicture(sequence.bytes, Container(of: sequence.bytes, budget: budget)),
      findings: item.findings)
  }
}

extension Finding {
  /// The same finding in other words.
  fileprivate func withMessage(_ message: String) -> Finding {
    let evidence = Evidence(
      message, evidence.figure, at: evidence.location, severity: evidence.severity, fix: evidence.fix)
    return Finding(
      rule: rule, severity: severity, path: path, evidence: evidence, advice: advice, fails: fails)
  }
}

/// Checks one asset and keeps what a page shows of it.
///
/// - Parameter number: its place in the page.
/// - Parameter service: a service that reports marks.
/// - Parameter context: as for `readAsset`.
/// - Parameter showing: the rules of which findings are shown; nil for all.
/// - Returns: what the page shows, and what the rules about packs go by.
func previewed(
  _ source: AssetSource, number: Int, _ configuration: Configuration, _ service: any ImageService,
  _ context: Asset.Context = Asset.Context(), showing: Set<String>? = nil
) async -> (sticker: PreviewSticker, analysis: AssetAnalysis) {
  let outcome = source.read(configuration.budget.fileBytes)
  let analysis = await service.analyze(source, outcome, configuration, context)
  func isShown(_ rule: String) -> Bool { showing?.contains(rule) ?? true }
  var picture: PreviewPicture?
  // What another process could not read is not opened in this one.
  if case .bytes(let bytes) = outcome, analysis.isReproducible {
    picture = PreviewPicture(bytes, Container(of: bytes, budget: configuration.budget))
  }
  let sticker = PreviewSticker(
    number: number, path: source.path, role: source.role, byteCount: analysis.facts.byteCount,
    picture: picture,
    findings: analysis.findings.filter { isShown($0.rule) }, marks: analysis.marks.filter { isShown($0.rule) }
  )
  return (sticker, analysis)
}

/// The messengers that a page shows art in the look of, with what each takes by its own profile.
func previewMessengers() -> [PreviewMessenger] {
  MessengerAppearance.all.compactMap { appearance in
    guard let flags = try? FlagSettings(.ours) else { return nil }
    var search = SettingsSearch(
      .ours, .none, profile: appearance.profile, flags, .disk, workingFolder: Path("/"))
    let settings = search.settings(at: Path("/"), isFolder: true)
    return PreviewMessenger(appearance.profile, settings.configuration.limits)
  }
}
