/// The formats that art comes in.
public enum ImageFormat: String, Hashable, Sendable, CaseIterable {
  /// A still PNG.
  case png
  /// A PNG with an `acTL` chunk before its image data.
  case apng
  /// GIF 87a or 89a, still or animated.
  case gif
  /// A JPEG of any process.
  case jpeg
  /// A WebP, still or animated, which Messages does not show.
  case webp

  /// Extensions that are taken for it, the usual one first; the upload refuses `.apng`, and any WebP.
  ///
  /// - Source: Xcode's message "Should be one of 'jpg, jpeg, gif, png'".
  public var fileExtensions: [String] {
    switch self {
    case .png, .apng: ["png"]
    case .gif: ["gif"]
    case .jpeg: ["jpg", "jpeg"]
    case .webp: ["webp"]
    }
  }

  /// The name people know: `PNG`.
  public var name: String { self == .webp ? "WebP" : rawValue.uppercased() }
}

/// What a container says of its image before a pixel is decoded: format, size, timing, places, damage.
public struct Container: Hashable, Sendable {
  /// The format by content, never by name.
  public var format: ImageFormat
  /// The size of the canvas in pixels, as the header claims.
  public var canvas: PixelSize
  /// The format's own word: `truecolor with alpha`, `palette`, `YCbCr`.
  public var colorType = ""
  /// How many bits a sample has.
  public var bitDepth = 8
  /// Entries of the (global) palette; 0 without one.
  public var paletteSize = 0
  /// Whether pixels can be transparent at all: an alpha channel, `tRNS`, a GIF's transparent index or
  /// uncovered canvas.
  public var canBeTransparent = false
  /// Frames, timing and loops; nil for a still.
  public var animation: Animation?
  /// Chunks, blocks or segments in file order.
  public var parts: [ContainerPart] = []
  /// Bytes after the end of the image.
  public var trailingBytes = 0
  /// Where the bytes after the end of the image begin, in bytes from the start of the file.
  public var endOffset = 0
  /// Whether the image is interlaced or progressive.
  public var isInterlaced = false
  /// The ICC profile's name: a PNG chunk's keyword, a JPEG profile's own description. Nil without a profile,
  /// empty where it has none; hostile text.
  public var profileName: String?
  /// The embedded ICC profile, inflated; nil without one, or where it is too large or broken.
  public var profile: [UInt8]?
  /// What that profile says of itself: its class, color space and description.
  public var profileFacts: ProfileFacts? { profile.flatMap(ProfileFacts.init) }
  /// A PNG's chunks gAMA, cHRM, sRGB and cICP.
  public var color = ColorFacts()
  /// Pixels for a length; nil where the file says nothing, or of a unit that does not exist.
  public var density: PixelDensity?
  /// What only a GIF says.
  public var gif: GIFFacts?
  /// What only a JPEG says.
  public var jpeg: JPEGFacts?
  /// EXIF orientation, 1...8; nil where the file has none.
  public var orientation: Int?
  /// The EXIF orientation in a text chunk of a PNG, or nil. Editors read it, viewers ignore it.
  package var textOrientation: TextOrientation?
  /// Keywords of text chunks, in file order; hostile text.
  public var textKeys: [String] = []
  /// Fields of metadata that say more of people than of the picture, in the order in which they are found.
  public var privateFields: [PrivateField] = []
  /// Bytes of parts that change neither pixels nor colors nor timing: texts, EXIF, previews, comments, and
  /// whatever programs keep for themselves.
  public var metadataBytes = 0
  /// Comments of a GIF or JPEG, in file order, the first 4 KiB of them all; hostile text.
  public var comments: [String] = []
  /// Everything wrong with the container, in file order.
  public var damage: [Damage] = []
  /// Limits that the file exceeds; then no pixel is decoded.
  public var exceeded: [LimitExceeded] = []
  /// What decoding it whole takes, and what inflating its texts took. Where another limit is exceeded, no
  /// pixel counts, since none is decoded.
  public var work = Work()

  /// Where the pixels are, for decoding.
  var layout = ContainerLayout.unreadable

  /// A container without parts; the readers fill it in.
  public init(format: ImageFormat, canvas: PixelSize) {
    self.format = format
    self.canvas = canvas
  }

  /// Notes limits that are exceeded: each kind once, however many parts of the file exceed it.
  mutating func note(_ limits: [LimitExceeded]) {
    for limit in limits where !exceeded.contains(where: { $0.name == limit.name }) { exceeded.append(limit) }
  }

  /// Notes what is wrong with the file.
  mutating func note(_ error: ImageError) {
    switch error {
    case .damaged(let found): damage.append(found)
    case .exceeded(let limit): note([limit])
    case .noReader, .unavailable: break
    }
  }

