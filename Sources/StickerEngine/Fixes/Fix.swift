package import StickerImage

/// A change that resolves a finding. Rules return it with their evidence.
package struct Fix: Hashable, Sendable {
  /// The kind of change.
  package let kind: Kind
  /// The parameters of the kind, in the order of its documentation; empty for most kinds.
  package let figures: [Int]
  /// The correct spelling of a misspelled word in a catalog's document, or nil for other kinds.
  package let word: String?

  /// Whether the fix is known to work. Reports mark such fixes with `[*]`.
  package var isCertain = false

  /// Creates a fix of a kind with its parameters.
  init(_ kind: Kind, _ figures: Int...) { self.init(kind, figures) }

  /// Creates a fix that replaces the word that a finding is about.
  package init(correctingDocumentTo word: String) {
    (kind, figures, self.word) = (.correctDocument, [], word)
  }

  package init(_ kind: Kind, _ figures: [Int]) { (self.kind, self.figures, word) = (kind, figures, nil) }

  /// The kinds of fixes, in the order in which they are applied.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Write the acTL chunk that announces an APNG's frames.
    case announceFrames = "announce-frames"
    /// Apply the EXIF orientation to the pixels, and remove it.
    case bakeOrientation = "bake-orientation"
    /// Apply the EXIF orientation of a text chunk to the pixels, and remove the chunk.
    case bakeTextOrientation = "bake-text-orientation"
    /// Convert the colors to sRGB.
    case convertColors = "convert-colors"
    /// Store 8 bits per channel.
    case reduceDepth = "reduce-depth"
    /// Make a flat background transparent.
    case removeBackground = "remove-background"
    /// Remove the matte color from soft edges. Figure: each of its samples, 0 or 255.
    case unmatte
    /// Remove specks. Figures: the number of pixels from which a dot is not a speck, and its minimum distance
    /// from everything else.
    case clearSpecks = "clear-specks"
    /// Clear pixels that are too faint to see.
    case clearHaze = "clear-haze"
    /// Trim the empty margin. Figure: the minimum side after trimming, in pixels.
    case trim
    /// Scale down. Figure: the longer side, in pixels.
    case downscale
    /// Scale down to a grid size. Figures: the longer side, and the minimum of the shorter side if there is
    /// one, in pixels.
    case downscaleToGrid = "downscale-to-grid"
    /// Add transparent pixels. Figures: width and height, in pixels.
    case padToPoints = "pad-to-points"
    /// Add transparent pixels. Figure: the side, in pixels.
    case padToSquare = "pad-to-square"
    /// Scale down and center on a canvas. Figures: its width and height, in pixels.
    case scaleToCanvas = "scale-to-canvas"
    /// Center on a larger canvas. Figures: its width and height, in pixels.
    case padToCanvas = "pad-to-canvas"
    /// Enlarge art that is too small, or center it on a larger canvas, as requested. Figures: width
    /// and height of the canvas for enlarged art, and of the one for art as it is, in pixels.
    case enlargeOrPad = "enlarge-or-pad"
    /// Center on a canvas that leaves a margin. Figures: its width and height, and the margin, in pixels.
    case padToMargin = "pad-to-margin"
    /// Scale down and center on a canvas that leaves a margin. Figures: its width and height, and the margin,
    /// in pixels.
    case scaleToMargin = "scale-to-margin"
    /// Merge frames that look like the one before.
    case mergeFrames = "merge-frames"
    /// Change delays of at most 10 ms to the 100 ms that viewers show.
    case writeShownDelays = "write-shown-delays"
    /// Drop the frames that matter least. Figure: the maximum number of frames that remain.
    case dropFrames = "thin-frames"
    /// Store the only frame of an animation as a still.
    case makeStill = "make-still"
    /// Drop a default image that the animation does not show. Frame 1 becomes the default image.
    case dropDefaultImage = "drop-default-image"
    /// Loop forever.
    case playForever = "play-forever"
    /// Play a number of times. Figure: the number of plays.
    case playTimes = "play-times"
    /// Play a number of times, slightly faster or slower, so that the total play time is a whole number of
    /// seconds. Figures: the number of plays, and the total number of seconds.
    case retime
    /// Convert to PNG or APNG.
    case convert
    /// Convert to WebP.
    case convertToWebP = "convert-to-webp"
    /// Convert an animation to GIF.
    case convertToGIF = "convert-to-gif"
    /// Store the frames of an APNG in true color.
    case storeTrueColor = "store-true-color"
    /// Remove the data after the image.
    case stripTrailing = "strip-trailing"
    /// Strip private metadata.
    case stripPrivate = "strip-private"
    /// Strip everything except pixels, color information and timing.
    case stripMetadata = "strip-metadata"
    /// Store the same pixels in fewer bytes.
    case reencode
    /// Reduce the file size to a limit. Figure: the maximum number of bytes.
    case reduceSize = "lighten"
    /// Rename the file to the extension of its format.
    case rename

    /// Correct a misspelled word in a catalog's document.
    case correctDocument = "correct-document"
    /// Set the platform of Messages icons.
    case writePlatform = "write-platform"
    /// Write a missing document of a catalog.
    case writeDocument = "write-document"
    /// Add a file to the document of its folder.
    case addToDocument = "add-to-document"
    /// Rename one of two files with the same name.
    case renameInCatalog = "rename-in-catalog"
    /// Regenerate wrong icons from the largest one.
    case makeIcons = "make-icons"
    /// Draw an icon on a background color.
    case flatten
  }
}

