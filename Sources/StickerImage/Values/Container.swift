/// An image format that art can have.
public enum ImageFormat: String, Hashable, Sendable, CaseIterable {
  /// A still PNG.
  case png
  /// A PNG with an `acTL` chunk before its image data.
  case apng
  /// GIF 87a or 89a, still or animated.
  case gif
  /// A JPEG with any coding process.
  case jpeg
  /// A WebP, still or animated. Messages can't show it.
  case webp
  /// A WebM with VP9 video. Messages can't show it.
  case webm

  /// The file extensions that are accepted for the format, with the usual one first. App Store validation
  /// rejects `.apng`, and all WebP and WebM files.
  ///
  /// - Source: Xcode's message "Should be one of 'jpg, jpeg, gif, png'".
  public var fileExtensions: [String] {
    switch self {
    case .png, .apng: ["png"]
    case .gif: ["gif"]
    case .jpeg: ["jpg", "jpeg"]
    case .webp: ["webp"]
    case .webm: ["webm"]
    }
  }

  /// The common name, such as `PNG`.
  public var name: String {
    switch self {
    case .webp: "WebP"
    case .webm: "WebM"
    case .png, .apng, .gif, .jpeg: rawValue.uppercased()
    }
  }
}

/// The contents of an image file without its pixels: format, dimensions, timing, data positions and damage.
public struct ImageContainer: Hashable, Sendable {
  /// The format, identified by content and not by name.
  public var format: ImageFormat
  /// The dimensions of the canvas according to the header.
  public var canvas: PixelSize
  /// The color type in the format's terms, such as `truecolor with alpha`, `palette` or `YCbCr`.
  public var colorType = ""
  /// The number of bits per sample.
  public var bitDepth = 8
  /// The number of colors in the (global) palette, or 0 without one.
  public var paletteColorCount = 0
  /// Whether the file can have transparent pixels: an alpha channel, `tRNS`, a GIF's transparent index, or an
  /// uncovered canvas.
  public var canBeTransparent = false
  /// The frames, their timing and the number of plays, or nil for a still.
  public var animation: Animation?
  /// The chunks, blocks or segments in file order.
  public var parts: [ContainerPart] = []
  /// The number of bytes after the end of the image.
  public var trailingBytes = 0
  /// The offset of the first byte after the end of the image.
  public var endOffset = 0
  /// Whether the image is interlaced or progressive.
  public var isInterlaced = false
  /// The name of the ICC profile: a PNG chunk's keyword, or a JPEG profile's description. Nil if there is no
  /// profile, and empty if the profile has no name. Untrusted text.
  public var profileName: String?
  /// The decompressed ICC profile, or nil if there is none or it is too large or damaged.
  public var profile: [UInt8]?
  /// The facts in the profile's header: its class, color space and description.
  public var profileFacts: ICCProfileFacts? { profile.flatMap(ICCProfileFacts.init) }
  /// The values of a PNG's gAMA, cHRM, sRGB and cICP chunks.
  public var pngColorFacts = PNGColorSpaceChunks()
  /// The pixel density, or nil if the file has none or an invalid unit.
  public var density: PixelDensity?
  /// Facts that are specific to GIF.
  public var gif: GIFFacts?
  /// Facts that are specific to JPEG.
  public var jpeg: JPEGFacts?
  /// Facts that are specific to WebM.
  public var webM: WebMFacts?
  /// The EXIF orientation, 1...8, or nil.
  public var orientation: Int?
  /// The EXIF orientation in a PNG's text chunk, or nil. Editors read it, but viewers ignore it.
  package var textChunkOrientation: TextChunkOrientation?
  /// The keywords of text chunks, in file order. Untrusted text.
  public var textKeywords: [String] = []
  /// The private metadata fields, in the order in which they are found.
  public var privateFields: [PrivateField] = []
  /// The total size in bytes of the parts that don't affect pixels, colors or timing: text, EXIF, previews,
  /// comments and programs' private data.
  public var metadataBytes = 0
  /// The comments of a GIF or JPEG, in file order, up to 4 KiB in total. Untrusted text.
  public var comments: [String] = []
  /// All damage in the container, in file order.
  public var damage: [Damage] = []
  /// The limits that the file exceeds. If there are any, no pixels are decoded.
  public var exceededLimits: [ExceededLimit] = []
  /// The cost of decoding the file, plus the cost of inflating its text. If another limit is exceeded, pixels
  /// aren't counted, because none are decoded.
  public var decodingWork = RequiredDecodingWork()

  /// The positions of the data to decode.
  var dataPositions = ImageDataPositions.unreadable

  /// Creates an empty container. Parsers fill it.
  public init(format: ImageFormat, canvas: PixelSize) {
    self.format = format
    self.canvas = canvas
  }

  /// Adds exceeded limits, at most one of each kind.
  mutating func addExceededLimits(_ limits: [ExceededLimit]) {
    for limit in limits where !exceededLimits.contains(where: { $0.name == limit.name }) {
      exceededLimits.append(limit)
    }
  }

