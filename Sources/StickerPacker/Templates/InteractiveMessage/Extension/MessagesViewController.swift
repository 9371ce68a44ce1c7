import Messages
import TemplateLogic
import UIKit
import os

/// The principal class of the extension: listens to Messages and shows the screen that follows.
///
/// Messages promises no order of its callbacks. So each of them only brings in what it knows, and all end in
/// ``update(_:style:)``, which looks at the whole situation.
final class MessagesViewController: MSMessagesAppViewController {
  /// Reads and writes URLs; nil if the address in ``Settings`` is none.
  let codec = Settings.address.map(PollCodec.init)
  /// Where polls are that messages have a token of only.
  let store = Settings.makeStore()
  let log = Logger(subsystem: Bundle.main.bundleIdentifier ?? Settings.name, category: "messages")
  /// Loaded at the first use, whichever callback that is in.
  private(set) lazy var memory = memoryFile.load()
  private let memoryFile = Settings.memoryFile
  private(set) lazy var stickers = BundleStickers().stickers

  /// What is known of the selected message.
  private(set) var selection = Selection.none
  /// The token of the selected message, if it has one.
  private(set) var token: StoreToken?
  /// The URL that `selection` was read from.
  private var readURL: URL?
  private var loading: Task<Void, Never>?
  /// What the person asked for, until another message is selected.
  private var wish: Wish?
  private var screen: Screen?

  // MARK: Messages tells

  /// About to be shown, from the app drawer or by a tap on a message. There may be no view yet.
  override func willBecomeActive(with conversation: MSConversation) {
    super.willBecomeActive(with: conversation)
    read(conversation.selectedMessage)
    update(conversation)
  }

  /// Shown. Comes before or after the transition to a style; the same message is not read twice.
  override func didBecomeActive(with conversation: MSConversation) {
    super.didBecomeActive(with: conversation)
    read(conversation.selectedMessage)
    update(conversation)
  }

  /// A message was tapped while the extension is active. Not called for the tap that opened the extension.
  override func didSelect(_ message: MSMessage, conversation: MSConversation) {
    super.didSelect(message, conversation: conversation)
    read(message)
    update(conversation)
  }

  /// A message of this app arrived while the extension is active. Those that arrive otherwise are met when
  /// they are selected, so nothing may depend on this call. Its ballots are learnt whether or not its poll is
  /// shown.
  override func didReceive(_ message: MSMessage, conversation: MSConversation) {
    super.didReceive(message, conversation: conversation)
    learn(from: message)
    update(conversation)
  }

  /// The person tapped Send while the extension is active. The message may still fail to arrive, and a
  /// message that is sent later is not told at all: what was sent is met again when it is selected.
  override func didStartSending(_ message: MSMessage, conversation: MSConversation) {
    super.didStartSending(message, conversation: conversation)
    learn(from: message)
    forgetDraft(of: message)
    save()
    update(conversation)
  }

  /// The person took the message out of the input field. Nothing has to be undone: a ballot counts once its
  /// message was seen, and the draft of a new poll is still there.
  override func didCancelSending(_ message: MSMessage, conversation: MSConversation) {
    super.didCancelSending(message, conversation: conversation)
    update(conversation)
  }

  /// The last call that is certain to come; the process may end right after it. Hence nothing asynchronous.
  override func willResignActive(with conversation: MSConversation) {
    super.willResignActive(with: conversation)
    loading?.cancel()
    save()
  }

  /// `presentationStyle` has the old value still. Writing ends here: compact has no keyboard.
  override func willTransition(to presentationStyle: MSMessagesAppPresentationStyle) {
    super.willTransition(to: presentationStyle)
    if presentationStyle != .expanded { view.endEditing(true) }
  }

  /// The style changed, because the person or this app asked for it. Not called for the first style.
  override func didTransition(to presentationStyle: MSMessagesAppPresentationStyle) {
    super.didTransition(to: presentationStyle)
    update(activeConversation, style: presentationStyle)
  }

  // MARK: What follows

