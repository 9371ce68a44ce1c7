/// The source of a rule or a figure: a published statement, or a measurement.
package struct Reference: Hashable, Sendable {
  /// The publisher and the document: `Apple, Messages framework: sticker sizes`.
  package let name: String
  /// What the source says, in one or two sentences.
  package let statement: String
  /// The URL; nil for our own measurements and for program messages.
  package let url: String?

  package init(_ name: String, _ statement: String, _ address: String? = nil) {
    self.name = name
    self.statement = statement
    self.url = address
  }
}

// MARK: - Telegram

extension Reference {
  static let telegramVideo = Reference(
    "Telegram: video stickers",
    "A video sticker is a WebM with VP9 and no audio track. It lasts at most 3 seconds.",
    "https://core.telegram.org/stickers#video-requirements")
}

// MARK: - Apple

extension Reference {
  static let appleStickerSizes = Reference(
    "Apple, Messages framework: sticker sizes",
    "Each side of a sticker is 100 to 206 points, which is 300 to 618 px at @3x. Stickers are always @3x.",
    "https://developer.apple.com/documentation/messages/mssticker")
  static let appleStickerBytes = Reference(
    "Apple, Messages framework: sticker file size",
    "A sticker file must be smaller than 500 KB. Another page says 500 KB or smaller.",
    "https://developer.apple.com/documentation/messages/mssticker")
  static let appleGridSizes = Reference(
    "Apple, Messages framework: sticker sizes in the browser",
    "The sticker browser shows small, regular or large stickers: 100, 136 or 206 points, or 300, 408 or 618 "
      + "px at @3x.",
    "https://developer.apple.com/documentation/messages/msstickersize")
  static let appleFormats = Reference(
    "Apple, Messages framework: sticker formats",
    "A sticker is a PNG, APNG, GIF or JPEG. An animated sticker is an APNG or a GIF.",
    "https://developer.apple.com/documentation/messages/mssticker")
  static let appleHumanInterfaceGuidelines = Reference(
    "Apple, Human Interface Guidelines: iMessage apps and stickers",
    "Apple recommends PNG and APNG with 8-bit alpha, one size per pack, and a description of each sticker.",
    "https://developer.apple.com/design/human-interface-guidelines/imessage-apps-and-stickers")
  static let observedVoiceOverReadingKey = Reference(
    "VoiceOver on iOS 26, observed",
    "VoiceOver reads the key of a sticker that has no description: “moon.png.accessibilityLabel”.")
  package static let appleDescriptions = Reference(
    "Apple, Messages framework: localized descriptions",
    "VoiceOver reads a sticker's description, which has at most 150 characters.",
    "https://developer.apple.com/documentation/messages/mssticker/localizeddescription")
  static let appStoreIconRequirements = Reference(
    "App Store Connect: ITMS-90717",
    "An App Store icon is 1024 × 1024 px and has no transparency and no alpha channel.",
    "https://developer.apple.com/design/human-interface-guidelines/app-icons")
  static let xcodeFileExtensionMessage = Reference(
    "Xcode's message about extensions",
    "The extension of a sticker file is .png, .gif, .jpg or .jpeg. Xcode rejects .apng.")
  static let appleClampedDelays = Reference(
    "Apple, ImageIO: clamped and unclamped delay times",
    "Apple's clamped timing stretches frames shorter than 50 ms (APNG) or 100 ms (GIF).",
    "https://developer.apple.com/documentation/imageio/kcgimagepropertyapngdelaytime")
  static let appleCatalogFormat = Reference(
    "Apple, Asset Catalog Format Reference: sticker pack, sticker and sticker sequence",
    "Lists the keys of each Contents.json and their values. A sample misspells `grid-size`.",
    catalogFormatBaseURL + "StickerPack.html")
  static let appleSequences = Reference(
    "Apple, Asset Catalog Format Reference: sticker sequence type",
    "duration is in seconds (fixed) or frames per second (fps). With 0 repetitions, it plays forever.",
    catalogFormatBaseURL + "StickerFilmStrip.html")
  static let appleIconSlots = Reference(
    "Apple, Asset Catalog Format Reference: Messages extension icon type",
    "An icon set lists a PNG for each size, idiom and scale. Xcode ignores a PNG whose size does not match.",
    catalogFormatBaseURL + "MessagesIconType.html")
  static let xcodeIconMessages = Reference(
    "Xcode's messages about icons",
    "“X.png is 58x48 but should be 58x58.” “The stickers icon set X has 3 unassigned children.”")
  static let xcodeMissingIconsMessage = Reference(
    "Xcode's message about icon sets",
    "“None of the input catalogs contained a matching stickers icon set or app icon set named X.”")
  static let appleBuildSystem = Reference(
    "Apple, swift-build: how Xcode runs the asset catalog compiler",
    "“Only one sticker pack is supported per extension”. If there are several, Xcode uses one and warns.",
    "https://github.com/swiftlang/swift-build")
  static let json = Reference(
    "IETF, RFC 8259: JSON",
    "Names within an object should be unique. JSON text is UTF-8 and must not begin with a byte order mark.",
    "https://www.rfc-editor.org/rfc/rfc8259")
  static let appleMessageLayout = Reference(
    "Apple, Messages framework: MSMessageTemplateLayout",
    "The image of a message is 300 × 300 points at @3x. It is a PNG, JPEG, GIF or video. Messages scales and "
      + "compresses it.",
    "https://developer.apple.com/documentation/messages/msmessagetemplatelayout")
  static let appleMessageURL = Reference(
    "Apple, Messages framework: MSMessage.url",
    "The URL of a message contains its data and has at most 5,000 characters. macOS opens it in a browser.",
    "https://developer.apple.com/documentation/messages/msmessage/url")
  static let appleMessageAccessibilityLabel = Reference(
    "Apple, Messages framework: MSMessage.accessibilityLabel",
    "VoiceOver reads the localized label of a message.",
    "https://developer.apple.com/documentation/messages/msmessage/accessibilitylabel")
  static let appleLocalParticipantIdentifier = Reference(
    "Apple, Messages framework: MSConversation.localParticipantIdentifier",
    "A participant's identifier is different on each device and lasts until the app is deleted from it.",
    "https://developer.apple.com/documentation/messages/msconversation/localparticipantidentifier")
}

