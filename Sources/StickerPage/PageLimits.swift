/// What the server takes and how long it waits; tests have smaller ones.
public struct PageLimits: Sendable {
  /// Connections at once; a browser has six.
  public var connections = 64
  /// Bytes of all header fields of a request.
  public var headerBytes = 16 << 10
  /// Header fields of a request.
  public var headerCount = 64
  /// Bytes of a request's target: the longest path, each byte as three, and a token.
  public var targetBytes = 4 << 10
  /// Bytes of all bodies that are being received; others wait.
  public var bodyBytesAtOnce = 64 << 20
  /// Until a connection's first request has come.
  public var firstHeadMilliseconds = 10_000
  /// Until its next one has.
  public var nextHeadMilliseconds = 60_000
  /// Between two pieces of a body, or of an answer that is taken.
  public var stallMilliseconds = 30_000
  /// For a whole body: whoever sends a byte now and then does not stay.
  public var bodyMilliseconds = 300_000
  /// For which what still comes after a refusal is thrown away, so that the refusal is read.
  public var lingerMilliseconds = 5_000
  /// Between two signs of life of an event stream.
  public var heartbeatMilliseconds = 15_000

  /// The usual ones.
  public init() {}
}
