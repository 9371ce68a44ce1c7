import StickerEngine

/// The style of a human-readable report.
public struct ReportStyle: Hashable, Sendable {
  /// Whether text has terminal colors.
  public var hasColor = false
  /// Whether text links rules to their pages, and paths to their files (OSC 8).
  public var hasHyperlinks = false
  /// The width of the terminal in characters; nil for other output.
  public var width: Int?
  /// Whether to list the findings of every file, even if most stickers in a pack share them.
  public var listsEachFile = false
  /// Whether to count findings by rule instead of listing them. Applies to text and to the concise format.
  public var showsOnlyFindingCounts = false
  /// Whether the paths in the report work as arguments of another command.
  public var hasReusablePaths = false
  /// The root of the repository; nil for the working folder. In reports for other programs, paths are relative to it.
  public var repositoryRoot: BytePath?

  /// Creates the style of a report that is written to a file.
  public init() {}

  /// The root of the repository in CI, which `GITHUB_WORKSPACE` or `CI_PROJECT_DIR` specifies; nil elsewhere.
  public static var repositoryRootInCI: BytePath? {
    (nonemptyEnvironmentVariable("GITHUB_WORKSPACE") ?? nonemptyEnvironmentVariable("CI_PROJECT_DIR")).map {
      BytePath($0)
    }
  }

  /// Applies the properties that affect reports in every format.
  func applyFormatIndependentProperties(to context: inout ReportContext) {
    context.listsFindingsOfEachFile = listsEachFile
    context.hasReusablePaths = hasReusablePaths
    context.terminalWidth = width
  }

  package var textStyle: TextStyle {
    let folder = hasReusablePaths ? ReadOnlyFileSystem.disk.realPath(of: Path(".")) : nil
    return TextStyle(
      hasColor: hasColor,
      hyperlinks: hasHyperlinks ? HyperlinkContext(host: fileURLHostName(), workingFolder: folder) : nil)
  }
}

extension BytePath {
  /// Writes text to a file, completely or not at all.
  func write(_ text: String) throws(StickersError) {
    do { try FileWriter.shared.writeFile(Array(text.utf8), to: path) } catch { throw StickersError(error) }
  }
}
