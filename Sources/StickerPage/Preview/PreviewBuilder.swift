import StickerEngine
import StickerImage
import StickerPacker
import Stickers

/// Creates the preview of a run: all findings with the art, and the results of fixing it.
struct PreviewBuilder {
  let run: StickerRun
  /// The findings of the run.
  let report: Report
  /// The fixes to show next to the art; nil for none.
  let fixOptions: FixOptions?
  /// The rules whose findings are shown; nil for all.
  let shownRules: Set<String>?
  /// The service that analyzes and fixes art, assembles sequences, and draws message images.
  let service: any ImageService

  init(
    _ run: StickerRun, _ report: Report, fixing fixOptions: FixOptions?, showing: Set<String>? = nil,
    _ service: any ImageService
  ) {
    self.run = run
    self.report = report
    self.fixOptions = fixOptions
    self.shownRules = showing
    self.service = service
  }

  /// The findings to show.
  var shownFindings: [Finding] { shownReport.findings }

  private var shownReport: Report {
    guard let shownRules else { return report }
    return report.removingFindings { !shownRules.contains($0.rule) }
  }

  /// Returns findings on packs and documents, and findings that most stickers of a pack share.
  ///
  /// - Parameter stickers: the paths of files that the page shows separately.
  func packAndSharedFindings(excluding stickers: Set<Path>) -> [Finding] {
    shownReport.forHumanReadableOutput(listsEveryFile: false).findings.filter {
      !$0.groupedPaths.isEmpty || !stickers.contains($0.path)
    }
  }

  /// - Throws: `CommandError` if the art is too large for one page.
  func makePreview(jobs: Int, _ output: ProgressOutput) async throws -> Preview {
    let preparing = output.start(.building, "joining frames")
    let sequences = await PreviewSequences(run, service)
    preparing?.finish()
    let items = previewItems(sequences)
    try checkTotalArtBytes(items)
    let contexts = AssetPackContexts(run.sources, run.discoveredFiles.packDeclarations)
    let (settings, fixOptions, service, texts, showing) = (
      run.configurationMap, fixOptions, service, voiceOverDescriptionsByPath, shownRules
    )
    let progress = output.start(.building, "drawn", of: items.count)
    var stickers: [PreviewSticker] = []
    await mapInOrder(items, jobs: jobs) { item in
      if let sequence = item.sequence {
        return PreviewSticker(sequence, item, settings.configuration(at: sequence.displayPath).budget)
      }
      let configuration = settings.configuration(at: item.source.path)
      let around = contexts.context(for: item.source)
      var (sticker, checked) = await analyzeAssetForPreview(
        item.source, number: item.number, configuration, service, around, showingRules: showing
      )
      sticker.findings = item.findings
      if let fixOptions, checked.isReproducible,
        item.findings.contains(where: { fixOptions.allowsImageFix(of: $0) })
      {
        let work = FixJob(item.source, fixOptions, configuration, around, takenPaths: [])
        let fixed = await service.fix(work).fixedAsset(checked, fixOptions)
        sticker.fixResult = (try? fixed.get())?.withFindings(of: showing)
      }
      sticker.voiceOverDescription = texts[item.source.path]
      return sticker
    } deliver: { sticker in
      stickers.append(sticker)
      progress?.advance(to: stickers.count)
    }
    progress?.showActivity("drawing messages")
    var messages = await interactiveMessages().messages
    progress?.finish()
    let folders = relativeFolderFunction(of: stickers.map(\.path) + messages.map(\.messageFile.path))
    for index in stickers.indices { stickers[index].displayedFolder = folders(stickers[index].path) }
    for index in messages.indices {
      messages[index].displayedFolder = folders(messages[index].messageFile.path)
    }
    let onPage = Set(items.flatMap { $0.sequence?.frames ?? [$0.source.path] }).union(
      messageFilesAndReferencedFiles)
    var preview = Preview(
      title: title, stickers: stickers, packFindings: packAndSharedFindings(excluding: onPage),
      messages: messages)
    preview.otherMessengers = previewMessengers()
    return preview
  }

