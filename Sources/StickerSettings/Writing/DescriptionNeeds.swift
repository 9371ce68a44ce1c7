package import StickerModel

/// What messengers ask of a `stickerpack.yml`, each thing with those that do.
package struct DescriptionNeeds: Hashable, Sendable {
  /// Who drew the stickers.
  package private(set) var author: [String] = []
  /// Who publishes the pack; its author where nobody else is named.
  package private(set) var publisher: [String] = []
  /// An emoji for each sticker.
  package private(set) var emoji: [String] = []

  /// Nothing is asked for.
  package init() {}

  /// Adds what one messenger asks for.
  package mutating func add(_ messenger: String, _ limits: StickerLimits) {
    if limits.says(.wantsAuthor) { author.append(messenger) }
    if limits.says(.wantsPublisher) { publisher.append(messenger) }
    if limits[.leastEmoji] > 0 { emoji.append(messenger) }
  }

  /// What is still to be filled in, by the keys of the description, and who asks for it.
  package func missing(of credits: PackCredits) -> [(key: String, messengers: [String])] {
    let isPublished = credits.publisher != nil || credits.author != nil
    let all: [(String, [String])] = [
      ("author", credits.author == nil ? author : []), ("publisher", isPublished ? [] : publisher),
      ("emoji of each sticker", emoji),
    ]
    return all.filter { !$0.1.isEmpty }.map { (key: $0.0, messengers: $0.1) }
  }
}
