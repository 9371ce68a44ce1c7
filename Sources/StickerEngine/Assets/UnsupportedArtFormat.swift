package import StickerImage

/// A drawing or animation format that is not a sticker format. In most cases, people must export the art in
/// another format.
package enum UnsupportedArtFormat: String, Hashable, Sendable, CaseIterable {
  case tgs, lottie, dotLottie = "dotlottie"
  case matroska, mp4, quickTime = "quicktime"
  case photoshop, illustrator, eps, pdf, svg, aseprite, krita, openRaster = "openraster", procreate, figma
  case sketch, gimp, clipStudio = "clip-studio", affinity, jpegXL = "jpeg-xl"
  /// The text file that Git LFS leaves in place of a file that was not downloaded.
  case gitLFSPointer = "git-lfs-pointer"

  /// Identifies the format by content. If several formats share a container, the extension decides.
  package init?(_ format: ForeignFormat, named name: Path) {
    let named = UnsupportedArtFormat(extensionOf: name)
    switch format.name {
    case "PDF", "EPS":
      self = named == .illustrator ? .illustrator : format.name == "PDF" ? .pdf : .eps
    case ForeignFormat.gitLFSPointer.name: self = .gitLFSPointer
    case "ZIP":
      guard let named, named.mayBeArchive else { return nil }
      self = named
    case let known?:
      guard let format = Self.byForeignFormatName[known] else { return nil }
      self = format
    case nil: return nil
    }
  }

  /// Identifies the format by extension alone. Returns nil if the extension is unknown.
  package init?(extensionOf name: Path) {
    guard let format = name.lowercasedExtension.flatMap({ Self.byExtension[$0] }) else { return nil }
    self = format
  }

  private var mayBeArchive: Bool {
    [.dotLottie, .krita, .openRaster, .procreate, .figma, .sketch].contains(self)
  }

  private static let byForeignFormatName: [String: UnsupportedArtFormat] = [
    "TGS (Telegram animation)": .tgs, "Lottie JSON": .lottie,
    "Matroska video": .matroska, "MP4": .mp4, "QuickTime": .quickTime, "PSD": .photoshop, "SVG": .svg,
    "Aseprite sprite": .aseprite, "Krita document": .krita, "OpenRaster image": .openRaster,
    "Figma file": .figma, "GIMP image": .gimp, "Clip Studio Paint document": .clipStudio,
    "Affinity document": .affinity, "JPEG XL": .jpegXL,
  ]

  private static let byExtension: [String: UnsupportedArtFormat] = [
    "tgs": .tgs, "lottie": .dotLottie, "mkv": .matroska, "mp4": .mp4, "m4v": .mp4,
    "mov": .quickTime, "psd": .photoshop, "psb": .photoshop, "ai": .illustrator, "eps": .eps,
    "aseprite": .aseprite, "kra": .krita, "ora": .openRaster, "procreate": .procreate, "fig": .figma,
    "sketch": .sketch, "xcf": .gimp, "clip": .clipStudio, "afdesign": .affinity, "afphoto": .affinity,
    "jxl": .jpegXL,
  ]

  /// The extensions of files to open. The content of a file then determines its format, or shows that it is
  /// not art.
  package static let extensionsToOpen = Set(byExtension.keys).union(["ase"])
  /// Extensions that other kinds of files also have, so only the content shows whether a file is art.
  package static let ambiguousExtensions: Set<String> = ["ase", "fig"]

  /// Whether the format is a document whose image can be decoded.
  package var hasDecodableImage: Bool { [.aseprite, .krita, .openRaster, .photoshop].contains(self) }

  /// Whether a messenger accepts the format without conversion.
  package func isAccepted(by limits: MessengerLimits) -> Bool {
    switch self {
    case .tgs: limits.acceptsTGS
    case .lottie: limits.acceptsLottie
    default: false
    }
  }

  /// The noun that follows a number, such as `Aseprite sprites`.
  func noun(count: Int) -> String {
    let one =
      switch self {
      case .tgs: "TGS (Telegram) animation"
      case .lottie, .dotLottie: "Lottie animation"
      case .matroska: "Matroska video"
      case .mp4: "MP4 video"
      case .quickTime: "QuickTime video"
      case .photoshop: "Photoshop document"
      case .illustrator: "Illustrator document"
      case .eps: "EPS drawing"
      case .pdf: "PDF document"
      case .svg: "SVG drawing"
      case .aseprite: "Aseprite sprite"
      case .krita: "Krita document"
      case .openRaster: "OpenRaster image"
      case .procreate: "Procreate canvas"
      case .figma: "Figma file"
      case .sketch: "Sketch document"
      case .gimp: "GIMP image"
      case .clipStudio: "Clip Studio Paint document"
      case .affinity: "Affinity document"
      case .jpegXL: "JPEG XL image"
      case .gitLFSPointer: "Git LFS pointer"
      }
    return count == 1 ? one : self == .procreate ? "Procreate canvases" : one + "s"
  }

  /// The program that exports the format.
  private var exportingProgram: String {
    switch self {
    case .tgs, .lottie, .dotLottie: "After Effects or a Lottie editor"
    case .matroska, .mp4, .quickTime: "the video editor"
    case .photoshop: "Photoshop"
    case .illustrator: "Illustrator"
    case .eps, .pdf, .svg: "the drawing program"
    case .aseprite: "Aseprite"
    case .krita, .openRaster: "Krita"
    case .procreate: "Procreate"
    case .figma: "Figma"
    case .sketch: "Sketch"
    case .gimp: "GIMP"
    case .clipStudio: "Clip Studio Paint"
    case .affinity: "Affinity"
    case .jpegXL, .gitLFSPointer: "the image editor"
    }
  }

  private enum Motion { case none, possible, always }

  private var motion: Motion {
    switch self {
    case .tgs, .lottie, .dotLottie, .matroska, .mp4, .quickTime: .always
    case .photoshop, .aseprite, .krita, .procreate, .gimp, .clipStudio: .possible
    case .illustrator, .eps, .pdf, .svg, .openRaster, .figma, .sketch, .affinity, .jpegXL,
      .gitLFSPointer:
      .none
    }
  }

  /// What the advice says to export.
  enum ExportAdviceObject: String, Sendable {
    case sticker = "the sticker"
    case icon = "the icon"
    case it
    case them
  }

  /// Returns advice such as `export the sticker from Aseprite as PNG, or as APNG if it moves`. For a Git LFS
  /// pointer, the advice says how to download the file.
  ///
  /// - Parameter stillFormat: the format for a still, or nil if stills are not accepted.
  /// - Parameter animationFormat: the format for an animation, or nil if animations are not accepted.
  func exportAdvice(
    for what: ExportAdviceObject, stillFormat: String? = "PNG", animationFormat: String? = "APNG"
  ) -> String {
    if self == .gitLFSPointer { return "run `git lfs pull`" }
    let formats =
      switch (motion, stillFormat, animationFormat) {
      case (.none, let format?, _), (.always, _, let format?): format
      case (.possible, let still?, let animation?) where still != animation:
        "\(still), or as \(animation) if \(what == .them ? "they move" : "it moves")"
      case (_, let still, let animation): still ?? animation ?? "PNG"
      }
    return "export \(what.rawValue) from \(exportingProgram) as \(formats)"
  }
}

