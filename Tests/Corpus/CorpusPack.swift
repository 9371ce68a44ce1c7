/// One line of the corpus's `packs.tsv`: a sticker pack and the findings on the pack itself.
public struct CorpusPack: Sendable, Hashable {
  /// The pack's folder, below the corpus.
  public let path: String
  /// Exactly these findings on the pack; each sticker's own come on top.
  public let rules: [String]?
  /// At least these.
  public let rulesAtLeast: [String]?
  /// In words.
  public let notes: String?

  /// Every line of the table; empty where the corpus is absent.
  public static let all: [CorpusPack] = Corpus.selected(
    Corpus.table("packs.tsv").compactMap(CorpusPack.init), "in packs.tsv")

  /// Its files, in byte order of their paths, catalog JSON among them.
  public var files: [CorpusFile] {
    CorpusFile.all.filter { $0.path.hasPrefix(path + "/") }
      .sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  private init?(_ row: [String: String]) {
    guard let path = row["pack"] else { return nil }
    self.path = path
    rules = row.ids("rules")
    rulesAtLeast = row.ids("rules_at_least")
    notes = row.cell("notes")
  }
}

extension CorpusPack: CustomStringConvertible {
  /// The path, which is how a failing test names the pack.
  public var description: String { path }
}
