// What the program says: choices by their flags. Nothing below a report names a flag.

extension UserMessage {
  /// The sentence for whoever started the program.
  package var commandLineText: String { rendered(\.commandLineText) }
}

extension UsageError {
  /// The lines for whoever started the program.
  package var commandLineText: [String] { lines.map(\.commandLineText) }
}

extension Remedy {
  /// The choice as the command line has it.
  package var commandLineText: String {
    switch self {
    case .output: "--output"
    case .inPlace: "say --in-place"
    case .replaceIt: "replace it with --force"
    case .replaceAll: "replace all of it with --force"
    case .prune: "`--prune` removes what stickerlint built there"
    case .force: "--force"
    case .buildForGood: "build again without --check"
    case .into: "--into"
    case .beyondRepository:
      "build into a folder in it, or put the files of a template into a project of yours with --into"
    case .name: "--name"
    case .icon: "with --icon"
    case .iconInDescription: "as icon in stickerpack.yml, or with --icon"
    case .iconBackground: "with --icon-background, or as icon-background in stickerpack.yml"
    case .localizeCatalog: "--localize-catalog"
    case .allLanguages:
      "`--xcode --localize-catalog`, or `localize: true` in stickerpack.yml, puts all of them into the "
        + "project"
    case .message: "--message"
    case .messageFile: "name one with --message"
    case .template: "--template"
    case .deploymentTarget: "--deployment-target"
    case .cure(let named, let rules, let needsLoss, let isTooSmall):
      commandCuring(Path(named), rules, needsLoss, isTooSmall)
    case .leaveOut: "leave them out: --skip-failing"
    case .split: "Or add --split to make several packs."
    case .describeCatalog(let catalog, let messenger):
      "Run `stickerlint init '\(catalog)' --for \(messenger)`, fill in the stickerpack.yml that it writes, and "
        + "pack that file."
    case .stickers: "name a folder with stickers, or pass --allow-empty"
    case .loss: "--lossy"
    case .kept(let kept): "--keep \(kept.joined(separator: " --keep "))"
    case .trait(let trait): "--traits \(trait)"
    case .baseline: "--baseline"
    case .newBaseline: "--write-baseline"
    case .firstBaseline(let name): "`--write-baseline \(name)` writes it"
    case .comparison: "--changed-since"
    case .withoutWorkers: "build it with --no-isolate"
    case .moreTime: "--worker-seconds NUMBER allows more"
    case .moreMemory: "--worker-memory NUMBER allows more"
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
    return "Fix them: `stickerlint fix\(options)` with the path of the pack"
  }
  return "Fix them: `stickerlint fix\(place)\(options)`\(isTooSmall ? " (or with --pad)" : "")"
}

extension UnfixedReason {
  /// What to do about it, or why nothing can be done; nil where there is nothing to add to the rule's advice.
  ///
  /// - Parameter rule: the finding's.
  package func words(_ rule: String) -> String? {
    switch self {
    case .noFix, .notSelected: nil
    case .isHint: "fixed with --select \(rule)"
    case .onRequest(let needsLossy): "fixed with \(needsLossy ? "--lossy " : "")--select \(rule)"
    case .isLossy: "fixed with --lossy"
    case .isKept: "fixed without --keep size"
    case .needsColor: "fixed with --icon-background COLOR"
    case .isTooSmall: "fixed with --enlarge (scales it up) or --pad (centers it on a larger canvas)"
    case .failed(let reason): "not fixed: \(reason.commandLineText)"
    }
  }
}

extension Fix.Kind {
  /// What it does, and the flags that have a part in it.
  package var wordsOnCommandLine: String {
    switch self {
    case .reduceSize:
      "make the file lighter: without loss where that is enough, with `--lossy` as little as fits"
    case .enlargeOrPad:
      "enlarge the art with `--enlarge`, or center it on a larger canvas with `--pad`"
    case .flatten: "draw the icon over the color of `--icon-background`"
    default: words
    }
  }
}
