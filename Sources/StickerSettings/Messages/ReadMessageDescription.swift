public import StickerModel

/// Reads a `message.yml`.
///
/// - Parameter bytes: of the file, at most 1 MiB.
/// - Parameter path: of the file, as reports name it.
/// - Parameter folder: what lies around it.
/// - Returns: what it says; the files as reports name them.
/// - Throws: everything that is wrong: unknown keys, values of the wrong type, files that are missing or lie
///   outside of the folder, each with its place. A base URL that is none is no fault here: a rule says so.
public func readMessageDescription(
  _ bytes: [UInt8], at path: Path, in folder: DescriptionFolder
) throws(YAMLFaults) -> MessageDeclaration {
  let document = try readYAML(bytes)
  var reader = MessageDescriptionReader(folder: folder)
  let message = reader.message(document, at: path)
  if let faults = YAMLFaults(reader.reader.faults.sorted { $0.place < $1.place }) { throw faults }
  return message
}

/// Whether a file that is called `message.yml` describes a message of ours: one key of its mapping is one of
/// ours. A file that is no YAML is looked at line by line, so that a slip in ours is not passed over.
///
/// - Parameter bytes: of the file; hostile.
public func describesMessage(_ bytes: [UInt8]) -> Bool {
  if let document = try? readYAML(bytes) {
    guard case .mapping(let members) = document.content else { return false }
    return members.contains { MessageKey.words.contains($0.key) }
  }
  return bytes.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }).contains {
    line in
    MessageKey.words.contains { line.starts(with: Array("\($0):".utf8)) }
  }
}

struct MessageDescriptionReader: DescriptionReader {
  static let fileName = "message.yml"
  var reader = YAMLReader()
  let folder: DescriptionFolder

  init(folder: DescriptionFolder) { self.folder = folder }

  mutating func message(_ document: YAMLNode, at path: Path) -> MessageDeclaration {
    var message = MessageDeclaration(path: path)
    guard let members = reader.mapping(document, "the description", keys: MessageKey.words) else {
      return message
    }
    func node(_ key: MessageKey) -> YAMLNode? { members[key]?.value }
    if let node = node(.baseURL) {
      message.baseURL = reader.text(node, "base-url").map { Placed($0, at: TextPlace(node.place)) }
    }
    let image = node(.image).flatMap { file($0, "image") }
    let media = node(.media).flatMap { file($0, "media") }
    complainOfMissing([image, media].compactMap(\.self))
    message.image = image.map { $0.placed(in: path.parent) }
    message.media = media.map { $0.placed(in: path.parent) }
    for text in MessageText.allCases {
      if let node = node(.text(text)) { message[text] = texts(node, text.rawValue) }
    }
    if let node = node(.states) {
      message.states = (reader.list(node, "states") ?? []).compactMap { state($0) }
    }
    return message
  }

  private mutating func state(_ node: YAMLNode) -> MessageState? {
    guard let members = reader.mapping(node, "a state") else { return nil }
    let items = members.compactMap { member -> MessageState.Item? in
      guard !member.key.isEmpty else {
        reader.complain("an item of a state needs a name before its colon", at: member.place)
        return nil
      }
      guard case .scalar(let value, _) = member.value.content else {
        reader.complain(
          "\(shortened(member.key)) must be a text or a number, not \(member.value.kind)",
          at: member.value.place)
        return nil
      }
      return MessageState.Item(member.key, Placed(value, at: TextPlace(member.value.place)))
    }
    return MessageState(items, at: TextPlace(node.place))
  }
}

extension DescribedFile {
  /// The file as reports name it.
  ///
  /// - Parameter folder: of the description.
  fileprivate func placed(in folder: Path) -> Placed<Path> {
    Placed(folder.appending(path), at: TextPlace(place))
  }
}
