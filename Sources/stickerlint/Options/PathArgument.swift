public import ArgumentParser
public import Stickers

/// A path from the command line. Bytes that are not valid UTF-8 are kept.
extension BytePath: ExpressibleByArgument {
  /// The path as shown in help.
  public var defaultValueDescription: String { description }
}

extension LintConfiguration.BaselineMatch: ExpressibleByArgument {}

extension FileRole: ExpressibleByArgument {}

extension Severity: ExpressibleByArgument {}

extension DocumentationFormat: ExpressibleByArgument {}

extension OptimizingEffort: ExpressibleByArgument {}

extension Fixer.Options.KeptImageProperty: ExpressibleByArgument {}

extension PackBuilder.XcodeProject.Template: ExpressibleByArgument {}

extension PackBuilder.Variants: ExpressibleByArgument {
  /// Parses `2x` or `@2x`.
  public init?(argument: String) {
    self.init(rawValue: argument.hasPrefix("@") ? String(argument.dropFirst()) : argument)
  }
}
