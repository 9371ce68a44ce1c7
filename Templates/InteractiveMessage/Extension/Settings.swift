import Foundation
import TemplateLogic
import UIKit

/// Everything that is particular to this app. This is the place to change it; texts are in
/// `Localizable.strings`.
enum Settings {
  /// The name of the app, as people read it.
  static let name = "«name»"

  /// The address of the landing page: `https`, a host, no query. Messages on a Mac opens it with the poll in
  /// its query, so `landing/index.html` has to be there.
  ///
  /// A message is read only if it begins with this address: after a change, polls that are under way end.
  static let address = MessageAddress("«base-url»")

  /// The ground of the picture that is drawn for a message, `#RRGGBB`. Empty: white.
  static let background = HexColor("«background»")

  /// A picture in the folder `Message` that all messages show; empty: the result is drawn.
  ///
  /// If the project has no such folder yet: make one beside the project, add it to the extension's target
  /// as a folder reference (blue in Xcode, not a group), and name the file here.
  static let picture = "«picture»"

  /// A GIF or a video in the folder `Message` that all messages show; empty: none. A picture comes before it.
  static let media = "«media»"

  /// Where polls are kept that are too long for a URL. Without one, the person is told that a poll is full.
  ///
  /// With one, a ballot is cast by the tap on Vote as soon as the poll is kept there, sent or not.
  ///
  /// Return a ``PollStore`` of yours here. `InMemoryPollStore` shows how one is written; it would be of no
  /// use here, since other people's devices do not see it.
  static func makeStore() -> (any PollStore)? { nil }

  /// What this device remembers, in the extension's own container.
  static var memoryFile: MemoryFile {
    let folders = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
    let folder = folders.first ?? FileManager.default.temporaryDirectory
    return MemoryFile(at: folder.appendingPathComponent("Polls.json"))
  }
}