  /// Throws an error if the art is too large for one page. An image that several messages use is counted once
  /// for each message.
  private func checkTotalArtBytes(_ items: [PreviewItem]) throws(CommandError) {
    let sizes = Dictionary(report.assets.map { ($0.path, $0.facts.byteCount ?? 0) }) { first, _ in first }
    let messageFiles = run.discoveredFiles.interactiveMessages.compactMap(\.files.first).map {
      sizes[$0.value] ?? 0
    }
    let weight = items.map { $0.sequence?.bytes.count ?? $0.singleFileByteCount } + messageFiles
    let all = weight.reduce(0, +)
    guard all <= maxPageArtBytes else {
      throw CommandError(
        "the art is \(numberText(all)) bytes, too large for one page (limit: \(numberText(maxPageArtBytes)) "
          + "bytes). Specify fewer files."
      )
    }
  }

  /// Returns an item for each sticker, in the order of the run. A sequence takes the position of its first
  /// frame.
  func previewItems(_ sequences: PreviewSequences) -> [PreviewItem] {
    let (findingsByPath, messageFiles) = (
      Dictionary(grouping: shownFindings, by: \.path), messageFilesAndReferencedFiles
    )
    var (items, seen) = ([PreviewItem](), Set<Path>())
    for (source, summary) in zip(run.sources, report.assets) where !messageFiles.contains(source.path) {
      let sequence = sequences.sequence(containing: source.path)
      if let sequence, !seen.insert(sequence.displayPath).inserted { continue }
      let findings =
        sequence.map { frameFindingsMergedByRule($0.frames, findingsByPath) } ?? findingsByPath[source.path]
        ?? []
      items.append(
        PreviewItem(
          number: items.count + 1, source: source, sequence: sequence, findings: findings,
          singleFileByteCount: summary.facts.byteCount ?? 0))
    }
    return items
  }

  /// Returns the findings on the frames, at most one for each rule.
  private func frameFindingsMergedByRule(_ frames: [Path], _ findingsByPath: [Path: [Finding]]) -> [Finding] {
    var (found, counts) = ([Finding](), [String: Int]())
    let ofPack = Set(report.packAndDocumentFindings)
    for frame in frames {
      for finding in findingsByPath[frame] ?? [] {
        counts[finding.rule, default: 0] += 1
        if counts[finding.rule] == 1 { found.append(finding) }
      }
    }
    return found.map { finding in
      if ofPack.contains(finding) { return finding }  // it is about the whole sequence
      let others = (counts[finding.rule] ?? 1) - 1
      let more = others > 0 ? ", and the same in \(countText(others, "more frame"))" : ""
      return finding.withMessage("\(finding.path.name.displayText): \(finding.evidence.message)\(more)")
    }
  }

  /// The descriptions of the stickers, each in the first language that has one.
  var voiceOverDescriptionsByPath: [Path: String] {
    var texts: [Path: String] = [:]
    for (_, packDeclaration) in run.discoveredFiles.packDeclarations {
      for sticker in packDeclaration.stickers {
        let languages = packDeclaration.metadata.languages + sticker.metadata.descriptions.keys.sorted()
        texts[sticker.imagePath] = languages.lazy.compactMap { sticker.metadata.descriptions[$0] }.first
      }
    }
    return texts
  }

  private var title: String {
    guard run.argumentRealPaths.count == 1, let place = run.argumentRealPaths.first else { return "Stickers" }
    return packNameSkippingGenericFolders(of: place)
  }
}

/// Returns a function that returns the folder of a path, relative to the folder that all paths share; nil for
/// that folder itself.
private func relativeFolderFunction(of paths: [Path]) -> (Path) -> Path? {
  var shared = paths.first?.parent.components ?? []
  for path in paths {
    shared = Array(zip(shared, path.parent.components).prefix { $0 == $1 }.map(\.0))
  }
  return { path in
    let own = path.parent.components.dropFirst(shared.count)
    return own.isEmpty ? nil : Path(joining: own)
  }
}

/// A sticker to show.
struct PreviewItem: Sendable {
  let number: Int
  let source: AssetSource
  let sequence: PreviewSequences.AssembledSequence?
  let findings: [Finding]
  let singleFileByteCount: Int
}

/// The maximum total size of the art in a page, in bytes. Browsers can open 250 MB of text, and Base64 adds a
/// third.
private let maxPageArtBytes = 150_000_000

extension PreviewSticker {
  /// Creates a sticker from a sequence.
  init(_ sequence: PreviewSequences.AssembledSequence, _ item: PreviewItem, _ budget: DecodingBudget) {
    self.init(
      number: item.number, path: sequence.displayPath, role: .sticker, byteCount: sequence.bytes.count,
      image: PreviewImage(sequence.bytes, ImageContainer(of: sequence.bytes, budget: budget)),
      findings: item.findings)
  }
}

