import Corpus

@testable import StickerEngine

extension AssetSource {
  /// A file with the given contents.
  init(_ path: String, role: AssetRole = .sticker, pack: Path? = nil, _ outcome: ReadOutcome) {
    self.init(path: Path(path), role: role, pack: pack) { limit in
      if case .bytes(let bytes) = outcome, bytes.count > limit { .tooLarge(bytes.count) } else { outcome }
    }
  }

  /// A file of the corpus. Icons in a catalog have the role of icons.
  init(_ file: CorpusFile, pack: Path? = nil) {
    let role: AssetRole = file.path.contains(".stickersiconset/") ? .icon : .sticker
    self.init(path: Path(file.path), role: role, pack: pack) { limit in
      guard let bytes = try? file.bytes() else { return .unreadable("it is not in the corpus") }
      return bytes.count > limit ? .tooLarge(bytes.count) : .bytes(bytes)
    }
  }
}

extension CorpusFile {
  /// Whether the corpus expects the file to be read as a sticker or part of one.
  var isPicture: Bool { expectation != .none }
}
