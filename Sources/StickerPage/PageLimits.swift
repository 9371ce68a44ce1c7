/// What the server takes and how long it waits; tests have smaller ones.
package struct PageLimits: Sendable {
  /// Connections at once; a browser has six.
  package var connections = 64
  /// Bytes of all header fields of a request.
  package var headerBytes = 16 << 10
  /// Header fields of a request.
  package var headerCount = 64
  /// Bytes of a request's target: the longest path, each byte as three, and a token.
  package var targetBytes = 4 << 10
  /// Bytes of all bodies that are being received; others wait.
  package var bodyBytesAtOnce = 64 << 20
  /// Until a connection's first request has come.
  package var firstHeadMilliseconds = 10_000
  /// Until its next one has.
  package var nextHeadMilliseconds = 60_000
  /// Between two pieces of a body, or of an answer that is taken.
  package var stallMilliseconds = 30_000
  /// For a whole body: whoever sends a byte now and then does not stay.
  package var bodyMilliseconds = 300_000
  /// For which what still comes after a refusal is thrown away, so that the refusal is read.
  package var lingerMilliseconds = 5_000
  /// Between two signs of life of an event stream.
  package var heartbeatMilliseconds = 15_000

  /// The usual ones.
  package init() {}
}
