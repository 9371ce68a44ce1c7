package import StickerEngine

extension Policy {
  /// The policy of this machine, and of the environment: the lower ceiling of both holds.
  ///
  /// - Throws: why a policy cannot be read, or what is wrong with it: nothing is opened then.
  package static func current() throws(UsageError) -> Policy { try loaded.get() }

  /// The environment variable that names another policy.
  static let variable = "STICKERLINT_POLICY"
  /// The policy of the machine, if there is one.
  static let path = Path("/etc/stickerlint/policy.yml")

  /// Files at once: as many as asked for, or as there are cores, up to the ceiling of the policy.
  package static func jobCount(_ requested: Int?) -> Int {
    // A policy that cannot be read has stopped the command before.
    min(requested ?? processorCount(), (try? current())?.jobs?.value ?? .max)
  }

  /// Refuses to read files in this process if the policy requires isolation.
  ///
  /// - Parameter reader: what would read them: `info`.
  func ensureReadingAllowed(by reader: String) throws(UsageError) {
    guard let origin = requiresIsolation?.origin else { return }
    throw UsageError(
      "\(reader) reads files in this process, and the policy requires isolation (\(origin.words))")
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

  /// - Parameter isNamed: whether it has to exist.
  private static func read(_ path: Path, isNamed: Bool) throws(UsageError) -> Policy {
    if !isNamed, try FileSystem.disk.entryKind(at: path) == nil {
      return Policy()
    }
    switch FileSystem.disk.readFile(path, limit: 1 << 20, follow: true) {
    case .bytes(let bytes): return try Policy(parsing: bytes, at: path)
    case .empty:
      throw UsageError("the policy \(path.displayText) is empty: delete it, or write a ceiling into it")
    case .tooLarge(let count):
      throw UsageError(
        "the policy \(path.displayText) has \(numberText(count)) bytes, and at most 1 MiB is read")
    case .unreadable(let reason): throw UsageError("the policy \(path.displayText) cannot be read: \(reason)")
    }
  }
}
