import StickerEngine
import Stickers

/// What one rule did on a corpus.
struct Tally: Sendable {
  /// Files that are labeled with it and on which it fires.
  var found: [Path] = []
  /// Files that are labeled with it and on which it stays silent.
  var missed: [Path] = []
  /// Files that are labeled without it and on which it fires.
  var wrong: [Path] = []
  /// The rule's own examples, and those of them that say exactly what they should.
  var (examples, rightExamples) = (0, 0)
  /// Real stickers on which it fires, with the message.
  var real: [(path: Path, message: String)] = []

  /// A line for each file that was missed, wrong or real, with its name.
  func lines() -> String {
    (missed.map { "missed  \($0.displayText)" } + wrong.map { "wrong   \($0.displayText)" }
      + real.map { "real    \($0.path.displayText): \(Untrusted($0.message).displayText)" })
      .map { $0 + "\n" }.joined()
  }
}

/// What all rules did.
struct Study: Sendable {
  /// What each rule did, by its id.
  var tallies: [String: Tally]
  /// How many real stickers there are.
  var realCount = 0
  /// How many real packs there are.
  var packCount = 0
  /// How many files have no fault.
  var goodCount = 0
}

/// Checks every file with every rule that runs by default.
func studied(_ files: [LabeledFile], packs: [LabeledFile]) async throws -> Study {
  var study = Study(tallies: Dictionary(uniqueKeysWithValues: Rule.all.map { ($0.id, Tally()) }))
  await mapInOrder(files + packs, jobs: processorCount()) { file in
    let configuration = Configuration(rules: Rule.onByDefault.filter { isAbout(file, $0) })
    let report = await Linter(service: InProcessImageService()) { _ in configuration }.lint(
      LintInput(file.sources, declarations: file.declarations))
    return (file, report.findings)
  } deliver: { file, findings in
    study.take(file, findings)
  }
  for rule in Rule.all {
    for example in rule.examples {
      let found = try await example.findings(of: rule).map(\.evidence.message)
      study.tallies[rule.id]?.examples += 1
      if found == (example.message.map { [$0] } ?? []) { study.tallies[rule.id]?.rightExamples += 1 }
    }
  }
  return study
}

/// A pack's label speaks of the pack alone: its stickers' own findings come on top.
private func isAbout(_ file: LabeledFile, _ rule: Rule) -> Bool {
  switch rule.check {
  case .asset: file.declarations.isEmpty != (rule.roles == [.icon])  // icons are labeled in packs
  case .pack: !file.declarations.isEmpty
  case .catalog, .message: false  // no file of the corpus is labeled for them
  }
}

extension Study {
  fileprivate mutating func take(_ file: LabeledFile, _ findings: [Finding]) {
    let ids = Set(findings.map(\.rule))
    if !file.declarations.isEmpty { packCount += file.kind == .real ? 1 : 0 }
    if file.kind == .real {
      if file.declarations.isEmpty { realCount += 1 }
      for finding in findings {
        tallies[finding.rule]?.real.append((finding.path, finding.evidence.message))
      }
      return
    }
    if file.kind == .good { goodCount += 1 }
    for id in file.expected where tallies[id] != nil {
      if ids.contains(id) {
        tallies[id]?.found.append(file.path)
      } else {
        tallies[id]?.missed.append(file.path)
      }
    }
    let wrong = file.forbidden.map(ids.intersection) ?? ids.subtracting(file.expected)
    for id in wrong { tallies[id]?.wrong.append(file.path) }
  }

  /// The tables with what their columns mean.
  ///
  /// - Parameter byEye: how rules agree with what was seen.
  func page(byEye: String) -> String {
    """
    <!-- Written by `make corpus`; do not edit. -->
    # How right each rule is

    On a corpus of labeled files, made so that each rule has cases that it must find and cases just inside
    of its limits that it must leave alone; \(goodCount) of the files are art without any fault. *Labeled*:
    files, or packs for the rules about packs, that must give the finding. *Wrong*: the finding where the
    labels rule it out. Precision is found / (found + wrong), recall found / labeled.

    The last two columns are \(realCount) stickers that people shipped, and \(packCount) whole packs of them:
    that so many are too small, or no multiple of 3 px, is true of them. The packs'
    icons are not in the corpus, and their catalogs have no descriptions. How the findings of the rules about
    pixels look is in decisions [0016](decisions/0016-what-a-shape-shows.md) and
    [0017](decisions/0017-what-a-person-sees.md).
    `make corpus RULE=touches-edge` names the files.

    The labels are older than the rules about drawing: what `off-center` and `loop-jump` find on files that
    are labeled with other rules was looked at, and is there. `whole-points` is silent by now on a file whose
    longer side is a grid's.

    *Own cases* are the examples drawn in each rule's own file, the passing and the failing, and how many of
    them say exactly what they should; rules that no file is labeled with rest on these alone.

    \(table())
    ## What people see
    Those \(realCount) stickers were looked at once more, each on white, black, blue and gray, and fourteen
    questions were answered in `Fixtures/Labels/shipped.tsv` before any rule ran on them: what an art
    director would send back. *Nobody saw* is a finding where nothing was noted. Every third sticker is kept
    apart while the limits of a rule are chosen, and counted by itself; for `low-contrast`, the first rule
    that was held to eyes, none was. `make labels RULE=touches-edge` sets what a rule says beside what was
    seen.

    \(byEye)
    """
  }

  /// A table in Markdown: one line a rule.
  func table() -> String {
    var out = """
      | rule | labeled | found | missed | wrong | precision | recall | own cases | real | of \(realCount) |
      |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|

      """
    for rule in Rule.all {
      let tally = tallies[rule.id] ?? Tally()
      let (found, missed, wrong) = (tally.found.count, tally.missed.count, tally.wrong.count)
      let real = Set(tally.real.map(\.path)).count
      let figures = [
        "\(found + missed)", "\(found)", "\(missed)", "\(wrong)", percent(found, of: found + wrong),
        percent(found, of: found + missed), "\(tally.rightExamples) of \(tally.examples)",
        "\(real)",
        percent(real, of: realCount),
      ]
      out += "| `\(rule.id)` | \(figures.joined(separator: " | ")) |\n"
    }
    return out
  }
}

private func percent(_ part: Int, of whole: Int) -> String {
  guard whole > 0 else { return "-" }
  let tenths = (part * 1000 + whole / 2) / whole
  return tenths.isMultiple(of: 10) ? "\(tenths / 10)%" : "\(tenths / 10).\(tenths % 10)%"
}
