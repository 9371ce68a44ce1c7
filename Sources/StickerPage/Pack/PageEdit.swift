import StickerEngine

/// An edit of the pack on the page. Stickers are identified by the numbers of their files.
enum PageEdit: Hashable, Sendable {
  case name(String)
  case author(String)
  case publisher(String)
  case icon(IconChoice?)
  /// The grid size; nil for the one closest to the size of the art.
  case gridSize(GridSize?)
  case languages([String])
  case description(stickerNumber: Int, language: String, String)
  case keywords(stickerNumber: Int, [String])
  case emoji(stickerNumber: Int, [String])
  /// All stickers in their new order.
  case stickerNumbersInNewOrder([Int])
  case removeSticker(Int)
  /// Adds an image to the pack as the last sticker.
  case addSticker(Int)
  /// Replaces a sticker with an image that is not in the pack. The sticker's text stays the same.
  case replaceSticker(Int, with: Int)
  /// Removes stickers and icons whose files are all missing.
  case removeMissingStickersAndIcons
  /// Combines numbered files into one animation.
  case joinFrames([Int], framesPerSecond: Int)

  /// The icon source.
  enum IconChoice: Hashable, Sendable {
    /// An image file.
    ///
    /// - Parameter background: the background color of a transparent image; nil keeps the current one.
    case file(Int, background: UInt32? = nil)
    /// A sticker, drawn on a background color, 0xRRGGBB.
    case sticker(Int, background: UInt32)
  }

  /// A description of the edit for the undo button.
  var undoLabel: String {
    switch self {
    case .name: "Rename pack"
    case .author: "Edit author"
    case .publisher: "Edit publisher"
    case .icon: "Change icon"
    case .gridSize: "Change size"
    case .languages: "Change languages"
    case .description: "Edit description"
    case .keywords: "Edit keywords"
    case .emoji: "Edit emoji"
    case .stickerNumbersInNewOrder: "Reorder stickers"
    case .removeSticker, .removeMissingStickersAndIcons: "Take out of pack"
    case .addSticker: "Add to pack"
    case .replaceSticker: "Replace sticker"
    case .joinFrames: "Make an animation"
    }
  }

  /// Parses the edits that a page sent.
  ///
  /// - Parameter body: JSON; untrusted.
  /// - Returns: the edits, or one sentence that says what is wrong with them.
  static func edits(parsing body: [UInt8]) -> Result<[PageEdit], CommandError> {
    do throws(Diagnostic) {
      let json = try JSON(parsing: body, maxBytes: maxRequestBytes, maxValues: maxJSONValues)
      guard case .array(let edits)? = json["edits"] else {
        return .failure(CommandError("the request has no list of edits"))
      }
      return Result { () throws(CommandError) in
        try edits.map { edit throws(CommandError) in try PageEdit(edit) }
      }
    } catch {
      return .failure(CommandError(UserMessage("the request is not valid JSON: \(error)")))
    }
  }

  /// The maximum size of a request, which is also the maximum size of a pack file.
  static let maxRequestBytes = 1 << 20
  private static let maxJSONValues = 20_000

  private init(_ json: JSON) throws(CommandError) {
    let edit = EditReader(json)
    switch try edit.kind {
    case "name": self = .name(try edit.text("to"))
    case "icon": self = .icon(try edit.icon)
    case "grid": self = .gridSize(try edit.gridSize)
    case "author": self = .author(try edit.text("to"))
    case "publisher": self = .publisher(try edit.text("to"))
    case "languages": self = .languages(try edit.languages)
    case "description":
      let language = try edit.language("language")
      self = .description(
        stickerNumber: try edit.positiveInteger("sticker"), language: language, try edit.text("to"))
    case "keywords":
      self = .keywords(stickerNumber: try edit.positiveInteger("sticker"), try edit.distinctNonblankKeywords)
    case "emoji": self = .emoji(stickerNumber: try edit.positiveInteger("sticker"), try edit.distinctEmoji)
    case "order": self = .stickerNumbersInNewOrder(try edit.fileNumbers)
    case "instead":
      self = .replaceSticker(try edit.positiveInteger("sticker"), with: try edit.positiveInteger("to"))
    case "takeOut": self = .removeSticker(try edit.positiveInteger("takeOut"))
    case "add": self = .addSticker(try edit.positiveInteger("add"))
    case "removeMissing": self = .removeMissingStickersAndIcons
    case "frames": self = .joinFrames(try edit.fileNumbers, framesPerSecond: try edit.framesPerSecond)
    case let other: throw CommandError("unknown edit: \(UntrustedText(other).displayText)")
    }
  }
}

