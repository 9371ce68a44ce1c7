/// The keys of a `message.yml`, for the reader and the schema.
enum InteractiveMessageFileKey: Hashable {
  case stateBaseURL, image, mediaIfNoImage
  case text(InteractiveMessageTextKey)
  case exampleStates

  static let all: [InteractiveMessageFileKey] =
    [.stateBaseURL, .image, .mediaIfNoImage]
    + InteractiveMessageTextKey.allCases.map(InteractiveMessageFileKey.text) + [.exampleStates]
  static let keyNames = all.map(\.keyName)
  /// The keys that name files.
  static let fileKeys: [InteractiveMessageFileKey] = [.image, .mediaIfNoImage]

  /// Keys that other programs are unlikely to use. Any one of them identifies a message file.
  static let distinctiveKeys: [InteractiveMessageFileKey] = [.stateBaseURL, .text(.accessibilityLabel)]
  /// Keys that other programs use too. They do not identify a message file.
  static let ambiguousKeys: Set<InteractiveMessageFileKey> = [
    .image, .mediaIfNoImage, .text(.summary), .exampleStates,
  ]

  /// The key as written in a `message.yml`.
  var keyName: String {
    switch self {
    case .stateBaseURL: "base-url"
    case .image: "image"
    case .mediaIfNoImage: "media"
    case .text(let text): text.rawValue
    case .exampleStates: "states"
    }
  }
}

extension [String: YAMLMember] {
  subscript(key: InteractiveMessageFileKey) -> YAMLMember? { self[key.keyName] }
}

/// Reads a `message.yml`.
///
/// - Parameter bytes: the file, at most 1 MiB.
/// - Parameter path: the path of the file, as shown in reports.
/// - Parameter folder: access to the folder of the file.
/// - Returns: the message, with paths as shown in reports.
/// - Throws: all errors with their locations: unknown keys, values of the wrong type, and files that are
///   missing or outside the folder. An invalid base URL is not an error here, because a rule reports it.
package func readInteractiveMessageFile(
  _ bytes: [UInt8], at path: Path, in folder: PackFolderAccess
) throws(Diagnostic) -> InteractiveMessageFile {
  let document = try YAMLParser.parse(bytes)
  var reader = InteractiveMessageFileReader(folder: folder)
  let message = reader.readMessage(document, at: path)
  let diagnostics = reader.yamlReader.diagnostics.sortedByLocation()
  if !diagnostics.isEmpty { throw Diagnostic(combining: diagnostics) }
  return message
}

/// Whether a file named `message.yml` is a message file rather than another program's file. It must have the
/// key `base-url` or `accessibility-label`, or two other keys that are not generic. If the file is not valid
/// YAML, its lines are searched for keys, so that errors in message files are reported.
///
/// - Parameter bytes: the file, which may be hostile.
package func isInteractiveMessageFile(_ bytes: [UInt8]) -> Bool {
  let keys: Set<String>
  if let document = try? YAMLParser.parse(bytes) {
    guard case .mapping(let members) = document.content else { return false }
    keys = Set(members.map(\.key))
  } else {
    let lines = bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    keys = Set(
      InteractiveMessageFileKey.keyNames.filter { word in lines.contains { $0.starts(with: "\(word):".utf8) }
      })
  }
  let ours = InteractiveMessageFileKey.all.filter {
    !InteractiveMessageFileKey.ambiguousKeys.contains($0) && keys.contains($0.keyName)
  }
  return ours.count > 1 || ours.contains(where: InteractiveMessageFileKey.distinctiveKeys.contains)
}

struct InteractiveMessageFileReader: PackOrMessageFileReader {
  static let fileName = "message.yml"
  var yamlReader = YAMLReader()
  let folder: PackFolderAccess

  init(folder: PackFolderAccess) { self.folder = folder }

  mutating func readMessage(_ document: YAMLNode, at path: Path) -> InteractiveMessageFile {
    var message = InteractiveMessageFile(path: path)
    guard
      let members = yamlReader.readMappingWithKnownKeys(
        document, "a message file", keys: InteractiveMessageFileKey.keyNames)
    else {
      return message
    }
    func node(_ key: InteractiveMessageFileKey) -> YAMLNode? { members[key]?.value }
    if let node = node(.stateBaseURL) {
      message.unvalidatedStateBaseURL = yamlReader.readNonEmptyScalar(node, "base-url").map {
        Located($0, at: node.location)
      }
    }
    let image = node(.image).flatMap { readPathOrGlob($0, "image") }
    let media = node(.mediaIfNoImage).flatMap { readPathOrGlob($0, "media") }
    addMissingOrOutsideFileErrors(for: [image, media].compactMap(\.self))
    message.image = image.map { $0.resolved(in: path.parent) }
    message.mediaIfNoImage = media.map { $0.resolved(in: path.parent) }
    for text in InteractiveMessageTextKey.allCases {
      if let node = node(.text(text)) {
        message[text] = reportingInvalidPlaceholders(of: readTexts(node, text.rawValue), in: text)
      }
    }
    if let node = node(.exampleStates) {
      message.exampleStates = (yamlReader.readList(node, "states") ?? []).compactMap { readState($0) }
    }
    return message
  }

  /// Returns the strings unchanged, after reporting invalid placeholders. Names in braces that are not
  /// similar to a placeholder are plain text.
  private mutating func reportingInvalidPlaceholders(
    of texts: [String: Located<String>], in key: InteractiveMessageTextKey
  ) -> [String: Located<String>] {
    for (_, text) in texts.sorted(by: { $0.key < $1.key }) where !yamlReader.hasTooManyErrors {
      for case .placeholder(let name) in InteractiveMessagePlaceholder.pieces(of: text.value)
      where !key.allowedPlaceholders.contains(name) {
        yamlReader.addError(
          "{\(name.rawValue)} is not allowed in \(key.rawValue). Messages does not insert names there.",
          at: text.location)
        break
      }
      if let wrong = InteractiveMessagePlaceholder.firstMisspelling(in: text.value),
        let near = wrong.meant.first
      {
        yamlReader.addError(
          "unknown placeholder {\(escapedAndShortened(wrong.name))}. Did you mean {\(near.rawValue)}?",
          at: text.location)
      }
    }
    return texts
  }

  private mutating func readState(_ node: YAMLNode) -> InteractiveMessageState? {
    guard let members = yamlReader.readMapping(node, "a state") else { return nil }
    return InteractiveMessageState(members.flatMap { readQueryItems($0) }, at: node.location)
  }

  /// Returns one item, or an item for each element of a list. A query can repeat a name.
  private mutating func readQueryItems(_ member: YAMLMember) -> [InteractiveMessageState.QueryItem] {
    guard !member.key.isEmpty else {
      yamlReader.addError("an item of a state needs a name before the colon", at: member.keyLocation)
      return []
    }
    let values: [YAMLNode] = if case .sequence(let all) = member.value.content { all } else { [member.value] }
    return values.compactMap { value in
      guard case .scalar(let text, _) = value.content else {
        let kinds = "text, a number or a list of these"
        yamlReader.addError(
          "\(escapedAndShortened(member.key)) must be \(kinds), not \(value.descriptionInErrors)",
          at: value.location)
        return nil
      }
      return InteractiveMessageState.QueryItem(member.key, Located(text, at: value.location))
    }
  }
}

extension Located<Path> {
  /// Returns the file with its path as shown in reports.
  ///
  /// - Parameter folder: the folder of the message.
  fileprivate func resolved(in folder: Path) -> Located<Path> {
    Located(folder.appending(value), at: location)
  }
}
