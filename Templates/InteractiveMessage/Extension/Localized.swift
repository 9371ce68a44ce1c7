import TemplateLogic
import UIKit

/// Returns the string from `Localizable.xcstrings` in the person's language.
func localized(_ key: String) -> String { Bundle.main.localizedString(forKey: key, value: nil, table: nil) }

/// Returns the string with `%1$@` and so on filled in.
func localized(_ key: String, _ arguments: String...) -> String {
  String(format: localized(key), arguments: arguments.map { $0 as NSString })
}

/// Joins names according to the device's language.
func localizedList(_ names: [String]) -> String { ListFormatter.localizedString(byJoining: names) }

extension LayoutTexts {
  /// Returns the text of a message: `layout.…` from `message.yml`, completed by this app's
  /// `default.layout.…`. Any of these strings may be missing.
  ///
  /// - Parameter hasVotes: whether a choice can be ahead. If not, the app's text for VoiceOver does not
  ///   mention a leading choice.
  static func forMessage(hasVotes: Bool) -> LayoutTexts {
    var defaults = texts("default.layout")
    if !hasVotes { defaults.accessibilityLabel = localized("default.layout.accessibilityLabel.noVotes") }
    return texts("layout").completed(by: defaults)
  }

  private static func texts(_ prefix: String) -> LayoutTexts {
    let text = { (name: String) -> String? in
      let key = "\(prefix).\(name)"
      // If there is no string, the result is the key.
      let text = Bundle.main.localizedString(forKey: key, value: nil, table: nil)
      return text == key ? nil : text
    }
    var texts = LayoutTexts()
    texts.imageTitle = text("imageTitle")
    texts.imageSubtitle = text("imageSubtitle")
    texts.caption = text("caption")
    texts.subcaption = text("subcaption")
    texts.trailingCaption = text("trailingCaption")
    texts.trailingSubcaption = text("trailingSubcaption")
    texts.summary = text("summary")
    texts.accessibilityLabel = text("accessibilityLabel")
    return texts
  }
}
