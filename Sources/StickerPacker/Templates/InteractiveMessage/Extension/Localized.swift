import TemplateLogic
import UIKit

/// A text of `Localizable.strings` in the person's language.
func localized(_ key: String) -> String { Bundle.main.localizedString(forKey: key, value: nil, table: nil) }

/// The same with `%1$@` and so on filled in.
func localized(_ key: String, _ arguments: String...) -> String {
  String(format: localized(key), arguments: arguments.map { $0 as NSString })
}

/// Names, joined as the language of the device does.
func localizedList(_ names: [String]) -> String { ListFormatter.localizedString(byJoining: names) }

extension LayoutTexts {
  /// The texts around the picture of a message. Each is `layout.…`, which the description of the message
  /// gave, or else this app's own `default.layout.…`, which may be missing too.
  static var localized: LayoutTexts {
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

  private static func text(_ name: String) -> String? {
    // Without a text, the key comes back.
    for key in ["layout.\(name)", "default.layout.\(name)"] {
      let text = Bundle.main.localizedString(forKey: key, value: nil, table: nil)
      if text != key { return text }
    }
    return nil
  }
}
