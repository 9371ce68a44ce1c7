/// How people upload an exported pack to a messenger.
package struct UploadGuide: Hashable, Sendable {
  /// What to do, in order, one sentence each.
  package let steps: [String]
  /// Whether the steps need the single files, so that an archive must be unzipped first.
  package let needsSingleFiles: Bool

  private init(_ steps: [String], needsSingleFiles: Bool) {
    (self.steps, self.needsSingleFiles) = (steps, needsSingleFiles)
  }

  /// The steps, including the first one for an archive.
  package func steps(forArchive isArchive: Bool) -> [String] {
    (isArchive && needsSingleFiles ? ["Unzip the file."] : []) + steps
  }

  /// Returns the guide for a profile, or nil if there is none.
  package static func guide(forProfile name: String) -> UploadGuide? { byProfile[name] }

  private static func files(_ steps: String...) -> UploadGuide { UploadGuide(steps, needsSingleFiles: true) }

  private static func archive(_ steps: String...) -> UploadGuide {
    UploadGuide(steps, needsSingleFiles: false)
  }

  private static let byProfile: [String: UploadGuide] = [
    "signal": files(
      "In Signal on a computer, choose File → Create/upload sticker pack.",
      "Drop the images in, check the emoji, and press Upload."),
    "telegram": files(
      "Open @Stickers in Telegram, and send /newpack.",
      "Send each image as a file, then its emoji from stickers.json.", "Send /publish at the end."),
    "telegram-emoji": files(
      "Open @Stickers in Telegram, and send /newemojipack.",
      "Send each image as a file, then its emoji from stickers.json.", "Send /publish at the end."),
    "whatsapp": files(
      "Open the .wastickers file on a phone, in a sticker maker app.", "Check the pack there.",
      "Press “Add to WhatsApp”."),
    "line": archive(
      "Sign in at creator.line.me, and create new stickers.", "Upload the zip under “Sticker images”.",
      "Enter the texts, and request a review."),
    "line-animated": archive(
      "Sign in at creator.line.me, and create animated stickers.",
      "Upload the zip under “Sticker images”.", "Enter the texts, and request a review."),
    "line-emoji": archive(
      "Sign in at creator.line.me, and create new emoji.", "Upload the zip under “Emoji images”.",
      "Enter the texts, and request a review."),
    "discord-sticker": files(
      "Open Server Settings → Stickers.", "Press “Upload Sticker” for each image, and choose its emoji."),
    "discord-emoji": files(
      "Open Server Settings → Emoji.", "Press “Upload Emoji”, and choose all images."),
    "slack": files(
      "Open the emoji menu, and press “Add Emoji”.",
      "Upload each image, and enter its name from names.json."),
    "mastodon": archive(
      "If you can run commands on the server, run `tootctl emoji import` with the file.",
      "Otherwise, unpack it, and open Preferences → Administration → Custom emoji as an administrator.",
      "Upload the images, and choose a category."),
    "misskey": archive(
      "As a moderator, open Control Panel → Custom emojis.", "Choose Import, and upload the zip.",
      "Check the names and categories."),
    "twitch": files(
      "Open Creator Dashboard → Viewer Rewards → Emotes.", "Upload each image in its sizes, and save."),
    "matrix": files(
      "In a client that edits image packs, such as Cinny, open the settings of a room.",
      "Create a pack, and upload the images.", "Give them the names from image_pack.json."),
  ]
}
