/// What the code of an extension fills in where a text of a message has its name in braces: `{votes}`.
package enum MessagePlaceholder: String, Hashable, Sendable, CaseIterable {
  /// The question of the poll.
  case question
  /// How many have voted.
  case votes
  /// The choice with the most votes.
  case leader
  /// All choices.
  case choices
  /// Who sends it, by the name that each phone knows the person by.
  case sender

  /// The first name in braces that is none of these and near to one, with those that it is near to; nil
  /// where there is none.
  package static func misspelt(in text: String) -> (name: String, meant: [MessagePlaceholder])? {
    for piece in text.split(separator: "{").dropFirst(text.hasPrefix("{") ? 0 : 1) {
      guard let close = piece.firstIndex(of: "}") else { continue }
      let name = piece[..<close]
      guard name.utf8.count <= mostNameBytes, MessagePlaceholder(rawValue: String(name)) == nil else {
        continue
      }
      let near = nearestNames(to: name.lowercased(), in: allCases.map(\.rawValue))
      if !near.isEmpty { return (String(name), near.compactMap(MessagePlaceholder.init)) }
    }
    return nil
  }

  // Of names in braces that are longer none is near to a placeholder.
  private static let mostNameBytes = 32

  /// A piece of a text.
  package enum Piece: Hashable, Sendable {
    /// Text that stands as it is.
    case plain(String)
    /// A placeholder that is filled in.
    case placeholder(MessagePlaceholder)
  }

  /// A text cut at its placeholders; other names in braces are plain text.
  package static func pieces(of text: String) -> [Piece] {
    var (pieces, plain, rest) = ([Piece](), "", text[...])
    while let open = rest.firstIndex(of: "{") {
      let inside = rest[rest.index(after: open)...]
      if let close = inside.firstIndex(of: "}"),
        let placeholder = MessagePlaceholder(rawValue: String(inside[..<close]))
      {
        plain += rest[..<open]
        if !plain.isEmpty { pieces.append(.plain(plain)) }
        pieces.append(.placeholder(placeholder))
        (plain, rest) = ("", rest[rest.index(after: close)...])
      } else {
        plain += rest[...open]
        rest = inside
      }
    }
    plain += rest
    return plain.isEmpty ? pieces : pieces + [.plain(plain)]
  }
}
