public import ArgumentParser
public import Stickers

extension Severity: ExpressibleByArgument {}

extension Role: ExpressibleByArgument {}

/// A path as it stands on the command line; bytes that are no UTF-8 survive.
extension Path: ExpressibleByArgument {
  /// How help shows it.
  public var defaultValueDescription: String { shown }
}

extension ProjectTemplate: ExpressibleByArgument {}

extension VariantSelection: ExpressibleByArgument {
  /// The sizes that an argument names: `2x`, also as `@2x`.
  package init?(argument: String) {
    self.init(rawValue: argument.hasPrefix("@") ? String(argument.dropFirst()) : argument)
  }
}

extension BaselineMatch: ExpressibleByArgument {}

extension OptimizingEffort: ExpressibleByArgument {}

extension Keep: ExpressibleByArgument {
  /// What an argument keeps: `colours`, also as `colors`.
  package init?(argument: String) { self.init(rawValue: argument == "colors" ? "colours" : argument) }
}

/// What a contact sheet is laid on: a color, or a background that `low-contrast` judges by, by its name.
struct SheetBackground: ExpressibleByArgument {
  let background: TestBackground

  init?(argument: String) {
    if let known = TestBackground.all.first(where: { $0.name == argument }) {
      background = known
    } else if let color = IconColor(argument: argument) {
      background = .flat(argument, color.rgb)
    } else {
      return nil
    }
  }
}

extension TestBackground {
  /// The names of all: `white, black …`.
  static var names: String { all.map(\.name).joined(separator: ", ") }
}

/// A color as a flag gives it: `#RRGGBB`.
struct IconColor: ExpressibleByArgument {
  let rgb: UInt32

  init?(argument: String) {
    guard let rgb = rgbColor(argument.hasPrefix("#") ? argument : "#" + argument) else { return nil }
    self.rgb = rgb
  }
}
