/// Repeats bytes. It copies what is already there, because tests make megabytes with it.
public func repeated(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
  var out: [UInt8] = []
  out.reserveCapacity(bytes.count * count)
  for _ in 0..<count { out.append(contentsOf: bytes) }
  return out
}
