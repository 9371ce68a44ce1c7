import CSystemCalls
public import StickerModel

/// How much a worker may use.
public struct WorkerLimits: Hashable, Sendable {
  /// Bytes of memory beyond what the program begins with.
  public var memoryBytes: Int
  /// Seconds of processor time for one request.
  public var seconds: Int
  /// Requests of one worker; then another one takes its place, so that none lives long with what it has met.
  public var requests: Int
  /// The longest answer that a worker may give.
  public var answerBytes = 64 << 20

  /// The usual limits.
  ///
  /// - Parameter memoryBytes: decoding holds 512 MiB at most (`MemoryGate`), and what is measured as much again.
  /// - Parameter seconds: the largest work that a budget allows takes less than a tenth of this.
  public init(memoryBytes: Int = 1 << 30, seconds: Int = 60, requests: Int = 1000) {
    (self.memoryBytes, self.seconds, self.requests) = (memoryBytes, seconds, requests)
  }
}

/// What keeps a worker from doing anything but its work.
public struct Confinement: OptionSet, Hashable, Sendable {
  /// As it crosses a pipe.
  public let rawValue: UInt8

  /// Some of the means.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// No program that it starts could get more rights than it has.
  public static let noNewPrivileges = Confinement(rawValue: 1)
  /// The kernel opens no file for it but those that were named.
  public static let landlock = Confinement(rawValue: 2)
  /// The kernel refuses it all system calls but those that it needs.
  public static let seccomp = Confinement(rawValue: 4)
  /// Memory, time and files are limited.
  public static let limits = Confinement(rawValue: 8)

  /// All there is.
  public static let complete: Confinement = [.noNewPrivileges, .landlock, .seccomp, .limits]

  /// What is missing, for people; nil where nothing is.
  public var lack: String? {
    let names: [(Confinement, String)] = [
      (.landlock, "Landlock"), (.seccomp, "seccomp"), (.limits, "limits of memory and time"),
    ]
    let missing = names.filter { !contains($0.0) }.map(\.1)
    return missing.isEmpty ? nil : "this system has no \(listed(missing, "and no"))"
  }
}

/// What a worker does after it is confined.
public enum WorkerTask: Hashable, Sendable {
  /// It computes, and nothing else: on one thread, without any file.
  case examining
  /// It reads files below some folders, and writes below others, on as many threads as it likes.
  case building(readable: [Path], writable: [Path])
}

/// Gives up everything that a worker does not need, for good; before the process has a second thread.
///
/// - Returns: what the system could do; what it cannot is no error.
public func confine(to task: WorkerTask, _ limits: WorkerLimits) -> Confinement {
  #if os(Linux)
    sl_close_from(3)
    sl_end_with_parent()
    var (done, folders): (Confinement, (readable: [Int32], writable: [Int32])) = ([], ([], []))
    if case .building(let readable, let writable) = task {
      folders = (readable.compactMap(opened), writable.compactMap(opened))
    }
    if limited(task, limits) { done.insert(.limits) }
    if sl_no_new_privileges() == 0 { done.insert(.noNewPrivileges) }
    let (reading, writing) = (Int32(folders.readable.count), Int32(folders.writable.count))
    if unsafe sl_landlock(folders.readable, reading, folders.writable, writing) == 0 {
      done.insert(.landlock)
    }
    for folder in folders.readable + folders.writable { try? SystemCalls.real.close(folder) }
    if sl_seccomp(task == .examining ? 0 : 1) == 0 { done.insert(.seccomp) }
    return done
  #else
    return []
  #endif
}

#if os(Linux)
  private func opened(_ path: Path) -> Int32? {
    let calls = SystemCalls.real
    if let folder = try? calls.open(Location(path), .folder(follow: true)) { return folder }
    return try? calls.open(Location(path), .reading(follow: true))
  }

  private func limited(_ task: WorkerTask, _ limits: WorkerLimits) -> Bool {
    // Beyond what the program has: under a sanitizer that is most of the address space.
    let memory = sl_data_bytes().addingReportingOverflow(UInt64(max(0, limits.memoryBytes))).partialValue
    let writes = task != .examining
    // A worker without anybody who watches it ends too. Threads of a building worker wait on descriptors.
    let seconds = UInt64(limits.lifetimeSeconds)
    return sl_limit_resources(memory, seconds, writes ? 256 : 8, writes ? 1 : 0) == 0
  }
#endif

extension WorkerLimits {
  /// Seconds of processor time after which another worker takes its place.
  var retirementSeconds: Int { 10 * max(1, seconds) }

  /// Seconds of processor time after which the system ends a worker that nobody watches.
  var lifetimeSeconds: Int { retirementSeconds + 2 * max(1, seconds) }
}
