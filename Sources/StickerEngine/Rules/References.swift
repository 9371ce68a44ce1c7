/// What a rule or a figure rests on: a statement that others made, or what was measured.
package struct Reference: Hashable, Sendable {
  /// Who says it: `Apple, Messages framework: sticker sizes`.
  package let name: String
  /// What it says, as far as rules rest on it.
  package let statement: String
  /// Where it can be read; nil for what was measured here.
  package let address: String?

  package init(_ name: String, _ statement: String, _ address: String? = nil) {
    self.name = name
    self.statement = statement
    self.address = address
  }
}

// Apple's statements.
extension Reference {
  /// At least 100 × 100 pt, at most 206 × 206 pt, always at @3x.
  static let appleStickerSizes = Reference(
    "Apple, Messages framework: sticker sizes",
    "A sticker measures 100 to 206 points a side, 300 to 618 px at @3x, and is always given at @3x.",
    "https://developer.apple.com/documentation/messages/mssticker")
  /// Less than 500 KB.
  static let appleStickerBytes = Reference(
    "Apple, Messages framework: sticker file size",
    "A sticker's file is smaller than 500 KB; another page says 500 KB or smaller.",
    "https://developer.apple.com/documentation/messages/mssticker")
  /// Three sizes of the drawer's grid.
  static let appleGridSizes = Reference(
    "Apple, Messages framework: sticker sizes in the browser",
    "A pack is shown small, regular or large: 100, 136 or 206 points, 300, 408 or 618 px at @3x.",
    "https://developer.apple.com/documentation/messages/msstickersize")
  /// PNG, APNG, GIF or JPEG.
  static let appleFormats = Reference(
    "Apple, Messages framework: sticker formats",
    "A sticker is a PNG, APNG, GIF or JPEG; an animated one is an APNG or a GIF.",
    "https://developer.apple.com/documentation/messages/mssticker")
  /// What the design guidelines prefer.
  static let appleGuidelines = Reference(
    "Apple, Human Interface Guidelines: iMessage apps and stickers",
    "PNG and APNG with 8-bit alpha are recommended, one size for a pack, and a description of each sticker.",
    "https://developer.apple.com/design/human-interface-guidelines/imessage-apps-and-stickers")
  /// What is read where there is no description.
  static let heardKey = Reference(
    "what VoiceOver was heard to read on iOS 26",
    "Of a sticker without a description it reads the key: “moon.png.accessibilityLabel”.")
  /// At most 150 characters.
  package static let appleDescriptions = Reference(
    "Apple, Messages framework: localized descriptions",
    "VoiceOver reads a sticker's description, of at most 150 characters.",
    "https://developer.apple.com/documentation/messages/mssticker/localizeddescription")
  /// Opaque, exact pixels.
  static let appleIcons = Reference(
    "App Store Connect: ITMS-90717",
    "An icon for the App Store measures 1024 px a side and has no transparency and no alpha channel.",
    "https://developer.apple.com/design/human-interface-guidelines/app-icons")
  /// The upload's own words.
  static let appleExtensions = Reference(
    "Xcode's message about extensions",
    "A sticker's file is called .png, .gif, .jpg or .jpeg; .apng is refused.")
  /// The shortest delays of Apple's players.
  static let appleClampedDelays = Reference(
    "Apple, ImageIO: clamped and unclamped delay times",
    "Apple's clamped timing stretches frames shorter than 50 ms (APNG) or 100 ms (GIF).",
    "https://developer.apple.com/documentation/imageio/kcgimagepropertyapngdelaytime")
  /// What stands in the documents of a sticker catalog.
  static let appleCatalogFormat = Reference(
    "Apple, Asset Catalog Format Reference: sticker pack, sticker and sticker sequence",
    "The keys of each Contents.json and the values that they take; a sample misspells `grid-size`.",
    catalogFormat + "StickerPack.html")
  /// The frames of a sequence.
  static let appleSequences = Reference(
    "Apple, Asset Catalog Format Reference: sticker sequence type",
    "duration is seconds (fixed) or frames a second (fps); repetitions of 0 play for ever.",
    catalogFormat + "StickerFilmStrip.html")
  /// The slots of an icon set.
  static let appleIconSlots = Reference(
    "Apple, Asset Catalog Format Reference: Messages extension icon type",
    "An icon set names a PNG for each size, idiom and scale; one of another size is ignored.",
    catalogFormat + "MessagesIconType.html")
  /// What the compiler says of icons.
  static let xcodeIconMessages = Reference(
    "Xcode's messages about icons",
    "“X.png is 58x48 but should be 58x58.” “The stickers icon set X has 3 unassigned children.”")
  /// What the App Store says where there is no icon.
  static let xcodeMissingIcons = Reference(
    "Xcode's message about icon sets",
    "“None of the input catalogs contained a matching stickers icon set or app icon set named X.”")
  /// What the build system does with catalogs.
  static let appleBuildSystem = Reference(
    "Apple, swift-build: how the asset catalog compiler is called",
    "“Only one sticker pack is supported per extension”: of several one is taken, with a warning.",
    "https://github.com/swiftlang/swift-build")
  /// JSON itself.
  static let json = Reference(
    "IETF, RFC 8259: JSON",
    "Names within an object should be unique; a text is UTF-8 and does not begin with a byte order mark.",
    "https://www.rfc-editor.org/rfc/rfc8259")
  /// The picture of an interactive message.
  static let appleMessageLayout = Reference(
    "Apple, Messages framework: MSMessageTemplateLayout",
    "A message's picture is 300 × 300 points at @3x, a PNG, JPEG, GIF or video; it is scaled and compressed.",
    "https://developer.apple.com/documentation/messages/msmessagetemplatelayout")
  /// What a message carries.
  static let appleMessageURL = Reference(
    "Apple, Messages framework: MSMessage.url",
    "A message's URL carries its data in at most 5,000 characters; macOS opens it in a browser.",
    "https://developer.apple.com/documentation/messages/msmessage/url")
  /// What VoiceOver reads of a message.
  static let appleAccessibilityLabel = Reference(
    "Apple, Messages framework: MSMessage.accessibilityLabel",
    "VoiceOver reads a message's label, a localized text.",
    "https://developer.apple.com/documentation/messages/msmessage/accessibilitylabel")
  /// Who takes part in a conversation.
  static let appleParticipants = Reference(
    "Apple, Messages framework: MSConversation.localParticipantIdentifier",
    "A participant's identifier is unique on each device and lasts until the app is removed there.",
    "https://developer.apple.com/documentation/messages/msconversation/localparticipantidentifier")
}

