public import ArgumentParser
public import StickerPage
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

extension SheetBackground: ExpressibleByArgument {
  /// Parses the name of a background, or a color.
  public init?(argument: String) { self.init(parsing: argument) }
}

/// A color argument: `#RRGGBB` or `RRGGBB`.
struct HexColorArgument: ExpressibleByArgument {
  let rgb: UInt32

  init?(argument: String) {
    let text = argument.hasPrefix("#") ? argument : "#" + argument
    guard let rgb = PackDescription.color(parsing: text) else { return nil }
    self.rgb = rgb
  }
}
