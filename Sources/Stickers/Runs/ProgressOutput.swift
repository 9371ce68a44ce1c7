/// The progress of a run.
public struct RunProgress: Hashable, Sendable {
  /// A step of a run.
  public enum Step: String, Hashable, Sendable, CaseIterable {
    /// Decodes and checks files.
    case checking
    /// Fixes files in memory.
    case fixing
    /// Makes variants, icons, a catalog and a project, or a messenger's pack.
    case building
    /// Writes files.
    case writing
  }

  /// The current step.
  public let step: Step
  /// The number of finished files or stickers in this step.
  public let completed: Int
  /// The total number of files or stickers in this step; nil if they are not counted.
  public let total: Int?
}

/// Receives the progress of a run, in order and never concurrently. It is called when a step starts and after
/// each file in the step, on any thread.
public typealias ProgressHandler = @Sendable (RunProgress) -> Void

/// Receives a note about a run in progress, in one sentence, on any thread.
public typealias NoteHandler = @Sendable (String) -> Void

/// The destination of a run's progress reports.
public enum ProgressOutput: Sendable {
  /// Progress is not reported.
  case none
  /// A line on standard error, if that is a terminal. The line is erased at the end of each step.
  case terminal
  /// A function in your program.
  case handler(ProgressHandler)

  init(_ handler: ProgressHandler?) { self = handler.map { .handler($0) } ?? .none }

  /// Starts a step.
  ///
  /// - Parameter words: the text that a terminal shows, as for `ProgressLine`.
  package func start(_ step: RunProgress.Step, _ words: String, of total: Int? = nil) -> ProgressLine? {
    switch self {
    case .none: return nil
    case .terminal: return ProgressLine(words, of: total)
    case .handler(let handler):
      handler(RunProgress(step: step, completed: 0, total: total))
      return ProgressLine { handler(RunProgress(step: step, completed: $0, total: total)) }
    }
  }
}
