/// What passes between a worker and its keeper: a length of four bytes, a kind of one, and so many bytes.
enum WorkerFrame {
  enum Kind: UInt8 {
    /// To the worker: what the requests after it have in common.
    case setup = 1
    /// To the worker: what is asked.
    case request = 2
    /// To the worker: bytes that belong to the request; they end it.
    case data = 3
    /// To the worker: there is memory for what it wanted to hold.
    case granted = 4
    /// From the worker: it is confined, in one byte by what.
    case ready = 5
    /// From the worker: so many bytes of memory it needs from now on, in eight bytes.
    case holds = 6
    /// From the worker: what came of the request.
    case answer = 7
    /// To the worker, instead of data: in eight bytes, how many bytes of the memory that its keeper shares
    /// belong to the request; they end it.
    case shared = 8
  }

  static let headerBytes = 5

  static func header(_ kind: Kind, _ count: Int) -> [UInt8] {
    let length = UInt32(count)
    return (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) } + [kind.rawValue]
  }

  /// Kind and length that a header says; no kind where it is none of ours.
  static func parse(_ header: ArraySlice<UInt8>) -> (kind: Kind?, count: Int) {
    let bytes = Array(header)
    let count = (0..<4).reduce(0) { $0 | Int(bytes[$1]) << (8 * $1) }
    return (Kind(rawValue: bytes[4]), count)
  }

  static func bytes(of number: Int) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// The number in eight bytes; nil where there are not eight.
  static func number(_ bytes: [UInt8]) -> Int? {
    bytes.count == 8 ? (0..<8).reduce(0) { $0 | Int(bytes[$1]) << (8 * $1) } : nil
  }
}