private let catalogFormatBaseURL =
  "https://developer.apple.com/library/archive/documentation/Xcode/Reference/xcode_ref-Asset_Catalog_Format/"

// MARK: - Other publishers and measurements

extension Reference {
  static let browserDelayClamping = Reference(
    "browsers: short frames",
    "Browsers show a frame of 10 ms or less for 100 ms.")
  static let png = Reference(
    "W3C, PNG specification, third edition",
    "Defines the container, its color chunks, and how the frames of an APNG are composited.",
    "https://www.w3.org/TR/png-3/")
  static let url = Reference(
    "IETF, RFC 3986: Uniform Resource Identifier",
    "Defines the parts of a URL (scheme, host, path and query) and percent-encoding.",
    "https://www.rfc-editor.org/rfc/rfc3986")
  static let icc = Reference(
    "International Color Consortium, ICC.1:2022",
    "An embedded profile maps the numbers in an image to colors, by curves and primaries or by tables.",
    "https://www.color.org/specification/ICC.1-2022-05.pdf")
  static let sRGB = Reference(
    "IEC 61966-2-1: sRGB", "The color space of images that do not specify one.",
    "https://www.color.org/chardata/rgb/srgb.xalter")
  static let displayP3 = Reference(
    "Apple, Display P3",
    "The color space of Apple's screens: the primaries of DCI-P3 with the white point and the curve of sRGB.",
    "https://developer.apple.com/documentation/coregraphics/cgcolorspace/displayp3")
  static let exif = Reference(
    "CIPA DC-008: EXIF", "Metadata from cameras: orientation, location, device and owner.",
    "https://www.cipa.jp/e/std/std-sec.html")
  static let xmp = Reference(
    "Adobe, XMP specification", "Metadata from editing programs: author, tools and editing history.",
    "https://developer.adobe.com/xmp/docs/XMPSpecifications/")
  static let iptc = Reference(
    "IPTC, Photo Metadata Standard",
    "Metadata from photo agencies: photographer, location and the people in the photo.",
    "https://iptc.org/standards/photo-metadata/iptc-standard/")
  static let wcagContrast = Reference(
    "W3C, WCAG 2.2: contrast ratio and relative luminance",
    "The contrast ratio of two relative luminances is (L1 + 0.05) / (L2 + 0.05), which is 1 to 21.",
    "https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio")
  static let wcagFlashing = Reference(
    "W3C, WCAG 2.2, criterion 2.3.1: three flashes or below threshold",
    "Nothing flashes more than three times in any one second, unless the flashes are small or faint.",
    "https://www.w3.org/TR/WCAG22/#three-flashes-or-below-threshold")
  static let blueScreenMatting = Reference(
    "Smith and Blinn, Blue Screen Matting, SIGGRAPH 1996",
    "The visible color is a mix of the art's color and the background's color, weighted by alpha.",
    "https://doi.org/10.1145/237170.237263")
  static let ownMeasurements = Reference(
    "measured on real stickers",
    "Measured on published sticker packs and on art that was drawn to break the rules.")
  static let oklab = Reference(
    "Björn Ottosson, A perceptual color space for image processing (2020)",
    "In OKLab, colors that are equally far apart look about equally different.",
    "https://bottosson.github.io/posts/oklab/")
  static let perceptualHash = Reference(
    "Christoph Zauner, Implementation and Benchmarking of Perceptual Image Hash Functions (2010)",
    "The signs of an image's low-frequency coefficients rarely change when it is re-encoded or retouched.",
    "https://www.phash.org/docs/pubs/thesis_zauner.pdf")
}

