/// What a worker is to do with the bytes that it is given, as it crosses a pipe.
package enum WorkerWish: Sendable {
  case examine(ExaminationRequest)
  case fix(FixingRequest)

  /// As it crosses the pipe: a byte that says what it is, and the request.
  package var encoded: [UInt8] {
    switch self {
    case .examine(let request): [0] + request.encoded
    case .fix(let request): [1] + request.encoded
    }
  }

  /// The wish in bytes that crossed a pipe; nil for what is none.
  package init?(parsing bytes: [UInt8]) {
    let request = Array(bytes.dropFirst())
    let wish: WorkerWish? =
      switch bytes.first {
      case 0: ExaminationRequest(parsing: request).map { .examine($0) }
      case 1: FixingRequest(parsing: request).map { .fix($0) }
      default: nil
      }
    guard let wish else { return nil }
    self = wish
  }
}
