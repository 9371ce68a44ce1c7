import Foundation

/// The reason why a string is not the address of a folder with stickers.
public enum StickerServerError: Error, Equatable, Sendable {
  /// The string is not a URL.
  case notAnAddress
  /// The scheme is not https.
  case notSecure
  /// There is no host.
  case noHost
  /// There is a user name or a password, which would be in every copy of the app.
  case credentials
  /// There is a query or a fragment, which a file name cannot follow.
  case queryOrFragment
}

/// The folder on a server with `index.json` and its files.
public struct StickerServer: Equatable, Sendable {
  private let folder: URL

  /// Reads an address such as `https://example.com/stickers`, with or without a slash at its end.
  public init(_ text: String) throws(StickerServerError) {
    guard let parts = URLComponents(string: text), let url = parts.url else { throw .notAnAddress }
    guard parts.scheme?.lowercased() == "https" else { throw .notSecure }
    guard let host = parts.host, !host.isEmpty else { throw .noHost }
    guard parts.user == nil, parts.password == nil else { throw .credentials }
    guard parts.query == nil, parts.fragment == nil else { throw .queryOrFragment }
    self.init(trusting: url)
  }

  /// Accepts any address. Tests run a server on the loopback interface, which has no certificate.
  init(trusting folder: URL) {
    self.folder = folder
  }

  /// The address of the index.
  public var indexURL: URL { folder.appendingPathComponent(indexName) }

  /// Returns the address of a sticker's file.
  public func fileURL(of sticker: StickerIndex.Sticker) -> URL {
    folder.appendingPathComponent(sticker.file)
  }
}
