package import StickerImage

/// A change that resolves a finding. Rules return it with their evidence.
package struct Fix: Hashable, Sendable {
  /// The kind of change.
  package let kind: Kind
  /// The arguments of the fix, in the order in which its kind documents them; empty for most kinds.
  package let arguments: [Int]
  /// The correct spelling of a misspelled word in a catalog's document, or nil for other kinds.
  package let correctSpelling: String?

  /// Whether the fix is known to work. Reports mark such fixes with `[*]`.
  package var isCertain = false

  /// Creates a fix of a kind with its arguments.
  init(_ kind: Kind, _ figures: Int...) { self.init(kind, figures) }

  /// Creates a fix that replaces the word that a finding is about.
  package init(correctingDocumentTo word: String) {
    (kind, arguments, self.correctSpelling) = (.correctCatalogSpelling, [], word)
  }

  /// The width of an outline around art on a canvas, in pixels.
  package static func outlineWidth(on canvas: PixelSize) -> Int { max(4, 4 * canvas.longerSide / 408) }

  package init(_ kind: Kind, _ figures: [Int]) {
    (self.kind, self.arguments, correctSpelling) = (kind, figures, nil)
  }

  /// The kinds of fixes, in the order in which they are applied.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Write the missing acTL chunk of an APNG.
    case writeMissingAnimationControl = "announce-frames"
    /// Apply the EXIF orientation to the pixels, and remove it.
    case bakeOrientation = "bake-orientation"
    /// Apply the EXIF orientation of a text chunk to the pixels, and remove the chunk.
    case bakeTextChunkOrientation = "bake-text-orientation"
    /// Convert the colors to sRGB.
    case convertToSRGB = "convert-colors"
    /// Store 8 bits per channel.
    case reduceBitDepth = "reduce-depth"
    /// Make a flat background transparent.
    case removeBackground = "remove-background"
    /// Remove the matte color from the outline. Argument: the value of every sample of that color, 0 or 255.
    case unmatte
    /// Remove specks. Arguments: the number of pixels at which a dot is no longer a speck, and the minimum
    /// distance between a speck and everything else.
    case clearSpecks = "clear-specks"
    /// Clear pixels that are too faint to see.
    case clearHaze = "clear-haze"
    /// Trim the empty margin. Argument: the minimum side after trimming, in pixels.
    case trim
    /// Scale down. Argument: the longer side, in pixels.
    case downscale
    /// Scale down to a grid size. Arguments: the longer side and, optionally, the minimum length of the
    /// shorter side, in pixels.
    case downscaleToGridSize = "downscale-to-grid"
    /// Add transparent pixels. Arguments: the width and height, in pixels.
    case padToWholePoints = "pad-to-points"
    /// Add transparent pixels. Argument: the side, in pixels.
    case padToSquare = "pad-to-square"
    /// Scale down and center on a canvas. Arguments: the width and height of the canvas, then those of the canvas
    /// for enlarged art, in pixels.
    case scaleDownToCanvas = "scale-to-canvas"
    /// Center on a larger canvas. Arguments: the width and height of the canvas for unscaled art, then those of
    /// the canvas for enlarged art, in pixels.
    case padToCanvas = "pad-to-canvas"
    /// Enlarge art that is too small, or center it on a larger canvas, as requested. Arguments: the width and
    /// height of the canvas for enlarged art, then those of the canvas for unscaled art, in pixels.
    case enlargeOrPad = "enlarge-or-pad"
    /// Draw an outline around the art. Arguments: the value of every sample of the outline's color, 0 or 255,
    /// and the outline's thickness in pixels. It is drawn at the final scale.
    case addOutline = "add-outline"
    /// Center on a canvas that leaves a margin. Arguments: the canvas's width and height, and the margin, in
    /// pixels.
    case padToMargin = "pad-to-margin"
    /// Scale down and center on a canvas that leaves a margin. Arguments: the canvas's width and height, and
    /// the margin, in pixels.
    case scaleDownToMargin = "scale-to-margin"
    /// Merge frames that look like the previous frame.
    case mergeDuplicateFrames = "merge-frames"
    /// Change delays of at most 10 ms to the 100 ms that viewers show.
    case writeShownDelays = "write-shown-delays"
    /// Drop the frames whose loss is least visible. Argument: the maximum number of frames to keep.
    case dropFrames = "thin-frames"
    /// Store the only frame of an animation as a still.
    case storeUnchangingAnimationAsStill = "make-still"
    /// Drop a default image that the animation does not show. Frame 1 becomes the default image.
    case dropHiddenDefaultImage = "drop-default-image"
    /// Cut the end of an animation, or play it faster, as requested. Argument: the maximum duration in
    /// milliseconds.
    case shorten
    /// Loop forever.
    case playForever = "play-forever"
    /// Play a number of times. Argument: the number of plays.
    case playTimes = "play-times"
    /// Play a number of times, slightly faster or slower, so that the total play time is a whole number of
    /// seconds. Arguments: the number of plays, and the total number of seconds.
    case playTimesInWholeSeconds = "retime"
    /// Convert to PNG or APNG.
    case convertToPNGOrAPNG = "convert"
    /// Convert to WebP.
    case convertToWebP = "convert-to-webp"
    /// Convert an animation to WebM. Argument: the maximum duration in milliseconds, or 0 for no maximum.
    case convertToWebM = "convert-to-webm"
    /// Convert an animation to GIF.
    case convertToGIF = "convert-to-gif"
    /// Store the frames of an APNG in true color.
    case storeAPNGInTrueColor = "store-true-color"
    /// Remove the data after the image.
    case stripTrailingData = "strip-trailing"
    /// Strip private metadata.
    case stripPrivateMetadata = "strip-private"
    /// Strip everything except pixels, color information and timing.
    case stripMetadata = "strip-metadata"
    /// Store the same pixels in fewer bytes.
    case reencode
    /// Reduce the file size to a limit. Argument: the maximum number of bytes.
    case reduceFileSize = "lighten"
    /// Rename the file so that its extension matches its format.
    case correctFileExtension = "rename"

    /// Correct a misspelled word in a catalog document.
    case correctCatalogSpelling = "correct-document"
    /// Set the platform of Messages icons.
    case correctIconPlatform = "write-platform"
    /// Write a missing catalog document.
    case writeMissingCatalogDocument = "write-document"
    /// Add a file to its folder's document.
    case addToCatalogDocument = "add-to-document"
    /// Rename one of two files with the same name.
    case renameDuplicateInCatalog = "rename-in-catalog"
    /// Regenerate wrong icons from the largest one.
    case regenerateWrongIcons = "make-icons"
    /// Draw an icon on a background color.
    case flatten
  }
}

