import ArgumentParser
import Stickers

/// Options for decoding untrusted files in worker processes.
struct IsolationOptions: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      """
      Check, decode and fix each file in a sandboxed worker process. With `stream pack`, build each pack in \
      one. A crash affects only that file or pack (default on Linux: on for `stream` and `serve`).
      """))
  var isolate: Bool?
  @Flag(
    name: .customLong("isolate-required"),
    help: """
      Isolate, and fail if the system cannot confine worker processes completely. Same as --isolate=required.
      """)
  var isolateRequired = false
  @Option(
    help: ArgumentHelp(
      "Memory limit for each worker process; turns on --isolate (default: 1024; 2048 to fix or decode files, "
        + "or to build a pack).",
      valueName: "MiB"))
  var workerMemory: Int?
  @Option(
    help: ArgumentHelp(
      """
      CPU time limit for each file or pack in a worker process; turns on --isolate (default: 60 to check a \
      file, 300 to fix or decode it, 600 to build a pack).
      """,
      valueName: "seconds"))
  var workerSeconds: Int?

  func validate() throws {
    if isolate == false, let origin = Sandbox.requirementOrigin {
      throw ValidationError("--no-isolate: the policy requires isolation (\(origin))")
    }
    if isolate == false, isolateRequired || workerMemory != nil || workerSeconds != nil {
      let option = isolateRequired ? "--isolate=required" : "--worker-memory and --worker-seconds"
      throw ValidationError("\(option) cannot be used with --no-isolate")
    }
    if let workerMemory, !(64...1 << 20 ~= workerMemory) {
      throw ValidationError("--worker-memory must be 64 to 1,048,576 MiB, not \(workerMemory)")
    }
    if let workerSeconds, !(1...86_400 ~= workerSeconds) {
      throw ValidationError("--worker-seconds must be 1 to 86,400, not \(workerSeconds)")
    }
  }

  /// The sandbox that the options describe; nil if files are decoded in this process.
  ///
  /// - Parameter isDefault: whether the command isolates by default.
  func sandbox(isolatesByDefaultOnLinux isDefault: Bool = false) -> Sandbox? {
    guard isIsolated(isolatesByDefaultOnLinux: isDefault) else { return nil }
    return Sandbox(
      memoryBytes: workerMemory.map { $0 << 20 }, processorSecondsPerRequest: workerSeconds,
      isRequired: isolateRequired)
  }

  /// Whether files are decoded in worker processes.
  func isIsolated(isolatesByDefaultOnLinux isolates: Bool) -> Bool {
    let isRequested =
      isolateRequired || Sandbox.requirementOrigin != nil || workerMemory != nil || workerSeconds != nil
    #if os(Linux)
      return isolate ?? (isolates || isRequested)
    #else
      return isolate ?? isRequested
    #endif
  }
}
