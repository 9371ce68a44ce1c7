package import StickerEngine
import StickerImage
import StickerPacker

extension Report {
  /// The findings as lines, one line for each thing to do, in the order in which they first occur.
  ///
  /// - Parameter advice: what to do about a finding.
  package func shortenedGroupedFindingLines(
    of isIncluded: (Finding) -> Bool, advice: (Finding) -> UserMessage? = { _ in nil }
  ) -> [UserMessage] {
    let groups = findings.filter(isIncluded).grouped {
      FindingLineGroupKey(rule: $0.rule, advice: advice($0))
    }
    return groups.flatMap { findings in
      shortenedDescriptions(ofOneRule: findings).map { description -> UserMessage in
        let line = UserMessage(description.lineWithFileNames)
        return advice(findings[0]).map { "\(line). \($0)" } ?? line
      }
    }
  }

  /// The warnings for several messengers. For each rule, a file is listed once, with all messengers that have
  /// the same finding.
  static func nonfailingWarningLines(
    of reports: [(messenger: String, report: Report)]
  ) -> [(line: UserMessage, isAboutOmittedFiles: Bool)] {
    let all = reports.flatMap { messenger, report in
      report.findings.filter { !$0.failsRun && $0.severity == .warning }.grouped(by: \.rule).flatMap {
        report.shortenedDescriptions(ofOneRule: $0).map { (messenger: messenger, description: $0) }
      }
    }
    let groups = all.grouped { "\($0.description.rule) \($0.description.paths.map(\.displayText))" }
    return groups.map { group in
      let description = group[0].description
      let equal = group.filter { $0.description.lineWithFileNames == description.lineWithFileNames }.map(
        \.messenger
      ).withoutRepetition
      let others = group.filter { $0.description.lineWithFileNames != description.lineWithFileNames }.map(
        \.messenger
      ).withoutRepetition
      let line = UserMessage(
        "\(listText(equal)): \(description.lineWithFileNames)"
          + (others.isEmpty ? "" : "; also for \(listText(others))"))
      return (line, description.rule == Rule.unlistedSticker.id)
    }
  }

  /// Describes the findings of one rule: each message with its files. If there are more than two messages,
  /// gives only the first message, followed by the names of the other files.
  private func shortenedDescriptions(ofOneRule findings: [Finding]) -> [FindingGroupDescription] {
    let groups = findings.grouped { $0.evidence.message }
    guard groups.count > 2 else {
      return groups.map {
        FindingGroupDescription($0, "\(shortenedNameListText($0.map(\.path))): \($0[0].evidence.message)")
      }
    }
    let others = groups.dropFirst().flatMap { $0.map(\.path) }
    let first = "\(shortenedNameListText(groups[0].map(\.path))): \(groups[0][0].evidence.message)"
    return [FindingGroupDescription(findings, "\(first); also \(shortenedNameListText(others))")]
  }

  private func shortenedNameListText(_ paths: [Path]) -> String {
    let more = paths.count > 3 ? ["\(numberText(paths.count - 3)) more"] : []
    return listText(paths.prefix(3).map(\.name.displayText) + more)
  }
}

/// The key for grouping findings into one line.
private struct FindingLineGroupKey: Hashable {
  let rule: String
  let advice: UserMessage?
}

/// One line about the findings of one rule.
private struct FindingGroupDescription {
  let rule: String
  let paths: [Path]
  let lineWithFileNames: String

  init(_ findings: [Finding], _ text: String) {
    rule = findings[0].rule
    paths = findings.map(\.path)
    self.lineWithFileNames = text
  }
}

/// The stickers in a linted pack that can be built, and the reasons why the others cannot.
struct BuildSelection {
  /// The pack, with only the stickers that can be built.
  var packWithBuildableStickers: Pack
  var skippedStickers: [SkippedSticker] = []
  /// The findings on stickers that are skipped.
  var findingsOnSkippedStickers: [Finding] = []
  /// Findings that prevent the whole pack from being built.
  var packBlockingFindings: [Finding] = []
}

