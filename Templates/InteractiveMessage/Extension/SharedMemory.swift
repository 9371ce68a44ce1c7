import TemplateLogic
import UIKit
import os

/// What this device remembers, loaded and saved.
///
/// One for the process: Messages may keep more than one controller alive, and of two memories the one that is
/// saved last would undo the other.
@MainActor final class SharedMemory {
  /// The one of this process.
  static let shared = SharedMemory(Settings.memoryFile)

  /// What is remembered.
  private(set) var contents = DeviceMemory()
  private let file: MemoryFile
  private var isLoaded = false
  private let log = Logger(subsystem: Bundle.main.bundleIdentifier ?? Settings.name, category: "memory")

  /// A memory that is kept in a file.
  init(_ file: MemoryFile) {
    self.file = file
    loadIfNeeded()
  }

  /// Loads the file, or tries once more if that failed before.
  func loadIfNeeded() {
    guard !isLoaded else { return }
    do { (contents, isLoaded) = (try file.load(), true) } catch {
      log.error("The memory could not be loaded: \(String(describing: error), privacy: .public)")
    }
  }

  /// Changes what is remembered.
  ///
  /// - Returns: what the change returns.
  func change<Value>(_ change: (inout DeviceMemory) -> Value) -> Value { change(&contents) }

  /// Writes what is remembered to disk. What could not be loaded is not overwritten: it has voter keys.
  ///
  /// - Returns: whether that went well.
  @discardableResult func save() -> Bool {
    guard isLoaded else { return false }
    do { try file.save(contents) } catch {
      log.error("The memory could not be saved: \(String(describing: error), privacy: .public)")
      return false
    }
    return true
  }
}