extension Fix.Kind {
  /// The part of a file that a fix changes.
  package enum ChangedPart: Hashable, Sendable {
    /// The name of the file.
    case name
    /// A part of the file's bytes, which is removed before decoding.
    case strippedPart(StripOptions)
    /// The chunks of the file, before decoding.
    case chunks
    /// The bytes of the file, or the frames if another fix decodes them.
    case bytesUnlessDecoded
    /// The bytes of the file if changing them saves enough; otherwise, its frames.
    case bytesIfEnoughElseFrames
    /// The decoded frames.
    case frames
    /// The documents of a catalog.
    case catalogDocuments
  }

  /// The properties of a kind of fix.
  struct Traits: OptionSet {
    let rawValue: Int
    static let isLossy = Traits(rawValue: 1)
    static let isOptIn = Traits(rawValue: 2)
    static let changesCanvas = Traits(rawValue: 4)
  }

  /// What a kind of fix changes, with its traits, argument ranges and description.
  struct Definition {
    let scope: ChangedPart
    let traits: Traits
    /// The valid range of each argument.
    let argumentRanges: [ClosedRange<Int>]
    let description: String

    init(
      _ scope: ChangedPart, _ description: String, _ traits: Traits = [],
      argumentRanges: [ClosedRange<Int>] = []
    ) {
      self.scope = scope
      self.traits = traits
      self.argumentRanges = argumentRanges
      self.description = description
    }
  }

