import Corpus
import Foundation
import Testing

@testable import StickerEngine
@testable import StickerPage

/// What a parser that is not ours reads in preview pages: `Tests/Witnesses/preview.py`.
enum PreviewWitness {
  /// Whether everything it needs is there; `make test-deps` sees to that.
  static let isThere: Bool = {
    guard let python = Witness.python else { return false }
    return (try? Witness.run(python, ["-c", "import html5lib"]))?.status == 0
  }()

  /// A page with what it was made of.
  struct Page {
    let preview: Preview
    let place: PreviewDestination
    var html: String

    init(_ preview: Preview, in place: PreviewDestination) {
      (self.preview, self.place) = (preview, place)
      html = previewPage(preview, in: place)
    }

    fileprivate var json: [String: Any] {
      ["html": html, "isFile": place == .file, "stickers": preview.stickers.map(entry)]
    }

    private func entry(_ sticker: PreviewSticker) -> [String: Any] {
      // What is fixed on the drop page is what is taken from there.
      let change = place == .dropPage ? sticker.fixedAsset?.change : nil
      let (name, said) = (
        change?.path ?? sticker.path, change == nil ? sticker.findings : sticker.remainingFindings
      )
      let art = sticker.image.map { Data($0.bytes).base64EncodedString() as Any } ?? NSNull()
      return [
        "name": Data(name.name.bytes).base64EncodedString(), "art": art,
        "verdict": said.map(\.severity).max()?.rawValue ?? "fine",
        "findings": sticker.findings.map {
          ["severity": $0.severity.rawValue, "rule": $0.rule, "advice": $0.advice]
        },
      ]
    }
  }

  /// Everything that is wrong with the pages.
  static func faults(_ pages: [Page]) throws -> [String] {
    let input = try JSONSerialization.data(withJSONObject: pages.map(\.json))
    let python = try #require(Witness.python)
    let outcome = try Witness.run(
      python, [Witness.script("preview")], input: String(decoding: input, as: UTF8.self))
    #expect(outcome.status == 0, "\(outcome.output.suffix(2000))")
    return try JSONDecoder().decode([String].self, from: Data(outcome.output.utf8))
  }
}
