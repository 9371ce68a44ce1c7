// The wording of phrases and advice for the command line.

extension UserMessage {
  /// The message, worded with command-line options.
  public var commandLineText: String { rendered(\.commandLineWording) }
}

extension CommandError {
  /// The messages, worded with command-line options.
  package var commandLineText: [String] { problemMessages.map(\.commandLineText) }
}

extension InterfaceSpecificPhrase {
  /// The phrase, worded with command-line options.
  package var commandLineWording: String {
    switch self {
    case .outputFolderOption: "--output"
    case .inPlace: "use --in-place"
    case .replaceExistingFile: "use --force to replace existing files"
    case .replaceStarterFiles(let count): "Use --force to replace \(count == 1 ? "it" : "them")."
    case .createMissingPackFile: "Omit --update to create it."
    case .replaceFolderContents: "use --force to replace the whole folder"
    case .removeOldBuild: "`--prune` removes what stickerlint built there"
    case .forcedBuild: "--force"
    case .buildAgainAndWrite: "build again without --check"
    case .appProjectFolderOption: "--into"
    case .buildInRepositorySubfolder:
      "build into a folder inside it, or add the files of a template to your project with --into"
    case .packNameOption: "--name"
    case .whereToSetIcon: "as the icon in stickerpack.yml, or with --icon"
    case .whereToSetIconBackground: "with --icon-background, or as the icon background in stickerpack.yml"
    case .localizedCatalogOption: "--localize-catalog"
    case .addAllCatalogLanguages:
      "`--xcode --localize-catalog`, or `localize: true` in stickerpack.yml, adds all of them to the project"
    case .interactiveMessageFileOption: "--message"
    case .chooseInteractiveMessageFile: "specify one with --message"
    case .projectTemplateOption: "--template"
    case .deploymentTargetOption: "--deployment-target"
    case .fixStickers(let named, let rules, let needsLoss, let isTooSmall):
      fixInPlaceSentence(Path(named), rules, needsLoss, isTooSmall)
    case .animationShorteningOptions: "--trim (cuts the end) or --speed-up (plays it faster)"
    case .skipFailingStickers: "use --skip-failing to leave out stickers that fail"
    case .splitIntoSeveralPacks: "Or add --split to make several packs."
    case .addPackFileBesideCatalog(let catalog, let messenger):
      "Run `stickerlint init '\(catalog)' --for \(messenger)`, complete the stickerpack.yml that it writes, "
        + "and pack that file."
    case .chooseStickerFolder: "specify a folder that contains stickers, or use --allow-empty"
    case .lossyOption: "--lossy"
    case .keptPropertiesOption(let kept): "--keep \(kept.joined(separator: " --keep "))"
    case .packageTrait(let trait): "--traits \(trait)"
    case .baselineOption: "--baseline"
    case .writeBaselineOption: "--write-baseline"
    case .createBaseline(let name): "create it with `--write-baseline \(name)`"
    case .changedSinceOption: "--changed-since"
    case .workInOneProcess: "build it with --no-isolate"
    case .raiseWorkerCPUTimeLimit: "raise the limit with --worker-seconds NUMBER"
    case .raiseWorkerMemoryLimit: "raise the limit with --worker-memory NUMBER"
    case .anotherPort: "another with --port"
    }
  }
}

/// Returns a sentence with the command that fixes stickers in place.
private func fixInPlaceSentence(
  _ named: Path, _ rules: [String], _ needsLoss: Bool, _ isTooSmall: Bool
) -> String {
  let options =
    (needsLoss ? " --lossy" : "") + (rules.isEmpty ? "" : " --select \(rules.joined(separator: ","))")
    + (isTooSmall ? " --enlarge" : "") + " --in-place"
  guard let place = unquotedArgumentSuffix(of: named, includesCurrentFolder: true) else {
    return "Fix them with `stickerlint fix\(options)` and the path of the pack"
  }
  return "Fix them with `stickerlint fix\(place)\(options)`\(isTooSmall ? " (or --pad)" : "")"
}

extension UnfixedReason {
  /// Returns how to fix the finding or why it was not fixed; nil if there is nothing to add to the rule's
  /// advice.
  ///
  /// - Parameter rule: the rule of the finding.
  package func commandLineAdvice(for rule: String) -> String? {
    switch self {
    case .noFix, .notSelected: nil
    case .isHint: "run again with --select \(rule)"
    case .isOptIn(let needsLossy): "run again with \(needsLossy ? "--lossy " : "")--select \(rule)"
    case .isLossy: "use --lossy"
    case .changesKeptProperty: "omit --keep size"
    case .needsBackgroundColor: "use --icon-background COLOR"
    case .needsSmallArtFix: "use --enlarge (scales the art up) or --pad (centers it on a larger canvas)"
    case .needsLongAnimationFix: "use --trim (cuts the end) or --speed-up (plays it faster)"
    case .failed(let reason): "not fixed: \(reason.commandLineText)"
    }
  }
}

extension Finding {
  /// The advice, with the commands that help to follow it.
  package var commandLineAdvice: String {
    // A file that crashed a worker process is not opened again, so `info` cannot show its damage.
    let isUnlocatedDamage = rule == RuleID.corruptImage && evidence.location == .file
    let commands = isUnlocatedDamage ? nil : helpfulCommandSentences(forRule: rule)
    // Other conversions are marked in the list of findings.
    let isConvertedDocument =
      rule == RuleID.unsupportedFormat && evidence.fix?.kind == .convertToPNGOrAPNG
      && evidence.adviceOverride != nil
    return [advice, commands, isConvertedDocument ? documentConversionSentence : nil].compactMap(\.self)
      .joined(separator: " ")
  }
}

extension Rule {
  /// The advice, with the commands that help to follow it.
  package var commandLineAdvice: String {
    [advice, helpfulCommandSentences(forRule: id)].compactMap(\.self).joined(separator: " ")
  }
}

private let documentConversionSentence = "`stickerlint fix` and `stickerlint pack` convert it."

/// Returns sentences about commands that help to follow the advice of a rule; nil for most rules. The fixes of
/// a rule are listed elsewhere.
private func helpfulCommandSentences(forRule id: String) -> String? {
  switch id {
  case RuleID.resourceLimit:
    "To read a larger file, use `--limit NAME=NUMBER`, where NAME is the first word of the message. "
      + "For a file that needs more time or memory, use `--worker-seconds` or `--worker-memory`."
  case RuleID.corruptImage: "`stickerlint info` shows where the damage is."
  case RuleID.packTexts: "If there is no stickerpack.yml, `stickerlint init` creates one for the messenger."
  case RuleID.unlistedSticker: "`stickerlint init --update` adds the images and keeps your edits."
  case RuleID.videoDuration: "`ffmpeg -i in.webm -c copy out.webm` rewrites the header."
  case RuleID.videoAudio: "`ffmpeg -i in.webm -an -c copy out.webm` removes the audio track."
  default: nil
  }
}

extension Fix.Kind {
  /// What the fix does, with the options that affect it.
  package var commandLineDescription: String {
    switch self {
    case .reduceFileSize:
      "reduce the file size, losslessly if that is enough, otherwise with `--lossy` and as little loss as "
        + "possible"
    case .enlargeOrPad:
      "enlarge the art with `--enlarge`, or center it on a larger canvas with `--pad`"
    case .shorten: "cut the end of the animation with `--trim`, or play it faster with `--speed-up`"
    case .flatten: "fill the icon's transparent areas with the color from `--icon-background`"
    default: description
    }
  }
}
