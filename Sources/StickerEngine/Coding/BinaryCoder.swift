package import StickerImage

/// A value that can be encoded for the result cache, shard reports and worker processes.
///
/// The format stores no names and no version, because only the program that wrote a value reads it.
package protocol BinaryEncodable {
  /// Appends the value.
  func encode(to encoder: inout BinaryEncoder)
}

/// A value that can be decoded without other information.
///
/// Decoders check every value, because an untrusted file may have taken over the worker process that sent it.
package protocol BinaryCodable: BinaryEncodable {
  /// Reads a value.
  ///
  /// - Throws: `Diagnostic.corruptData` unless the bytes encode a value that the program could have written.
  init(from decoder: inout BinaryDecoder) throws
}

extension BinaryEncodable {
  /// The value as bytes.
  package var binaryEncoded: [UInt8] {
    var encoder = BinaryEncoder()
    encode(to: &encoder)
    return encoder.bytes
  }
}

extension BinaryCodable {
  /// Reads a value from bytes that contain nothing else.
  package init(binary bytes: [UInt8]) throws {
    self = try BinaryDecoder.decode(bytes[...]) { try Self(from: &$0) }
  }
}

/// Writes values. Integers take eight bytes. Strings and lists are preceded by their length.
package struct BinaryEncoder {
  package private(set) var bytes: [UInt8] = []

  /// Creates an encoder with room for the analysis of a typical file.
  package init() { bytes.reserveCapacity(1024) }

  /// Appends values.
  package mutating func encode<each Value: BinaryEncodable>(_ values: repeat each Value) {
    repeat (each values).encode(to: &self)
  }

  // The compiler specializes these overloads, but not the elements of a parameter pack.

  /// Appends a value.
  package mutating func encode<A: BinaryEncodable>(_ a: A) { a.encode(to: &self) }

  /// Appends two values.
  package mutating func encode<A: BinaryEncodable, B: BinaryEncodable>(_ a: A, _ b: B) {
    a.encode(to: &self)
    b.encode(to: &self)
  }

  /// Appends three values.
  package mutating func encode<A: BinaryEncodable, B: BinaryEncodable, C: BinaryEncodable>(
    _ a: A, _ b: B, _ c: C
  ) {
    encode(a, b)
    c.encode(to: &self)
  }

  /// Appends four values.
  package mutating func encode<
    A: BinaryEncodable, B: BinaryEncodable, C: BinaryEncodable, D: BinaryEncodable
  >(_ a: A, _ b: B, _ c: C, _ d: D) {
    encode(a, b)
    encode(c, d)
  }

  /// Appends the number of bytes, and then the bytes.
  package mutating func encode(_ value: [UInt8]) {
    encode(value.count)
    bytes += value
  }

  /// Appends human-readable text. It is escaped as a whole, because two harmless names can together form a
  /// terminal or CI command.
  package mutating func encode(escaping text: String) { encode(UntrustedText(text).displayText) }

  package mutating func encodeOptional<Value>(
    _ value: Value?, _ write: (inout BinaryEncoder, Value) -> Void
  ) {
    encode(value != nil)
    if let value { write(&self, value) }
  }

  package mutating func encodeList<Element>(
    _ elements: some Collection<Element>, _ write: (inout BinaryEncoder, Element) -> Void
  ) {
    encode(elements.count)
    for element in elements { write(&self, element) }
  }

  fileprivate mutating func append(_ raw: some Sequence<UInt8>) { bytes += raw }

  fileprivate mutating func append(_ byte: UInt8) { bytes.append(byte) }
}

