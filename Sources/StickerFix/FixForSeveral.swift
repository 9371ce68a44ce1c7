import StickerImage
package import StickerModel

/// What one of several messengers asks of an asset.
package struct FixOrder: Sendable {
  /// What the messenger takes.
  package let configuration: Configuration
  /// What may be done, by what the messenger's rules say of the asset.
  package let request: @Sendable ([Finding]) -> FixRequest

  package init(_ configuration: Configuration, request: @escaping @Sendable ([Finding]) -> FixRequest) {
    (self.configuration, self.request) = (configuration, request)
  }
}

/// Fixes one asset in memory for several messengers. It is decoded once: what the rules of all of them look
/// at is what it is fixed from for each.
///
/// - Parameter orders: with the same budget.
/// - Returns: for each order what fixing it alone gives; the colors of figures are not counted.
package func fixed(
  _ source: AssetSource, for orders: [FixOrder], _ gate: MemoryGate,
  _ surroundings: Asset.Surroundings = Asset.Surroundings()
) async -> [FixedAsset] {
  let configuration = Configuration(joining: orders.map(\.configuration))
  let outcome = source.read(configuration.budget.fileBytes)
  let read = AssetSource(path: source.path, role: source.role, pack: source.pack) { _ in outcome }
  var examination = Examination(read, outcome, configuration, surroundings, keepsFrames: true)
  // All that is done to it waits for memory at once: who holds frames and waits for more might wait for
  // somebody who does the same.
  let held = await gate.enter(examination.asset.bytesOfFixing(within: gate))
  while examination.nextBytes != nil { examination.step() }
  let (asset, own) = (examination.asset, MemoryGate(capacity: .max))
  var bytes: [UInt8] = []
  if case .bytes(let whole) = outcome { bytes = whole }
  var all: [FixedAsset] = []
  for order in orders {
    let found = findings(on: asset, order.configuration)
    let bench = FixBench(source: read, order.request(found), order.configuration, own, surroundings)
    let look = Look(
      path: source.path, bytes: bytes, asset: asset, findings: found, frames: examination.frames)
    all.append(await bench.fixed(look, outcome, { _ in true }, countsColors: false))
  }
  await gate.leave(held)
  return all
}

extension Asset {
  /// The most bytes that examining and fixing it hold at once.
  fileprivate func bytesOfFixing(within gate: MemoryGate) -> Int {
    switch content {
    case .image(let container): container.fixingBytes(file: byteCount ?? 0)
    case .other: gate.capacity / 2
    default: 0
    }
  }
}
