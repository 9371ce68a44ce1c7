package import StickerEngine
import StickerImage
import StickerPacker

/// Encodes an image as the answer of a worker process.
///
/// - Parameter picture: the image; nil if it could not be made.
func encodedImageAnswer(_ picture: [UInt8]?) -> [UInt8] {
  var encoder = BinaryEncoder()
  encoder.encodeOptional(picture) { $0.encode($1) }
  return encoder.bytes
}

/// Decodes an image that a worker process made; nil if the process could not make one.
///
/// - Parameter fits: returns whether the image has the requested format and size.
/// - Throws: `Diagnostic.corruptData` if the image is damaged, or does not have the requested format and
///   size.
func validatedImage(
  answer: [UInt8], _ budget: DecodingBudget, fits: (ImageContainer) -> Bool
) throws -> [UInt8]? {
  let picture = try BinaryDecoder.decode(answer[...]) { try $0.decodeOptional { try $0.decodeBytes() } }
  guard let picture else { return nil }
  guard let container = validWorkerOutputContainer(picture, budget), fits(container) else {
    throw Diagnostic.corruptData
  }
  return picture
}

/// The container of a file that a worker process made. Nil if it is damaged, exceeds a limit, or has bytes
/// after the image. The limit for formats is ignored, because it only applies to input files.
func validWorkerOutputContainer(_ file: [UInt8], _ budget: DecodingBudget) -> ImageContainer? {
  var budget = budget
  budget.formats = .all
  guard let container = ImageContainer(of: file, budget: budget), container.damage.isEmpty,
    container.exceededLimits.isEmpty, container.trailingBytes == 0
  else { return nil }
  return container
}

/// What to draw from an image.
package enum IconOrMessageImageRequest: BinaryCodable, Hashable, Sendable {
  /// The image of a message as the recipient sees it.
  case receivedMessageImage
  /// The pack's icon, as shown next to a message.
  case iconBesideMessage
  /// One of the 13 icons of a pack.
  case appIcon(AppIcon)

  /// An icon to draw.
  package struct AppIcon: Hashable, Sendable {
    let slot: IconSlot
    /// Whether the source image is a sticker instead of an icon.
    package let isDrawnFromSticker: Bool
    /// The color behind transparent pixels as 0xRRGGBB; nil if none was chosen.
    package let backgroundColor: UInt32?

    package init(_ slot: IconSlot, isDrawnFromSticker: Bool, backgroundColor: UInt32?) {
      self.slot = slot
      self.isDrawnFromSticker = isDrawnFromSticker
      self.backgroundColor = backgroundColor
    }
  }

  package func encode(to encoder: inout BinaryEncoder) {
    switch self {
    case .receivedMessageImage: encoder.encode(0)
    case .iconBesideMessage: encoder.encode(1)
    case .appIcon(let icon):
      encoder.encode(
        2, IconSlot.all.firstIndex(of: icon.slot) ?? 0, icon.isDrawnFromSticker, icon.backgroundColor)
    }
  }

  package init(from decoder: inout BinaryDecoder) throws {
    switch try decoder.decode(in: 0...2) {
    case 0: self = .receivedMessageImage
    case 1: self = .iconBesideMessage
    default:
      let slot = IconSlot.all[try decoder.decode(in: 0...IconSlot.all.count - 1)]
      let (isDrawn, background): (Bool, UInt32?) = try decoder.decode()
      self = .appIcon(AppIcon(slot, isDrawnFromSticker: isDrawn, backgroundColor: background))
    }
  }
}

extension IconOrMessageImageRequest {
  /// The side of a message icon in pixels: 28 points at @3x.
  static let iconBesideMessageSidePixels = 84

  /// Draws the requested image and encodes it as a file; nil if the source cannot be decoded.
  func drawnImage(from bytes: [UInt8], _ container: ImageContainer) -> [UInt8]? {
    switch self {
    case .appIcon(let icon): return icon.drawnImage(from: bytes)
    case .receivedMessageImage:
      return uprightSRGBFirstFrame(of: bytes, container).flatMap { SimulatedReceivedImage(of: $0)?.jpegBytes }
    case .iconBesideMessage:
      let side = PixelSize(Self.iconBesideMessageSidePixels, Self.iconBesideMessageSidePixels)
      return try? uprightSRGBFirstFrame(of: bytes, container)?.scaled(to: side).encodedPNG()
    }
  }

  /// Whether an image could be the result of the drawing.
  func couldProduce(_ container: ImageContainer) -> Bool {
    switch self {
    case .receivedMessageImage: SimulatedReceivedImage.isPlausible(container)
    case .iconBesideMessage:
      container.format == .png
        && container.canvas == PixelSize(Self.iconBesideMessageSidePixels, Self.iconBesideMessageSidePixels)
    case .appIcon(let icon): container.format == .png && container.canvas == icon.slot.pixelSize
    }
  }
}

extension IconOrMessageImageRequest.AppIcon {
  /// Draws the icon as a PNG; nil if no icon can be made from the image.
  fileprivate func drawnImage(from bytes: [UInt8]) -> [UInt8]? {
    let source = IconSetSource.ImageFile(file: Path("icon"), bytes: bytes)
    return try? iconPNG(
      for: slot, from: source, isDrawnFromSticker: isDrawnFromSticker, background: backgroundColor)
  }
}
