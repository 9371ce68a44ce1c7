// https://developer.apple.com/documentation/cryptokit/sha256
import Foundation

public struct SHA256: HashFunction {
  public typealias Digest = SHA256Digest
  public init() {}
  public mutating func update(bufferPointer: UnsafeRawBufferPointer) {}
  public func finalize() -> SHA256Digest { fatalError() }
}

// https://developer.apple.com/documentation/cryptokit/sha256digest
public struct SHA256Digest: Digest {
  public typealias Iterator = Array<UInt8>.Iterator
  public typealias Element = UInt8
  public static var byteCount: Int { 32 }
  public func makeIterator() -> Array<UInt8>.Iterator { fatalError() }
}

// https://developer.apple.com/documentation/cryptokit/digest
public protocol Digest: Hashable, Sendable, Sequence where Element == UInt8 {
  static var byteCount: Int { get }
}

// https://developer.apple.com/documentation/cryptokit/hashfunction
public protocol HashFunction: Sendable {
  associatedtype Digest: CryptoKit.Digest
  init()
  mutating func update(bufferPointer: UnsafeRawBufferPointer)
  func finalize() -> Self.Digest
}

extension HashFunction {
  public static func hash<D: DataProtocol>(data: D) -> Self.Digest { fatalError() }
  public mutating func update<D: DataProtocol>(data: D) {}
}
