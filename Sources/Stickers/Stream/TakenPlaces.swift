import StickerImage
import StickerModel

/// What records of one run have taken for themselves: where they are built, and the app that they make. It
/// is given in the order of the records, whichever is built first, so that the same records get the same
/// answers.
///
/// A place takes the memory of its hash.
actor TakenPlaces {
  private var next = 1
  private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  private var places: Set<PixelDigest> = []
  /// Digests of the folders that places lie in.
  private var folders: Set<PixelDigest> = []
  private var apps: Set<PixelDigest> = []

  /// What a record would have for itself.
  struct Claim: Sendable {
    /// Where the pack is built, as seen from the folder of all packs.
    var place: Path?
    var app: String?
  }

  /// Waits until all records before this one have had their turn, and takes what the record claims. Every
  /// record has its turn once, also one that claims nothing.
  ///
  /// - Parameter record: its number; the first is 1.
  /// - Returns: who has it already, for people; nil where it is the record's now.
  func take(_ claim: Claim, for record: Int) async -> String? {
    if record != next { await withCheckedContinuation { waiting[record] = $0 } }
    defer {
      next += 1
      waiting.removeValue(forKey: next)?.resume()
    }
    if let place = claim.place, let objection = take(place) { return objection }
    if let app = claim.app, !apps.insert(PixelDigest(of: Array(app.utf8))).inserted {
      return "an earlier record makes the same app, \(Untrusted(app).shown): give each a name and a "
        + "bundle-identifier of its own in a stickerpack.yml"
    }
    return nil
  }

  private func take(_ place: Path) -> String? {
    let own = digest(of: place)
    var above: [PixelDigest] = []
    var folder = place
    while folder.parent != Path(".") {
      folder = folder.parent
      above.append(digest(of: folder))
    }
    if above.contains(where: places.contains) {
      return "\(place.shown) lies in what an earlier record builds: give each an output of its own"
    }
    if folders.contains(own) {
      return "\(place.shown) holds what an earlier record builds: give each an output of its own"
    }
    guard places.insert(own).inserted else {
      return "an earlier record builds \(place.shown): give each an output of its own"
    }
    folders.formUnion(above)
    return nil
  }

  /// A digest that is equal for what is one folder to the system.
  private func digest(of place: Path) -> PixelDigest {
    #if os(macOS)
      if let text = place.text { return PixelDigest(of: Array(text.uppercased().lowercased().utf8)) }
    #endif
    return PixelDigest(of: place.bytes)
  }
}
