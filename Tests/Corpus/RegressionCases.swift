import Foundation

/// The folder of inputs that once made the program fail. It is next to the corpus.
public enum RegressionCases {
  private static let folder: URL = Corpus.folder.deletingLastPathComponent().appendingPathComponent("cases")

  /// Whether the cases are available. Tests that need them use `.enabled(if: Cases.arePresent, "skipped: no
  /// cases")`.
  public static let arePresent = FileManager.default.fileExists(
    atPath: folder.appendingPathComponent("README.md").path)

  /// The contents of the file with this name.
  public static func bytes(of name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
  }
}