  /// The one way to a screen.
  func update(_ conversation: MSConversation?, style: MSMessagesAppPresentationStyle? = nil) {
    var situation = Situation(presentation: Presentation(style ?? presentationStyle), selection: selection)
    if case .poll(let poll) = selection { situation.hasVoted = memory.ownBallot(in: poll) != nil }
    situation.wish = wish
    let screen = situation.screen
    guard screen != self.screen else { return }
    self.screen = screen
    // Somebody else's ballot must not take away what the person is choosing.
    if case .vote(let poll) = screen, let voting = children.first as? VoteViewController,
      voting.poll.definition == poll.definition, voting.poll.id == poll.id
    {
      voting.poll = poll
      return
    }
    show(makeController(for: screen, people: conversation.map { Senders($0).count }))
  }

  /// Notes what the person asks for and makes room for it.
  func follow(_ wish: Wish?, style: MSMessagesAppPresentationStyle = .expanded) {
    self.wish = wish
    if presentationStyle == style { update(activeConversation) } else { requestPresentationStyle(style) }
  }

  /// Reads the selected message, once.
  private func read(_ message: MSMessage?) {
    // What a store was still asked for when the extension became inactive, it is asked for again.
    if let url = message?.url, url == readURL, selection != .waiting { return }
    loading?.cancel()
    (readURL, wish, token) = (message?.url, nil, nil)
    guard let message else {
      selection = .none
      return
    }
    do throws(Unreadable) {
      guard let codec else { throw .foreign }
      switch try codec.payload(of: message.url) {
      case .poll(let poll): selection = .poll(memory.learn(poll))
      case .token(let token):
        selection = .waiting
        load(token)
      }
    } catch {
      log.notice("A message could not be read: \(error.rawValue, privacy: .public)")
      selection = .unreadable(error)
    }
  }

  /// Adds the ballots of a message to what is known, and shows them if it is about the poll that is selected.
  private func learn(from message: MSMessage) {
    switch try? codec?.payload(of: message.url) {
    case .poll(let poll):
      let known = memory.learn(poll)
      if case .poll(let selected) = selection, selected.id == known.id { selection = .poll(known) }
    case .token(let token): if token == self.token { load(token) }
    case nil: break
    }
  }

  /// A draft that was sent has served its purpose; one that was not is offered again.
  private func forgetDraft(of message: MSMessage) {
    guard case .poll(let sent) = try? codec?.payload(of: message.url) else { return }
    if memory.draft.poll(id: sent.id)?.definition == sent.definition { memory.draft = Draft() }
  }

  /// Asks the store for the poll behind a token. A poll that is shown already stays if there is no answer.
  private func load(_ token: StoreToken) {
    self.token = token
    guard let store else {
      selection = .unavailable
      return
    }
    loading?.cancel()
    loading = Task { [weak self, log] in
      var stored: StoredPoll?
      do { stored = try await store.load(token) } catch {
        log.error("The store did not answer: \(String(describing: error), privacy: .public)")
      }
      guard !Task.isCancelled, let self, self.token == token else { return }
      if let stored {
        selection = .poll(memory.learn(stored.poll))
      } else if selection == .waiting {
        selection = .unavailable
      }
      update(activeConversation)
    }
  }

  /// Asks the store once more, at the person's wish.
  func retry() {
    guard let token else { return }
    selection = .waiting
    load(token)
    update(activeConversation)
  }

  /// Changes what is remembered.
  ///
  /// - Returns: what the change returns.
  func remember<Value>(_ change: (inout DeviceMemory) -> Value) -> Value { change(&memory) }

  /// Writes what is remembered to disk.
  ///
  /// - Returns: whether that went well.
  @discardableResult func save() -> Bool {
    do { try memoryFile.save(memory) } catch {
      log.error("The memory could not be saved: \(String(describing: error), privacy: .public)")
      return false
    }
    return true
  }
}

extension Presentation {
  /// The style as the logic knows it.
  init(_ style: MSMessagesAppPresentationStyle) {
    switch style {
    case .compact: self = .compact
    case .expanded: self = .expanded
    case .transcript: self = .transcript
    @unknown default: self = .unknown
    }
  }
}