private let catalogFormat =
  "https://developer.apple.com/library/archive/documentation/Xcode/Reference/xcode_ref-Asset_Catalog_Format/"

// What others publish, and what was measured.
extension Reference {
  /// What browsers do with short frames.
  static let browsers = Reference(
    "what browsers do with short frames",
    "Browsers show a frame of 10 ms or less for 100 ms.")
  /// The PNG specification.
  static let png = Reference(
    "W3C, PNG specification, third edition",
    "The container, its color chunks, and how the frames of an APNG are composited.",
    "https://www.w3.org/TR/png-3/")
  /// What a URL is.
  static let url = Reference(
    "IETF, RFC 3986: Uniform Resource Identifier",
    "A scheme, a host, a path and a query; every other character is percent-encoded.",
    "https://www.rfc-editor.org/rfc/rfc3986")
  /// What an embedded profile means.
  static let icc = Reference(
    "International Color Consortium, ICC.1:2022",
    "An embedded profile says how a picture's numbers relate to colors: by curves and primaries, or tables.",
    "https://www.color.org/specification/ICC.1-2022-05.pdf")
  /// The space of the web.
  static let sRGB = Reference(
    "IEC 61966-2-1: sRGB", "The color space of everything that does not say otherwise.",
    "https://www.color.org/chardata/rgb/srgb.xalter")
  /// The space of Apple's screens.
  static let displayP3 = Reference(
    "Apple, Display P3",
    "The primaries of digital cinema with the white and the curve of sRGB: what Apple's screens show.",
    "https://developer.apple.com/documentation/coregraphics/cgcolorspace/displayp3")
  /// What cameras write.
  static let exif = Reference(
    "CIPA DC-008: EXIF", "Orientation, position, device and owner of a picture, as cameras note them.",
    "https://www.cipa.jp/e/std/std-sec.html")
  /// What drawing programs write.
  static let xmp = Reference(
    "Adobe, XMP specification", "Who made a picture, with what and in which steps, as programs note it.",
    "https://developer.adobe.com/xmp/docs/XMPSpecifications/")
  /// What agencies write.
  static let iptc = Reference(
    "IPTC, Photo Metadata Standard", "Who took a picture, where, and whom it shows, as agencies note it.",
    "https://iptc.org/standards/photo-metadata/iptc-standard/")
  /// The ratio of relative luminances.
  static let wcagContrast = Reference(
    "W3C, WCAG 2.2: contrast ratio and relative luminance",
    "Contrast is (L1 + 0.05) / (L2 + 0.05) of two relative luminances, 1 to 21.",
    "https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio")
  /// Three flashes.
  static let wcagFlashing = Reference(
    "W3C, WCAG 2.2, criterion 2.3.1: three flashes or below threshold",
    "Nothing flashes more than three times in any second, unless the flashes are small or faint.",
    "https://www.w3.org/TR/WCAG22/#three-flashes-or-below-threshold")
  /// How a color that was mixed with a background is told.
  static let blueScreenMatting = Reference(
    "Smith and Blinn, Blue Screen Matting, SIGGRAPH 1996",
    "What is seen of art over a background is the art's color and the background's, in the shares of alpha.",
    "https://doi.org/10.1145/237170.237263")
  /// Chosen by us on real stickers.
  static let measured = Reference(
    "chosen on real stickers", "Measured on shipped sticker packs and on art made to fail.")
  /// A space of colors.
  static let oklab = Reference(
    "Björn Ottosson, A perceptual color space for image processing (2020)",
    "In OKLab, colors that are as far apart look about as different.",
    "https://bottosson.github.io/posts/oklab/")
  /// A hash of what is seen.
  static let perceptualHash = Reference(
    "Christoph Zauner, Implementation and Benchmarking of Perceptual Image Hash Functions (2010)",
    "The signs of the lowest frequencies of a picture hardly change when it is recoded or touched up.",
    "https://www.phash.org/docs/pubs/thesis_zauner.pdf")
}
