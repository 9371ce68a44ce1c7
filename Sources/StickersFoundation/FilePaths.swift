#if canImport(System)
  import Stickers
  public import System

  extension Linter {
    /// Checks files and folders. See ``Linter/lint(_:progress:)``.
    public func lint(
      _ paths: [FilePath], progress: ProgressHandler? = nil
    ) async throws(StickersError) -> LintReport {
      try await lint(paths.map(\.string), progress: progress)
    }

    /// Checks files one by one. See ``Linter/analyze(_:)``.
    public func analyze(_ paths: [FilePath]) -> FileAnalyses { analyze(paths.map(\.string)) }
  }

  extension BytePath {
    /// Creates a path from a `FilePath`, for calls that do not accept one.
    public init(_ path: FilePath) { self.init(path.string) }
  }

  extension LintReport {
    /// Writes the report to a file. See ``LintReport/write(_:to:)``.
    public func write(_ format: ReportFormat, to path: FilePath) throws(StickersError) {
      try write(format, to: path.string)
    }
  }

  extension Fixer {
    /// Fixes files and folders in memory. See ``Fixer/fix(_:progress:)``.
    public func fix(
      _ paths: [FilePath], progress: ProgressHandler? = nil
    ) async throws(StickersError) -> FixedFiles {
      try await fix(paths.map(\.string), progress: progress)
    }
  }

  extension StickerPack {
    /// Writes the whole folder or nothing. See ``StickerPack/write(to:)``.
    @discardableResult public func write(to folder: FilePath) throws(StickersError) -> Changes? {
      try write(to: folder.string)
    }
  }

  extension ExportedPack {
    /// Writes the archive or the folder into another folder. See ``ExportedPack/write(to:)``.
    public func write(to folder: FilePath) throws(StickersError) { try write(to: folder.string) }
  }
#endif
