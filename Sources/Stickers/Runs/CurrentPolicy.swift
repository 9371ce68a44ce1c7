package import StickerEngine

extension MachinePolicy {
  /// The policy of this machine combined with the one from the environment. If both set a limit, the stricter
  /// one applies.
  ///
  /// - Throws: an error that says why a policy cannot be read or is invalid. In that case, no files are
  ///   opened.
  package static func currentWithEnvironment() throws(CommandError) -> MachinePolicy {
    try currentWithEnvironmentResult.get()
  }

  /// The environment variable that contains the path of another policy.
  static let additionalPolicyPathVariable = "STICKERLINT_POLICY"
  /// The path of the machine's policy, which might not exist.
  static let machinePolicyPath = Path("/etc/stickerlint/policy.yml")

  /// Throws if the policy requires isolation, because the command would read files in this process.
  ///
  /// - Parameter reader: the name of the command that reads files, such as `info`.
  package func ensureUnisolatedReadingAllowed(by reader: String) throws(CommandError) {
    guard let origin = requiresIsolation?.origin else { return }
    throw CommandError(
      "\(reader) reads files without isolation, but the policy requires it (\(origin.displayText))")
  }

  private static let currentWithEnvironmentResult: Result<MachinePolicy, CommandError> = {
    do throws(CommandError) {
      let named = nonemptyEnvironmentVariable(additionalPolicyPathVariable).map { Path($0) }
      let (machine, own) = (try read(machinePolicyPath, mustExist: false), try named.map(readRequired))
      return .success(own.map { machine.restricted(with: $0) } ?? machine)
    } catch { return .failure(error) }
  }()

  private static func readRequired(_ path: Path) throws(CommandError) -> MachinePolicy {
    try read(path, mustExist: true)
  }

  /// - Parameter isNamed: whether the file must exist.
  private static func read(_ path: Path, mustExist isNamed: Bool) throws(CommandError) -> MachinePolicy {
    if !isNamed, try ReadOnlyFileSystem.disk.entryKind(at: path) == nil {
      return MachinePolicy()
    }
    switch ReadOnlyFileSystem.disk.readWholeFile(path, maxFileBytes: 1 << 20, follow: true) {
    case .bytes(let bytes): return try MachinePolicy(parsing: bytes, at: path)
    case .emptyFile:
      throw CommandError("policy \(path.displayText) is empty. Delete it, or add a limit.")
    case .tooLarge(let count):
      throw CommandError(
        "policy \(path.displayText): file size is \(numberText(count)) bytes (limit: 1 MiB)")
    case .unreadable(let reason): throw CommandError("cannot read the policy \(path.displayText): \(reason)")
    }
  }
}