  var definition: Definition {
    let pixels = 1...65_535
    return switch self {
    case .writeMissingAnimationControl:
      Definition(.chunks, "write the acTL chunk before the image data", [.isOptIn])
    case .bakeOrientation:
      Definition(.frames, "rotate the pixels upright and remove the EXIF orientation", [.changesCanvas])
    case .bakeTextChunkOrientation:
      Definition(
        .frames, "apply the orientation stored in the text chunk to the pixels, and remove the chunk",
        [.isOptIn, .changesCanvas])
    case .convertToSRGB: Definition(.frames, "convert the colors to sRGB", [.isLossy])
    case .reduceBitDepth: Definition(.frames, "reduce 16 bits per channel to 8", [.isLossy])
    case .removeBackground:
      Definition(.frames, "make the flat background transparent", [.isLossy, .isOptIn])
    case .unmatte:
      Definition(
        .frames, "remove the matte color from the outline", [.isLossy, .isOptIn], argumentRanges: [0...255])
    case .clearSpecks: Definition(.frames, "remove specks", [.isLossy], argumentRanges: [1...16, 4...16])
    case .clearHaze: Definition(.frames, "clear pixels that are too faint to see")
    case .addOutline:
      Definition(.frames, "add an outline around the art", [.isOptIn], argumentRanges: [0...255, 1...1000])
    case .trim:
      Definition(.frames, "trim the empty margin", [.isOptIn, .changesCanvas], argumentRanges: [pixels])
    case .downscale:
      Definition(.frames, "scale the art down", [.isLossy, .changesCanvas], argumentRanges: [pixels])
    case .downscaleToGridSize:
      Definition(
        .frames, "scale the art down to a grid size", [.isLossy, .isOptIn, .changesCanvas],
        argumentRanges: [pixels, pixels])
    case .padToWholePoints:
      Definition(
        .frames, "pad the canvas with transparent pixels so that its sides are whole numbers of points",
        [.isOptIn, .changesCanvas],
        argumentRanges: [1...1024, 1...1024])
    case .padToSquare:
      Definition(
        .frames, "pad the canvas with transparent pixels so that it is square", [.isOptIn, .changesCanvas],
        argumentRanges: [1...1024])
    case .scaleDownToCanvas:
      Definition(
        .frames, "scale the art down, and center it on the required canvas", [.isLossy, .changesCanvas],
        argumentRanges: [pixels, pixels, pixels, pixels])
    case .padToCanvas:
      Definition(
        .frames, "center the art on the required canvas", [.changesCanvas],
        argumentRanges: [pixels, pixels, pixels, pixels])
    case .enlargeOrPad:
      Definition(
        .frames, "enlarge the art, or center it on a larger canvas", [.changesCanvas],
        argumentRanges: [pixels, pixels, pixels, pixels])
    case .padToMargin:
      Definition(
        .frames, "center the art on a canvas with the required margin", [.changesCanvas],
        argumentRanges: [pixels, pixels, 1...1000])
    case .scaleDownToMargin:
      Definition(
        .frames, "scale the art down to leave the required margin empty", [.isLossy, .changesCanvas],
        argumentRanges: [pixels, pixels, 1...1000])
    case .mergeDuplicateFrames:
      Definition(.frames, "merge frames that repeat the previous frame, and keep the timing")
    case .writeShownDelays:
      Definition(.bytesUnlessDecoded, "change delays of 10 ms or less to the 100 ms that viewers use")
    case .dropFrames:
      Definition(
        .frames, "drop the frames that matter least, and keep the total duration", [.isLossy],
        argumentRanges: [1...1_000_000])
    case .shorten:
      Definition(
        .frames, "cut the end of the animation, or play it faster", argumentRanges: [1...1_000_000_000])
    case .storeUnchangingAnimationAsStill: Definition(.frames, "store the only frame as a still PNG")
    case .dropHiddenDefaultImage:
      Definition(
        .frames, "drop the default image that the animation does not show, and make frame 1 the default image"
      )
    case .playForever: Definition(.bytesUnlessDecoded, "make the animation loop forever")
    case .playTimes:
      Definition(.bytesUnlessDecoded, "set the number of plays", argumentRanges: [1...1_000_000])
    case .playTimesInWholeSeconds:
      Definition(
        .frames, "change the speed by at most 10%, so that the total play time is a whole number of seconds",
        [.isLossy],
        argumentRanges: [1...1_000_000, 1...1_000_000])
    case .convertToPNGOrAPNG:
      Definition(.frames, "convert the file to PNG or APNG, with the same pixels and timing")
    case .convertToWebP:
      Definition(
        .frames,
        "convert the file to WebP, losslessly if that fits, otherwise with as little loss as possible")
    case .convertToWebM:
      Definition(
        .frames, "convert the animation to WebM (VP9 with alpha, at most 30 frames per second)", [.isLossy],
        argumentRanges: [0...1_000_000_000])
    case .convertToGIF:
      Definition(
        .frames, "convert the animation to GIF, with hard edges and at most 256 colors per palette",
        [.isLossy])
    case .storeAPNGInTrueColor: Definition(.frames, "store the same pixels in true color, without a palette")
    case .stripTrailingData: Definition(.strippedPart(.trailingBytes), "remove the data after the image")
    case .stripPrivateMetadata:
      Definition(.strippedPart(.partsWithPrivateFields), "strip the private metadata")
    case .stripMetadata: Definition(.strippedPart(.metadata), "strip metadata")
    case .reencode: Definition(.bytesIfEnoughElseFrames, "store the same pixels in fewer bytes")
    case .reduceFileSize:
      Definition(
        .bytesIfEnoughElseFrames,
        "reduce the file size, losslessly if that is enough, otherwise with as little loss as possible",
        argumentRanges: [0...1_000_000_000])
    case .correctFileExtension: Definition(.name, "rename the file")
    case .correctCatalogSpelling: Definition(.catalogDocuments, "correct misspelled keys and values")
    case .correctIconPlatform: Definition(.catalogDocuments, "set the platform of the Messages icons")
    case .writeMissingCatalogDocument: Definition(.catalogDocuments, "write a missing Contents.json")
    case .addToCatalogDocument:
      Definition(.catalogDocuments, "add the file to the Contents.json of its folder", [.isOptIn])
    case .renameDuplicateInCatalog:
      Definition(.catalogDocuments, "rename one of the files, and update Contents.json")
    case .regenerateWrongIcons:
      Definition(
        .catalogDocuments,
        "drop unused alpha channels, and regenerate other incorrect icons from the largest one",
        [.isOptIn])
    case .flatten: Definition(.frames, "draw the icon on a background color")
    }
  }

  /// The part of a file that the fix changes.
  package var changedPart: ChangedPart { definition.scope }
  /// Whether the change may be visible. Lossy fixes need `--lossy`.
  package var isLossy: Bool { definition.traits.contains(.isLossy) }
  /// Whether the fix changes the look or position of the art, or the content of a pack. It runs only if its
  /// rule is selected.
  package var isOptIn: Bool { definition.traits.contains(.isOptIn) }
  /// Whether the fix changes the dimensions of the canvas.
  var changesCanvas: Bool { definition.traits.contains(.changesCanvas) }
  /// Whether the fix scales the art down.
  var scalesArtDown: Bool {
    [.downscale, .downscaleToGridSize, .scaleDownToCanvas, .scaleDownToMargin].contains(self)
  }
  /// Whether the fix changes the documents of a catalog instead of one image.
  package var changesCatalogs: Bool { changedPart == .catalogDocuments }
  /// The valid range of each argument.
  package var argumentRanges: [ClosedRange<Int>] { definition.argumentRanges }
  /// What the fix does, in imperative form.
  package var description: String { definition.description }
}
