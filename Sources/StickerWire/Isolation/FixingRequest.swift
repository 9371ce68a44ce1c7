package import StickerFix
package import StickerModel
package import StickerImage

/// What a worker is to fix, as it crosses a pipe; the asset's bytes go beside it.
package struct FixingRequest: Sendable {
  let path: Path
  let role: Role
  let surroundings: Asset.Surroundings
  let request: FixRequest
  /// Names that fixing might give the asset, and that others have.
  let taken: [Path]

  /// A request for an asset.
  ///
  /// - Parameter taken: names that others have.
  package init(
    _ source: AssetSource, _ request: FixRequest, _ surroundings: Asset.Surroundings, taken: Set<Path>
  ) {
    (path, role, self.surroundings, self.request) = (source.path, source.role, surroundings, request)
    let names = Set(ImageFormat.allCases.map { source.path.named(for: $0) })
    self.taken = names.filter(taken.contains).sorted()
  }

  /// As it crosses the pipe.
  package var encoded: [UInt8] {
    var writer = StoredWriter()
    writer.path(path)
    writer.text(role.rawValue)
    writer.surroundings(surroundings)
    writer.request(request)
    writer.list(taken) { $0.path($1) }
    return writer.stored
  }

  /// The request in bytes that crossed a pipe; nil for what is no request.
  package init?(parsing bytes: [UInt8]) {
    var reader = StoredReader(bytes[...])
    guard let path = reader.path(), let role = reader.text().flatMap(Role.init),
      let surroundings = reader.surroundings(), let request = reader.request(),
      let taken = reader.list({ $0.path() }), reader.isAtEnd
    else { return nil }
    (self.path, self.role, self.surroundings) = (path, role, surroundings)
    (self.request, self.taken) = (request, taken)
  }

  /// The most bytes of memory that fixing holds at once.
  package func memory(for file: [UInt8], _ budget: Budget) -> Int {
    // What is of a format that is none of ours says its size to its own decoder only.
    Container(of: file, budget: budget)?.fixingBytes(file: file.count) ?? foreignBytes
  }
}

/// Half of what the drop page may hold for all that it does.
private let foreignBytes = 48 << 20

/// Fixes an asset in the process that may die of it.
///
/// - Returns: the answer as it crosses the pipe.
package func answered(
  _ asked: FixingRequest, _ bytes: [UInt8], _ configuration: Configuration
) async -> [UInt8] {
  let source = AssetSource(path: asked.path, role: asked.role) { _ in .bytes(bytes) }
  // Whoever asks waits for memory before, for all of it.
  let asset = await fixed(
    source, asked.request, configuration, MemoryGate(capacity: .max), asked.surroundings,
    isFree: { !asked.taken.contains($0) })
  return asset.encoded
}

extension StoredWriter {
  /// What fixing may do.
  mutating func request(_ request: FixRequest) {
    flag(request.isLossy)
    optional(request.selected?.sorted()) { $0.list($1) { $0.text($1) } }
    text(request.effort.rawValue)
    list(request.keeps.map(\.rawValue).sorted()) { $0.text($1) }
    optional(request.iconBackground) { $0.integer(Int($1)) }
    flag(request.wantsSmallest)
    optional(request.smallArt?.rawValue) { $0.text($1) }
  }
}

extension StoredReader {
  /// What fixing might do.
  mutating func request() -> FixRequest? {
    guard let isLossy = flag() else { return nil }
    let selected = optional { $0.list { $0.text() } }
    guard let effort = text().flatMap(OptimizingEffort.init),
      let keeps = list({ $0.text().flatMap(Keep.init) })
    else { return nil }
    let iconBackground = optional { $0.integer().flatMap(UInt32.init(exactly:)) }
    guard let wantsSmallest = flag() else { return nil }
    let smallArt = optional { $0.text().flatMap(SmallArt.init) }
    guard isSound else { return nil }
    var request = FixRequest(
      isLossy: isLossy, selected: selected.map { Set($0) }, effort: effort, keeps: Set(keeps),
      iconBackground: iconBackground, wantsSmallest: wantsSmallest)
    request.smallArt = smallArt
    return request
  }
}
