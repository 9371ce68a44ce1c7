package import StickerImage

/// Limits that neither a configuration nor the command line can raise, for machines that process untrusted
/// files.
package struct Policy: Hashable, Sendable {
  /// The maximum value of each limit.
  package private(set) var limits: [Limit: SettingValue<Int>] = [:]
  /// The CPU time of a worker process for one request, in seconds.
  package private(set) var workerSeconds: SettingValue<Int>?
  /// The memory of a worker process, in MiB.
  package private(set) var workerMemory: SettingValue<Int>?
  /// The number of files that are processed at the same time.
  package private(set) var jobs: SettingValue<Int>?
  /// The formats that may be decoded.
  private(set) var formats: SettingValue<FormatSet>?
  /// Whether commands that have the option `--isolate` must run with it, fully confined.
  package private(set) var requiresIsolation: SettingValue<Bool>?
  /// The policy files, as messages name them.
  package private(set) var files: [String] = []

  /// Creates a policy that limits nothing.
  package init() {}

  /// Reads a policy.
  ///
  /// - Parameter file: its path, for messages.
  /// - Throws: all errors, one line each.
  package init(parsing bytes: [UInt8], at file: Path) throws(UsageError) {
    let (name, root): (String, YAMLNode) = (file.displayText, try Self.root(bytes, file.displayText))
    var reader = YAMLReader()
    let keys = ["limits", "worker-seconds", "worker-memory", "jobs", "formats", "isolation"]
    let members = reader.mapping(root, "a policy", keys: keys) ?? [:]
    func number(_ key: String, _ range: ClosedRange<Int>, _ unit: String = "") -> SettingValue<Int>? {
      guard let node = members[key]?.value else { return nil }
      return reader.wholeNumber(node, key, in: range, unit: unit).map {
        SettingValue($0, .file(name, node.location))
      }
    }
    workerSeconds = number("worker-seconds", 1...86_400, " seconds")
    workerMemory = number("worker-memory", 64...1 << 20, " MiB")
    jobs = number("jobs", 1...1024)
    if let node = members["limits"]?.value {
      let limits = reader.mapping(node, "limits", keys: Limit.all.map(\.name)) ?? [:]
      for limit in Limit.all {
        guard let node = limits[limit.name]?.value else { continue }
        self.limits[limit] = reader.wholeNumber(
          node, limit.name, in: 1...limit.largest, unit: " \(limit.unit)"
        )
        .map { SettingValue($0, .file(name, node.location)) }
      }
    }
    if let node = members["formats"]?.value {
      let names = FormatSet.named.map(\.name)
      let chosen = (reader.list(node, "formats") ?? []).compactMap {
        reader.choice($0, "a format", of: names)
      }
      if chosen.isEmpty, reader.faults.isEmpty {
        reader.complain(
          "formats must list at least one of \(names.joined(separator: ", "))", at: node.location)
      }
      let formats = FormatSet.named.filter { chosen.contains($0.name) }.map(\.format)
      self.formats = SettingValue(formats.reduce([]) { $0.union($1) }, .file(name, node.location))
    }
    if let node = members["isolation"]?.value {
      requiresIsolation = reader.choice(node, "isolation", of: ["required"])
        .map { _ in SettingValue(true, .file(name, node.location)) }
    }
    if members.isEmpty, reader.faults.isEmpty {
      reader.complain("a policy must set at least one of \(keys.joined(separator: ", "))", at: root.location)
    }
    let faults = reader.faults.sortedByLocation()
    guard faults.isEmpty else { throw Self.failure(faults, name) }
    files = [name]
  }

  private static func root(_ bytes: [UInt8], _ name: String) throws(UsageError) -> YAMLNode {
    do throws(Diagnostic) { return try YAMLParser.parse(bytes) } catch { throw failure(error.all, name) }
  }

  private static func failure(_ faults: [Diagnostic], _ name: String) -> UsageError {
    UsageError(lines: faults.map { UserMessage("the policy \($0.line(in: name))") })
  }

  /// Returns a policy with the stricter limit of both policies.
  package func joined(with other: Policy) -> Policy {
    var policy = self
    policy.limits.merge(other.limits) { $0.value <= $1.value ? $0 : $1 }
    policy.workerSeconds = Self.lower(workerSeconds, other.workerSeconds)
    policy.workerMemory = Self.lower(workerMemory, other.workerMemory)
    policy.jobs = Self.lower(jobs, other.jobs)
    policy.requiresIsolation = requiresIsolation ?? other.requiresIsolation
    if let (first, second) = formats.flatMap({ first in other.formats.map { (first, $0) } }) {
      policy.formats = SettingValue(first.value.intersection(second.value), first.origin)
    } else {
      policy.formats = formats ?? other.formats
    }
    policy.files += other.files
    return policy
  }

  private static func lower(_ first: SettingValue<Int>?, _ second: SettingValue<Int>?) -> SettingValue<Int>? {
    guard let first, let second else { return first ?? second }
    return first.value <= second.value ? first : second
  }

  /// Returns a budget with every limit lowered to the policy.
  package func capped(_ budget: Budget) -> Budget {
    var budget = budget
    for (limit, most) in limits { budget[limit] = min(budget[limit], most.value) }
    if let formats { budget.formats.formIntersection(formats.value) }
    return budget
  }
}
