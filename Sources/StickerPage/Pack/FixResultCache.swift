import StickerEngine

/// A cache of fix results. A fix that was computed for the list of possible fixes is not computed again when
/// it is applied.
struct FixResultCache: Sendable {
  /// Everything that the result of a fix depends on.
  struct Key: Hashable, Sendable {
    let fileNumber: Int
    let analysisRevision: Int
    let contextKey: RoleAndPackKey
    let fixOptions: FixOptions
  }

  /// The maximum total size of the fixed files, in bytes. Above it, the oldest results are discarded. Many
  /// small files stay below it, so the results of replaced and removed files are discarded as well.
  static let maxBytes = 64 << 20
  private var results: [Key: FixedAsset] = [:]
  private var insertionOrder: [Key] = []
  private var byteCount = 0

  subscript(key: Key) -> FixedAsset? {
    get { results[key] }
    set {
      guard let newValue, results[key] == nil else { return }
      results[key] = newValue
      insertionOrder.append(key)
      byteCount += newValue.change?.newBytes.count ?? 0
      while byteCount > Self.maxBytes, insertionOrder.count > 1 {
        byteCount -= results.removeValue(forKey: insertionOrder.removeFirst())?.change?.newBytes.count ?? 0
      }
    }
  }

  /// Discards the results for files that have been removed or replaced.
  mutating func discardOutdatedResults(currentFiles: DroppedFileTable) {
    func isCurrent(_ key: Key) -> Bool {
      currentFiles[key.fileNumber]?.analysisRevision == key.analysisRevision
    }
    guard !insertionOrder.allSatisfy(isCurrent) else { return }
    insertionOrder.removeAll { !isCurrent($0) }
    results = results.filter { isCurrent($0.key) }
    byteCount = results.values.reduce(0) { $0 + ($1.change?.newBytes.count ?? 0) }
  }
}
