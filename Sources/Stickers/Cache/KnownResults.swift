package import StickerEngine
package import StickerImage

/// What earlier runs found out about files: what a check gave, by everything that it depends on, so that a
/// file that has not changed need not be checked again.
///
/// A file is known again by its bytes, never by its time stamp. The hash is seeded with a number that nobody
/// outside of the cache knows: a file cannot be made to be taken for another one.
package struct KnownResults: EarlierResults {
  /// The program that checks; with another one nothing is known.
  private let program: PixelDigest
  private let seed: UInt64
  private let known: [PixelDigest: [UInt8]]
  private var met: [PixelDigest: [UInt8]] = [:]

  /// Nothing is known.
  ///
  /// - Parameter program: of the executable's bytes.
  init(program: PixelDigest) {
    self.init(program: program, seed: .random(in: 0...UInt64.max), known: [:])
  }

  private init(program: PixelDigest, seed: UInt64, known: [PixelDigest: [UInt8]]) {
    self.program = program
    self.seed = seed
    self.known = known
  }

  /// What an earlier run has left behind; nil for what is damaged. What another program or version left is no
  /// longer known.
  init?(parsing bytes: [UInt8], program: PixelDigest) {
    let content = bytes.dropLast(16)
    guard bytes.count >= 16, PixelDigest(bytes: bytes.suffix(16)) == PixelDigest(of: Array(content)) else {
      return nil
    }
    var decoder = BinaryDecoder(content)
    do {
      guard try decoder.decode() == Self.format else {
        self.init(program: program)  // of a newer or an older version: nothing is wrong with it
        return
      }
      let writer: PixelDigest = try decoder.decode()
      let seed: Int = try decoder.decode()
      let entries = try decoder.decodeList { decoder in
        let key: PixelDigest = try decoder.decode()
        return (key, try decoder.decodeBytes())
      }
      try decoder.finish()
      self.init(
        program: program, seed: UInt64(bitPattern: Int64(seed)),
        known: writer == program ? Dictionary(entries) { first, _ in first } : [:])
    } catch { return nil }
  }

  /// All that was met in this run, for the next one; nil where that is what is known already.
  ///
  /// - Parameter keepingUnmet: whether what is known and was not met stays.
  func encoded(keepingUnmet keepsUnmet: Bool = false) -> [UInt8]? {
    let met = keepsUnmet ? known.merging(met) { _, new in new } : met
    guard met.count != known.count || met.contains(where: { known[$0.key] != $0.value }) else { return nil }
    var encoder = BinaryEncoder()
    encoder.encode(Self.format)
    encoder.encode(program)
    encoder.encode(Int(Int64(bitPattern: seed)))
    encoder.encodeList(met) {
      $0.encode($1.key)
      $0.encode($1.value)
    }
    encoder.encode(PixelDigest(of: encoder.bytes))
    return encoder.bytes
  }

  /// Whether an earlier run has made these files like that, and verified them, byte for byte.
  ///
  /// - Parameter recipe: what else than what they were made of decides what they are.
  func hasVerified(_ tree: FileTree, made recipe: String) -> Bool {
    known[key(of: tree, recipe)] != nil
  }

  /// Keeps that these files have been made like that, and verified.
  mutating func noteVerified(_ tree: FileTree, made recipe: String) {
    met[key(of: tree, recipe)] = []
  }

  private func key(of tree: FileTree, _ recipe: String) -> PixelDigest {
    var encoder = BinaryEncoder()
    encoder.encode(recipe)
    for path in tree.paths {
      encoder.encode(path)
      encoder.encode(PixelDigest(of: tree[path] ?? [], seed: seed))
    }
    return PixelDigest(of: encoder.bytes, seed: seed)
  }

  /// Names what a check of these bytes depends on.
  package func key(
    of bytes: [UInt8], _ source: AssetSource, _ configuration: Configuration, _ around: Asset.Surroundings
  ) -> PixelDigest {
    var encoder = BinaryEncoder()
    encoder.encode(PixelDigest(of: bytes, seed: seed))
    encoder.encode(source.path)
    encoder.encode(source.role)
    encoder.encode(around.original?.bytes ?? [])
    encoder.encode(around.declaration.map(facts) ?? "")
    encoder.encode(configuration.fingerprint)
    return PixelDigest(of: encoder.bytes, seed: seed)
  }

  /// The analysis that is stored under a key.
  package func analysis(
    under key: PixelDigest, of source: AssetSource, isSmallerSize: Bool, _ configuration: Configuration
  ) -> AssetAnalysis? {
    guard let bytes = known[key] else { return nil }
    return try? BinaryDecoder.decode(bytes[...]) {
      try AssetAnalysis(from: &$0, of: source, isSmallerSize: isSmallerSize, configuration)
    }
  }

  /// Keeps an analysis.
  package mutating func note(_ analysis: AssetAnalysis, under key: PixelDigest) {
    met[key] = analysis.binary
  }

  /// Names what fixing these bytes depends on.
  ///
  /// - Parameter request: all that may be done, but for what the findings decide.
  func key(
    fixing bytes: [UInt8], _ source: AssetSource, _ configuration: Configuration,
    _ around: Asset.Surroundings, _ request: String
  ) -> PixelDigest {
    var encoder = BinaryEncoder()
    encoder.encode(key(of: bytes, source, configuration, around))
    encoder.encode("fix \(request)")
    return PixelDigest(of: encoder.bytes, seed: seed)
  }

  /// Names what something is made of.
  func key(making what: String, of files: [[UInt8]]) -> PixelDigest {
    var encoder = BinaryEncoder()
    encoder.encode("make \(what)")
    encoder.encode(files.map { PixelDigest(of: $0, seed: seed) })
    return PixelDigest(of: encoder.bytes, seed: seed)
  }

  /// What fixing gave.
  func fix(
    under key: PixelDigest, of source: AssetSource, isSmallerSize: Bool, _ configuration: Configuration
  ) -> StoredFix? {
    known[key].flatMap {
      try? StoredFix(binary: $0, of: source, isSmallerSize: isSmallerSize, configuration)
    }
  }

  /// Keeps what fixing gave.
  mutating func note(_ fix: StoredFix, under key: PixelDigest) { met[key] = fix.binary }

  /// What was made.
  func made(under key: PixelDigest) -> [UInt8]? { known[key] }

  /// Keeps what was made.
  mutating func note(made bytes: [UInt8], under key: PixelDigest) { met[key] = bytes }

  /// What these bytes are known again by: nobody can make others that are taken for them.
  func digest(of bytes: [UInt8]) -> PixelDigest { PixelDigest(of: bytes, seed: seed) }

  private static let format = 5
}

/// What a rule about one asset may ask of its pack's declaration: all but the stickers' texts.
private func facts(_ declaration: PackDeclaration) -> String {
  var declaration = declaration
  declaration.stickers = []
  let slots = declaration.slotIcons.map(\.shown).sorted().joined(separator: "\n")
  let others = [
    "\(declaration.source)", declaration.gridSize?.rawValue ?? "",
    declaration.background.map { String($0) } ?? "", "\(declaration.hasIconBackground)",
    "\(declaration.hasIcon)", declaration.icon?.shown ?? "", declaration.languages.joined(separator: ","),
  ]
  return others.joined(separator: "\n") + "\n\n" + slots
}
