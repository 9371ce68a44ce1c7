extension HostileWebP {
  static let lossy: [HostileWebP] = {
    let sound = Array(HandmadeWebP.lossy.dropFirst(8))
    func still(_ change: (inout [UInt8]) -> Void) -> [UInt8] {
      var data = sound
      change(&data)
      return HandmadeWebP.file([HandmadeWebP.chunk("VP8 ", data)])
    }
    /// Sets the length of the first partition, which is stored above five bits with other meanings.
    func partition(_ length: Int, _ data: inout [UInt8]) {
      data.replaceSubrange(0..<3, with: HandmadeWebP.littleEndianBytes(length << 5 | Int(data[0] & 31), 3))
    }
    let kinds: [(String, [UInt8])] = [
      ("is-empty", still { $0 = [] }),
      ("has-no-more-than-a-tag", still { $0 = Array($0.prefix(3)) }),
      ("is-no-key-frame", still { $0[0] |= 1 }),
      ("is-of-version-7", still { $0[0] |= 0b1110 }),
      ("is-not-shown", still { $0[0] &= ~0b1_0000 }),
      ("has-another-start-code", still { $0[4] = 2 }),
      ("is-0-wide", still { $0.replaceSubrange(6..<8, with: [0, 0]) }),
      ("is-0-high", still { $0.replaceSubrange(8..<10, with: [0, 0]) }),
      ("is-as-large-as-can-be", still { $0.replaceSubrange(6..<10, with: [0xFF, 0x3F, 0xFF, 0x3F]) }),
      ("is-large-and-has-nothing", still { $0.replaceSubrange(6..<10, with: [0xA0, 0x0F, 0xA0, 0x0F]) }),
      ("first-partition-is-beyond-its-end", still { partition(0x7_FFFF, &$0) }),
      ("first-partition-is-all-there-is", still { partition($0.count - 10, &$0) }),
      ("first-partition-is-empty", still { partition(0, &$0) }),
      (
        "ends-behind-its-header",
        still {
          $0 = Array($0.prefix(10))
          partition(0, &$0)
        }
      ),
      (
        "has-noise-for-data",
        still {
          $0.replaceSubrange(10..., with: repeated([0xFF, 0x00, 0xAA], 9))
          partition(20, &$0)
        }
      ),
    ]
    return kinds.map { HostileWebP(.lossy, $0.0, $0.1) }
  }()

  static let lossless: [HostileWebP] = {
    let signature = HandmadeWebP.losslessHeader(32, 24)
    func still(_ data: [UInt8]) -> [UInt8] { HandmadeWebP.file([HandmadeWebP.chunk("VP8L", data)]) }
    /// - Parameter isPlain: whether to start with the bits for no transform, no color cache and a single
    ///   group.
    func coded(isPlain: Bool = true, _ write: (inout HandmadeWebP.BitWriter) -> Void) -> [UInt8] {
      var bits = HandmadeWebP.BitWriter()
      if isPlain { bits.put(0, 3) }
      write(&bits)
      return still(signature + bits.bytes)
    }
    func keeping(_ size: Int) -> [UInt8] {
      coded(isPlain: false) {
        $0.put(0b10, 2)
        $0.put(size, 4)
        $0.put(0, 1)
        $0.group()
      }
    }
    func transforming(_ count: Int, _ kind: Int, _ bits: Int) -> [UInt8] {
      coded(isPlain: false) { for _ in 0..<count { $0.put(kind, bits) } }
    }
    let sheet = HandmadeWebP.BitWriter.sheet([200, 30, 60, 255]).bytes
    let many = HandmadeWebP.BitWriter.groups(65_536, squares: 65_536).bytes
    let kinds: [(String, [UInt8])] = [
      ("is-empty", still([])),
      ("begins-with-another-byte", still([0x2E] + signature.dropFirst() + sheet)),
      ("is-of-version-1", still(HandmadeWebP.losslessHeader(32, 24, version: 1) + sheet)),
      ("is-as-large-as-can-be", still(HandmadeWebP.losslessHeader(16_384, 16_384) + sheet)),
      ("has-no-data", still(signature)),
      ("has-65-536-groups-of-codes", still(HandmadeWebP.losslessHeader(1_024, 1_024) + many)),
      ("has-groups-and-no-codes", still(HandmadeWebP.losslessHeader(1_024, 1_024) + many.prefix(100_000))),
      ("transforms-twice-alike", transforming(2, 0b101, 3)),
      ("transforms-without-end", transforming(99, 0b101, 3)),
      ("keeps-too-many-colors", keeping(12)),
      ("keeps-no-color-and-says-so", keeping(0)),
      ("has-too-many-words", coded { $0.writeCodeLengths([1, 1, 1]) }),
      ("has-words-without-symbols", coded { $0.writeCodeLengths([1, 2]) }),
      ("has-no-word-at-all", coded { $0.writeCodeLengths([]) }),
      ("repeats-lengths-beyond-its-symbols", coded { $0.writeExcessZeroRuns() }),
      ("names-more-lengths-than-symbols", coded { $0.writeTooManyLengths() }),
      ("has-a-distance-that-is-none", coded { $0.group([0, 0, 0, 0], distance: 200) }),
      (
        "copies-from-before-its-begin",
        coded { $0.writeCodesAndBackwardReferences(lengthSymbol: 0, distanceSymbol: 0, after: 0) }
      ),
      (
        "copies-beyond-its-end",
        coded { $0.writeCodesAndBackwardReferences(lengthSymbol: 23, distanceSymbol: 1, after: 1) }
      ),
      (
        "ends-inside-its-pixels",
        coded {
          for _ in 0..<4 { $0.putTwoSymbolCode(1, 2) }
          $0.putSingleSymbolCode(0)
        }
      ),
    ]
    return kinds.map { HostileWebP(.lossless, $0.0, $0.1) }
  }()
}

