import StickerModel
package import StickerReport
import StickerRules
import StickerSettings

/// The messengers that a page shows art in the look of, with what each takes by its own profile.
package func previewMessengers() -> [PreviewMessenger] {
  MessengerLook.all.compactMap { look in
    guard let flags = try? FlagSettings(.ours) else { return nil }
    var search = SettingsSearch(
      .ours, .none, profile: look.profile, flags, .disk, workingFolder: Path("/"))
    let settings = search.settings(at: Path("/"), isFolder: true)
    return PreviewMessenger(look.profile, settings.configuration.limits)
  }
}
