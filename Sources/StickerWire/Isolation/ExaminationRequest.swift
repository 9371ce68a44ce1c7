package import StickerModel
package import StickerImage

/// What a worker is asked about one asset, as it crosses a pipe; the asset's bytes go beside it.
package struct ExaminationRequest: Sendable {
  /// What a worker is asked to find out.
  package enum Wish: Int, Hashable, Sendable {
    /// What the rules say.
    case findings
    /// What the rules say, and every place on the art that they speak of.
    case findingsAndMarks
    /// The digest of all pixels.
    case exactDigest
  }

  let path: Path
  let role: Role
  let surroundings: Asset.Surroundings
  let wish: Wish

  /// A request about an asset.
  package init(_ source: AssetSource, _ surroundings: Asset.Surroundings, _ wish: Wish) {
    (path, role, self.surroundings, self.wish) = (source.path, source.role, surroundings, wish)
  }

  /// As it crosses the pipe.
  package var encoded: [UInt8] {
    var writer = StoredWriter()
    writer.integer(wish.rawValue)
    writer.path(path)
    writer.text(role.rawValue)
    writer.surroundings(surroundings)
    return writer.stored
  }

  /// The request in bytes that crossed a pipe; nil for what is no request.
  package init?(parsing bytes: [UInt8]) {
    var reader = StoredReader(bytes[...])
    guard let wish = reader.integer().flatMap(Wish.init), let path = reader.path(),
      let role = reader.text().flatMap(Role.init), let surroundings = reader.surroundings(), reader.isAtEnd
    else { return nil }
    (self.path, self.role, self.surroundings, self.wish) = (path, role, surroundings, wish)
  }
}

extension StoredWriter {
  /// What is around an asset; what rules about assets may not ask of it is left out.
  mutating func surroundings(_ surroundings: Asset.Surroundings) {
    optional(surroundings.original) { $0.path($1) }
    optional(surroundings.declaration) { writer, declaration in
      var declaration = declaration
      declaration.stickers = []
      writer.declaration(declaration)
    }
  }
}

extension StoredReader {
  mutating func surroundings() -> Asset.Surroundings? {
    let original = optional { $0.path() }
    let declaration = optional { $0.declaration() }
    return isSound ? Asset.Surroundings(declaration: declaration, original: original) : nil
  }
}

extension Configuration {
  /// The configuration as bytes that cross a pipe, for `init(parsing:rules:)`.
  package var encoded: [UInt8] {
    var writer = StoredWriter()
    writer.configuration(self)
    return writer.stored
  }

  /// Reads what `encoded` gave.
  ///
  /// - Parameter rules: every rule there is.
  /// - Returns: nil for what is no configuration of these rules.
  package init?(parsing bytes: [UInt8], rules: [Rule]) {
    var reader = StoredReader(bytes[...])
    guard let configuration = reader.configuration(rules), reader.isAtEnd else { return nil }
    self = configuration
  }

  /// Tells configurations apart: equal for those that judge assets alike.
  package var key: PixelDigest { digestsExactly ? PixelDigest(of: fingerprint.bytes + [1]) : fingerprint }
}
