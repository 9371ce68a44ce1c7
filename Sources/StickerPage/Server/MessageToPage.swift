import StickerEngine

/// A message to the page: one line of JSON.
enum MessageToPage {
  /// A new or changed sticker.
  case sticker(PreviewSticker)
  /// The number of a removed sticker.
  case removedSticker(Int)
  /// The findings on the pack as a whole.
  case packFindings([Finding])
  /// The interactive messages as markup, which replace those on the page.
  case interactiveMessagesMarkup(String)
  /// All stickers, which replace those on the page.
  case allStickers([PreviewSticker])
  /// Sentences about files that were not added or could not be read.
  case notices([String])
  /// The pack file.
  case packFile(PackFileMessage)
  /// The state of other messengers, and whether it belongs to an earlier version of the pack.
  case messengers(OtherMessengersState, isOld: Bool)
  /// The files that are being analyzed.
  case filesBeingAnalyzed(PendingAnalyses)
  /// The pack name and the number of stickers of the session that can be continued; nil for none.
  case continuableSession((name: String, count: Int)?)
  /// The labels of the actions that can be undone and redone; nil for none.
  case undoLabels(undo: String?, redo: String?)

  var jsonLine: String {
    let json: JSON =
      switch self {
      case .sticker(let sticker):
        .object([
          "type": .string("sticker"), "number": .integer(sticker.number),
          "html": .string(stickerArticle(sticker, in: .dropPage).markup),
        ])
      case .removedSticker(let number): .object(["type": .string("removed"), "number": .integer(number)])
      case .packFindings(let findings):
        .object([
          "type": .string("pack"),
          "html": .string(packFindingsSection(findings, in: .dropPage)?.markup ?? ""),
        ])
      case .interactiveMessagesMarkup(let html):
        .object(["type": .string("messages"), "html": .string(html)])
      case .allStickers(let stickers):
        .object([
          "type": .string("reset"), "html": .string(stickerArticles(stickers, in: .dropPage).markup),
        ])
      case .notices(let lines):
        .object(["type": .string("notices"), "lines": .array(lines.map { .string($0) })])
      case .packFile(let message): message.json
      case .messengers(let state, let isOld): state.json(isOutdated: isOld)
      case .filesBeingAnalyzed(let progress):
        .object([
          "type": .string("checking"), "numbers": .array(progress.fileNumbers.map { .integer($0) }),
          "pack": .bool(progress.isPackOutdated),
        ])
      case .continuableSession(let offered):
        .object([
          "type": .string("session"), "name": offered.map { .string($0.name) } ?? .null,
          "count": .integer(offered?.count ?? 0),
        ])
      case .undoLabels(let undo, let redo):
        .object([
          "type": .string("history"), "undo": undo.map { .string($0) } ?? .null,
          "redo": redo.map { .string($0) } ?? .null,
        ])
      }
    return String(decoding: json.encoded(onOneLine: true).dropLast(), as: UTF8.self)
  }
}

/// The connected pages. A page that does not keep up is disconnected. It reconnects and receives the whole
/// state.
struct ConnectedPages {
  private var eventSenders: [Int: AsyncStream<String>.Continuation] = [:]
  private var lastPageNumber = 0

  /// The maximum number of queued messages per page, several times the maximum number of files.
  private static let maxQueuedEventsPerPage = 4096

  /// - Returns: a stream of the messages to the new page.
  mutating func addPage(initialMessages first: [MessageToPage]) -> AsyncStream<String> {
    lastPageNumber += 1
    let (stream, sender) = AsyncStream.makeStream(
      of: String.self, bufferingPolicy: .bufferingOldest(Self.maxQueuedEventsPerPage))
    for message in first { sender.yield(message.jsonLine) }
    eventSenders[lastPageNumber] = sender
    return stream
  }

  mutating func broadcast(_ message: MessageToPage) {
    if eventSenders.isEmpty { return }
    let line = message.jsonLine
    for (number, sender) in eventSenders {
      if case .enqueued = sender.yield(line) { continue }
      sender.finish()
      eventSenders[number] = nil
    }
  }
}
