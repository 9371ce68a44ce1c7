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
  /// What this device remembers.
  var memory: DeviceMemory { SharedMemory.shared.contents }
  private(set) lazy var stickers = BundleStickers().stickers

  /// What is known of the selected message.
  private(set) var selection = Selection.none
  /// The token of the selected message, if it has one.
  private(set) var token: StoreToken?
  /// The URL that `selection` was read from.
  private var readURL: URL?
  /// Runs as long as the store is asked for the poll at `token`.
  private var loading: Task<Void, Never>?
  /// Whether a poll is on its way to the store.
  var isStoring = false {
    didSet { (children.first as? ScreenViewController)?.isBusy = isStoring }
  }
  /// What the person asked for, until another message is selected.
  private var wish: Wish?
  private var screen: Screen?

  // MARK: Messages tells

  /// About to be shown, from the app drawer or by a tap on a message. There may be no view yet.
  override func willBecomeActive(with conversation: MSConversation) {
    super.willBecomeActive(with: conversation)
    SharedMemory.shared.loadIfNeeded()
    read(conversation.selectedMessage)
    update(conversation)
  }

  /// Shown. Comes before or after the transition to a style; the same message is not read twice.
  override func didBecomeActive(with conversation: MSConversation) {
    super.didBecomeActive(with: conversation)
    read(conversation.selectedMessage)
    update(conversation)
  }

  /// A message was tapped while the extension is active, perhaps the one that is selected already: whoever
  /// taps it wants to see it. Not called for the tap that opened the extension.
  override func didSelect(_ message: MSMessage, conversation: MSConversation) {
    super.didSelect(message, conversation: conversation)
    wish = nil
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

  /// The person took the message out of the input field. Nothing has to be undone: a ballot in a URL counts
  /// once its message was seen, and the draft of a new poll is still there. A ballot that went to a store was
  /// cast by the tap on Vote and stays; it can be taken back like any other.
  override func didCancelSending(_ message: MSMessage, conversation: MSConversation) {
    super.didCancelSending(message, conversation: conversation)
    update(conversation)
  }

  /// The last call that is certain to come; the process may end right after it. Hence nothing asynchronous.
  override func willResignActive(with conversation: MSConversation) {
    super.willResignActive(with: conversation)
    loading?.cancel()
    loading = nil
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
    let people = conversation.map { Senders($0).count }
    if !bringIn(screen, people: people) { show(makeController(for: screen, people: people)) }
  }

  /// Notes what the person asks for and makes room for it.
  func follow(_ wish: Wish?, style: MSMessagesAppPresentationStyle = .expanded) {
    self.wish = wish
    if presentationStyle == style { update(activeConversation) } else { requestPresentationStyle(style) }
  }

  /// Reads the selected message. A URL says the same every time; what a store keeps may have changed, so it
  /// is asked again, unless it is being asked. What is shown stays until it answers.
  private func read(_ message: MSMessage?) {
    if let url = message?.url, url == readURL {
      if let token, loading == nil { load(token) }
      return
    }
    loading?.cancel()
    (loading, readURL, wish, token) = (nil, message?.url, nil, nil)
    guard let message else {
      selection = .none
      return
    }
    do throws(Unreadable) {
      guard let codec else { throw .foreign }
      switch try codec.payload(of: message.url) {
      case .poll(let poll): selection = .poll(learn(poll))
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
      let known = learn(poll)
      if case .poll(let selected) = selection, selected.id == known.id { selection = .poll(known) }
    case .token(let token): if token == self.token { load(token) }
    case nil: break
    }
  }

  /// Brings in what a store now keeps: with it, the ballot of this device is cast.
  func didStore(_ poll: Poll) {
    let known = learn(poll)
    guard case .poll(let selected) = selection, selected.id == known.id else { return }
    selection = .poll(known)
  }

  private func learn(_ poll: Poll) -> Poll { remember { $0.learn(poll) } }

  /// A draft that was sent has served its purpose; one that was not is offered again.
  private func forgetDraft(of message: MSMessage) {
    let poll: Poll? =
      switch try? codec?.payload(of: message.url) {
      case .poll(let poll): poll
      case .token(let token): memory.poll(at: token)
      case nil: nil
      }
    guard let sent = poll, memory.draft.poll(id: sent.id)?.definition == sent.definition
    else { return }
    remember { $0.draft = Draft() }
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
      loading = nil
      // Each poll has one place, so that this device answers to where it was read.
      if let stored, StoreToken(stored.poll.id) == token {
        selection = .poll(learn(stored.poll))
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
  func remember<Value>(_ change: (inout DeviceMemory) -> Value) -> Value {
    SharedMemory.shared.change(change)
  }

  /// Writes what is remembered to disk.
  ///
  /// - Returns: whether that went well.
  @discardableResult func save() -> Bool { SharedMemory.shared.save() }
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
