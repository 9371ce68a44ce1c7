/// What would cure a finding. A rule names it with its evidence; `StickerFix` performs it.
package struct Fix: Hashable, Sendable {
  /// The kind of change that cures the finding.
  package let kind: Kind
  /// What its kind asks for, in the order in which the kind names it; empty for most.
  package let figures: [Int]
  /// What takes the place of a misspelled word in a catalog's document; nil for every other kind.
  package let word: String?

  /// A fix of a kind, with the figures that the kind asks for.
  package init(_ kind: Kind, _ figures: Int...) { self.init(kind, figures) }

  /// A word that takes the place of the one that a finding is about.
  package init(correctingDocumentTo word: String) {
    (kind, figures, self.word) = (.correctDocument, [], word)
  }

  init(_ kind: Kind, _ figures: [Int]) { (self.kind, self.figures, word) = (kind, figures, nil) }

  /// The things that can be done, in the order in which they are done.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Turn the pixels as the EXIF orientation says, and drop it.
    case bakeOrientation = "bake-orientation"
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
    /// Store frames that look like the one before as one with it.
    case mergeFrames = "merge-frames"
    /// Store an animation's only frame as a still.
    case makeStill = "make-still"
    /// Play without end.
    case playForever = "play-forever"
    /// Store as PNG or APNG.
    case convert
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
  /// Whether people may see a difference: only with `--lossy`.
  package var isLossy: Bool {
    switch self {
    case .convertColors, .reduceDepth, .removeBackground, .unmatte, .clearSpecks, .downscale,
      .downscaleToGrid:
      true
    default: false
    }
  }

  /// Whether it changes what the art looks like or where it lies, or what is in a pack: only where its rule
  /// is named.
  package var isOnlyOnRequest: Bool {
    switch self {
    case .removeBackground, .unmatte, .trim, .downscaleToGrid, .padToPoints, .padToSquare, .addToDocument,
      .makeIcons:
      true
    default: false
    }
  }

  /// What each of its figures may be.
  var figures: [ClosedRange<Int>] {
    let pixels = 1...65_535
    return switch self {
    case .unmatte: [0...255]
    case .clearSpecks: [1...16, 4...16]
    case .trim, .downscale, .downscaleToGrid: [pixels]
    case .padToPoints: [1...1024, 1...1024]
    case .padToSquare: [1...1024]
    case .lighten: [0...1_000_000_000]
    default: []
    }
  }

  /// Whether the art gets fewer pixels.
  package var scalesDown: Bool { self == .downscale || self == .downscaleToGrid }

  /// Whether the canvas gets another size or shape.
  package var changesCanvas: Bool {
    switch self {
    case .bakeOrientation, .trim, .downscale, .downscaleToGrid, .padToPoints, .padToSquare: true
    default: false
    }
  }

  /// Whether it is about a catalog and not about one image.
  package var isOfCatalogs: Bool {
    switch self {
    case .correctDocument, .writeDocument, .addToDocument, .renameInCatalog, .makeIcons: true
    default: false
    }
  }

  /// What it does, to be read behind "fix: ".
  package var words: String {
    switch self {
    case .bakeOrientation: "turn the pixels upright and drop the note"
    case .convertColors: "convert the colors to sRGB"
    case .reduceDepth: "store 8 bits a channel"
    case .removeBackground: "make the flat background transparent"
    case .unmatte: "take the matte out of the soft edge"
    case .clearSpecks: "clear the specks"
    case .clearHaze: "clear what is too faint to be seen"
    case .trim: "cut off empty margin"
    case .downscale: "scale down"
    case .downscaleToGrid: "scale down to the grid size"
    case .padToPoints: "add transparent pixels up to whole points"
    case .padToSquare: "add transparent pixels up to a square"
    case .mergeFrames: "merge frames that repeat the one before; timing stays"
    case .makeStill: "store the only frame as a still PNG"
    case .playForever: "loop without end"
    case .convert: "store as PNG or APNG, with the same pixels and timing"
    case .stripTrailing: "cut off what follows the image"
    case .stripPrivate: "strip the metadata that holds it"
    case .stripMetadata: "strip metadata"
    case .reencode: "store the same pixels in fewer bytes"
    case .lighten:
      "make the file lighter: without loss where that is enough, with `--lossy` as little as fits"
    case .rename: "rename the file"
    case .correctDocument: "correct the misspelled word"
    case .writeDocument: "write the missing document"
    case .addToDocument: "name the file in its folder's document"
    case .renameInCatalog: "rename one of the files, and what names it"
    case .makeIcons: "make the icons that are wrong anew from the largest"
    case .flatten: "draw the icon over the color of `--icon-background`"
    }
  }
}
