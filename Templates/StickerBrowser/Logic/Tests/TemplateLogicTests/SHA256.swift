import Foundation

/// SHA-256 (FIPS 180-4, section 6.2), so that the tests need no library. `SHA256Tests` checks it with the
/// standard's examples. The app uses CryptoKit.
@Sendable func sha256(_ data: Data) -> String {
  var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]
  let length = UInt64(data.count) * 8
  var bytes = [UInt8](data) + [0x80]
  bytes += [UInt8](repeating: 0, count: (120 - bytes.count % 64) % 64)
  bytes += (0..<8).map { UInt8(truncatingIfNeeded: length >> (56 - 8 * $0)) }
  for start in stride(from: 0, to: bytes.count, by: 64) { compress(bytes[start..<start + 64], into: &state) }
  return state.map { word in
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }.joined()
}

private func compress(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
  var words = (0..<16).map { index in
    block[(block.startIndex + 4 * index)...].prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
  }
  for index in 16..<64 {
    let (early, late) = (words[index - 15], words[index - 2])
    let small = rotated(early, 7) ^ rotated(early, 18) ^ early >> 3
    let large = rotated(late, 17) ^ rotated(late, 19) ^ late >> 10
    words.append(words[index - 16] &+ small &+ words[index - 7] &+ large)
  }
  var (a, b, c, d) = (state[0], state[1], state[2], state[3])
  var (e, f, g, h) = (state[4], state[5], state[6], state[7])
  for index in 0..<64 {
    let sum = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
    let first = h &+ sum &+ (e & f ^ ~e & g) &+ constants[index] &+ words[index]
    let second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ (a & b ^ a & c ^ b & c)
    (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
  }
  for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= value }
}

private func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
  word >> count | word << (32 - count)
}

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
private let constants: [UInt32] = {
  let primes = (2...311).filter { number in !(2..<number).contains { number % $0 == 0 } }
  return primes.map { prime in
    // The largest integer whose cube is at most prime * 2^96, which is the root with 32 fractional bits.
    var root: UInt64 = 0
    for bit in stride(from: 35 as UInt64, through: 0, by: -1) {
      let candidate = root | 1 << bit
      if cube(of: candidate, isAtMost: UInt64(prime)) { root = candidate }
    }
    return UInt32(truncatingIfNeeded: root)
  }
}()

/// Whether `root` ^ 3 <= `prime` * 2 ^ 96, in 128 bits.
private func cube(of root: UInt64, isAtMost prime: UInt64) -> Bool {
  let square = root.multipliedFullWidth(by: root)
  let low = square.low.multipliedFullWidth(by: root)
  let high = square.high.multipliedFullWidth(by: root)
  let (middle, carried) = high.low.addingReportingOverflow(low.high)
  guard high.high == 0, !carried else { return false }
  return middle < prime << 32 || (middle == prime << 32 && low.low == 0)
}
