import StickerEngine
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

  mutating func path(_ value: Path) { bytes(value.bytes) }

  mutating func flag(_ value: Bool) { stored.append(value ? 1 : 0) }

  mutating func optional<Value>(_ value: Value?, _ write: (inout StoredWriter, Value) -> Void) {
    stored.append(value == nil ? 0 : 1)
    if let value { write(&self, value) }
  }

  mutating func list<Element>(_ elements: [Element], _ write: (inout StoredWriter, Element) -> Void) {
    integer(elements.count)
    for element in elements { write(&self, element) }
  }
}

/// Reads what a `StoredWriter` wrote: nil for what is not there, or cannot be what it should be.
///
/// The bytes may be a stranger's: nothing of them traps, and nothing takes more memory than they hold.
struct StoredReader {
  private var rest: ArraySlice<UInt8>
  private var isBroken = false

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// Whether nothing has been missing so far.
  var isSound: Bool { !isBroken }

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

  mutating func path() -> Path? { bytes().map { Path(bytes: $0) } }

  mutating func flag() -> Bool? {
    switch take(1)?.first {
    case 0: return false
    case 1: return true
    default: return broken()
    }
  }

  /// A number in a range.
  mutating func integer(in range: ClosedRange<Int>) -> Int? {
    integer().flatMap { range.contains($0) ? $0 : nil }
  }

  /// A figure: infinite ones there are, others that are no number not.
  mutating func figure() -> Double? { number().flatMap { $0.isNaN ? nil : $0 } }

  /// A text that a report shows as it is: it can neither steer a terminal nor command a build's log.
  mutating func harmlessText() -> String? { text().flatMap { Untrusted($0).shown == $0 ? $0 : nil } }

  /// A list; nil where one of its elements is not there.
  mutating func list<Element>(_ read: (inout StoredReader) -> Element?) -> [Element]? {
    // Each has a byte at least: a count that is larger is none, and nothing is reserved for it.
    guard let count = integer(in: 0...rest.count) else { return broken() }
    var list: [Element] = []
    for _ in 0..<count {
      guard let element = read(&self) else { return broken() }
      list.append(element)
    }
    return list
  }

  mutating func optional<Value>(_ read: (inout StoredReader) -> Value?) -> Value? {
    guard flag() == true else { return nil }
    return read(&self) ?? broken()
  }

  static func digest(_ bytes: ArraySlice<UInt8>) -> PixelDigest? { PixelDigest(bytes: bytes) }

  private mutating func broken<Value>() -> Value? {
    isBroken = true
    return nil
  }

  private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= rest.count else { return broken() }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}
