package import StickerImage

/// Limits that neither a configuration nor the command line can raise, for machines that process untrusted
/// files.
package struct MachinePolicy: Hashable, Sendable {
  /// The maximum value of each limit.
  package private(set) var resourceLimits: [ResourceLimit: ConfiguredValue<Int>] = [:]
  /// The CPU time limit of a worker process for one request, in seconds.
  package private(set) var maxWorkerCPUSecondsPerRequest: ConfiguredValue<Int>?
  /// The memory limit of a worker process, in MiB.
  package private(set) var maxWorkerMemoryMiB: ConfiguredValue<Int>?
  /// The maximum number of files that are processed at the same time.
  package private(set) var maxJobs: ConfiguredValue<Int>?
  /// The formats that may be decoded.
  private(set) var allowedFormats: ConfiguredValue<FormatSet>?
  /// Whether commands with an `--isolate` option must use it, and worker processes must be fully confined.
  package private(set) var requiresIsolation: ConfiguredValue<Bool>?
  /// The policy files, as shown in messages.
  package private(set) var policyFileDisplayPaths: [String] = []

  /// Creates a policy that limits nothing.
  package init() {}

  /// Reads a policy.
  ///
  /// - Parameter file: the policy file's path, for messages.
  /// - Throws: all errors, one line each.
  package init(parsing bytes: [UInt8], at file: Path) throws(CommandError) {
    let (name, root): (String, YAMLNode) = (file.displayText, try Self.root(bytes, file.displayText))
    var reader = YAMLReader()
    let keys = ["limits", "worker-seconds", "worker-memory", "jobs", "formats", "isolation"]
    let members = reader.readMappingWithKnownKeys(root, "a policy", keys: keys) ?? [:]
    func number(_ key: String, _ range: ClosedRange<Int>, _ unit: String = "") -> ConfiguredValue<Int>? {
      guard let node = members[key]?.value else { return nil }
      return reader.readWholeNumber(node, key, in: range, unit: unit).map {
        ConfiguredValue($0, .file(name, node.location))
      }
    }
    maxWorkerCPUSecondsPerRequest = number("worker-seconds", 1...86_400, " seconds")
    maxWorkerMemoryMiB = number("worker-memory", 64...1 << 20, " MiB")
    maxJobs = number("jobs", 1...1024)
    if let node = members["limits"]?.value {
      let limits = reader.readMappingWithKnownKeys(node, "limits", keys: ResourceLimit.all.map(\.name)) ?? [:]
      for limit in ResourceLimit.all {
        guard let node = limits[limit.name]?.value else { continue }
        self.resourceLimits[limit] = reader.readWholeNumber(
          node, limit.name, in: 1...limit.maxValue, unit: " \(limit.unit)"
        )
        .map { ConfiguredValue($0, .file(name, node.location)) }
      }
    }
    if let node = members["formats"]?.value {
      let names = FormatSet.namedFormats.map(\.name)
      let chosen = (reader.readList(node, "formats") ?? []).compactMap {
        reader.readChoice($0, "a format", of: names)
      }
      if chosen.isEmpty, reader.diagnostics.isEmpty {
        reader.addError(
          "formats must list at least one of \(names.joined(separator: ", "))", at: node.location)
      }
      let formats = FormatSet.namedFormats.filter { chosen.contains($0.name) }.map(\.format)
      self.allowedFormats = ConfiguredValue(formats.reduce([]) { $0.union($1) }, .file(name, node.location))
    }
    if let node = members["isolation"]?.value {
      requiresIsolation = reader.readChoice(node, "isolation", of: ["required"])
        .map { _ in ConfiguredValue(true, .file(name, node.location)) }
    }
    if members.isEmpty, reader.diagnostics.isEmpty {
      reader.addError("a policy must set at least one of \(keys.joined(separator: ", "))", at: root.location)
    }
    let diagnostics = reader.diagnostics.sortedByLocation()
    guard diagnostics.isEmpty else { throw Self.failure(diagnostics, name) }
    policyFileDisplayPaths = [name]
  }

  private static func root(_ bytes: [UInt8], _ name: String) throws(CommandError) -> YAMLNode {
    do throws(Diagnostic) { return try YAMLParser.parse(bytes) } catch {
      throw failure(error.allDiagnostics, name)
    }
  }

  private static func failure(_ diagnostics: [Diagnostic], _ name: String) -> CommandError {
    CommandError(messages: diagnostics.map { UserMessage("the policy \($0.messageLine(in: name))") })
  }

  /// Combines two policies. The result has the stricter value of each limit.
  package func restricted(with other: MachinePolicy) -> MachinePolicy {
    var policy = self
    policy.resourceLimits.merge(other.resourceLimits) { $0.value <= $1.value ? $0 : $1 }
    policy.maxWorkerCPUSecondsPerRequest = Self.stricter(
      maxWorkerCPUSecondsPerRequest, other.maxWorkerCPUSecondsPerRequest)
    policy.maxWorkerMemoryMiB = Self.stricter(maxWorkerMemoryMiB, other.maxWorkerMemoryMiB)
    policy.maxJobs = Self.stricter(maxJobs, other.maxJobs)
    policy.requiresIsolation = requiresIsolation ?? other.requiresIsolation
    if let (first, second) = allowedFormats.flatMap({ first in other.allowedFormats.map { (first, $0) } }) {
      policy.allowedFormats = ConfiguredValue(first.value.intersection(second.value), first.origin)
    } else {
      policy.allowedFormats = allowedFormats ?? other.allowedFormats
    }
    policy.policyFileDisplayPaths += other.policyFileDisplayPaths
    return policy
  }

  private static func stricter(_ first: ConfiguredValue<Int>?, _ second: ConfiguredValue<Int>?)
    -> ConfiguredValue<Int>?
  {
    guard let first, let second else { return first ?? second }
    return first.value <= second.value ? first : second
  }

  /// Returns a budget in which no limit exceeds the policy's maximum.
  package func capped(_ budget: DecodingBudget) -> DecodingBudget {
    var budget = budget
    for (limit, most) in resourceLimits { budget[limit] = min(budget[limit], most.value) }
    if let allowedFormats { budget.formats.formIntersection(allowedFormats.value) }
    return budget
  }
}
