import StickerEngine

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reads records from standard input on its own thread, and reads ahead by a limited number of records. Each
/// record is available as soon as it is complete.
@safe final class RecordReader: @unchecked Sendable {
  /// A record in the input.
  enum Record: Hashable, Sendable {
    /// The bytes of the record, without the separator.
    case bytes([UInt8])
    /// The record exceeded the limit and was skipped.
    case tooLong
  }

  private struct State {
    var readyRecords: [Record] = []
    var readyByteCount = 0
    var isFinished = false
    var failure: SystemError?
    var waitingContinuation: CheckedContinuation<Record?, Never>?
  }

  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let spaceAvailableCondition: UnsafeMutablePointer<pthread_cond_t>
  private var state = State()
  private var splitter: RecordSplitter
  private let descriptor: Int32
  private let calls: SystemCalls

  /// Starts reading standard input.
  ///
  /// - Parameter separator: the byte that ends a record. It is optional after the last record.
  /// - Parameter maxRecordBytes: the maximum size of a record in bytes.
  convenience init(separatedBy separator: UInt8, maxRecordBytes: Int) {
    self.init(0, separatedBy: separator, maxRecordBytes: maxRecordBytes, calls: .real)
  }

  init(_ descriptor: Int32, separatedBy separator: UInt8, maxRecordBytes: Int, calls: SystemCalls) {
    self.descriptor = descriptor
    self.calls = calls
    splitter = RecordSplitter(separator: separator, maxRecordBytes: maxRecordBytes)
    unsafe (lock, spaceAvailableCondition) = (.allocate(capacity: 1), .allocate(capacity: 1))
    unsafe lock.initialize(to: pthread_mutex_t())
    unsafe spaceAvailableCondition.initialize(to: pthread_cond_t())
    unsafe pthread_mutex_init(lock, nil)
    unsafe pthread_cond_init(spaceAvailableCondition, nil)
    if !startThread({ self.deliverRecordsUntilEnd() }) { finish(SystemError(code: EAGAIN)) }
  }

  deinit {
    unsafe pthread_mutex_destroy(lock)
    unsafe pthread_cond_destroy(spaceAvailableCondition)
    unsafe lock.deallocate()
    unsafe spaceAvailableCondition.deallocate()
  }

  /// Whether there are records that have not been taken yet.
  var hasReadyRecords: Bool { withLock { !state.readyRecords.isEmpty } }

  /// Waits for the next record. Returns nil at the end, and if the task is canceled.
  ///
  /// - Throws: an error that says why the stream cannot be read.
  func next() async throws(CommandError) -> Record? {
    let record: Record? = await withTaskCancellationHandler {
      await withCheckedContinuation { resumeOrStore($0) }
    } onCancel: {
      finish(nil)
    }
    if let record { return record }
    if let failure = withLock({ state.failure }) {
      throw CommandError("cannot read standard input: \(failure.reason)")
    }
    return nil
  }

  private func withLock<Result>(_ body: () -> Result) -> Result {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    return body()
  }

  private func resumeOrStore(_ continuation: CheckedContinuation<Record?, Never>) {
    withLock {
      if !state.readyRecords.isEmpty {
        continuation.resume(returning: takeReadyRecord())
      } else if state.isFinished {
        continuation.resume(returning: nil)
      } else {
        state.waitingContinuation = continuation
      }
    }
  }

  private func takeReadyRecord() -> Record {
    let record = state.readyRecords.removeFirst()
    state.readyByteCount -= record.byteCount
    unsafe pthread_cond_signal(spaceAvailableCondition)
    return record
  }

  private func deliverRecordsUntilEnd() {
    var piece = [UInt8](repeating: 0, count: 65_536)
    do throws(SystemError) {
      while true {
        let count = try readPiece(of: descriptor, into: &piece, atMost: piece.count, calls)
        if count == 0 { break }
        splitter.add(piece[..<count]) { waitForSpaceAndDeliver($0) }
      }
    } catch {
      return finish(error)
    }
    splitter.finish { waitForSpaceAndDeliver($0) }
    finish(nil)
  }

  private func waitForSpaceAndDeliver(_ record: Record) {
    withLock {
      while true {
        // If a task is waiting, it has already taken all records that were ready.
        if let waiting = state.waitingContinuation {
          state.waitingContinuation = nil
          return waiting.resume(returning: record)
        }
        if state.readyRecords.isEmpty
          || (state.readyRecords.count < maxReadyRecords && state.readyByteCount < maxReadyBytes)
        {
          break
        }
        unsafe pthread_cond_wait(spaceAvailableCondition, lock)
      }
      state.readyRecords.append(record)
      state.readyByteCount += record.byteCount
    }
  }

  private func finish(_ failure: SystemError?) {
    withLock {
      state.isFinished = true
      state.failure = state.failure ?? failure
      state.waitingContinuation?.resume(returning: nil)
      state.waitingContinuation = nil
    }
  }
}

extension RecordReader.Record {
  fileprivate var byteCount: Int { if case .bytes(let bytes) = self { bytes.count } else { 0 } }
}

/// Splits a stream into records.
struct RecordSplitter {
  let separator: UInt8
  let maxRecordBytes: Int
  private var currentRecord: [UInt8] = []
  /// Whether the current record exceeds the limit and is skipped.
  private var isCurrentRecordTooLong = false
  private var isFirstRecord = true

  init(separator: UInt8, maxRecordBytes: Int) {
    (self.separator, self.maxRecordBytes) = (separator, maxRecordBytes)
  }

  mutating func add(_ piece: ArraySlice<UInt8>, _ deliver: (RecordReader.Record) -> Void) {
    var piece = piece
    while let end = piece.firstIndex(of: separator) {
      appendToRecord(piece[..<end])
      deliver(finishRecord())
      piece = piece[(end + 1)...]
    }
    appendToRecord(piece)
  }

  /// Delivers the last record if no separator ends it.
  mutating func finish(_ deliver: (RecordReader.Record) -> Void) {
    if isCurrentRecordTooLong || !currentRecord.isEmpty { deliver(finishRecord()) }
  }

  private mutating func appendToRecord(_ part: ArraySlice<UInt8>) {
    guard !isCurrentRecordTooLong else { return }
    if currentRecord.count + part.count > maxRecordBytes {
      (isCurrentRecordTooLong, currentRecord) = (true, [])
    } else {
      currentRecord += part
    }
  }

  private mutating func finishRecord() -> RecordReader.Record {
    defer { (currentRecord, isCurrentRecordTooLong, isFirstRecord) = ([], false, false) }
    guard !isCurrentRecordTooLong else { return .tooLong }
    guard recordsAreLines else { return .bytes(currentRecord) }
    let mark = isFirstRecord && currentRecord.starts(with: byteOrderMark) ? byteOrderMark.count : 0
    return .bytes(Array(currentRecord[mark...].dropLast(currentRecord.last == UInt8(ascii: "\r") ? 1 : 0)))
  }

  /// Whether records are lines. Files from Windows may start with a byte order mark, and their lines end with
  /// a carriage return before the separator.
  private var recordsAreLines: Bool { separator == UInt8(ascii: "\n") }
}

/// U+FEFF in UTF-8.
private let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

/// The limits for reading ahead, which allow many small records or a few large ones.
private let maxReadyRecords = 256
private let maxReadyBytes = 1 << 26
