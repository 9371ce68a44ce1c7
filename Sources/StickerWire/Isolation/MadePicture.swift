package import StickerImage

// What crosses a pipe from a process that made one picture: the picture, or that there is none.

/// A picture that was made as it crosses the pipe from the worker.
///
/// - Parameter picture: nil where none could be made.
package func answer(_ picture: [UInt8]?) -> [UInt8] {
  var writer = StoredWriter()
  writer.optional(picture) { $0.bytes($1) }
  return writer.stored
}

/// Reads a picture that a worker made; nil for what is no answer.
///
/// - Parameter fits: whether it is one that was asked for, as far as its container says.
package func madePicture(
  parsing answer: [UInt8], _ budget: Budget, fits: (Container) -> Bool
) -> [UInt8]?? {
  var reader = StoredReader(answer[...])
  let picture = reader.optional { $0.bytes() }
  guard reader.isAtEnd else { return nil }
  guard let picture else { return .some(nil) }
  guard let container = Container(of: picture, budget: budget), container.damage.isEmpty,
    container.exceeded.isEmpty, container.trailingBytes == 0, fits(container)
  else { return nil }
  return .some(picture)
}

/// What is drawn of a message's picture.
package enum Drawing: UInt8, Hashable, Sendable {
  /// The picture as it arrives.
  case arrival
  /// The icon of the pack beside it.
  case icon
}
