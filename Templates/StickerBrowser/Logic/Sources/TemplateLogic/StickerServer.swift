import Foundation

/// Why a text is no address of a folder with stickers.
public enum StickerServerError: Error, Equatable, Sendable {
  /// No URL at all.
  case notAnAddress
  /// Another scheme than https.
  case notSecure
  /// No host.
  case noHost
  /// A user or a password: they would be in every copy of the app.
  case credentials
  /// A query or a fragment, behind which no file name can stand.
  case queryOrFragment
}

/// The folder on a server that holds `index.json` and the files it names.
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

  /// Takes an address as it is: tests run a server on the loopback interface, which has no certificate.
  init(trusting folder: URL) {
    self.folder = folder
  }

  /// The address of the index.
  public var index: URL { folder.appendingPathComponent(indexName) }

  /// The address of a sticker's file.
  public func file(of sticker: StickerIndex.Sticker) -> URL {
    folder.appendingPathComponent(sticker.file)
  }
}