/// A file that looks like art but cannot be read.
package struct UnsupportedArt: Hashable, Sendable {
  package let path: Path
  package let format: UnsupportedArtFormat

  package init(_ path: Path, _ format: UnsupportedArtFormat) {
    self.path = path
    self.format = format
  }
}

/// All files of one format that a run leaves out because it cannot read them.
package struct UnsupportedArtGroup: Hashable, Sendable {
  let format: UnsupportedArtFormat
  let count: Int
  /// The first of the files.
  let example: Path

  /// What to do, as an imperative: `export them from Aseprite as PNG, or as APNG if they move`.
  var advice: String { format.exportAdvice(for: count == 1 ? .it : .them) }

  /// A message such as `3 Aseprite sprites are left out (for example art/walk.aseprite): export them ...`.
  package var message: String {
    let verb = count == 1 ? "is" : "are"
    let which = count == 1 ? example.displayText : "for example \(example.displayText)"
    return "\(numberText(count)) \(format.noun(count: count)) \(verb) left out (\(which)): \(advice)"
  }
}

extension [UnsupportedArt] {
  /// The files grouped by format, in the order of each group's first path.
  package var summariesByFormat: [UnsupportedArtGroup] {
    var (order, groups) = ([UnsupportedArtFormat](), [UnsupportedArtFormat: (count: Int, example: Path)]())
    for file in sorted(by: { $0.path < $1.path }) {
      if groups[file.format] == nil { order.append(file.format) }
      groups[file.format, default: (0, file.path)].count += 1
    }
    return order.compactMap { format in
      groups[format].map { UnsupportedArtGroup(format: format, count: $0.count, example: $0.example) }
    }
  }
}
