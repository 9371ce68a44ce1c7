/// What would cure a finding. A rule names it with its evidence; `StickerFix` performs it.
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
  package init(_ kind: Kind, _ figures: Int...) { self.init(kind, figures) }

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
    case thinFrames = "thin-frames"
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
    case lighten
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
