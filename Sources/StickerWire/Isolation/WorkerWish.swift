/// What a worker is to do with the bytes that it is given, as it crosses a pipe.
package enum WorkerWish: Sendable {
  case examine(ExaminationRequest)
  case fix(FixingRequest)
  case join(JoiningRequest)
  case draw(Drawing)
  case view(FrameViewing)

  /// As it crosses the pipe: a byte that says what it is, and the request.
  package var encoded: [UInt8] {
    switch self {
    case .examine(let request): [0] + request.encoded
    case .fix(let request): [1] + request.encoded
    case .join(let request): [2] + request.encoded
    case .draw(let drawing): [3] + drawing.encoded
    case .view(let viewing): [4] + viewing.encoded
    }
  }

  /// The wish in bytes that crossed a pipe; nil for what is none.
  package init?(parsing bytes: [UInt8]) {
    let request = Array(bytes.dropFirst())
    let wish: WorkerWish? =
      switch bytes.first {
      case 0: ExaminationRequest(parsing: request).map { .examine($0) }
      case 1: FixingRequest(parsing: request).map { .fix($0) }
      case 2: JoiningRequest(parsing: request).map { .join($0) }
      case 3: Drawing(parsing: request).map { .draw($0) }
      case 4: FrameViewing(parsing: request).map { .view($0) }
      default: nil
      }
    guard let wish else { return nil }
    self = wish
  }
}