extension HandmadeWebP.BitWriter {
  /// Writes a prefix code with these code length code lengths, in the order of the specification, and nothing
  /// after them.
  fileprivate mutating func writeCodeLengths(_ own: [Int]) {
    put(0, 1)
    put(0, 4)  // four code length code lengths follow
    for place in 0..<4 { put(place < own.count ? own[place] : 0, 3) }
    put(0, 1)
    put(0, 16)
  }

  /// Writes a prefix code whose lengths are consecutive runs of 138 zeros.
  fileprivate mutating func writeExcessZeroRuns() {
    put(0, 1)
    put(0, 4)
    for place in [17, 18, 0, 1] { put(place == 18 ? 1 : 0, 3) }
    put(0, 1)
    for _ in 0..<40 { put(127, 7) }
  }

  /// Writes a prefix code that claims 65,537 lengths.
  fileprivate mutating func writeTooManyLengths() {
    put(0, 1)
    put(0, 4)
    for place in [17, 18, 0, 1] { put(place == 0 || place == 1 ? 1 : 0, 3) }
    put(1, 1)
    put(7, 3)
    put(0xFFFF, 16)
  }

  /// Writes prefix codes for a pixel and a backward reference, then some pixels, then 64 backward references.
  ///
  /// - Parameter lengthSymbol: a prefix symbol from the specification, 0 or 23. The same applies to
  ///   `distanceSymbol`.
  mutating func writeCodesAndBackwardReferences(
    lengthSymbol: Int, distanceSymbol: Int, after pixels: Int
  ) {
    // Green has the symbols 255 and 256 + `lengthSymbol`, with one bit each.
    put(0, 1)
    put(13 - 4, 4)
    for place in [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9] { put(place == 18 || place == 1 ? 1 : 0, 3) }
    put(0, 1)
    writeZeroRun(138)
    writeZeroRun(117)
    put(0, 1)
    writeZeroRun(lengthSymbol)
    put(0, 1)
    writeZeroRun(24 - 1 - lengthSymbol)
    for _ in 0..<3 { putSingleSymbolCode(0) }
    putSingleSymbolCode(distanceSymbol)
    put(0, pixels)
    for _ in 0..<64 { put(1, 1) }
  }

  /// Writes a run of 11 to 138 zeros, or nothing if `count` is 0.
  private mutating func writeZeroRun(_ count: Int) {
    guard count > 0 else { return }
    put(1, 1)
    put(count - 11, 7)
  }
}