/// Reads the values that a `BinaryEncoder` wrote. Untrusted bytes cannot crash the decoder or make it
/// allocate memory out of proportion to their size.
package struct BinaryDecoder {
  private let bytes: ArraySlice<UInt8>
  /// The index of the first byte that has not been read.
  private var position: Int

  package init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  private var unreadByteCount: Int { bytes.endIndex - position }

  /// Reads one value from bytes that contain nothing else.
  package static func decode<Value>(
    _ bytes: ArraySlice<UInt8>, _ read: (inout BinaryDecoder) throws -> Value
  ) throws -> Value {
    var decoder = BinaryDecoder(bytes)
    let value = try read(&decoder)
    try decoder.checkAllBytesRead()
    return value
  }

  /// Throws unless all bytes were read.
  package func checkAllBytesRead() throws { try check(unreadByteCount == 0) }

  /// Throws unless a condition holds.
  package func check(_ condition: Bool) throws { if !condition { throw Diagnostic.corruptData } }

  /// Reads values.
  package mutating func decode<each Value: BinaryCodable>(
    _: (repeat each Value).Type = (repeat each Value).self
  ) throws -> (repeat each Value) {
    (repeat try (each Value)(from: &self))
  }

  // The compiler specializes these overloads, but not the elements of a parameter pack.

  /// Reads a value.
  package mutating func decode<A: BinaryCodable>(_: A.Type = A.self) throws -> A { try A(from: &self) }

  /// Reads two values.
  package mutating func decode<A: BinaryCodable, B: BinaryCodable>(
    _: (A, B).Type = (A, B).self
  ) throws -> (A, B) {
    (try A(from: &self), try B(from: &self))
  }

  /// Reads four values.
  package mutating func decode<
    A: BinaryCodable, B: BinaryCodable, C: BinaryCodable, D: BinaryCodable
  >(_: (A, B, C, D).Type = (A, B, C, D).self) throws -> (A, B, C, D) {
    (try A(from: &self), try B(from: &self), try C(from: &self), try D(from: &self))
  }

  /// Reads an integer and checks that it is in a range.
  package mutating func decode(in range: ClosedRange<Int>) throws -> Int {
    let value: Int = try decode()
    try check(range.contains(value))
    return value
  }

  /// Reads a coordinate, a frame index, or a number of pixels, frames or stickers, and checks that it fits in
  /// a `UInt32`. Image formats store such numbers in at most 32 bits, so sums and small multiples do not
  /// overflow.
  package mutating func decodeIntCheckingUInt32Range() throws -> Int { try decode(in: 0...Int(UInt32.max)) }

  /// Reads a number that is not NaN.
  package mutating func decodeNonNaNDouble() throws -> Double {
    let value: Double = try decode()
    try check(!value.isNaN)
    return value
  }

  /// Reads the number of bytes, and then the bytes.
  package mutating func decodeBytes() throws -> [UInt8] { Array(try take(decode())) }

  /// Reads text that reports show unchanged. Throws if it is not escaped (`UntrustedText.displayText`).
  package mutating func decodeEscapedDisplayText() throws -> String {
    let text: String = try decode()
    try check(UntrustedText(text).displayText == text)
    return text
  }

  package mutating func decodeOptional<Value>(
    _ read: (inout BinaryDecoder) throws -> Value
  ) throws -> Value? {
    try decode() ? try read(&self) : nil
  }

  package mutating func decodeList<Element>(
    _ read: (inout BinaryDecoder) throws -> Element
  ) throws -> [Element] {
    // Each element takes at least one byte, so a larger count is invalid.
    let count = try decode(in: 0...unreadByteCount)
    var list: [Element] = []
    for _ in 0..<count { list.append(try read(&self)) }
    return list
  }

  fileprivate mutating func take(_ count: Int) throws -> ArraySlice<UInt8> {
    try check(0...unreadByteCount ~= count)
    defer { position += count }
    return bytes[position..<position + count]
  }
}

// MARK: - Basic types

extension BinaryCodable where Self: RawRepresentable, RawValue == String {
  package func encode(to encoder: inout BinaryEncoder) { encoder.encode(rawValue) }

  package init(from decoder: inout BinaryDecoder) throws {
    guard let value = Self(rawValue: try decoder.decode()) else { throw Diagnostic.corruptData }
    self = value
  }
}

extension Optional: BinaryEncodable where Wrapped: BinaryEncodable {
  package func encode(to encoder: inout BinaryEncoder) {
    encoder.encodeOptional(self) { $0.encode($1) }
  }
}

extension Optional: BinaryCodable where Wrapped: BinaryCodable {
  package init(from decoder: inout BinaryDecoder) throws {
    self = try decoder.decodeOptional { try $0.decode() }
  }
}

extension Array: BinaryEncodable where Element: BinaryEncodable {
  package func encode(to encoder: inout BinaryEncoder) { encoder.encodeList(self) { $0.encode($1) } }
}