extension Fix.Kind {
  /// The part of a file that a fix changes.
  package enum Scope: Hashable, Sendable {
    /// The name of the file.
    case name
    /// The bytes of the file, before decoding: a part of them is removed.
    case cut(Stripping)
    /// The chunks of the file, before decoding.
    case chunks
    /// The bytes of the file, or the frames if another fix decodes them.
    case bytes
    /// The bytes of the file if that saves enough, otherwise its frames.
    case fileSize
    /// The decoded frames.
    case frames
    /// The documents of a catalog.
    case documents
  }

  /// The properties of a kind of fix.
  struct Traits: OptionSet {
    let rawValue: Int
    static let isLossy = Traits(rawValue: 1)
    static let isOnlyOnRequest = Traits(rawValue: 2)
    static let changesCanvas = Traits(rawValue: 4)
  }

  /// The description of a kind of fix.
  struct Row {
    let scope: Scope
    let traits: Traits
    /// The range of each parameter.
    let figures: [ClosedRange<Int>]
    let words: String

    init(_ scope: Scope, _ words: String, _ traits: Traits = [], figures: [ClosedRange<Int>] = []) {
      self.scope = scope
      self.traits = traits
      self.figures = figures
      self.words = words
    }
  }

  /// The description of this kind.
  var row: Row {
    let pixels = 1...65_535
    return switch self {
    case .announceFrames:
      Row(.chunks, "write the acTL chunk that announces the frames", [.isOnlyOnRequest])
    case .bakeOrientation:
      Row(.frames, "rotate the pixels upright and remove the EXIF orientation", [.changesCanvas])
    case .bakeTextOrientation:
      Row(
        .frames, "apply the orientation of the text chunk to the pixels, and remove the chunk",
        [.isOnlyOnRequest, .changesCanvas])
    case .convertColors: Row(.frames, "convert the colors to sRGB", [.isLossy])
    case .reduceDepth: Row(.frames, "store 8 bits per channel", [.isLossy])
    case .removeBackground:
      Row(.frames, "make the flat background transparent", [.isLossy, .isOnlyOnRequest])
    case .unmatte:
      Row(
        .frames, "remove the matte color from soft edges", [.isLossy, .isOnlyOnRequest], figures: [0...255])
    case .clearSpecks: Row(.frames, "remove specks", [.isLossy], figures: [1...16, 4...16])
    case .clearHaze: Row(.frames, "clear pixels that are too faint to see")
    case .trim: Row(.frames, "trim the empty margin", [.isOnlyOnRequest, .changesCanvas], figures: [pixels])
    case .downscale: Row(.frames, "scale down", [.isLossy, .changesCanvas], figures: [pixels])
    case .downscaleToGrid:
      Row(
        .frames, "scale down to a grid size", [.isLossy, .isOnlyOnRequest, .changesCanvas],
        figures: [pixels, pixels])
    case .padToPoints:
      Row(
        .frames, "pad with transparent pixels to whole points", [.isOnlyOnRequest, .changesCanvas],
        figures: [1...1024, 1...1024])
    case .padToSquare:
      Row(
        .frames, "pad with transparent pixels to a square", [.isOnlyOnRequest, .changesCanvas],
        figures: [1...1024])
    case .scaleToCanvas:
      Row(
        .frames, "scale down to the required canvas", [.isLossy, .changesCanvas],
        figures: [pixels, pixels])
    case .padToCanvas:
      Row(.frames, "center on the required canvas", [.changesCanvas], figures: [pixels, pixels])
    case .enlargeOrPad:
      Row(
        .frames, "enlarge the art, or center it on a larger canvas", [.changesCanvas],
        figures: [pixels, pixels, pixels, pixels])
    case .padToMargin:
      Row(
        .frames, "center the art on a canvas with the required margin", [.changesCanvas],
        figures: [pixels, pixels, 1...1000])
    case .scaleToMargin:
      Row(
        .frames, "scale the art down to leave the required margin empty", [.isLossy, .changesCanvas],
        figures: [pixels, pixels, 1...1000])
    case .mergeFrames: Row(.frames, "merge frames that repeat the one before, and keep the timing")
    case .writeShownDelays: Row(.bytes, "change delays of at most 10 ms to the 100 ms that viewers show")
    case .dropFrames:
      Row(
        .frames, "drop the frames that matter least, and keep the total time", [.isLossy],
        figures: [1...1_000_000])
    case .makeStill: Row(.frames, "store the only frame as a still PNG")
    case .dropDefaultImage:
      Row(
        .frames, "drop the default image that the animation does not show, and make frame 1 the default image"
      )
    case .playForever: Row(.bytes, "loop forever")
    case .playTimes: Row(.bytes, "set the number of plays", figures: [1...1_000_000])
    case .retime:
      Row(
        .frames, "change the speed by at most 10%, so that the total play time is a whole number of seconds",
        [.isLossy],
        figures: [1...1_000_000, 1...1_000_000])
    case .convert: Row(.frames, "convert to PNG or APNG, with the same pixels and timing")
    case .convertToWebP:
      Row(.frames, "convert to WebP, lossless if that fits, otherwise with as little loss as possible")
    case .convertToGIF:
      Row(.frames, "convert to GIF, with hard edges and at most 256 colors per palette", [.isLossy])
    case .storeTrueColor: Row(.frames, "store the same pixels in true color, without a palette")
    case .stripTrailing: Row(.cut(.trailing), "remove the data after the image")
    case .stripPrivate: Row(.cut(.privateParts), "strip the private metadata")
    case .stripMetadata: Row(.cut(.metadata), "strip metadata")
    case .reencode: Row(.fileSize, "store the same pixels in fewer bytes")
    case .reduceSize:
      Row(
        .fileSize,
        "make the file smaller, lossless if that is enough, otherwise with as little loss as possible",
        figures: [0...1_000_000_000])
    case .rename: Row(.name, "rename the file")
    case .correctDocument: Row(.documents, "correct the misspelled word")
    case .writePlatform: Row(.documents, "set the platform of the Messages icons")
    case .writeDocument: Row(.documents, "write the missing Contents.json")
    case .addToDocument:
      Row(.documents, "add the file to the Contents.json of its folder", [.isOnlyOnRequest])
    case .renameInCatalog: Row(.documents, "rename one of the files, and update Contents.json")
    case .makeIcons:
      Row(
        .documents,
        "drop unused alpha channels, and regenerate other wrong icons from the largest one",
        [.isOnlyOnRequest])
    case .flatten: Row(.frames, "draw the icon on a background color")
    }
  }

  /// The part of a file that the fix changes.
  package var scope: Scope { row.scope }
  /// Whether people may see a difference. Lossy fixes need `--lossy`.
  package var isLossy: Bool { row.traits.contains(.isLossy) }
  /// Whether the fix changes the look or position of the art, or the content of a pack. It runs only if its
  /// rule is selected.
  package var isOnlyOnRequest: Bool { row.traits.contains(.isOnlyOnRequest) }
  /// Whether the fix changes the dimensions of the canvas.
  var changesCanvas: Bool { row.traits.contains(.changesCanvas) }
  /// Whether the fix scales the art down.
  var scalesDown: Bool {
    [.downscale, .downscaleToGrid, .scaleToCanvas, .scaleToMargin].contains(self)
  }
  /// Whether the fix changes the documents of a catalog instead of one image.
  package var changesCatalogs: Bool { scope == .documents }
  /// The range of each parameter.
  package var figures: [ClosedRange<Int>] { row.figures }
  /// What the fix does, in imperative form.
  package var words: String { row.words }
}
