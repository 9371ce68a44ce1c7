/// What is shown.
public enum Screen: Equatable, Sendable {
  /// Nothing is chosen: what this app is, and how to begin.
  case start
  /// A poll is written.
  case compose
  /// Choices to choose from.
  case vote(Poll)
  /// The result and what can be done next.
  case result(Poll)
  /// The result in little room: compact, or in the transcript, where `isInteractive` is false.
  case glance(Poll, isInteractive: Bool)
  /// A store is asked for the poll.
  case waiting
  /// The store did not answer, or knows nothing.
  case unavailable
  /// The message cannot be read.
  case unreadable
  /// The message is from a newer version of the app.
  case newerVersion
}

/// How much room Messages gives.
public enum Presentation: CaseIterable, Sendable {
  /// Where the keyboard is otherwise. There is no keyboard.
  case compact
  /// Most of the screen.
  case expanded
  /// In the place of a message. Used by live layouts, which this app does not send.
  case transcript
  /// One that did not exist when this was written.
  case unknown
}

/// What is known of the message that the person chose.
public enum Selection: Equatable, Sendable {
  /// None is chosen.
  case none
  /// A poll, with everything that this device knows of it.
  case poll(Poll)
  /// A store is being asked.
  case waiting
  /// The store did not answer, or knows nothing.
  case unavailable
  /// No message of this app, as far as this version can tell.
  case unreadable(Unreadable)
}

/// What the person asked for, beyond what follows from the message.
public enum Wish: Equatable, Sendable {
  /// To write a new poll while a message is chosen.
  case compose
  /// To vote, or to vote again.
  case vote
  /// To see how it stands before voting.
  case result
}

/// All that decides what is shown.
public struct Situation: Equatable, Sendable {
  /// How much room there is.
  public var presentation: Presentation
  /// Which message is chosen.
  public var selection: Selection
  /// Whether this device voted in the chosen poll.
  public var hasVoted: Bool
  /// What the person asked for last, until another message is chosen.
  public var wish: Wish?

  /// Puts a situation together.
  public init(presentation: Presentation, selection: Selection, hasVoted: Bool = false, wish: Wish? = nil) {
    (self.presentation, self.selection) = (presentation, selection)
    (self.hasVoted, self.wish) = (hasVoted, wish)
  }

  /// The screen for this situation. It depends on nothing else, so it does not matter which callback of
  /// Messages came first, or how often.
  public var screen: Screen {
    if isExpanded && wish == .compose { return .compose }
    switch selection {
    case .none: return isExpanded ? .compose : .start
    case .waiting: return .waiting
    case .unavailable: return .unavailable
    case .unreadable(let reason): return reason == .newerVersion ? .newerVersion : .unreadable
    case .poll(let poll):
      guard isExpanded else { return .glance(poll, isInteractive: presentation != .transcript) }
      if let wish { return wish == .vote ? .vote(poll) : .result(poll) }
      return hasVoted ? .result(poll) : .vote(poll)
    }
  }

  /// A style that is not known gets what fits into the least room.
  private var isExpanded: Bool { presentation == .expanded }
}
