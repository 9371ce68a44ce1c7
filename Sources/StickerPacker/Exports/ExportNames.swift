import StickerModel

extension ExportPack {
  /// The names that people type for the stickers. They are unique and have only characters that the messenger
  /// accepts. If adapted names collide, the sticker that has the name unchanged keeps it, and each other
  /// sticker gets a number at the end.
  var typedNames: [String] {
    let most = limits[.mostName]
    let adapted = stickers.map(takenName)
    var taken: Set<String> = []
    let isKept = zip(stickers, adapted).map { sticker, name in
      !name.isEmpty && name == sticker.name && taken.insert(name.lowercased()).inserted
    }
    return adapted.indices.map { number in
      var name = adapted[number]
      if isKept[number] { return name }
      if name.isEmpty { name = "sticker_\(number + 1)" }
      var (candidate, next) = (name, 2)
      while !taken.insert(candidate.lowercased()).inserted {
        let suffix = "_\(next)"
        let room = most > 0 ? max(most - suffix.count, 1) : name.count
        candidate = String(name.prefix(room)) + suffix
        next += 1
      }
      return candidate
    }
  }

  /// Returns the adapted name of a sticker; empty if the messenger accepts none of its characters.
  private func takenName(of sticker: ExportSticker) -> String { limits.nameCharacters.adapted(sticker.name) }

  /// One sentence for each sticker whose exported name differs from its own name.
  package var namesThatSurprise: [String] {
    zip(stickers, typedNames).compactMap { sticker, name in
      takenName(of: sticker) == name ? nil : "\(Untrusted(sticker.name).shown) is called \(name) there"
    }
  }

  /// Returns numbered file names, for example `01.png`, with as many digits as the last number.
  ///
  /// - Parameter least: the minimum number of digits.
  func numberedFiles(digits least: Int = 2) -> [String] {
    let digits = max(least, String(stickers.count).count)
    return stickers.enumerated().map { number, sticker in
      let text = String(number + 1)
      return String(repeating: "0", count: digits - text.count) + text + "." + sticker.fileExtension
    }
  }

  /// A sticker's emoji, as many as the messenger takes; all of them where it does not say.
  func emoji(of sticker: ExportSticker) -> [String] {
    let most = limits[.mostEmoji]
    return most > 0 ? Array(sticker.emoji.prefix(most)) : sticker.emoji
  }
}

/// An archive of files in the order of their names.
func zipped(_ tree: FileTree) throws(ExportFault) -> ExportedPack {
  do throws(ZipArchive.Fault) {
    let archive = try ZipArchive(tree.paths.map { ($0, tree[$0] ?? []) })
    return .file(Array(archive.pieces.joined()), ending: "zip")
  } catch {
    switch error {
    case .name(let name), .twice(let name):
      throw ExportFault("\(Untrusted(name).shown) is no name for a file of an archive")
    case .tooLarge: throw ExportFault("it is too large for one archive")
    }
  }
}
