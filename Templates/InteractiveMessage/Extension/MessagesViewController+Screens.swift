import Messages
import TemplateLogic
import UIKit

/// What a person can do on a screen.
@MainActor protocol ScreenDelegate: AnyObject {
  /// Stickers that can be put into the conversation.
  var stickers: [MSSticker] { get }
  /// Begins a new poll.
  func beginPoll()
  /// Leaves what is being written; it is kept.
  func cancel()
  /// Keeps what was written so far.
  func keep(_ draft: Draft)
  /// What keeps a draft from being put into the conversation; nil if it is ready.
  func problem(of draft: Draft) -> Draft.Problem?
  /// Puts a new poll into the conversation.
  func ask(_ draft: Draft)
  /// Goes to the choices.
  func beginVote()
  /// Goes to the result.
  func showResult()
  /// Votes, or takes a vote back (no entries). Where a store keeps the poll, the vote is cast by this.
  func vote(in poll: Poll, entries: Set<Int>, name: String)
  /// Asks the store again.
  func retry()
  /// Puts the result into the conversation as text.
  func insertText(of poll: Poll)
  /// Puts the result into the conversation as a picture.
  func insertPicture(of poll: Poll)
  /// Puts a sticker into the conversation.
  func insert(_ sticker: MSSticker)
}

extension MessagesViewController: ScreenDelegate {
  /// The controller of a screen.
  ///
  /// - Parameter people: how many there are in the conversation; nil if that is not known.
  func makeController(for screen: Screen, people: Int?) -> ScreenViewController {
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
    case .glance(let poll, let isInteractive):
      ResultViewController(
        poll: poll, people: people, hasVoted: memory.ownBallot(in: poll) != nil,
        extent: isInteractive ? .glance : .picture, delegate: self)
    case .waiting: NoticeViewController(.waiting, delegate: self)
    case .unavailable: NoticeViewController(.unavailable, delegate: self)
    case .unreadable: NoticeViewController(.unreadable, delegate: self)
    case .newerVersion: NoticeViewController(.newerVersion, delegate: self)
    }
  }

  /// Shows later ballots on the screen that is there already.
  ///
  /// - Returns: false if it is a screen of another kind or for another poll.
  func bringIn(_ screen: Screen, people: Int?) -> Bool {
    switch (screen, children.first) {
    case (.vote(let poll), let shown as VoteViewController) where shown.poll.isSame(as: poll):
      // Somebody else's ballot must not take away what the person is choosing.
      shown.poll = poll
    case (.result(let poll), let shown as ResultViewController)
    where shown.extent == .full && shown.poll.isSame(as: poll):
      shown.show(poll, people: people, hasVoted: memory.ownBallot(in: poll) != nil)
    case (.glance(let poll, let isInteractive), let shown as ResultViewController)
    where shown.extent == (isInteractive ? .glance : .picture) && shown.poll.isSame(as: poll):
      shown.show(poll, people: people, hasVoted: memory.ownBallot(in: poll) != nil)
    default: return false
    }
    return true
  }

  /// Puts a screen in the place of the one before. The order of the calls is UIKit's for containers.
  func show(_ controller: ScreenViewController) {
    for old in children {
      old.willMove(toParent: nil)
      old.view.removeFromSuperview()
      old.removeFromParent()
    }
    addChild(controller)
    view.addSubview(controller.view)
    controller.view.translatesAutoresizingMaskIntoConstraints = false
    NSLayoutConstraint.activate([
      controller.view.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      controller.view.trailingAnchor.constraint(equalTo: view.trailingAnchor),
      controller.view.topAnchor.constraint(equalTo: view.topAnchor),
      controller.view.bottomAnchor.constraint(equalTo: view.bottomAnchor),
    ])
    controller.didMove(toParent: self)
    controller.isBusy = isStoring
    UIAccessibility.post(notification: .screenChanged, argument: nil)
  }

  func beginPoll() { follow(.compose) }

  func beginVote() { follow(.vote) }

  func showResult() { follow(.result) }

  func cancel() {
    save()
    follow(nil, style: .compact)
  }

  func problem(of draft: Draft) -> Draft.Problem? { draft.problem(in: store == nil ? codec : nil) }

  func keep(_ draft: Draft) { remember { $0.draft = draft } }

  func ask(_ draft: Draft) {
    guard problem(of: draft) == nil, let poll = draft.poll(id: .random()) else { return }
    handOver(poll) { senders in
      guard senders.remote.count == 1, let other = senders.remote.first else {
        return localized("caption.asks", senders.local)
      }
      return localized("caption.asksPerson", senders.local, other)
    }
  }

  func vote(in poll: Poll, entries: Set<Int>, name: String) {
    guard !isStoring else { return }
    var generator = SystemRandomNumberGenerator()
    let voted = remember { $0.vote(in: poll, entries: entries, name: name, using: &generator) }
    let asker = activeConversation?.selectedMessage
    handOver(voted) { senders in
      if entries.isEmpty { return localized("caption.withdraws", senders.local) }
      // In a group, who is answered is not always the one who asked.
      guard let other = asker.flatMap(senders.otherSender) else {
        return localized("caption.votes", senders.local)
      }
      return localized("caption.answers", senders.local, other)
    }
  }
}

extension Poll {
  /// Whether both ask the same, whatever their ballots.
  fileprivate func isSame(as other: Poll) -> Bool { id == other.id && definition == other.definition }
}
