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
    var reader = StoredReader(bytes[...])
    guard bytes.count >= 16, let checksum = StoredReader.digest(bytes.suffix(16)),
      PixelDigest(of: Array(bytes.dropLast(16))) == checksum, let format = reader.integer()
    else { return nil }
    guard format == Self.format else {
      self.init(program: program)  // of a newer or an older version: nothing is wrong with it
      return
    }
    guard let made = reader.digest(), let seed = reader.integer(), let count = reader.integer() else {
      return nil
    }
    var known: [PixelDigest: [UInt8]] = [:]
    for _ in 0..<max(0, count) {
      guard let key = reader.digest(), let result = reader.bytes() else { return nil }
      known[key] = result
    }
    self.init(
      program: program, seed: UInt64(bitPattern: Int64(seed)), known: made == program ? known : [:])
  }

  /// All that was met in this run, for the next one; nil where that is what is known already.
  ///
  /// - Parameter keepingUnmet: whether what is known and was not met stays.
  func encoded(keepingUnmet keepsUnmet: Bool = false) -> [UInt8]? {
    let met = keepsUnmet ? known.merging(met) { _, new in new } : met
    guard met.count != known.count || met.contains(where: { known[$0.key] != $0.value }) else { return nil }
    var writer = StoredWriter()
    writer.integer(Self.format)
    writer.digest(program)
    writer.integer(Int(Int64(bitPattern: seed)))
    writer.integer(met.count)
    for (key, result) in met {
      writer.digest(key)
      writer.bytes(result)
    }
    writer.digest(PixelDigest(of: writer.stored))
    return writer.stored
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
    var writer = StoredWriter()
    writer.text(recipe)
    for path in tree.paths {
      writer.text(path)
      writer.digest(PixelDigest(of: tree[path] ?? [], seed: seed))
    }
    return PixelDigest(of: writer.stored, seed: seed)
  }

  /// Names what a check of these bytes depends on.
  package func key(
    of bytes: [UInt8], _ source: AssetSource, _ configuration: Configuration, _ around: Asset.Surroundings
  ) -> PixelDigest {
    var writer = StoredWriter()
    writer.digest(PixelDigest(of: bytes, seed: seed))
    writer.bytes(source.path.bytes)
    writer.text(source.role.rawValue)
    writer.bytes(around.original?.bytes ?? [])
    writer.bytes(Array(around.declaration.map(facts)?.utf8 ?? "".utf8))
    writer.digest(configuration.fingerprint)
    return PixelDigest(of: writer.stored, seed: seed)
  }

  /// What is known under a key.
  package func result(of key: PixelDigest) -> StoredResult? {
    known[key].flatMap(StoredResult.init(parsing:))
  }

  /// Keeps what a check gave.
  package mutating func note(_ result: AssetSummary, under key: PixelDigest) {
    let isPlain = result.contentDigest == nil && result.exactDigest == nil
    let result = StoredResult(result)
    if let kept = known[key], isPlain || self.result(of: key)?.lacks(somethingOf: result) == false {
      met[key] = kept
    } else {
      met[key] = result.stored
    }
  }

  /// Names what fixing these bytes depends on.
  ///
  /// - Parameter request: all that may be done, but for what the findings decide.
  func key(
    fixing bytes: [UInt8], _ source: AssetSource, _ configuration: Configuration,
    _ around: Asset.Surroundings, _ request: String
  ) -> PixelDigest {
    var writer = StoredWriter()
    writer.digest(key(of: bytes, source, configuration, around))
    writer.text("fix \(request)")
    return PixelDigest(of: writer.stored, seed: seed)
  }

  /// Names what something is made of.
  func key(making what: String, of files: [[UInt8]]) -> PixelDigest {
    var writer = StoredWriter()
    writer.text("make \(what)")
    writer.list(files) { $0.digest(PixelDigest(of: $1, seed: seed)) }
    return PixelDigest(of: writer.stored, seed: seed)
  }

  /// What fixing gave.
  func fix(of key: PixelDigest) -> StoredFix? { known[key].flatMap(StoredFix.init(parsing:)) }

  /// Keeps what fixing gave.
  mutating func note(_ fix: StoredFix, under key: PixelDigest) { met[key] = fix.stored }

  /// What was made.
  func made(under key: PixelDigest) -> [UInt8]? { known[key] }

  /// Keeps what was made.
  mutating func note(made bytes: [UInt8], under key: PixelDigest) { met[key] = bytes }

  /// What these bytes are known again by: nobody can make others that are taken for them.
  func digest(of bytes: [UInt8]) -> PixelDigest { PixelDigest(of: bytes, seed: seed) }

  private static let format = 4
}

extension StoredResult {
  /// Whether another one has a digest that was not asked for here.
  fileprivate func lacks(somethingOf other: StoredResult) -> Bool {
    contentDigest == nil && other.contentDigest != nil || exactDigest == nil && other.exactDigest != nil
  }
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
