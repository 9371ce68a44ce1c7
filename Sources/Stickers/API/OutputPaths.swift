import StickerEngine

/// The paths of the files that a run writes, such as reports and baselines.
public struct OutputPaths: Hashable, Sendable {
  /// The paths, which need not exist.
  public let paths: [BytePath]

  /// Creates a list of output paths.
  ///
  /// - Parameter paths: the paths, which need not exist.
  public init(_ paths: [BytePath]) { self.paths = paths }

  /// Throws if writing the files would replace a checked file, a configuration file or another output.
  ///
  /// - Parameters:
  ///   - checked: the files that the run checks.
  ///   - configurationFiles: the configuration files and baselines of the run, with symbolic links resolved.
  /// - Throws: `StickersError.invalidRequest`, or `StickersError.unreadable` if a path cannot be accessed.
  public func ensureDistinct(
    fromCheckedFiles checked: [BytePath], configurationFiles: [BytePath]
  ) throws(StickersError) {
    do throws(CommandError) {
      try validate(checked.map(\.path), configurationFiles: configurationFiles.map(\.path))
    } catch { throw StickersError(error) }
  }

  /// Returns the first path that refers to one of the given files; nil if none does. Symbolic links are resolved.
  public func firstOutput(among files: [BytePath]) -> BytePath? {
    let real = Set(files.map { ReadOnlyFileSystem.disk.realPath(of: $0.path) })
    return paths.first { real.contains(ReadOnlyFileSystem.disk.realPath(of: $0.path)) }
  }

  private func validate(_ checked: [Path], configurationFiles: [Path]) throws(CommandError) {
    let files = paths.map(\.path)
    guard Set(files.map { ReadOnlyFileSystem.disk.realPath(of: $0) }).count == files.count else {
      throw CommandError(
        "two outputs would be written to the same file. Specify a different file for each.")
    }
    for file in files where try ReadOnlyFileSystem.disk.entryKind(at: file) != nil {
      let place = ReadOnlyFileSystem.disk.realPath(of: file)
      if configurationFiles.contains(place) {
        throw CommandError(
          "\(file.displayText) is a configuration file of this run. Write the report to another file.")
      }
      if checked.contains(where: { ReadOnlyFileSystem.disk.realPath(of: $0) == place }) {
        throw CommandError(
          "\(file.displayText) is one of the checked files. Write the report to another file.")
      }
    }
  }
}

extension OutputPaths: CustomStringConvertible {
  /// The paths for messages: `preview.html and sheet.png`.
  public var description: String { listText(paths.map(\.description)) }
}
