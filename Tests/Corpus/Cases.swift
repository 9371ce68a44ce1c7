import Foundation

/// The folder of inputs that failed once, which lies beside the corpus.
public enum Cases {
  private static let folder: URL = Corpus.folder.deletingLastPathComponent().appendingPathComponent("cases")

  /// Whether the cases are there. Tests that need them say `.enabled(if: Cases.arePresent, "skipped: no cases")`.
  public static let arePresent = FileManager.default.fileExists(
    atPath: folder.appendingPathComponent("README.md").path)

  /// The bytes of a file, by its name.
  public static func bytes(of name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
  }
}
