/// Repeats bytes. Reserves the memory first, because tests generate megabytes this way.
public func repeated(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
  var out: [UInt8] = []
  out.reserveCapacity(bytes.count * count)
  for _ in 0..<count { out.append(contentsOf: bytes) }
  return out
}
