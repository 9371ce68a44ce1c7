import StickerImage

/// Values as bytes, for what only this program reads again: numbers as eight bytes, texts and lists with
/// their length in front.
struct StoredWriter {
  private(set) var stored: [UInt8] = []

  mutating func integer(_ value: Int) {
    for shift in stride(from: 0, to: 64, by: 8) {
      stored.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }

  mutating func integers(_ values: [Int]) { for value in values { integer(value) } }

  mutating func number(_ value: Double) { integer(Int(Int64(bitPattern: value.bitPattern))) }

  mutating func bytes(_ value: [UInt8]) {
    integer(value.count)
    stored += value
  }

  mutating func text(_ value: String) { bytes(Array(value.utf8)) }

  mutating func digest(_ value: PixelDigest) { stored += value.bytes }

  mutating func optional<Value>(_ value: Value?, _ write: (inout StoredWriter, Value) -> Void) {
    stored.append(value == nil ? 0 : 1)
    if let value { write(&self, value) }
  }
}

/// Reads what a `StoredWriter` wrote: nil for what is not there.
struct StoredReader {
  private var rest: ArraySlice<UInt8>
  private var isBroken = false

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// Whether all was read, and nothing was missing.
  var isAtEnd: Bool { rest.isEmpty && !isBroken }

  mutating func integer() -> Int? {
    guard let bytes = take(8) else { return nil }
    return bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  mutating func number() -> Double? { integer().map { Double(bitPattern: UInt64(bitPattern: Int64($0))) } }

  mutating func bytes() -> [UInt8]? { integer().flatMap { take($0) }.map { Array($0) } }

  mutating func text() -> String? { bytes().flatMap { String(validating: $0, as: UTF8.self) } }

  mutating func digest() -> PixelDigest? { take(16).flatMap(Self.digest) }

  mutating func optional<Value>(_ read: (inout StoredReader) -> Value?) -> Value? {
    guard let mark = take(1)?.first else { return nil }
    guard mark == 1 else { return nil }
    guard let value = read(&self) else {
      isBroken = true
      return nil
    }
    return value
  }

  static func digest(_ bytes: ArraySlice<UInt8>) -> PixelDigest? { PixelDigest(bytes: bytes) }

  private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= rest.count else {
      isBroken = true
      return nil
    }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}
