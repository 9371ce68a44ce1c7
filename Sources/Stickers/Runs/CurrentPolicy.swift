package import StickerEngine

extension Policy {
  /// The policy of this machine joined with that of the environment. The lower limit of both applies.
  ///
  /// - Throws: why a policy cannot be read, or is invalid. No files are opened in that case.
  package static func current() throws(UsageError) -> Policy { try loaded.get() }

  /// The environment variable with the path of another policy.
  static let variable = "STICKERLINT_POLICY"
  /// The policy of the machine, if there is one.
  static let path = Path("/etc/stickerlint/policy.yml")

  /// How many files to process at the same time: the requested number or the number of cores, at most the
  /// policy's limit.
  package static func jobCount(_ requested: Int?) -> Int {
    // If the policy is unreadable, the command has already stopped.
    min(requested ?? processorCount(), (try? current())?.jobs?.value ?? .max)
  }

  /// Throws if the policy requires isolation, because files would be read in this process.
  ///
  /// - Parameter reader: the name of the command that reads files, such as `info`.
  func ensureReadingAllowed(by reader: String) throws(UsageError) {
    guard let origin = requiresIsolation?.origin else { return }
    throw UsageError(
      "\(reader) reads files without isolation, but the policy requires it (\(origin.words))")
  }

  private static let loaded: Result<Policy, UsageError> = {
    do throws(UsageError) {
      let named = environmentVariable(variable).map { Path($0) }
      let (machine, own) = (try read(path, isNamed: false), try named.map(readNamed))
      return .success(own.map { machine.joined(with: $0) } ?? machine)
    } catch { return .failure(error) }
  }()

  private static func readNamed(_ path: Path) throws(UsageError) -> Policy {
    try read(path, isNamed: true)
  }

  /// - Parameter isNamed: whether the file must exist.
  private static func read(_ path: Path, isNamed: Bool) throws(UsageError) -> Policy {
    if !isNamed, try FileSystem.disk.entryKind(at: path) == nil {
      return Policy()
    }
    switch FileSystem.disk.readFile(path, limit: 1 << 20, follow: true) {
    case .bytes(let bytes): return try Policy(parsing: bytes, at: path)
    case .empty:
      throw UsageError("policy \(path.displayText) is empty. Delete it, or add a limit.")
    case .tooLarge(let count):
      throw UsageError(
        "policy \(path.displayText): file size is \(numberText(count)) bytes (limit: 1 MiB)")
    case .unreadable(let reason): throw UsageError("cannot read the policy \(path.displayText): \(reason)")
    }
  }
}