  /// What the file stores for each frame of an animation, and for the one frame of a still GIF; empty for
  /// other stills, which store a picture and nothing else.
  public var storedFrames: [StoredFrame] {
    if let animation { return animation.frames }
    if case .gif(let layout) = layout { return layout.frames.map(\.stored) }
    return []
  }

  /// Settles whether the work is too much, once it is counted.
  mutating func checkWork(_ budget: Budget) {
    note([budget.exceeded(.work, by: work.units)].compactMap(\.self))
  }

  /// Frames of the animation, 1 for a still.
  public var frameCount: Int { animation?.frames.count ?? 1 }
}

/// An EXIF orientation in a text chunk: `Raw profile type exif` or `Raw profile type APP1`.
package struct TextOrientation: Hashable, Sendable {
  /// The orientation, 1...8.
  package let value: Int
  /// The text chunk.
  package let location: ByteLocation
}

/// One chunk, block or segment.
public struct ContainerPart: Hashable, Sendable {
  /// The kind of part in the specification's terms: `IHDR`, `graphic control extension`, `SOF0`.
  public let type: String
  /// Bytes from the start of the file to the part's first byte.
  public let offset: Int
  /// Bytes of the whole part.
  public let length: Int
  /// Whether it changes neither pixels nor colors nor timing.
  public let isMetadata: Bool

  /// A part of a container.
  public init(type: String, offset: Int, length: Int, isMetadata: Bool = false) {
    self.type = type
    self.offset = offset
    self.length = length
    self.isMetadata = isMetadata
  }
}

/// The timing of an animation and what the file stores for each frame.
public struct Animation: Hashable, Sendable {
  /// How often the animation plays; 0 is endless.
  public var plays: Int
  /// The frames in playing order.
  public var frames: [StoredFrame]
  /// Whether the APNG's default image is not part of the animation.
  public var hidesDefaultImage = false

  /// An animation.
  public init(plays: Int, frames: [StoredFrame]) {
    self.plays = plays
    self.frames = frames
  }

  /// The duration of one cycle as viewers show it, or nil if the sum overflows.
  public var duration: ExactSeconds? { frames.lazy.map(\.shownDelay).total() }

  /// The duration of one cycle as stored in the file, or nil if the sum overflows.
  package var writtenDuration: ExactSeconds? { frames.lazy.map(\.delay).total() }
}

/// What the file stores for one frame: a patch, and how it joins the canvas.
public struct StoredFrame: Hashable, Sendable {
  /// What happens to the patch's rectangle after the frame was shown.
  public enum Disposal: String, Hashable, Sendable {
    /// The patch stays.
    case keep
    /// The rectangle becomes transparent.
    case background
    /// The rectangle becomes what it was before the frame.
    case previous
  }
  /// How the patch is drawn.
  public enum Blend: String, Hashable, Sendable {
    /// The patch replaces what is there.
    case source
    /// The patch lies over what is there.
    case over
  }
  /// The stored delay. An APNG denominator of 0 is given as 100. Viewers show the frame
  /// for `shownDelay`.
  public var delay: ExactSeconds
  /// The rectangle of the canvas that is stored.
  public var patch: PixelRect
  /// What happens to the rectangle after the frame.
  public var disposal: Disposal
  /// How the patch is drawn.
  public var blend: Blend
  /// The byte at which the frame's `fcTL` or image descriptor begins.
  public var offset: Int
  /// What only a GIF says of a frame.
  public var gif: GIFFrameFacts?

  /// A stored frame.
  public init(delay: ExactSeconds, patch: PixelRect, disposal: Disposal, blend: Blend, offset: Int) {
    self.delay = delay
    self.patch = patch
    self.disposal = disposal
    self.blend = blend
    self.offset = offset
  }
}

/// Where a container's pixels are, kept from the walk so that decoding need not walk again.
enum ContainerLayout: Hashable, Sendable {
  /// Damage or limits leave no pixel to decode.
  case unreadable
  case png(PNGLayout)
  case gif(GIFLayout)
  case jpeg(JPEGPlanes)
  case webp(WebPLayout)
}

extension Container {
  /// Keeps a comment as text: UTF-8 where it is that, one character a byte where it is not.
  mutating func keepComment(_ bytes: some Collection<UInt8>) {
    let kept = comments.reduce(0) { $0 + $1.utf8.count }
    let part = Array(bytes.prefix(max(0, maxCommentBytes - kept)))
    guard !part.isEmpty else { return }
    comments.append(String(validating: part, as: UTF8.self) ?? String(latin1: part))
  }
}

/// Bytes of all comments together that are kept, before they become text: enough to see who wrote them, and
/// nothing beside the file itself.
let maxCommentBytes = 4096
