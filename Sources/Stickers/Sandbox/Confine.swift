import CSandbox
import StickerEngine

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The limits of a worker process.
package struct WorkerLimits: Hashable, Sendable {
  /// The maximum memory in bytes, in addition to what the program uses when it starts.
  package var maxAdditionalMemoryBytes: Int
  /// The maximum processor time for one request, in seconds.
  package var processorSecondsPerRequest: Int
  /// The number of requests after which a worker is replaced, so that no worker keeps running for long after
  /// reading untrusted files.
  var maxRequestsPerWorker: Int
  /// Whether to stop a worker before it answers if it is not completely confined.
  package var isCompleteConfinementRequired = false
  /// The maximum size of an answer in bytes.
  var maxAnswerBytes = 64 << 20

  /// Creates limits, by default for processes that check files.
  ///
  /// - Parameter memoryBytes: the maximum memory in bytes. Decoding needs at most 512 MiB (`MemoryGate`), and
  ///   measuring needs the same amount again.
  /// - Parameter processorSecondsPerRequest: the maximum processor time. The most expensive work that a
  ///   budget allows takes less than a tenth of the default.
  package init(
    memoryBytes: Int = 1 << 30, processorSecondsPerRequest: Int = 60,
    maxRequestsPerWorker maxRequests: Int = 1000
  ) {
    self.maxAdditionalMemoryBytes = memoryBytes
    self.processorSecondsPerRequest = processorSecondsPerRequest
    self.maxRequestsPerWorker = maxRequests
  }
}

/// The mechanisms that confine a worker process.
package struct Confinement: OptionSet, Hashable, Sendable {
  /// The mechanisms as bits, as sent through a pipe.
  package let rawValue: UInt8

  /// Creates a set of mechanisms.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Programs that the process starts cannot gain additional rights.
  static let noNewPrivileges = Confinement(rawValue: 1)
  /// The kernel denies access to all files except the allowed ones.
  static let landlock = Confinement(rawValue: 2)
  /// The kernel denies all system calls except the necessary ones.
  static let seccomp = Confinement(rawValue: 4)
  /// Memory, processor time and open files are limited.
  static let resourceLimits = Confinement(rawValue: 8)

  /// All mechanisms.
  static let complete: Confinement = [.noNewPrivileges, .landlock, .seccomp, .resourceLimits]

  /// Each mechanism, with its machine-readable and human-readable names.
  private static let mechanismNames: [(Confinement, name: String, words: String)] = [
    (.noNewPrivileges, "no-new-privileges", "no-new-privileges"), (.landlock, "landlock", "Landlock"),
    (.seccomp, "seccomp", "seccomp"), (.resourceLimits, "limits", "memory and time limits"),
  ]

  /// A message about missing mechanisms; nil if none is missing.
  package var missingMechanismsText: String? {
    let missing = Self.mechanismNames.filter { !contains($0.0) }.map(\.words)
    return missing.isEmpty ? nil : "not available on this system: \(listText(missing))"
  }

  /// The confinement for reports.
  var isolation: Isolation {
    Isolation(
      activeMechanisms: Self.mechanismNames.filter { contains($0.0) }.map(\.name),
      unsupportedMechanisms: Self.mechanismNames.filter { !contains($0.0) }.map(\.name))
  }
}

/// The task of a worker process after it is confined. It runs on one thread.
enum WorkerTask: Hashable, Sendable {
  /// The worker only computes, and cannot read files.
  case computingWithoutFiles
  /// The worker reads some files, and everything inside some folders.
  case readingFiles([Path])
}

/// Permanently gives up all rights that a worker does not need. Call this before the process has a second
/// thread.
///
/// - Returns: the mechanisms that the system supports. Missing ones are not an error.
/// - Throws: an error if a supported mechanism fails. In that case, no untrusted file may be opened.
func confine(to task: WorkerTask, _ limits: WorkerLimits) throws -> Confinement {
  #if os(Linux)
    sl_close_descriptors_from(3)
    sl_end_with_parent()
    // Measure the memory in use while files can still be opened. A sanitizer reserves most of the address
    // space.
    let used = sl_used_memory()
    var (done, places): (Confinement, [Int32]) = ([], [])
    if case .readingFiles(let readable) = task { places = readable.compactMap(openDescriptor) }
    if sl_no_new_privileges() == 0 { done.insert(.noNewPrivileges) }
    if try isSupported(unsafe sl_apply_landlock(places, Int32(places.count))) { done.insert(.landlock) }
    for place in places { try? SystemCalls.real.close(place) }
    let memory = UInt64(max(0, limits.maxAdditionalMemoryBytes))
    let files: UInt64 = task == .computingWithoutFiles ? 8 : 256
    if sl_limit_resources(used, memory, UInt64(limits.lifetimeProcessorSeconds), files) == 0 {
      detectOutOfMemoryCrashes(ifFreeBytesBelow: limits.maxAdditionalMemoryBytes / 4)
      done.insert(.resourceLimits)
    }
    if try isSupported(sl_apply_seccomp(task == .computingWithoutFiles ? 0 : 1)) { done.insert(.seccomp) }
    return done
  #else
    return []
  #endif
}

