#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
@_exported public import Stickers

extension Linter {
  /// Checks files and folders. See ``Linter/lint(_:progress:)``.
  ///
  /// - Parameters:
  ///   - urls: the files, folders and catalogs; at least one.
  ///   - progress: receives the progress.
  public func lint(
    _ urls: [URL], progress: ProgressHandler? = nil
  ) async throws(StickersError) -> LintReport {
    try await lint(paths(of: urls), progress: progress)
  }

  /// Checks the same files for several messengers. See ``Linter/lint(_:for:progress:)``.
  public func lint(
    _ urls: [URL], for profiles: [Profile], progress: ProgressHandler? = nil
  ) async throws(StickersError) -> [LintReport] {
    try await lint(paths(of: urls), for: profiles, progress: progress)
  }

  /// Checks files one by one. See ``Linter/analyze(_:)``.
  ///
  /// - Throws: `StickersError` if a URL is not a file URL.
  public func analyze(_ urls: [URL]) throws(StickersError) -> FileAnalyses { analyze(try paths(of: urls)) }
}

extension LintReport {
  /// Writes the report to a file. See ``LintReport/write(_:to:)``.
  public func write(_ format: ReportFormat, to url: URL) throws(StickersError) {
    try write(format, to: try filePath(url))
  }
}

extension Fixer {
  /// Fixes files and folders in memory. See ``Fixer/fix(_:progress:)``.
  ///
  /// - Parameters:
  ///   - urls: the files, folders and catalogs; at least one.
  ///   - progress: receives the progress.
  public func fix(
    _ urls: [URL], progress: ProgressHandler? = nil
  ) async throws(StickersError) -> FixedFiles {
    try await fix(paths(of: urls), progress: progress)
  }
}

extension FixedImage {
  /// Writes the bytes to a file. See ``FixedImage/write(to:)``.
  public func write(to url: URL) throws(StickersError) { try write(to: try filePath(url)) }
}

extension FixedFiles {
  /// Writes every file of the run to a folder. See ``FixedFiles/write(to:progress:)``.
  public func write(to folder: URL, progress: ProgressHandler? = nil) async throws(StickersError) {
    try await write(to: .folder(filePath(folder)), progress: progress)
  }
}

extension BytePath {
  /// Creates a path from a file URL, for calls that do not accept a URL.
  ///
  /// - Throws: `StickersError` if the URL is not a file URL.
  public init(_ url: URL) throws(StickersError) { self.init(try filePath(url)) }
}

extension StickersError: LocalizedError {
  /// All messages, one per line.
  public var errorDescription: String? { description }
}

extension PackBuilder.Source {
  /// Files in memory as `Data`. See ``PackBuilder/Source/files(_:description:)``.
  public static func data(_ files: [String: Data], description: PackDescription? = nil) -> Self {
    .files(files.mapValues { [UInt8]($0) }, description: description)
  }
}

extension PackBuilder {
  /// Builds a pack from a folder, a `stickerpack.yml` or a catalog. See
  /// ``PackBuilder/build(_:replacing:progress:)``.
  public func build(
    _ source: URL, replacing previous: URL? = nil, progress: ProgressHandler? = nil
  ) async throws(StickersError) -> StickerPack {
    let folder: String? = if let previous { try filePath(previous) } else { nil }
    return try await build(.folder(filePath(source)), replacing: folder, progress: progress)
  }
}

extension StickerPack {
  /// Writes the whole folder or nothing. See ``StickerPack/write(to:)``.
  @discardableResult public func write(to folder: URL) throws(StickersError) -> Changes? {
    try write(to: try filePath(folder))
  }
}

extension ExportedPack {
  /// Writes the archive or the folder into another folder. See ``ExportedPack/write(to:)``.
  public func write(to folder: URL) throws(StickersError) { try write(to: try filePath(folder)) }
}

private func paths(of urls: [URL]) throws(StickersError) -> [String] {
  guard !urls.isEmpty else { throw .invalidRequest(["no URL was passed. Pass at least one."]) }
  var paths: [String] = []
  for url in urls { paths.append(try filePath(url)) }
  return paths
}

private func filePath(_ url: URL) throws(StickersError) -> String {
  guard url.isFileURL else { throw .invalidRequest(["\(url.absoluteString) is not a file URL"]) }
  return url.path
}
