import Foundation
import TemplateLogic
import UIKit

/// Everything that is specific to this app. Change it here. Strings are in `Localizable.xcstrings`.
enum Settings {
  /// The name of the app in the person's language, which is also shown below its icon: `CFBundleDisplayName` in
  /// `Info.plist`, or in `InfoPlist.xcstrings` if there is one.
  static var name: String {
    Bundle.main.object(forInfoDictionaryKey: "CFBundleDisplayName") as? String ?? ""
  }

  /// The address of the landing page: `https`, a host, no query. Messages on a Mac opens it with the poll in
  /// its query, so `landing/index.html` must be available at this address.
  ///
  /// The app reads only messages whose URL begins with this address. If you change it, existing polls stop
  /// working.
  static let address = MessageAddress("«base-url»")

  /// The background of the image that is drawn for a message, `#RRGGBB` (default: white).
  static let background = HexColor("«background»")

  /// An image in the folder `Message` that all messages show. If this is empty, the app draws the result.
  ///
  /// If the project has no such folder yet, create it next to the project, add it to the extension's target
  /// as a folder reference (blue in Xcode, not a group), and name the file here.
  static let picture = "«picture»"

  /// A GIF or a video in the folder `Message` that all messages show, or empty. An image takes precedence.
  static let media = "«media»"

  /// The size at which stickers are shown: `.small`, `.regular` or `.large`.
  static let gridSize: GridSize = .regular /*«grid-size»*/

  /// The languages of the stickers' descriptions, in order of preference. They are used for people whose own
  /// languages have no description.
  static let languages = ["en"] /*«languages»*/

  /// Creates the store for polls that are too long for a URL. Without a store, the app reports that a poll is
  /// full.
  ///
  /// If a poll is in the store, a tap on Vote casts the ballot, even if the message is not sent.
  ///
  /// Return your own ``PollStore`` here. `InMemoryPollStore` is an example. It would not work here, because
  /// other devices cannot access it.
  static func makeStore() -> (any PollStore)? { nil }

  /// The file that stores this device's memory, in the extension's container.
  static var memoryFile: MemoryFile {
    let folders = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
    let folder = folders.first ?? FileManager.default.temporaryDirectory
    return MemoryFile(at: folder.appendingPathComponent("Polls.json"))
  }
}