  /// Adds an error.
  mutating func addError(_ error: ImageError) {
    switch error {
    case .damaged(let found): damage.append(found)
    case .exceeded(let limit): addExceededLimits([limit])
    case .unsupportedFormat, .missingPackageTrait: break
    }
  }

  /// What the file stores for each frame of an animation, or for the only frame of a still GIF. Empty for
  /// other stills, which store only an image.
  public var animationOrGIFFrames: [StoredFrame] {
    if let animation { return animation.frames }
    if case .gif(let layout) = dataPositions { return layout.frames.map(\.stored) }
    return []
  }

  /// Checks the total work against its limit, once the total is known.
  mutating func checkDecodingWork(_ budget: DecodingBudget) {
    addExceededLimits([budget.exceededLimit(.decodingWork, by: decodingWork.totalUnits)].compactMap(\.self))
  }

  /// The number of frames: 1 for a still.
  public var frameCount: Int { animation?.frames.count ?? 1 }
}

/// An EXIF orientation in a text chunk: `Raw profile type exif` or `Raw profile type APP1`.
package struct TextChunkOrientation: Hashable, Sendable {
  /// The orientation, 1...8.
  package let value: Int
  /// The text chunk.
  package let location: ByteLocation
}

/// A chunk, block or segment.
public struct ContainerPart: Hashable, Sendable {
  /// The type in the specification's terms, such as `IHDR`, `graphic control extension` or `SOF0`.
  public let type: String
  /// The offset of the part's first byte in the file.
  public let offset: Int
  /// The size of the whole part in bytes.
  public let length: Int
  /// Whether the part doesn't affect pixels, colors or timing.
  public let isMetadata: Bool

  /// Creates a part.
  public init(type: String, offset: Int, length: Int, isMetadata: Bool = false) {
    self.type = type
    self.offset = offset
    self.length = length
    self.isMetadata = isMetadata
  }
}

/// The timing of an animation, and what the file stores for each frame.
public struct Animation: Hashable, Sendable {
  /// The number of plays. 0 means infinite.
  public var plays: Int
  /// The frames in playing order.
  public var frames: [StoredFrame]
  /// Whether the APNG's default image is excluded from the animation.
  public var hidesDefaultImage = false

  /// Creates an animation.
  public init(plays: Int, frames: [StoredFrame]) {
    self.plays = plays
    self.frames = frames
  }

  /// The duration of one cycle as image viewers play it, or nil if the sum overflows.
  public var duration: ExactSeconds? { frames.lazy.map(\.shownDelay).total() }

  /// The duration of one cycle as stored in the file, or nil if the sum overflows.
  package var storedDuration: ExactSeconds? { frames.lazy.map(\.delay).total() }
}

/// What the file stores for one frame: a patch, and how it is composited.
public struct StoredFrame: Hashable, Sendable {
  /// What happens to the patch's rectangle after the frame has been displayed.
  public enum Disposal: String, Hashable, Sendable {
    /// The patch stays.
    case keep
    /// The rectangle becomes transparent.
    case background
    /// The rectangle reverts to its state before the frame.
    case previous
  }
  /// How the patch is drawn.
  public enum Blend: String, Hashable, Sendable {
    /// The patch replaces the pixels below it.
    case source
    /// The patch is composited over the pixels below it.
    case over
  }
  /// The stored delay. An APNG denominator of 0 is represented as 100. Viewers show the frame for
  /// `shownDelay`.
  public var delay: ExactSeconds
  /// The rectangle of the canvas that the patch covers.
  public var patch: PixelRect
  /// What happens to the rectangle after the frame has been displayed.
  public var disposal: Disposal
  /// How the patch is drawn.
  public var blend: Blend
  /// The byte offset of the frame's `fcTL` chunk or image descriptor.
  public var headerOffset: Int
  /// Facts about the frame that are specific to GIF.
  public var gif: GIFFrameFacts?

  /// Creates a stored frame.
  public init(delay: ExactSeconds, patch: PixelRect, disposal: Disposal, blend: Blend, offset: Int) {
    self.delay = delay
    self.patch = patch
    self.disposal = disposal
    self.blend = blend
    self.headerOffset = offset
  }
}

/// The positions of a container's image data, kept from parsing so that the decoder doesn't parse the file
/// again.
enum ImageDataPositions: Hashable, Sendable {
  /// No pixels can be decoded because of damage or exceeded limits.
  case unreadable
  case png(PNGDataPositions)
  case gif(GIFDataPositions)
  case jpeg(JPEGPlaneLayout)
  case webp(WebPDataPositions)
  case webm(WebMDataPositions)
}

extension ImageContainer {
  /// Stores a comment as text. Valid UTF-8 is decoded as such. Otherwise, each byte becomes one character.
  mutating func addComment(_ bytes: some Collection<UInt8>) {
    let kept = comments.reduce(0) { $0 + $1.utf8.count }
    let part = Array(bytes.prefix(max(0, maxTotalCommentBytes - kept)))
    guard !part.isEmpty else { return }
    comments.append(String(validating: part, as: UTF8.self) ?? String(latin1: part))
  }
}

/// The maximum number of comment bytes that are kept in total, before conversion to text. This is enough to
/// identify the author of the comments, and small compared to the file.
let maxTotalCommentBytes = 4096
