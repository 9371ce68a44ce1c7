// The wording of messages for the command line. Only this file and other reports mention flags.

extension UserMessage {
  /// The message with command line options.
  package var commandLineText: String { rendered(\.commandLineText) }
}

extension UsageError {
  /// The messages with command line options.
  package var commandLineText: [String] { lines.map(\.commandLineText) }
}

extension Remedy {
  /// The wording of the remedy with command line options.
  package var commandLineText: String {
    switch self {
    case .output: "--output"
    case .inPlace: "use --in-place"
    case .replaceIt: "replace it with --force"
    case .replaceAll: "replace all of it with --force"
    case .prune: "`--prune` removes what stickerlint built there"
    case .force: "--force"
    case .buildForGood: "build again without --check"
    case .into: "--into"
    case .beyondRepository:
      "build into a folder inside it, or add the files of a template to your project with --into"
    case .name: "--name"
    case .icon: "with --icon"
    case .iconInDescription: "as the icon in stickerpack.yml, or with --icon"
    case .iconBackground: "with --icon-background, or as the icon background in stickerpack.yml"
    case .localizeCatalog: "--localize-catalog"
    case .allLanguages:
      "`--xcode --localize-catalog`, or `localize: true` in stickerpack.yml, adds all of them to the project"
    case .message: "--message"
    case .messageFile: "name one with --message"
    case .template: "--template"
    case .deploymentTarget: "--deployment-target"
    case .cure(let named, let rules, let needsLoss, let isTooSmall):
      commandCuring(Path(named), rules, needsLoss, isTooSmall)
    case .leaveOut: "leave them out with --skip-failing"
    case .split: "Or add --split to make several packs."
    case .describeCatalog(let catalog, let messenger):
      "Run `stickerlint init '\(catalog)' --for \(messenger)`, complete the stickerpack.yml that it writes, "
        + "and pack that file."
    case .stickers: "name a folder with stickers, or use --allow-empty"
    case .loss: "--lossy"
    case .kept(let kept): "--keep \(kept.joined(separator: " --keep "))"
    case .trait(let trait): "--traits \(trait)"
    case .baseline: "--baseline"
    case .newBaseline: "--write-baseline"
    case .firstBaseline(let name): "create it with `--write-baseline \(name)`"
    case .comparison: "--changed-since"
    case .withoutWorkers: "build it with --no-isolate"
    case .moreTime: "raise the limit with --worker-seconds NUMBER"
    case .moreMemory: "raise the limit with --worker-memory NUMBER"
    case .port: "another with --port"
    }
  }
}

/// Returns the command that fixes stickers in place.
private func commandCuring(
  _ named: Path, _ rules: [String], _ needsLoss: Bool, _ isTooSmall: Bool
) -> String {
  let options =
    (needsLoss ? " --lossy" : "") + (rules.isEmpty ? "" : " --select \(rules.joined(separator: ","))")
    + (isTooSmall ? " --enlarge" : "") + " --in-place"
  guard let place = argument(of: named, isNeeded: true) else {
    return "Fix them with `stickerlint fix\(options)` and the path of the pack"
  }
  return "Fix them with `stickerlint fix\(place)\(options)`\(isTooSmall ? " (or --pad)" : "")"
}

extension UnfixedReason {
  /// Returns how to fix the finding, or why it was not fixed. Nil if there is nothing to add to the advice of
  /// the rule.
  ///
  /// - Parameter rule: the rule of the finding.
  package func words(_ rule: String) -> String? {
    switch self {
    case .noFix, .notSelected: nil
    case .isHint: "use --select \(rule)"
    case .onRequest(let needsLossy): "use \(needsLossy ? "--lossy " : "")--select \(rule)"
    case .isLossy: "use --lossy"
    case .isKept: "omit --keep size"
    case .needsColor: "use --icon-background COLOR"
    case .isTooSmall: "use --enlarge (scales the art up) or --pad (centers it on a larger canvas)"
    case .failed(let reason): "not fixed: \(reason.commandLineText)"
    }
  }
}

extension Fix.Kind {
  /// What the fix does, with the options that affect it.
  package var wordsOnCommandLine: String {
    switch self {
    case .reduceSize:
      "make the file smaller, lossless if that is enough, otherwise with `--lossy` and as little loss as "
        + "possible"
    case .enlargeOrPad:
      "enlarge the art with `--enlarge`, or center it on a larger canvas with `--pad`"
    case .flatten: "draw the icon on the color of `--icon-background`"
    default: words
    }
  }
}
