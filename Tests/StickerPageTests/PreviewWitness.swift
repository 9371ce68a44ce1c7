import Corpus
import Foundation
import Testing

@testable import StickerEngine
@testable import StickerPage

/// Checks preview pages with a third-party parser: `Tests/Witnesses/preview.py`.
enum PreviewWitness {
  /// Whether everything that the checks need is installed. `make test-deps` installs it.
  static let isInstalled: Bool = {
    guard let python = ExternalProgram.python else { return false }
    return (try? ExternalProgram.run(python, ["-c", "import html5lib"]))?.status == 0
  }()

  /// A page with the values that it was created from.
  struct Page {
    let preview: Preview
    let pageKind: PageKind
    var html: String

    init(_ preview: Preview, in pageKind: PageKind) {
      (self.preview, self.pageKind) = (preview, pageKind)
      html = previewPage(preview, in: pageKind)
    }

    fileprivate var json: [String: Any] {
      ["html": html, "isFile": pageKind == .file, "stickers": preview.stickers.map(entry)]
    }

    private func entry(_ sticker: PreviewSticker) -> [String: Any] {
      // The drop page shows the name and the findings of the fixed file.
      let change = pageKind == .dropPage ? sticker.fixResult?.change : nil
      let (name, said) = (
        change?.newPath ?? sticker.path, change == nil ? sticker.findings : sticker.remainingFindings
      )
      let art = sticker.image.map { Data($0.bytes).base64EncodedString() as Any } ?? NSNull()
      return [
        "name": Data(name.name.bytes).base64EncodedString(), "art": art,
        "verdict": said.map(\.severity).max()?.rawValue ?? "fine",
        "findings": sticker.findings.map {
          ["severity": $0.severity.rawValue, "rule": $0.rule, "advice": $0.advice.replacing("`", with: "")]
        },
      ]
    }
  }

  /// Returns all faults in the pages, one line each.
  static func faults(_ pages: [Page]) throws -> [String] {
    let input = try JSONSerialization.data(withJSONObject: pages.map(\.json))
    let python = try #require(ExternalProgram.python)
    let outcome = try ExternalProgram.run(
      python, [ExternalProgram.scriptPath("preview")], input: String(decoding: input, as: UTF8.self))
    #expect(outcome.status == 0, "\(outcome.output.suffix(2000))")
    return try JSONDecoder().decode([String].self, from: Data(outcome.output.utf8))
  }
}
