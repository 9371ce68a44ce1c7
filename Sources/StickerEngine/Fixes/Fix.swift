package import StickerImage

/// What would cure a finding. A rule names it with its evidence.
package struct Fix: Hashable, Sendable {
  /// The kind of change that cures the finding.
  package let kind: Kind
  /// What its kind asks for, in the order in which the kind names it; empty for most.
  package let figures: [Int]
  /// What takes the place of a misspelled word in a catalog's document; nil for every other kind.
  package let word: String?

  /// Whether the fix is known to work. Reports mark such fixes with `[*]`.
  package var isCertain = false

  /// A fix of a kind, with the figures that the kind asks for.
  init(_ kind: Kind, _ figures: Int...) { self.init(kind, figures) }

  /// A word that takes the place of the one that a finding is about.
  package init(correctingDocumentTo word: String) {
    (kind, figures, self.word) = (.correctDocument, [], word)
  }

  package init(_ kind: Kind, _ figures: [Int]) { (self.kind, self.figures, word) = (kind, figures, nil) }

  /// The things that can be done, in the order in which they are done.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Write the acTL chunk that announces an APNG's frames.
    case announceFrames = "announce-frames"
    /// Turn the pixels as the EXIF orientation says, and drop it.
    case bakeOrientation = "bake-orientation"
    /// Apply the EXIF orientation of a text chunk to the pixels, and remove the chunk.
    case bakeTextOrientation = "bake-text-orientation"
    /// Convert the colors to sRGB.
    case convertColors = "convert-colors"
    /// Store 8 bits a channel.
    case reduceDepth = "reduce-depth"
    /// Make a flat background transparent.
    case removeBackground = "remove-background"
    /// Take the matte's color out of a soft edge. Figure: each of its samples, 0 or 255.
    case unmatte
    /// Clear specks. Figures: pixels that a dot is none of any more, and its least distance from all else.
    case clearSpecks = "clear-specks"
    /// Clear what is too faint to be seen.
    case clearHaze = "clear-haze"
    /// Cut off empty margin. Figure: the least that a side may then measure, in pixels.
    case trim
    /// Scale down. Figure: the longer side, in pixels.
    case downscale
    /// Scale down to a grid size. Figure: the longer side, in pixels.
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
    /// Store frames that look like the one before as one with it.
    case mergeFrames = "merge-frames"
    /// Write a delay of 100 ms, which viewers show, into frames of at most 10 ms.
    case writeShownDelays = "write-shown-delays"
    /// Leave out the frames that are missed least. Figure: the most that may be left.
    case dropFrames = "thin-frames"
    /// Store an animation's only frame as a still.
    case makeStill = "make-still"
    /// Leave out a default image that the animation does not show: frame 1 becomes the default image.
    case dropDefaultImage = "drop-default-image"
    /// Play without end.
    case playForever = "play-forever"
    /// Play a number of times. Figure: how often.
    case playTimes = "play-times"
    /// Play a number of times, a little faster or slower, so that all plays together take a whole number of
    /// seconds. Figures: how often, and how many seconds in all.
    case retime
    /// Store as PNG or APNG.
    case convert
    /// Store as WebP.
    case convertToWebP = "convert-to-webp"
    /// Store an animation as a GIF.
    case convertToGIF = "convert-to-gif"
    /// Store the frames of an APNG in true color.
    case storeTrueColor = "store-true-color"
    /// Cut off what follows the image.
    case stripTrailing = "strip-trailing"
    /// Strip metadata that gives people away.
    case stripPrivate = "strip-private"
    /// Strip all that is neither picture nor color nor timing.
    case stripMetadata = "strip-metadata"
    /// Store the same pixels in fewer bytes.
    case reencode
    /// Get below a limit. Figure: the most bytes that are allowed.
    case reduceSize = "lighten"
    /// Give the name the extension of the content.
    case rename

    /// Correct a misspelled word of a catalog's document.
    case correctDocument = "correct-document"
    /// Write the platform of icons that belong to Messages.
    case writePlatform = "write-platform"
    /// Write a catalog's document that is missing.
    case writeDocument = "write-document"
    /// Name a file in the document of its folder.
    case addToDocument = "add-to-document"
    /// Give one of two files of one name another.
    case renameInCatalog = "rename-in-catalog"
    /// Make the icons that are wrong anew from the largest.
    case makeIcons = "make-icons"
    /// Draw an icon over a color.
    case flatten
  }
}