/// Confines this process to what a program needs to draw art, and then runs the program in its place. The
/// program may run and read installed files, read fonts, and write only to its pipes. It cannot use sockets.
///
/// - Parameter command: the absolute path of the program, followed by its arguments.
/// - Parameter onConfined: receives the mechanisms that the system supports, before the program runs.
/// - Throws: an error if a supported mechanism fails, or if the program cannot be run.
func confineAndExec(
  _ command: [[UInt8]], memoryBytes: Int, processorSeconds: Int, fontFolders: [Path],
  onConfined: (Confinement) throws -> Void
) throws -> Never {
  sl_create_process_group()
  var done: Confinement = []
  #if os(Linux)
    sl_close_descriptors_from(3)
    sl_end_with_parent()
    let program = Path(bytes: command[0])
    let installed = ["/usr", "/lib", "/lib64", "/bin", "/opt"].map { Path($0) } + [program]
    let programs = installed.compactMap(openDescriptor)
    let readable = (systemFontFiles + fontFolders).compactMap(openDescriptor)
    let devices = ["/dev/null", "/dev/zero", "/dev/urandom"].map { Path($0) }.compactMap(openDescriptor)
    if sl_no_new_privileges() == 0 { done.insert(.noNewPrivileges) }
    let restricts = unsafe sl_apply_program_landlock(
      programs, Int32(programs.count), readable, Int32(readable.count), devices, Int32(devices.count))
    if try isSupported(restricts) { done.insert(.landlock) }
    sl_close_descriptors_from(3)
    if try isSupported(sl_apply_program_seccomp()) { done.insert(.seccomp) }
    if sl_limit_program(UInt64(max(0, memoryBytes)), UInt64(max(1, processorSeconds))) == 0 {
      done.insert(.resourceLimits)
    }
  #endif
  try onConfined(done)
  throw SystemError(code: replaceProcess(with: command))
}

#if os(Linux)
  /// The files that fontconfig and the dynamic linker read outside of `/usr`.
  private let systemFontFiles = [
    "/etc/fonts", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives",
    "/var/cache/fontconfig", "/proc/self", "/proc/cpuinfo", "/sys/devices/system/cpu",
  ].map { Path($0) }

  private func isSupported(_ result: Int32) throws -> Bool {
    if result == 0 { return true }
    let error = SystemError(code: errno)
    // Some kernels do not have the mechanism, and Landlock can be disabled.
    guard error.meansUnsupported else { throw error }
    return false
  }

  private func openDescriptor(_ path: Path) -> Int32? {
    let calls = SystemCalls.real
    if let folder = try? calls.open(FileLocation(path), .folder(follow: true)) { return folder }
    return try? calls.open(FileLocation(path), .reading(follow: true))
  }
#endif

extension WorkerLimits {
  /// The seconds of processor time after which a worker is replaced.
  var retirementProcessorSeconds: Int { 10 * max(1, processorSecondsPerRequest) }

  /// The seconds of processor time after which the system ends a worker, even if no process supervises it.
  var lifetimeProcessorSeconds: Int { retirementProcessorSeconds + 2 * max(1, processorSecondsPerRequest) }
}

#if DEBUG || Poison
  /// Ends the process with SIGABRT.
  func crash() -> Never { abort() }

  /// Tries everything that a worker must not be able to do: open files, folders and sockets, start processes,
  /// access other processes, and remove its limits.
  ///
  /// - Returns: the number of an attempt that succeeded, as numbered in `break_out.c`; nil if all were
  ///   denied.
  func attemptSandboxEscape() -> Int? {
    #if os(Linux)
      let way = sl_try_escapes()
      return way == 0 ? nil : Int(way)
    #else
      return nil
    #endif
  }
#endif
