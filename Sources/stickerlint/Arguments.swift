import ArgumentParser
import Stickers

extension Severity: ExpressibleByArgument {}

extension Role: ExpressibleByArgument {}

/// A path as it stands on the command line; bytes that are no UTF-8 survive.
extension Path: ExpressibleByArgument {
  /// How help shows it.
  package var defaultValueDescription: String { shown }
}
