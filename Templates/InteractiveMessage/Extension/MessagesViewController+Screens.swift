import Messages
import TemplateLogic
import UIKit

/// The actions that a screen can request.
@MainActor protocol ScreenDelegate: AnyObject {
  /// The pack's stickers.
  var stickers: BundleStickers { get }
  /// Begins a new poll.
  func beginPoll()
  /// Leaves the screen, but keeps the draft.
  func cancel()
  /// Keeps a draft.
  func keep(_ draft: Draft)
  /// Returns why a draft cannot be put into the conversation, or nil if it is ready.
  func problem(of draft: Draft) -> Draft.Problem?
  /// Puts a new poll into the conversation.
  func ask(_ draft: Draft)
  /// Shows the choices.
  func beginVote()
  /// Shows the result.
  func showResult()
  /// Shows the pack's stickers.
  func showStickers()
  /// Votes, or withdraws the vote if no choices are selected. If the poll is in a store, this casts the vote.
  func vote(in poll: Poll, selectedChoices: Set<Int>, name: String)
  /// Loads the poll from the store again.
  func retry()
  /// Puts the result into the conversation as text.
  func insertText(of poll: Poll)
  /// Puts the result into the conversation as an image.
  func insertPicture(of poll: Poll)
}

extension MessagesViewController: ScreenDelegate {
  /// Creates the controller for a screen.
  ///
  /// - Parameter people: the number of people in the conversation; nil if it is unknown.
  func makeController(for screen: Screen, people: Int?) -> UIViewController {
    switch screen {
    case .start: StartViewController(delegate: self)
    case .compose: ComposeViewController(draft: memory.draft, delegate: self)
    case .vote(let poll):
      VoteViewController(
        poll: poll, own: memory.ownBallot(in: poll), lastName: memory.lastName, delegate: self)
    case .result(let poll):
      ResultViewController(
        poll: poll, people: people, hasVoted: memory.ownBallot(in: poll) != nil, extent: .full, delegate: self
      )
    case .compactResult(let poll, let isInteractive):
      ResultViewController(
        poll: poll, people: people, hasVoted: memory.ownBallot(in: poll) != nil,
        extent: isInteractive ? .compact : .transcript, delegate: self)
    case .stickers: StickersViewController(stickers, delegate: self)
    case .waiting: NoticeViewController(.waiting, delegate: self)
    case .unavailable: NoticeViewController(.unavailable, delegate: self)
    case .unreadable: NoticeViewController(.unreadable, delegate: self)
    case .newerVersion: NoticeViewController(.newerVersion, delegate: self)
    }
  }

  /// Shows later ballots on the current screen.
  ///
  /// - Returns: false if the current screen is of a different kind or shows a different poll.
  func updateCurrentScreen(with screen: Screen, people: Int?) -> Bool {
    switch (screen, children.first) {
    case (.vote(let poll), let shown as VoteViewController) where shown.poll.hasSameDefinition(as: poll):
      // Another person's ballot must not reset the current selection.
      shown.poll = poll
    case (.result(let poll), let shown as ResultViewController)
    where shown.extent == .full && shown.poll.hasSameDefinition(as: poll):
      shown.show(poll, people: people, hasVoted: memory.ownBallot(in: poll) != nil)
    case (.compactResult(let poll, let isInteractive), let shown as ResultViewController)
    where shown.extent == (isInteractive ? .compact : .transcript) && shown.poll.hasSameDefinition(as: poll):
      shown.show(poll, people: people, hasVoted: memory.ownBallot(in: poll) != nil)
    default: return false
    }
    return true
  }

  /// Replaces the current screen.
  func show(_ controller: UIViewController) {
    for old in children { remove(old) }
    embed(controller, in: view)
    (controller as? ScreenViewController)?.isBusy = isStoring
    UIAccessibility.post(notification: .screenChanged, argument: nil)
  }

  func beginPoll() { request(.compose) }

  func beginVote() { request(.vote) }

  func showResult() { request(.result) }

  func showStickers() { request(.stickers, style: .compact) }

  func cancel() {
    save()
    request(nil, style: .compact)
  }

  func problem(of draft: Draft) -> Draft.Problem? { draft.problem(in: store == nil ? codec : nil) }

  func keep(_ draft: Draft) { changeMemory { $0.draft = draft } }

  func ask(_ draft: Draft) {
    guard problem(of: draft) == nil, let poll = draft.poll(id: .random()) else { return }
    insertMessage(for: poll) { participants in
      guard participants.remote.count == 1, let other = participants.remote.first else {
        return localized("caption.asks", participants.local)
      }
      return localized("caption.asksPerson", participants.local, other)
    }
  }

  func vote(in poll: Poll, selectedChoices: Set<Int>, name: String) {
    guard !isStoring else { return }
    var generator = SystemRandomNumberGenerator()
    let voted = changeMemory {
      $0.vote(in: poll, selectedChoices: selectedChoices, name: name, using: &generator)
    }
    let asker = activeConversation?.selectedMessage
    insertMessage(for: voted) { participants in
      if selectedChoices.isEmpty { return localized("caption.withdraws", participants.local) }
      // In a group, the message that is answered may come from someone other than the asker.
      guard let other = asker.flatMap(participants.otherSender) else {
        return localized("caption.votes", participants.local)
      }
      return localized("caption.answers", participants.local, other)
    }
  }
}

extension Poll {
  /// Whether both polls have the same question and choices, regardless of their ballots.
  fileprivate func hasSameDefinition(as other: Poll) -> Bool {
    id == other.id && definition == other.definition
  }
}
