/// A line of the corpus's `packs.tsv`: a sticker pack and the findings about the pack itself.
public struct CorpusPack: Sendable, Hashable {
  /// The path of the pack's folder, relative to the corpus.
  public let path: String
  /// The exact findings about the pack, without the findings about its stickers.
  public let expectedRules: [String]?
  /// Findings about the pack that must be among the results.
  public let rulesAtLeast: [String]?
  /// Free-form notes.
  public let notes: String?

  /// All packs in the table. Empty if the corpus is absent.
  public static let all: [CorpusPack] = Corpus.requireNonEmpty(
    Corpus.table("packs.tsv").compactMap(CorpusPack.init), "in packs.tsv")

  /// The pack's files, including the JSON files of a catalog, in byte order of their paths.
  public var files: [CorpusFile] {
    CorpusFile.all.filter { $0.path.hasPrefix(path + "/") }
      .sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  private init?(_ row: [String: String]) {
    guard let path = row["pack"] else { return nil }
    self.path = path
    expectedRules = row.ruleIDs("rules")
    rulesAtLeast = row.ruleIDs("rules_at_least")
    notes = row.cell("notes")
  }
}

extension CorpusPack: CustomStringConvertible {
  /// The path, which names the pack if a test fails.
  public var description: String { path }
}
