import StickerImage

/// The parts of a TGS or Lottie animation that rules check. The animation is never drawn.
///
/// A TGS is a Lottie animation that is compressed with gzip, with the marker `"tgs": 1`.
package struct LottieFile: Sendable {
  /// Whether the file is compressed with gzip.
  let isGzipCompressed: Bool
  /// The length of the JSON text in bytes. If it exceeds the limit, this is the length that the gzip file
  /// states; nil if the gzip file is damaged.
  let jsonByteCount: Int?
  let content: Content

  enum Content: Sendable {
    case animation(LottieAnimation)
    /// The JSON text has more than `maxJSONBytes` bytes and was not read.
    case jsonTooLarge
    /// The file cannot be read, for the given reason, which is escaped for display.
    case damaged(String)
  }

  /// The maximum length of the JSON text in bytes.
  ///
  /// - Source: tdesktop, `lottie_common.h`: `kMaxSize` is 2 MiB.
  static let maxJSONBytes = 2 << 20
  /// The maximum depth of nested lists and objects. Each nested group adds two levels: a list and an object.
  private static let maxNestingDepth = 128
  /// The maximum number of JSON values. Even the longest file has fewer, unless it is hostile.
  private static let maxJSONValues = 1_000_000

  /// Reads the file. Never fails, because a damaged animation is a finding.
  ///
  /// - Parameter bytes: a file that `SniffedFormat` identifies as TGS or Lottie.
  package init(_ bytes: [UInt8]) {
    isGzipCompressed = bytes.starts(with: [0x1F, 0x8B])
    guard isGzipCompressed else {
      jsonByteCount = bytes.count
      content = bytes.count > Self.maxJSONBytes ? .jsonTooLarge : Self.parse(bytes)
      return
    }
    if let text = gunzip(bytes, limit: Self.maxJSONBytes) {
      jsonByteCount = text.count
      content = Self.parse(text)
    } else if let length = declaredGunzippedLengthIfPlausible(of: bytes), length > Self.maxJSONBytes {
      jsonByteCount = length
      content = .jsonTooLarge
    } else {
      jsonByteCount = nil
      content = .damaged("the gzip data is damaged or cut off")
    }
  }

  private static func parse(_ text: [UInt8]) -> Content {
    do throws(Diagnostic) {
      let root = try JSONNode(
        parsing: text, maxBytes: maxJSONBytes, maxValues: maxJSONValues, maxDepth: maxNestingDepth)
      return .animation(LottieAnimation(root))
    } catch {
      let place = error.location.map { " (line \($0.line), column \($0.column))" } ?? ""
      return .damaged("the JSON is damaged: \(error.message)\(place)")
    }
  }

  /// The animation; nil if the file could not be read.
  var animation: LottieAnimation? { if case .animation(let animation) = content { animation } else { nil } }

  /// The frame rate and the duration in human-readable form: `60 frames per second, 3 s`; nil for a damaged
  /// file.
  package var timingText: String? {
    guard let animation, let rate = animation.frameRate, let time = animation.durationMilliseconds else {
      return nil
    }
    return "\(oneDecimalOrExactText(rate)) frames per second, \(oneDecimalOrExactText(time / 1000)) s"
  }

  /// The format, for messages.
  var format: ForeignFormat { isGzipCompressed ? .tgs : .lottie }
}

extension Asset {
  /// The TGS or Lottie animation; nil for other files and for a damaged animation, which `tgs-structure` reports.
  var lottie: LottieAnimation? { if case .lottie(let file) = content { file.animation } else { nil } }
}

/// A number from a file, rounded to one decimal place: `512` or `23.9`. A number that would round to a
/// different whole number stays exact, and so does a very large one: `29.97` or `1e+300`.
func oneDecimalOrExactText(_ number: Double) -> String {
  guard number.magnitude < 1e9 else { return "\(number)" }
  let rounded = (number * 10).rounded() / 10
  guard rounded == rounded.rounded() else { return "\(rounded)" }
  return rounded == number ? numberText(Int(rounded)) : "\(number)"
}
