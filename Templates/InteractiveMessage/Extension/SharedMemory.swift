import TemplateLogic
import UIKit
import os

/// The memory of this device, which is loaded from and saved to a file.
///
/// There is one per process. Messages may keep several controllers alive. With two memories, the one that is
/// saved last would overwrite the other.
@MainActor final class SharedMemory {
  /// The memory of this process.
  static let shared = SharedMemory(Settings.memoryFile)

  /// The contents of the memory.
  private(set) var contents = DeviceMemory()
  private let file: MemoryFile
  private var isLoaded = false
  private let log = Logger(subsystem: Bundle.main.bundleIdentifier ?? "TemplateName", category: "memory")

  /// Creates a memory that is kept in a file.
  init(_ file: MemoryFile) {
    self.file = file
    loadIfNeeded()
  }

  /// Loads the file if it is not loaded yet.
  func loadIfNeeded() {
    guard !isLoaded else { return }
    do {
      contents = try file.load()
      isLoaded = true
    } catch {
      log.error("The memory could not be loaded: \(String(describing: error), privacy: .public)")
    }
  }

  /// Changes the memory.
  ///
  /// - Returns: the result of `change`.
  func change<Value>(_ change: (inout DeviceMemory) -> Value) -> Value { change(&contents) }

  /// Writes the memory to disk. A file that could not be loaded is not overwritten, because it contains voter
  /// keys.
  ///
  /// - Returns: whether the memory was saved.
  @discardableResult func save() -> Bool {
    guard isLoaded else { return false }
    do { try file.save(contents) } catch {
      log.error("The memory could not be saved: \(String(describing: error), privacy: .public)")
      return false
    }
    return true
  }
}
