public import StickerEngine
import StickerImage

/// An error that ends a call: a missing path, an invalid configuration, a full disk, a cancellation. A broken
/// image is a finding instead.
public enum StickersError: Error, Hashable, Sendable {
  /// Files or folders do not exist.
  case notFound(paths: [String])
  /// A file or folder cannot be read.
  case unreadable(path: String, message: String)
  /// A file or folder cannot be written.
  case unwritable(path: String, message: String)
  /// The disk is full, or the user's disk quota is exceeded.
  case diskFull(path: String, message: String)
  /// Problems in configuration files, pack files or a configuration from code. There is at least one.
  case invalidConfiguration([Diagnostic])
  /// The bytes are not an image that this library decodes, or the image is damaged or too large.
  case invalidImage(message: String)
  /// The call cannot be carried out for other reasons, one sentence each.
  case invalidRequest([UserMessage])
  /// Findings or missing metadata stopped a build.
  ///
  /// - Parameters:
  ///   - reasons: what to do before the pack can be built, one sentence each.
  ///   - findings: the findings on the pack, including those that do not stop the build.
  case buildStopped(reasons: [String], findings: [LintReport.Finding])
  /// The task was canceled. Nothing was written, unless the documentation of the call says otherwise.
  case cancelled
  /// The library has a bug.
  case internalError(String)

  /// A problem in a configuration.
  public struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, and what to do about it.
    public let message: String
    /// The path of the file, as shown in messages; nil if the problem is not in a file.
    public let file: String?
    /// The line number, starting at 1. Nil if the problem concerns the whole file.
    public let line: Int?
    /// The column in characters, starting at 1. Nil if the problem concerns the whole file.
    public let column: Int?
    /// The text that the command prints for the problem; nil if it prints the description.
    fileprivate var commandLineText: String?

    init(message: String, file: String? = nil, line: Int? = nil, column: Int? = nil) {
      self.message = message
      self.file = file
      self.line = line
      self.column = column
    }

    init(_ diagnostic: StickerEngine.Diagnostic) {
      let file = diagnostic.file?.displayText
      // Locations in a configuration from code refer to a generated document that users never see.
      let isFromCode = file == LintConfiguration.configurationDocumentName
      self.init(
        message: diagnostic.message, file: isFromCode ? nil : file,
        line: isFromCode ? nil : diagnostic.location?.line,
        column: isFromCode ? nil : diagnostic.location?.column)
    }

    /// The file, the location and the message: `art/.stickerlint.yml:7:3: unknown rule "file-sise"`.
    public var description: String {
      let location = line.flatMap { line in column.map { ":\(line):\($0)" } } ?? ""
      return file.map { "\($0)\(location): \(message)" } ?? message
    }
  }
}

extension StickersError: CustomStringConvertible {
  /// All messages, one per line. Control characters in file names are escaped.
  public var description: String { messages.joined(separator: "\n") }

  /// All messages, one sentence each. Control characters in file names are escaped.
  public var messages: [String] {
    switch self {
    case .notFound(let paths): missingPathsError(paths.map { Path($0) }).problemMessages.map(\.text)
    case .unreadable(_, let message), .unwritable(_, let message), .diskFull(_, let message),
      .invalidImage(let message):
      [message]
    case .invalidConfiguration(let diagnostics): diagnostics.map(\.description)
    case .invalidRequest(let reasons): reasons.map(\.text)
    case .buildStopped(let reasons, _): reasons
    case .cancelled: ["the task was canceled"]
    case .internalError(let message): ["internal error: \(message)"]
    }
  }

  /// All messages, worded with the options of the `stickerlint` command.
  public var commandLineMessages: [String] {
    switch self {
    case .invalidConfiguration(let diagnostics):
      diagnostics.map { $0.commandLineText ?? $0.description }
    case .invalidRequest(let reasons): reasons.map(\.commandLineText)
    default: messages
    }
  }
}

extension StickersError {
  /// Converts an internal error of this library to its public form.
  package init(_ error: any Error) {
    switch error {
    case let error as StickersError: self = error
    case is CancellationError: self = .cancelled
    case let error as InternalError: self = .internalError(error.reason)
    case let error as ImageError: self = .invalidImage(message: error.description)
    default: self.init(CommandError(error))
    }
  }

  private init(_ error: CommandError) {
    let text = error.problemMessages.map(\.text)
    switch error.cause {
    case .missing(let paths): self = .notFound(paths: paths.map(\.textOrDisplayText))
    case .unreadable(let path):
      self = .unreadable(path: path.textOrDisplayText, message: text.joined(separator: "\n"))
    case .unwritable(let path):
      self = .unwritable(path: path.textOrDisplayText, message: text.joined(separator: "\n"))
    case .diskFull(let path):
      self = .diskFull(path: path.textOrDisplayText, message: text.joined(separator: "\n"))
    case .configurationOrPackFile(let diagnostics):
      var problems = diagnostics.map { Diagnostic($0) }
      // If there are more than 50 problems, the last line says how many more there are.
      for (index, line) in zip(problems.indices, error.problemMessages.prefix(50)) {
        problems[index].commandLineText = line.commandLineText
      }
      self = .invalidConfiguration(problems)
    case .other: self = .invalidRequest(error.problemMessages)
    }
  }

  /// Throws if the task was canceled.
  static func checkCancellation() throws(StickersError) { if Task.isCancelled { throw .cancelled } }
}

extension Path {
  /// The path as text. Bytes that are not UTF-8 are escaped.
  var textOrDisplayText: String { text ?? displayText }
}
