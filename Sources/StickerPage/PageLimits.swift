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
  /// A body of at most so many bytes never waits for others: all connections together hold 16 MiB of these.
  package var smallBodyBytes = 256 << 10
  /// Bytes of all larger bodies that are being received; others wait.
  package var bodyBytesAtOnce = 64 << 20
  /// How long a connection may take to its first request.
  package var firstHeadMilliseconds = 10_000
  /// How long a connection may take to each further request.
  package var nextHeadMilliseconds = 60_000
  /// The longest pause between two pieces of a body, or of an answer that is taken.
  package var stallMilliseconds = 30_000
  /// How long a whole body may take: whoever sends a byte now and then does not stay.
  package var bodyMilliseconds = 300_000
  /// How long what still comes after a refusal is thrown away, so that the refusal is read.
  package var lingerMilliseconds = 5_000
  /// The time between two signs of life of an event stream.
  package var heartbeatMilliseconds = 15_000

  package init() {}
}
