import StickerEngine

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reads the records of standard input on its own thread, a few records ahead. Each is available as soon as
/// it is complete.
@safe final class RecordReader: @unchecked Sendable {
  /// A piece of the input.
  enum Record: Hashable, Sendable {
    /// The bytes of the record, without the separator.
    case bytes([UInt8])
    /// The record exceeded the limit and was skipped.
    case tooLong
  }

  private struct State {
    var ready: [Record] = []
    var bytes = 0
    var isAtEnd = false
    var failure: SystemError?
    var waiting: CheckedContinuation<Record?, Never>?
  }

  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let room: UnsafeMutablePointer<pthread_cond_t>
  private var state = State()
  private var splitter: RecordSplitter
  private let descriptor: Int32
  private let calls: SystemCalls

  /// Starts to read standard input.
  ///
  /// - Parameter separator: the byte that ends a record. It is optional after the last record.
  /// - Parameter longest: the size limit of a record in bytes.
  convenience init(separatedBy separator: UInt8, longest: Int) {
    self.init(0, separatedBy: separator, longest: longest, calls: .real)
  }

  init(_ descriptor: Int32, separatedBy separator: UInt8, longest: Int, calls: SystemCalls) {
    self.descriptor = descriptor
    self.calls = calls
    splitter = RecordSplitter(separator: separator, longest: longest)
    unsafe (lock, room) = (.allocate(capacity: 1), .allocate(capacity: 1))
    unsafe lock.initialize(to: pthread_mutex_t())
    unsafe room.initialize(to: pthread_cond_t())
    unsafe pthread_mutex_init(lock, nil)
    unsafe pthread_cond_init(room, nil)
    if !startThread({ self.readToEnd() }) { finish(SystemError(code: EAGAIN)) }
  }

  deinit {
    unsafe pthread_mutex_destroy(lock)
    unsafe pthread_cond_destroy(room)
    unsafe lock.deallocate()
    unsafe room.deallocate()
  }

  /// Whether there are records that have not been taken yet.
  var isAhead: Bool { withLock { !state.ready.isEmpty } }

  /// Waits for the next record. Returns nil at the end.
  ///
  /// - Throws: why the stream cannot be read.
  func next() async throws(UsageError) -> Record? {
    let record: Record? = await withTaskCancellationHandler {
      await withCheckedContinuation { resume($0) }
    } onCancel: {
      finish(nil)
    }
    if let record { return record }
    if let failure = withLock({ state.failure }) {
      throw UsageError("cannot read standard input: \(failure.words)")
    }
    return nil
  }

  private func withLock<Result>(_ body: () -> Result) -> Result {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    return body()
  }

  private func resume(_ continuation: CheckedContinuation<Record?, Never>) {
    withLock {
      if !state.ready.isEmpty {
        continuation.resume(returning: take())
      } else if state.isAtEnd {
        continuation.resume(returning: nil)
      } else {
        state.waiting = continuation
      }
    }
  }

  private func take() -> Record {
    let record = state.ready.removeFirst()
    state.bytes -= record.count
    unsafe pthread_cond_signal(room)
    return record
  }

  private func readToEnd() {
    var piece = [UInt8](repeating: 0, count: 65_536)
    do throws(SystemError) {
      while true {
        let count = try readPiece(of: descriptor, into: &piece, atMost: piece.count, calls)
        if count == 0 { break }
        splitter.add(piece[..<count]) { hand($0) }
      }
    } catch {
      return finish(error)
    }
    splitter.finish { hand($0) }
    finish(nil)
  }

  private func hand(_ record: Record) {
    withLock {
      while true {
        // A waiting task has taken all records that were ready.
        if let waiting = state.waiting {
          state.waiting = nil
          return waiting.resume(returning: record)
        }
        if state.ready.isEmpty || (state.ready.count < maxRecords && state.bytes < maxBytes) { break }
        unsafe pthread_cond_wait(room, lock)
      }
      state.ready.append(record)
      state.bytes += record.count
    }
  }

  private func finish(_ failure: SystemError?) {
    withLock {
      state.isAtEnd = true
      state.failure = state.failure ?? failure
      state.waiting?.resume(returning: nil)
      state.waiting = nil
    }
  }
}

extension RecordReader.Record {
  fileprivate var count: Int { if case .bytes(let bytes) = self { bytes.count } else { 0 } }
}

/// Splits a stream into records.
struct RecordSplitter {
  let separator: UInt8
  let longest: Int
  private var rest: [UInt8] = []
  /// Whether the current record exceeds the limit and is skipped.
  private var isTooLong = false
  private var isFirst = true

  init(separator: UInt8, longest: Int) { (self.separator, self.longest) = (separator, longest) }

  mutating func add(_ piece: ArraySlice<UInt8>, _ hand: (RecordReader.Record) -> Void) {
    var piece = piece
    while let end = piece.firstIndex(of: separator) {
      keep(piece[..<end])
      hand(record())
      piece = piece[(end + 1)...]
    }
    keep(piece)
  }

  /// Passes on the last record, if it has no separator.
  mutating func finish(_ hand: (RecordReader.Record) -> Void) {
    if isTooLong || !rest.isEmpty { hand(record()) }
  }

  private mutating func keep(_ part: ArraySlice<UInt8>) {
    guard !isTooLong else { return }
    if rest.count + part.count > longest { (isTooLong, rest) = (true, []) } else { rest += part }
  }

  private mutating func record() -> RecordReader.Record {
    defer { (rest, isTooLong, isFirst) = ([], false, false) }
    guard !isTooLong else { return .tooLong }
    guard isLines else { return .bytes(rest) }
    let mark = isFirst && rest.starts(with: byteOrderMark) ? byteOrderMark.count : 0
    return .bytes(Array(rest[mark...].dropLast(rest.last == UInt8(ascii: "\r") ? 1 : 0)))
  }

  /// Whether records are lines. Files from Windows start with a byte order mark, and end lines with a
  /// carriage return, too.
  private var isLines: Bool { separator == UInt8(ascii: "\n") }
}

/// U+FEFF in UTF-8.
private let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

/// The limits for records that are read ahead: many small ones, or few large ones.
private let maxRecords = 256
private let maxBytes = 1 << 26
