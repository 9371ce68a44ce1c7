/// How people upload an exported pack to a messenger.
package struct UploadGuide: Hashable, Sendable {
  /// What to do with the exported folder or file, in order, as imperatives.
  package let steps: [String]
  /// Whether the export is a folder. The drop page sends it as a zip.
  private let exportIsFolder: Bool

  private init(_ steps: [String], exportIsFolder: Bool) {
    self.steps = steps
    self.exportIsFolder = exportIsFolder
  }

  /// What to do with the file that the drop page sends.
  package var stepsAfterDownload: [String] { (exportIsFolder ? [Self.unzipStep] : []) + steps }

  private static let unzipStep = "Unzip the file."

  /// Returns the guide for a profile; nil for a messenger whose uploads are not documented.
  package static func guide(forProfile name: String) -> UploadGuide? { byProfile[name] }

  private static func folder(_ steps: String...) -> UploadGuide { UploadGuide(steps, exportIsFolder: true) }

  private static func file(_ steps: String...) -> UploadGuide { UploadGuide(steps, exportIsFolder: false) }

  private static let byProfile: [String: UploadGuide] = [
    "signal": file(
      unzipStep,
      "In Signal Desktop, choose File → Create/upload sticker pack.",
      "Drop the images in, check the emoji, and click Upload."),
    "telegram": folder(
      "In Telegram, send /newpack to @Stickers, and then send the pack's title.",
      "Send each image or video as a file, then its emoji from stickers.json.",
      "Send /publish at the end. If the bot asks for an icon, send the thumb file or /skip.",
      "Send a short name for the pack's link."),
    "telegram-emoji": folder(
      "In Telegram, send /newemojipack to @Stickers, and then send the pack's title.",
      "Send each image or video as a file, then its emoji from stickers.json.",
      "Send /publish at the end. If the bot asks for an icon, send /skip.",
      "Send a short name for the pack's link."),
    "whatsapp": folder(
      "Open the .wastickers file in an app such as Sticker Maker for Android or iPhone.",
      "Check the pack there.",
      "Tap “Add to WhatsApp”."),
    "line": file(
      "Sign in at creator.line.me, and create new stickers.", "Upload the zip under “Sticker images”.",
      "Enter the title, the description and the copyright notice, and request a review."),
    "line-animated": file(
      "Sign in at creator.line.me, and create animated stickers.",
      "Upload the zip under “Sticker images”.",
      "Enter the title, the description and the copyright notice, and request a review."),
    "line-emoji": file(
      "Sign in at creator.line.me, and create new emoji.", "Upload the zip under “Emoji images”.",
      "Enter the title, the description and the copyright notice, and request a review."),
    "discord-sticker": folder(
      "Open Server Settings → Stickers.", "Click “Upload Sticker” for each image, and choose its emoji."),
    "discord-emoji": folder(
      "Open Server Settings → Emoji.", "Click “Upload Emoji”, and choose all the images."),
    "slack": folder(
      "Open the emoji menu, and click “Add Emoji”.",
      "Upload each image, and enter its name from names.json."),
    "mastodon": file(
      "If you manage the server, import the file with tootctl.",
      "Otherwise, unpack it, and open Preferences → Administration → Custom emoji as an administrator.",
      "Upload the images, and choose a category."),
    "misskey": file(
      "As a moderator, open Control Panel → Custom emojis.", "Choose Import, and upload the zip.",
      "Check the names and categories."),
    "twitch": folder(
      "Open Creator Dashboard → Viewer Rewards → Emotes.", "Upload each image in all its sizes, and save."),
    "matrix": folder(
      "In a client that edits image packs, such as Cinny, open a room's settings.",
      "Create a pack, and upload the images.", "Give the images the names from image_pack.json."),
  ]
}