extension OpenedPack {
  /// Selects the stickers that can be built.
  func selectBuildableStickers(_ report: Report) -> BuildSelection {
    let converted = report.artToConvert
    let blocking = report.findings.filter { $0.failsRun && !buildResolves($0, converting: converted) }
    let bySubject = Dictionary(grouping: blocking) { findingSubject($0.path) }
    var selection = BuildSelection(packWithBuildableStickers: readResult.pack)
    for fault in readResult.faults {
      guard let id = fault.stickerID else { continue }
      selection.skippedStickers.append(
        SkippedSticker(
          id: id, path: fault.file ?? Path("."), rules: fault.ruleReportingSameProblem.map { [$0] } ?? [],
          reasons: [fault.message]))
    }
    selection.packWithBuildableStickers.stickers.removeAll { sticker in
      let findings = findingSubjects(of: sticker).flatMap { bySubject[$0] ?? [] }
      guard !findings.isEmpty else { return false }
      selection.findingsOnSkippedStickers += findings
      selection.skippedStickers.append(
        SkippedSticker(
          id: sticker.id, path: sticker.file, rules: findings.map(\.rule).withoutRepetition,
          reasons: findings.map(\.evidence.message)))
      return true
    }
    let stickerPaths = Set(readResult.pack.stickers.flatMap(findingSubjects))
    selection.packBlockingFindings = blocking.filter { finding in
      let subject = findingSubject(finding.path)
      return !stickerPaths.contains(subject) && !isCatalogStickerFolder(subject)
        && !isAlreadyReportedAsFault(finding)
    }
    return selection
  }

  /// Whether the build resolves a finding itself.
  ///
  /// - Parameter converted: art that the build converts to PNG or APNG.
  func buildResolves(_ finding: Finding, converting converted: Set<Path> = []) -> Bool {
    switch Rule.named(finding.rule)?.buildResolution {
    case .correctsFileExtensions: !(message?.files ?? []).contains { $0.value == finding.path }
    case .makesStickerNamesUnique: true
    case .buildsCatalogWithoutIcons: true
    case .convertsWebPArt: converted.contains(finding.path)
    case .rebuildsIconSets:
      readResult.pack.icon != nil && finding.path.parent.lowercasedExtension == "stickersiconset"
    case nil: false
    }
  }

  /// The subject of a finding. For a sticker in a catalog, this is the folder with its document and images.
  private func findingSubject(_ path: Path) -> Path {
    guard !sourceCatalogs.isEmpty, isCatalogStickerFolder(path.parent) else { return path }
    return path.parent
  }

  private func findingSubjects(of sticker: PackSticker) -> [Path] {
    var seen: Set<Path> = []
    return sticker.files.map { findingSubject(root.appending($0)) }.filter { seen.insert($0).inserted }
  }

  /// Whether a path is the folder of one sticker in a catalog. If such a sticker is not built, it has a
  /// problem or is excluded on purpose.
  private func isCatalogStickerFolder(_ path: Path) -> Bool {
    !sourceCatalogs.isEmpty && ["sticker", "stickersequence"].contains(path.lowercasedExtension)
  }

  /// Whether the finding is about a missing sticker in the pack's list, which has already been reported as a
  /// fault of that sticker.
  private func isAlreadyReportedAsFault(_ finding: Finding) -> Bool {
    finding.rule == RuleID.catalogMissingFile && finding.path.parent == pathForPackFindings
      && readResult.faults.contains { $0.stickerID != nil && $0.ruleReportingSameProblem == finding.rule }
  }
}

extension Report {
  /// Art in formats that catalogs do not support. The build converts it to PNG or APNG.
  var artToConvert: Set<Path> { Set(assets.filter { [.webp, .webm].contains($0.facts.format) }.map(\.path)) }
}