extension Fix.Kind {
  /// What a fix is carried out on.
  package enum Scope: Hashable, Sendable {
    /// The name of the file.
    case name
    /// Its bytes, before anything is decoded: a part of them goes.
    case cut(Stripping)
    /// Its chunks, before anything is decoded.
    case chunks
    /// Its bytes, where nothing else asks for its frames.
    case bytes
    /// Its bytes where fewer of them are enough, its frames otherwise.
    case fileSize
    /// Its frames.
    case frames
    /// A catalog, and no image.
    case documents
  }

  /// What is special about a fix.
  struct Traits: OptionSet {
    let rawValue: Int
    static let isLossy = Traits(rawValue: 1)
    static let isOnlyOnRequest = Traits(rawValue: 2)
    static let changesCanvas = Traits(rawValue: 4)
  }

  /// All that is known of a kind of fix.
  struct Row {
    let scope: Scope
    let traits: Traits
    /// What each of its figures may be.
    let figures: [ClosedRange<Int>]
    let words: String

    init(_ scope: Scope, _ words: String, _ traits: Traits = [], figures: [ClosedRange<Int>] = []) {
      self.scope = scope
      self.traits = traits
      self.figures = figures
      self.words = words
    }
  }

  /// A row for each kind: one without would not compile.
  var row: Row {
    let pixels = 1...65_535
    return switch self {
    case .announceFrames:
      Row(.chunks, "write the acTL chunk that announces the frames", [.isOnlyOnRequest])
    case .bakeOrientation: Row(.frames, "turn the pixels upright and drop the note", [.changesCanvas])
    case .bakeTextOrientation:
      Row(
        .frames, "turn the pixels as the text chunk says, and drop the chunk",
        [.isOnlyOnRequest, .changesCanvas])
    case .convertColors: Row(.frames, "convert the colors to sRGB", [.isLossy])
    case .reduceDepth: Row(.frames, "store 8 bits a channel", [.isLossy])
    case .removeBackground:
      Row(.frames, "make the flat background transparent", [.isLossy, .isOnlyOnRequest])
    case .unmatte:
      Row(.frames, "take the matte out of the soft edge", [.isLossy, .isOnlyOnRequest], figures: [0...255])
    case .clearSpecks: Row(.frames, "clear the specks", [.isLossy], figures: [1...16, 4...16])
    case .clearHaze: Row(.frames, "clear what is too faint to be seen")
    case .trim: Row(.frames, "cut off empty margin", [.isOnlyOnRequest, .changesCanvas], figures: [pixels])
    case .downscale: Row(.frames, "scale down", [.isLossy, .changesCanvas], figures: [pixels])
    case .downscaleToGrid:
      Row(
        .frames, "scale down to the grid size", [.isLossy, .isOnlyOnRequest, .changesCanvas],
        figures: [pixels, pixels])
    case .padToPoints:
      Row(
        .frames, "add transparent pixels up to whole points", [.isOnlyOnRequest, .changesCanvas],
        figures: [1...1024, 1...1024])
    case .padToSquare:
      Row(
        .frames, "add transparent pixels up to a square", [.isOnlyOnRequest, .changesCanvas],
        figures: [1...1024])
    case .scaleToCanvas:
      Row(
        .frames, "scale down to the canvas that is asked for", [.isLossy, .changesCanvas],
        figures: [pixels, pixels])
    case .padToCanvas:
      Row(.frames, "center on the canvas that is asked for", [.changesCanvas], figures: [pixels, pixels])
    case .enlargeOrPad:
      Row(
        .frames, "enlarge the art, or center it on a larger canvas", [.changesCanvas],
        figures: [pixels, pixels, pixels, pixels])
    case .padToMargin:
      Row(
        .frames, "center the art on a canvas that leaves the margin", [.changesCanvas],
        figures: [pixels, pixels, 1...1000])
    case .scaleToMargin:
      Row(
        .frames, "scale the art down so that the margin stays empty", [.isLossy, .changesCanvas],
        figures: [pixels, pixels, 1...1000])
    case .mergeFrames: Row(.frames, "merge frames that repeat the one before; timing stays")
    case .writeShownDelays: Row(.bytes, "write the 100 ms that viewers show for frames of at most 10 ms")
    case .dropFrames:
      Row(
        .frames, "leave out the frames that are missed least; the whole takes as long", [.isLossy],
        figures: [1...1_000_000])
    case .makeStill: Row(.frames, "store the only frame as a still PNG")
    case .dropDefaultImage:
      Row(
        .frames, "drop the default image that the animation does not show, and make frame 1 the default image"
      )
    case .playForever: Row(.bytes, "loop without end")
    case .playTimes: Row(.bytes, "play as often as is asked for", figures: [1...1_000_000])
    case .retime:
      Row(
        .frames, "change the speed by at most 10%, so that all plays together take whole seconds", [.isLossy],
        figures: [1...1_000_000, 1...1_000_000])
    case .convert: Row(.frames, "store as PNG or APNG, with the same pixels and timing")
    case .convertToWebP:
      Row(.frames, "store as WebP: with the same pixels where they fit, and with as little lost as fits")
    case .convertToGIF:
      Row(.frames, "store as GIF, with hard edges and at most 256 colors in a palette", [.isLossy])
    case .storeTrueColor: Row(.frames, "store the same pixels in true color, without a palette")
    case .stripTrailing: Row(.cut(.trailing), "cut off what follows the image")
    case .stripPrivate: Row(.cut(.privateParts), "strip the metadata that holds it")
    case .stripMetadata: Row(.cut(.metadata), "strip metadata")
    case .reencode: Row(.fileSize, "store the same pixels in fewer bytes")
    case .reduceSize:
      Row(
        .fileSize,
        "make the file lighter: without loss where that is enough, with as little as fits otherwise",
        figures: [0...1_000_000_000])
    case .rename: Row(.name, "rename the file")
    case .correctDocument: Row(.documents, "correct the misspelled word")
    case .writePlatform: Row(.documents, "write the platform of the icons of Messages")
    case .writeDocument: Row(.documents, "write the missing document")
    case .addToDocument: Row(.documents, "name the file in its folder's document", [.isOnlyOnRequest])
    case .renameInCatalog: Row(.documents, "rename one of the files, and what names it")
    case .makeIcons:
      Row(
        .documents,
        "drop alpha channels that no pixel uses, and make other icons that are wrong anew from the largest",
        [.isOnlyOnRequest])
    case .flatten: Row(.frames, "draw the icon over a color")
    }
  }

  /// What it is carried out on.
  package var scope: Scope { row.scope }
  /// Whether people may see a difference: only with `--lossy`.
  package var isLossy: Bool { row.traits.contains(.isLossy) }
  /// Whether it changes what the art looks like or where it lies, or what is in a pack: only where its rule
  /// is named.
  package var isOnlyOnRequest: Bool { row.traits.contains(.isOnlyOnRequest) }
  /// Whether the canvas gets another size or shape.
  var changesCanvas: Bool { row.traits.contains(.changesCanvas) }
  /// Whether the art gets fewer pixels.
  var scalesDown: Bool {
    [.downscale, .downscaleToGrid, .scaleToCanvas, .scaleToMargin].contains(self)
  }
  /// Whether it is about a catalog and not about one image.
  package var changesCatalogs: Bool { scope == .documents }
  /// What each of its figures may be.
  package var figures: [ClosedRange<Int>] { row.figures }
  /// What it does, to be read behind "fix: ".
  package var words: String { row.words }
}
