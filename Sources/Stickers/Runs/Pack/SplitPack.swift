import StickerEngine
import StickerPacker

extension ExportTarget {
  /// Returns the target for one part of the pack.
  func partTarget(suffix: String) -> ExportTarget {
    var target = ExportTarget(
      for: profileNameOrPath, at: Path(bytes: destinationWithoutExtension.bytes + Array("-\(suffix)".utf8)),
      search)
    target.partSuffix = suffix
    target.complementaryProfile = complementaryProfile
    return target
  }

  /// The targets of all packs that this run or an earlier one may write for the messenger: the unsplit pack
  /// and the parts that exist on disk.
  var unsplitAndExistingPartTargets: [ExportTarget] {
    var all = [self]
    for kind in ["", "still-", "animated-"] {
      if !kind.isEmpty { all.append(partTarget(suffix: String(kind.dropLast()))) }
      var number = 1
      while partTarget(suffix: "\(kind)\(number)").previousOutput != nil {
        all.append(partTarget(suffix: "\(kind)\(number)"))
        number += 1
      }
    }
    return all
  }

  /// Whether a profile has the name of this part: `line-animated` is a profile, not a part of `line`.
  var isPartNamedLikeProfile: Bool {
    partSuffix != nil && MessengerProfile.all.contains { $0.name == messengerDisplayText }
  }

  /// The file or folder at the destination that an earlier run wrote, or nil if the destination is free.
  var previousOutput: Path? {
    ([destinationWithoutExtension] + possibleArchives).first {
      (try? ReadOnlyFileSystem.disk.entryKind(at: $0)) ?? nil != nil
    }
  }
}

extension MessengerBuilder {
  /// Returns the targets of a run that splits packs. If a profile accepts only stills or only animations, and
  /// another profile accepts the rest, adds a target for that profile unless the run already has one.
  ///
  /// - Parameter folder: the folder of the pack.
  /// - Returns: for each target, a list of the target and the one that was added for it, if any.
  func addingComplementaryTargets(_ targets: [ExportTarget], at folder: Path) -> [[ExportTarget]] {
    var named = Set(targets.map(\.profileNameOrPath))
    return targets.map { target in
      guard let sibling = complementaryProfileName(of: target, at: folder) else { return [target] }
      var own = target
      own.complementaryProfile = sibling
      guard named.insert(sibling).inserted else { return [own] }
      var other = ExportTarget(
        for: sibling, at: target.destinationWithoutExtension.parent.appending(sibling),
        target.search.with(profile: sibling))
      other.complementaryProfile = target.profileNameOrPath
      other.isAddedForComplementaryProfile = true
      return [own, other]
    }
  }

  /// Returns the messenger's profile for animations if the profile of the target accepts only stills, or vice
  /// versa; nil if there is no such profile.
  func complementaryProfileName(of target: ExportTarget, at folder: Path) -> String? {
    func configuration(_ search: ConfigurationSearch) -> Configuration {
      var search = search
      return search.resolvedConfiguration(at: folder, isFolder: true).configuration
    }
    let own = configuration(target.search)
    let opposite: MessengerLimits.AnimationPolicy
    switch own.messengerLimits.animationPolicy {
    case .required: opposite = .refused
    case .refused: opposite = .required
    case .any: return nil
    }
    return MessengerProfile.all.lazy.map(\.name).first { name in
      guard name != target.profileNameOrPath else { return false }
      let other = configuration(target.search.with(profile: name))
      return other.messengerTraits.exportLayout == own.messengerTraits.exportLayout
        && other.messengerLimits.animationPolicy == opposite
    }
  }

  /// One of the packs to build for a messenger.
  struct MessengerPack {
    var job: ExportJob
    /// The title of the pack.
    let name: String
  }