// MARK: - TGS and Lottie

extension Reference {
  static let telegramAnimated = Reference(
    "Telegram, core.telegram.org/stickers: animated stickers and emoji",
    "An animation is 512 × 512 px at 30 or 60 frames per second, lasts at most 3 seconds and is at most "
      + "64 KB. It has no expressions, masks, layer effects, images, solids, text, 3D layers, merge paths, "
      + "star shapes, gradient strokes, repeaters, time stretching, time remapping or auto-oriented layers.",
    "https://core.telegram.org/stickers")
  static let telegramPlugin = Reference(
    "Telegram, bodymovin-extension",
    "The exporter writes gzip-compressed UTF-8 JSON with `\"tgs\": 1`. It rejects features that Telegram "
      + "does not support, but it does not check nested groups.",
    "https://github.com/TelegramMessenger/bodymovin-extension")
  static let tdlibStickerFormat = Reference(
    "Telegram, TDLib: StickerFormat.cpp", "A TGS is at most 65,536 bytes.",
    "https://github.com/tdlib/td/blob/master/td/telegram/StickerFormat.cpp")
  static let tdesktopLottie = Reference(
    "Telegram, tdesktop: lottie_common.h", "Telegram Desktop unpacks at most 2 MiB.",
    "https://github.com/desktop-app/lib_lottie")
  static let pythonLottie = Reference(
    "python-lottie: tgs_validator.py",
    "A TGS has 30 or 60 frames per second. Skew transforms and mattes are reported as not supported.",
    "https://gitlab.com/mattbas/python-lottie")
  static let lottieSpecification = Reference(
    "Lottie Animation Community: Lottie specification 1.0",
    "Defines the animation object, layers, shapes and assets in JSON.",
    "https://lottie.github.io/lottie-spec/1.0/")
  static let lottieWebLegacyColorRange = Reference(
    "Airbnb, lottie-web: DataManager.js, checkColors",
    "Exporters older than version 4.1.9 store color values from 0 to 255, and later ones from 0 to 1.",
    "https://github.com/airbnb/lottie-web/blob/master/player/js/utils/DataManager.js")
}