extension Finding {
  /// Returns a copy with a different message.
  fileprivate func withMessage(_ message: String) -> Finding {
    let evidence = Evidence(
      message, evidence.measuredValue, at: evidence.location, severity: evidence.defaultSeverityOverride,
      fix: evidence.fix)
    return Finding(
      rule: rule, severity: severity, path: path, evidence: evidence, advice: advice, failsRun: failsRun)
  }
}

/// Checks one asset for a page.
///
/// - Parameters:
///   - number: the number of the sticker on the page.
///   - service: a service that reports where the findings are.
///   - context: the context of the asset, as for `readAsset`.
///   - showing: the rules whose findings are shown; nil for all.
///   - known: the converted image from an earlier check of the same bytes, or nil.
/// - Returns: the sticker for the page, and the analysis that pack rules use.
func analyzeAssetForPreview(
  _ source: AssetSource, number: Int, _ configuration: Configuration, _ service: any ImageService,
  _ context: Asset.PackContext = Asset.PackContext(), showingRules showing: Set<String>? = nil,
  convertedImage known: PreviewImage? = nil
) async -> (sticker: PreviewSticker, analysis: AssetAnalysis) {
  let outcome = source.read(maxBytes: configuration.budget.fileBytes)
  let analysis = await service.analyze(source, outcome, configuration, context)
  func isShown(_ rule: String) -> Bool { showing?.contains(rule) ?? true }
  var picture = known
  // Do not open a file in this process if it crashed a worker process.
  if picture == nil, case .bytes(let bytes) = outcome, analysis.isReproducible {
    picture = PreviewImage(bytes, ImageContainer(of: bytes, budget: configuration.budget))
    if let format = formatNameNeedingConversion(bytes) {
      picture =
        await imageConvertedForBrowsers(source, from: format, configuration.budget, service, context)
        ?? picture
    }
  }
  var sticker = PreviewSticker(
    number: number, path: source.path, role: source.role, byteCount: analysis.facts.byteCount,
    image: picture,
    findings: analysis.findings.filter { isShown($0.rule) }, marks: analysis.marks.filter { isShown($0.rule) }
  )
  if picture == nil, case .bytes(let bytes) = outcome {
    sticker.vectorAnimationFormat = vectorAnimationFormat(of: bytes)
  }
  return (sticker, analysis)
}

/// The format of a vector animation; nil for other files.
private func vectorAnimationFormat(of bytes: [UInt8]) -> VectorAnimationFormat? {
  switch SniffedFormat(of: bytes) {
  case .foreign(.tgs): .tgs
  case .foreign(.lottie): .lottie
  default: nil
  }
}

/// Returns the name of the format if browsers cannot show the file as an image but it can be converted; nil
/// otherwise.
private func formatNameNeedingConversion(_ bytes: [UInt8]) -> String? {
  switch SniffedFormat(of: bytes) {
  case .image(.webm): ImageFormat.webm.name
  case .foreign(let format) where format.isConvertible: format.name
  default: nil
  }
}

/// Returns the art as a PNG or APNG, because browsers cannot show its format; nil if it cannot be converted.
private func imageConvertedForBrowsers(
  _ source: AssetSource, from format: String, _ budget: DecodingBudget, _ service: any ImageService,
  _ context: Asset.PackContext
) async -> PreviewImage? {
  // Use a separate configuration, because the profile of a messenger that accepts the format would not offer
  // to convert it.
  let rules: Set = [RuleID.unsupportedFormat, RuleID.animationFormat]
  let configuration = Configuration(rules: Rule.all.filter { rules.contains($0.id) }, budget: budget)
  let fixOptions = FixOptions(selectedRules: rules)
  let job = FixJob(source, fixOptions, configuration, context, takenPaths: [])
  guard case .answered(let asset) = await service.fix(job), let bytes = asset.change?.newBytes
  else { return nil }
  return PreviewImage(bytes, ImageContainer(of: bytes, budget: budget), convertedFrom: format)
}

/// Returns the messengers whose chats a page can show, with the limits of their profiles.
func previewMessengers() -> [PreviewMessenger] {
  MessengerAppearance.all.compactMap { appearance in
    guard let flags = try? FlagConfiguration(.builtIn) else { return nil }
    var search = ConfigurationSearch(
      .builtIn, .none, profile: appearance.profileName, flags, .disk, workingFolder: Path("/"))
    let settings = search.resolvedConfiguration(at: Path("/"), isFolder: true)
    return PreviewMessenger(appearance.profileName, settings.configuration.messengerLimits)
  }
}