extension Array: BinaryCodable where Element: BinaryCodable {
  package init(from decoder: inout BinaryDecoder) throws {
    self = try decoder.decodeList { try $0.decode() }
  }
}

extension Dictionary: BinaryEncodable where Key: BinaryEncodable & Comparable, Value: BinaryEncodable {
  package func encode(to encoder: inout BinaryEncoder) {
    encoder.encodeList(sorted { $0.key < $1.key }) { $0.encode($1.key, $1.value) }
  }
}

extension Dictionary: BinaryCodable where Key: BinaryCodable & Comparable, Value: BinaryCodable {
  package init(from decoder: inout BinaryDecoder) throws {
    let entries = try decoder.decodeList { try $0.decode((Key, Value).self) }
    self.init(entries) { first, _ in first }
  }
}

extension Int: BinaryCodable {
  package func encode(to encoder: inout BinaryEncoder) {
    for shift in 0..<8 { encoder.append(UInt8(truncatingIfNeeded: self &>> (8 &* shift))) }
  }

  package init(from decoder: inout BinaryDecoder) throws {
    let bytes = try decoder.take(8)
    self = 0
    for shift in 0..<8 { self |= Int(bytes[bytes.startIndex &+ shift]) &<< (8 &* shift) }
  }
}

extension UInt32: BinaryCodable {
  package func encode(to encoder: inout BinaryEncoder) { encoder.encode(Int(self)) }

  package init(from decoder: inout BinaryDecoder) throws {
    self = UInt32(try decoder.decode(in: 0...Int(UInt32.max)))
  }
}

extension Double: BinaryCodable {
  package func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(Int(Int64(bitPattern: bitPattern)))
  }

  package init(from decoder: inout BinaryDecoder) throws {
    let bits: Int = try decoder.decode()
    self = Double(bitPattern: UInt64(bitPattern: Int64(bits)))
  }
}

extension Bool: BinaryCodable {
  package func encode(to encoder: inout BinaryEncoder) { encoder.append(self ? 1 : 0) }

  package init(from decoder: inout BinaryDecoder) throws {
    let byte = try decoder.take(1).first
    try decoder.check(byte == 0 || byte == 1)
    self = byte == 1
  }
}

extension String: BinaryCodable {
  package func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(utf8.count)
    encoder.append(utf8)
  }

  package init(from decoder: inout BinaryDecoder) throws {
    let bytes = try decoder.take(decoder.decode())
    guard let text = String(validating: bytes, as: UTF8.self) else { throw Diagnostic.corruptData }
    self = text
  }
}

extension Path: BinaryCodable {
  package func encode(to encoder: inout BinaryEncoder) { encoder.encode(bytes) }

  package init(from decoder: inout BinaryDecoder) throws { self.init(bytes: try decoder.decodeBytes()) }
}

extension XXH3Digest: BinaryCodable {
  package func encode(to encoder: inout BinaryEncoder) { encoder.append(bytes) }

  package init(from decoder: inout BinaryDecoder) throws {
    guard let digest = XXH3Digest(bytes: try decoder.take(16)) else { throw Diagnostic.corruptData }
    self = digest
  }
}

extension PixelSize: BinaryCodable {
  package func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(width, height)
  }

  package init(from decoder: inout BinaryDecoder) throws {
    let width = try decoder.decodeIntCheckingUInt32Range()
    self.init(width, try decoder.decodeIntCheckingUInt32Range())
  }
}

extension PixelRect: BinaryCodable {
  package func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(x, y, width, height)
  }

  package init(from decoder: inout BinaryDecoder) throws {
    let x = try decoder.decodeIntCheckingUInt32Range()
    let y = try decoder.decodeIntCheckingUInt32Range()
    let width = try decoder.decodeIntCheckingUInt32Range()
    self.init(x: x, y: y, width: width, height: try decoder.decodeIntCheckingUInt32Range())
  }
}

extension ImageFormat: BinaryCodable {}

/// Whether a string is a SHA-256 digest in hexadecimal.
package func isLowercaseSHA256Hex(_ text: String) -> Bool {
  text.utf8.count == 64 && text.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
}