  /// Returns the packs to build for a messenger: one, unless packs are split.
  func partsByAnimationAndCount(of job: ExportJob, named name: String) async -> [MessengerPack] {
    guard options.splitsPacks, let work = job.messengerArt else {
      return [MessengerPack(job: job, name: name)]
    }
    let (limits, kinds) = (work.packConfiguration.messengerLimits, work.animationFlags)
    var own = Array(kinds.indices)
    if let sibling = job.target.complementaryProfile {
      own.removeAll { kinds[$0] != (limits.animationPolicy == .required) }
      guard !own.isEmpty else { return [makeEmptyPart(complementaryProfile: sibling, job, name)] }
    }
    var skipped: Set<String> = []
    if options.skipsFailingStickers {
      skipped = await work.failingStickerIDs(jobs: environment.jobs, service: environment.service)
    }
    let stickers = work.openedPackWithFixes.readResult.pack.stickers
    let divided = packParts(
      isAnimated: own.map { kinds[$0] }, isExcludedFromCount: own.map { skipped.contains(stickers[$0].id) },
      limits)
    return divided.enumerated().map { number, part in
      var made = job
      if let suffix = part.fileNameSuffix { made.target = job.target.partTarget(suffix: suffix) }
      made.messengerArt?.openedPackWithFixes.keepStickers(
        Set(part.stickerIndices.map { stickers[own[$0]].id }), withFaults: number == 0)
      if number > 0 { made.result.notes = [] }
      if number == 0, divided.count > 1 { made.result.notes.append(splitNote(divided, job.target)) }
      return MessengerPack(job: made, name: part.title(of: name, limits))
    }
  }

  /// A note such as `whatsapp: split into whatsapp-still (3 stickers) and whatsapp-animated (4 stickers)`.
  private func splitNote(_ parts: [PackPart], _ target: ExportTarget) -> UserMessage {
    let all = parts.map { part in
      "\(target.partTarget(suffix: part.fileNameSuffix ?? "").messengerDisplayText) (\(countText(part.stickerIndices.count, "sticker")))"
    }
    return "\(target.messengerDisplayText): split into \(listText(all))"
  }

  /// Returns a part without stickers, for a messenger whose sibling profile accepts all stickers.
  private func makeEmptyPart(complementaryProfile sibling: String, _ job: ExportJob, _ name: String)
    -> MessengerPack
  {
    var left = ExportJob(job.target)
    left.result.notes = [
      "\(job.target.messengerDisplayText): no pack is needed, because \(sibling) has all stickers"
    ]
    return MessengerPack(job: left, name: name)
  }

  /// Returns the advice for a finding. Suggests `stickerpack.yml` for catalogs, and `--split` if it would
  /// help.
  func adviceForExport(
    _ advice: UserMessage, on finding: Finding, _ target: ExportTarget, _ work: ExportJob.MessengerArt
  ) -> UserMessage {
    let catalogsCannotSay = [RuleID.packTexts, RuleID.stickerEmoji]
    if !work.openedPackWithFixes.sourceCatalogs.isEmpty, catalogsCannotSay.contains(finding.rule) {
      return
        "\(.addPackFileBesideCatalog(work.openedPackWithFixes.root.displayText, messenger: target.messengerDisplayText))"
    }
    return splittingResolves(finding, target, work) ? "\(advice) \(.splitIntoSeveralPacks)" : advice
  }

  private func splittingResolves(_ finding: Finding, _ target: ExportTarget, _ work: ExportJob.MessengerArt)
    -> Bool
  {
    if options.splitsPacks { return false }
    switch finding.rule {
    case RuleID.mixedAnimation: return true
    case RuleID.stickerCount:
      return work.openedPackWithFixes.readResult.pack.stickers.count > work.packConfiguration.messengerLimits
        .maxStickers
        ?? .max
    case RuleID.animationLimits:
      guard finding.evidence.measuredValue == nil, Set(work.animationFlags).count > 1 else { return false }
      return complementaryProfileName(of: target, at: work.openedPackWithFixes.root) != nil
    default: return false
    }
  }
}

extension ExportJob.MessengerArt {
  /// Whether each sticker is animated after fixing.
  var animationFlags: [Bool] {
    openedPackWithFixes.readResult.pack.stickers.map { sticker in
      let path = openedPackWithFixes.root.appending(sticker.file)
      return (analysesAfterFixes[AssetKey(path: path, role: .sticker)]?.facts.frameCount ?? 1) > 1
    }
  }

  /// Returns the ids of the stickers that fail.
  fileprivate func failingStickerIDs(jobs: Int, service: any ImageService) async -> Set<String> {
    Set(
      openedPackWithFixes.selectBuildableStickers(
        await reportFromAnalysesAfterFixes(jobs: jobs, service: service)
      ).skippedStickers
        .map(\.id)
    )
  }
}
