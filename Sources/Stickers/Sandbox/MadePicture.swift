package import StickerEngine
import StickerImage

// What crosses a pipe from a process that made one picture: the picture, or that there is none.

/// A picture that was made as it crosses the pipe from the worker.
///
/// - Parameter picture: nil where none could be made.
func answer(_ picture: [UInt8]?) -> [UInt8] {
  var writer = StoredWriter()
  writer.optional(picture) { $0.bytes($1) }
  return writer.stored
}

/// Reads a picture that a worker made; nil for what is no answer.
///
/// - Parameter fits: whether it is one that was asked for, as far as its container says.
func madePicture(
  parsing answer: [UInt8], _ budget: Budget, fits: (Container) -> Bool
) -> [UInt8]?? {
  var reader = StoredReader(answer[...])
  let picture = reader.optional { $0.bytes() }
  guard reader.isAtEnd else { return nil }
  guard let picture else { return .some(nil) }
  guard let container = soundPicture(picture, budget), fits(container) else { return nil }
  return .some(picture)
}

/// The container of a file that a worker made; nil if it is damaged, exceeds a limit, or has bytes behind the
/// image. A limit on formats is for files that are read.
func soundPicture(_ file: [UInt8], _ budget: Budget) -> Container? {
  var budget = budget
  budget.formats = .all
  guard let container = Container(of: file, budget: budget), container.damage.isEmpty,
    container.exceeded.isEmpty, container.trailingBytes == 0
  else { return nil }
  return container
}

/// What is drawn of a picture.
package enum Drawing: Hashable, Sendable {
  /// The picture of a message as it arrives.
  case arrival
  /// The icon of the pack beside it.
  case icon
  /// One of the 13 icons of a pack.
  case appIcon(AppIcon)

  /// Which icon, and how it is made.
  package struct AppIcon: Hashable, Sendable {
    let slot: IconSlot
    /// Whether the picture is a sticker, which the icon is drawn from.
    package let isDrawn: Bool
    /// 0xRRGGBB: what a transparent picture lies on; nil where nobody said.
    package let background: UInt32?

    package init(_ slot: IconSlot, isDrawn: Bool, background: UInt32?) {
      self.slot = slot
      self.isDrawn = isDrawn
      self.background = background
    }
  }

  /// As it crosses the pipe.
  var encoded: [UInt8] {
    switch self {
    case .arrival: return [0]
    case .icon: return [1]
    case .appIcon(let icon):
      let slot = UInt8(IconSlot.all.firstIndex(of: icon.slot) ?? 0)
      let color = icon.background.map { [UInt8($0 >> 16 & 0xFF), UInt8($0 >> 8 & 0xFF), UInt8($0 & 0xFF)] }
      return [2, slot, icon.isDrawn ? 1 : 0] + (color ?? [])
    }
  }

  /// The drawing in bytes that crossed a pipe; nil for what is none.
  init?(parsing bytes: [UInt8]) {
    switch (bytes.first, bytes.count) {
    case (0, 1): self = .arrival
    case (1, 1): self = .icon
    case (2, 3), (2, 6):
      guard IconSlot.all.indices.contains(Int(bytes[1])), bytes[2] < 2 else { return nil }
      let color = bytes.dropFirst(3).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      let background = bytes.count == 6 ? color : nil
      self = .appIcon(AppIcon(IconSlot.all[Int(bytes[1])], isDrawn: bytes[2] == 1, background: background))
    default: return nil
    }
  }
}
