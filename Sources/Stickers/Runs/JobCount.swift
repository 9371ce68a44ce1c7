import StickerEngine

extension MachinePolicy {
  /// The number of files to process at the same time: the requested number, or the number of cores if none
  /// was requested, but at least 1 and no more than the policy's limit.
  package static func jobCount(_ requested: Int?) -> Int {
    // If the policy is unreadable, the command has already stopped.
    max(min(requested ?? onlineProcessorCount(), (try? currentWithEnvironment())?.maxJobs?.value ?? .max), 1)
  }
}