/// Reads and validates the values of one edit.
private struct EditReader {
  private let json: JSON

  init(_ json: JSON) { self.json = json }

  /// The kind of the edit: the key `takeOut` or `add` if there is one, or else the value of `set`.
  var kind: String {
    get throws(CommandError) {
      for key in ["takeOut", "add"] where json[key] != nil { return key }
      return try text("set")
    }
  }

  func text(_ key: String) throws(CommandError) -> String { try text(json[key], key) }

  private func text(_ value: JSON?, _ key: String) throws(CommandError) -> String {
    guard case .string(let text)? = value else { throw CommandError("“\(key)” must be a string") }
    guard text.utf8.count <= maxEditTextBytes else {
      throw CommandError("the text is too long (limit: \(numberText(maxEditTextBytes)) bytes)")
    }
    return text
  }

  func positiveInteger(_ key: String) throws(CommandError) -> Int { try positiveInteger(json[key], key) }

  private func positiveInteger(_ value: JSON?, _ key: String) throws(CommandError) -> Int {
    guard case .integer(let number)? = value, number > 0 else {
      throw CommandError("“\(key)” must be the number of a sticker")
    }
    return number
  }

  private var valueList: [JSON] {
    get throws(CommandError) {
      guard case .array(let elements)? = json["to"] else { throw CommandError("“to” must be a list") }
      return elements
    }
  }

  var fileNumbers: [Int] {
    get throws(CommandError) {
      try valueList.map { element throws(CommandError) in try positiveInteger(element, "to") }
    }
  }

  var framesPerSecond: Int {
    get throws(CommandError) {
      let rate = try positiveInteger(json["fps"], "fps")
      guard 1...60 ~= rate else { throw CommandError("the speed must be 1 to 60 frames per second") }
      return rate
    }
  }

  private var textValues: [String] {
    get throws(CommandError) {
      try valueList.map { element throws(CommandError) in try text(element, "to") }
    }
  }

  /// The keywords, without duplicates or empty ones.
  var distinctNonblankKeywords: [String] {
    get throws(CommandError) {
      var seen: Set<String> = []
      return try textValues.filter { !$0.allSatisfy(\.isWhitespace) && seen.insert($0).inserted }
    }
  }

  var distinctEmoji: [String] {
    get throws(CommandError) {
      let all = try textValues
      for text in all where !isEmoji(text) {
        throw CommandError(
          "\(UntrustedText(String(text.prefix(20))).displayText) is not an emoji. Enter one like 👋.")
      }
      var seen: Set<String> = []
      return all.filter { seen.insert($0).inserted }
    }
  }

  var languages: [String] {
    get throws(CommandError) {
      let all = try textValues
      for text in all { try ensureLanguage(text) }
      guard Set(all.map { $0.lowercased() }).count == all.count else {
        throw CommandError("a language is listed twice")
      }
      return all
    }
  }

  func language(_ key: String) throws(CommandError) -> String {
    let text = try text(key)
    try ensureLanguage(text)
    return text
  }

  private func ensureLanguage(_ text: String) throws(CommandError) {
    guard isLanguageTag(text) else { throw CommandError(UserMessage(invalidLanguageTagMessage(text))) }
  }

  var gridSize: GridSize? {
    get throws(CommandError) {
      if case .null? = json["to"] { return nil }
      guard let size = GridSize(rawValue: try text("to")) else {
        throw CommandError("the size must be small, regular or large")
      }
      return size
    }
  }

  var icon: PageEdit.IconChoice? {
    get throws(CommandError) {
      guard let to = json["to"] else { throw CommandError("“to” is missing") }
      if case .null = to { return nil }
      if let file = to["file"] {
        let number = try positiveInteger(file, "file")
        return .file(number, background: to["background"] == nil ? nil : try background(of: to))
      }
      return .sticker(try positiveInteger(to["sticker"], "sticker"), background: try background(of: to))
    }
  }

  private func background(of icon: JSON) throws(CommandError) -> UInt32 {
    guard let color = rgbColor(parsing: try text(icon["background"], "background")) else {
      throw CommandError("the background must be a color like #FFD54F")
    }
    return color
  }
}

/// The maximum size of a text, in bytes. The limit is generous, because the rules check the length of texts.
private let maxEditTextBytes = 20_000
