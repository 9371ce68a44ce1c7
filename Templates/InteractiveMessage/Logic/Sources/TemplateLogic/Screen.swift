/// The screens of the app.
public enum Screen: Equatable, Sendable {
  /// No message is selected: the purpose of the app, and how to begin.
  case start
  /// Writing a poll.
  case compose
  /// Voting.
  case vote(Poll)
  /// The result with possible actions.
  case result(Poll)
  /// The result in a small space: in the compact style, or in the transcript, where `isInteractive` is false.
  case compactResult(Poll, isInteractive: Bool)
  /// The pack's stickers, which can be put into the conversation.
  case stickers
  /// The store is loading the poll.
  case waiting
  /// The store did not answer, or does not have the poll.
  case unavailable
  /// The message cannot be read.
  case unreadable
  /// The message is from a newer version of the app.
  case newerVersion
}

/// The space that Messages gives to the extension.
public enum Presentation: CaseIterable, Sendable {
  /// The place of the keyboard, so the person cannot type.
  case compact
  /// Most of the screen.
  case expanded
  /// The place of a message. Only live layouts use this style, and this app does not send any.
  case transcript
  /// A style that did not exist when this was written.
  case unknown
}

/// The selected message, and what is known about its contents.
public enum Selection: Equatable, Sendable {
  /// No message is selected.
  case none
  /// A poll, with everything that this device knows about it.
  case poll(Poll)
  /// The store is loading the poll.
  case waiting
  /// The store did not answer, or does not have the poll.
  case unavailable
  /// This version of the app does not recognize the message as one of its own.
  case unreadable(MessageReadError)
}

/// A request that the person made and that the selected message does not imply.
public enum PersonRequest: Equatable, Sendable {
  /// To write a new poll while a message is selected.
  case compose
  /// To vote, or to vote again.
  case vote
  /// To see the result before voting.
  case result
  /// To put a sticker into the conversation.
  case stickers
}

/// Everything that determines the screen.
public struct Situation: Equatable, Sendable {
  /// The available space.
  public var presentation: Presentation
  /// The selected message.
  public var selection: Selection
  /// Whether this device voted in the selected poll.
  public var hasVoted: Bool
  /// The person's last request, until another message is selected.
  public var request: PersonRequest?

  /// Creates a situation.
  public init(
    presentation: Presentation, selection: Selection, hasVoted: Bool = false, request: PersonRequest? = nil
  ) {
    self.presentation = presentation
    self.selection = selection
    self.hasVoted = hasVoted
    self.request = request
  }

  /// The screen for this situation. It depends on nothing else, so the order and number of callbacks from
  /// Messages do not matter.
  public var screen: Screen {
    if isExpanded && request == .compose { return .compose }
    if request == .stickers, presentation == .compact || isExpanded { return .stickers }
    switch selection {
    case .none: return isExpanded ? .compose : .start
    case .waiting: return .waiting
    case .unavailable: return .unavailable
    case .unreadable(let reason): return reason == .newerVersion ? .newerVersion : .unreadable
    case .poll(let poll):
      guard isExpanded else { return .compactResult(poll, isInteractive: presentation != .transcript) }
      if let request { return request == .vote ? .vote(poll) : .result(poll) }
      return hasVoted ? .result(poll) : .vote(poll)
    }
  }

  /// An unknown style gets the screen for the smallest space.
  private var isExpanded: Bool { presentation == .expanded }
}
