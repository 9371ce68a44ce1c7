import CSandbox
import StickerEngine

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How much a worker may use.
package struct WorkerLimits: Hashable, Sendable {
  /// Bytes of memory beyond what the program begins with.
  package var memoryBytes: Int
  /// Seconds of processor time for one request.
  package var seconds: Int
  /// Requests of one worker; then another one takes its place, so that none lives long with what it has met.
  var requests: Int
  /// Whether a worker that is not confined completely is ended before it answers.
  package var isConfinementRequired = false
  /// The longest answer that a worker may give.
  var answerBytes = 64 << 20

  /// The usual limits.
  ///
  /// - Parameter memoryBytes: decoding holds 512 MiB at most (`MemoryGate`), and measuring as much again.
  /// - Parameter seconds: the largest work that a budget allows takes less than a tenth of this.
  package init(memoryBytes: Int = 1 << 30, seconds: Int = 60, requests: Int = 1000) {
    self.memoryBytes = memoryBytes
    self.seconds = seconds
    self.requests = requests
  }
}

/// What keeps a worker from doing anything but its work.
package struct Confinement: OptionSet, Hashable, Sendable {
  /// The means as bits, as they cross a pipe.
  package let rawValue: UInt8

  /// Some of the means.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// No program that it starts could get more rights than it has.
  static let noNewPrivileges = Confinement(rawValue: 1)
  /// The kernel opens no file for it but those that were named.
  static let landlock = Confinement(rawValue: 2)
  /// The kernel refuses it all system calls but those that it needs.
  static let seccomp = Confinement(rawValue: 4)
  /// Memory, time and files are limited.
  static let limits = Confinement(rawValue: 8)

  /// All means that there are.
  static let complete: Confinement = [.noNewPrivileges, .landlock, .seccomp, .limits]

  /// Each means, as programs and as people call it.
  private static let names: [(Confinement, name: String, words: String)] = [
    (.noNewPrivileges, "no-new-privileges", "no-new-privileges"), (.landlock, "landlock", "Landlock"),
    (.seccomp, "seccomp", "seccomp"), (.limits, "limits", "limits of memory and time"),
  ]

  /// What is missing, for people; nil where nothing is.
  package var missingFeatures: String? {
    let missing = Self.names.filter { !contains($0.0) }.map(\.words)
    return missing.isEmpty ? nil : "not available on this system: \(listText(missing))"
  }

  /// For reports.
  var isolation: Isolation {
    Isolation(
      means: Self.names.filter { contains($0.0) }.map(\.name),
      missing: Self.names.filter { !contains($0.0) }.map(\.name))
  }
}

/// What a worker does after it is confined, on one thread.
enum WorkerTask: Hashable, Sendable {
  /// The worker computes, and nothing else: without any file.
  case analyzing
  /// The worker reads some files, and all below some folders.
  case reading([Path])
}

/// Gives up everything that a worker does not need, for good; before the process has a second thread.
///
/// - Returns: what the system could do; that it lacks something is no error.
/// - Throws: where it has something, and that did not work: nothing of a stranger's is opened then.
func confine(to task: WorkerTask, _ limits: WorkerLimits) throws -> Confinement {
  #if os(Linux)
    sl_close_from(3)
    sl_end_with_parent()
    // Read while files may still be opened. Under a sanitizer it is most of the address space.
    let used = sl_used_memory()
    var (done, places): (Confinement, [Int32]) = ([], [])
    if case .reading(let readable) = task { places = readable.compactMap(opened) }
    if sl_no_new_privileges() == 0 { done.insert(.noNewPrivileges) }
    if try isDone(unsafe sl_landlock(places, Int32(places.count))) { done.insert(.landlock) }
    for place in places { try? SystemCalls.real.close(place) }
    let memory = UInt64(max(0, limits.memoryBytes))
    let files: UInt64 = task == .analyzing ? 8 : 256
    if sl_limit_resources(used, memory, UInt64(limits.lifetimeSeconds), files) == 0 {
      reportOutOfMemory(reserve: limits.memoryBytes / 4)
      done.insert(.limits)
    }
    if try isDone(sl_seccomp(task == .analyzing ? 0 : 1)) { done.insert(.seccomp) }
    return done
  #else
    return []
  #endif
}

#if os(Linux)
  private func isDone(_ result: Int32) throws -> Bool {
    if result == 0 { return true }
    let error = SystemError(code: errno)
    // Kernels without it; Landlock says that it is switched off.
    guard error.meansUnsupported else { throw error }
    return false
  }

  private func opened(_ path: Path) -> Int32? {
    let calls = SystemCalls.real
    if let folder = try? calls.open(Location(path), .folder(follow: true)) { return folder }
    return try? calls.open(Location(path), .reading(follow: true))
  }
#endif

extension WorkerLimits {
  /// Seconds of processor time after which another worker takes its place.
  var retirementSeconds: Int { 10 * max(1, seconds) }

  /// Seconds of processor time after which the system ends a worker that nobody watches.
  var lifetimeSeconds: Int { retirementSeconds + 2 * max(1, seconds) }
}

#if DEBUG || Poison
  /// Ends the process with SIGABRT.
  func crash() -> Never { abort() }

  /// Tries what a worker must not be able to do: to open files, folders and sockets, to start processes, to
  /// reach others, and to take back its limits.
  ///
  /// - Returns: the number of what was not refused, as `break_out.h` counts; nil where all was.
  func attemptSandboxEscape() -> Int? {
    #if os(Linux)
      let way = sl_break_out()
      return way == 0 ? nil : Int(way)
    #else
      return nil
    #endif
  }
#endif
