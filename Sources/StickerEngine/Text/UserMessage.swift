/// A message for people.
///
/// It can contain remedies, which are worded differently for the command line (with options) and for the
/// library.
package struct UserMessage: Hashable, Sendable {
  private enum Part: Hashable, Sendable {
    case text(String)
    case remedy(Remedy)
  }
  private var parts: [Part] = []

  /// Creates a message without remedies. Text from files must be escaped.
  package init(_ text: String) { add(text) }

  /// Returns the message with its remedies worded by `words`.
  func rendered(_ words: (Remedy) -> String) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .remedy(let remedy): words(remedy)
      }
    }.joined()
  }

  /// The message for users of the library.
  package var text: String { rendered(\.words) }

  /// Merges adjacent texts, so that equal messages are equal values.
  private mutating func add(_ text: String) {
    if text.isEmpty { return }
    guard case .text(let before)? = parts.last else { return parts.append(.text(text)) }
    parts[parts.count - 1] = .text(before + text)
  }

  private mutating func add(_ sentence: UserMessage) {
    for part in sentence.parts {
      switch part {
      case .text(let text): add(text)
      case .remedy: parts.append(part)
      }
    }
  }

  package static func + (first: UserMessage, second: UserMessage) -> UserMessage {
    var both = first
    both.add(second)
    return both
  }
}

extension UserMessage: ExpressibleByStringInterpolation {
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var sentence = UserMessage("")

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) { sentence.add(literal) }
    package mutating func appendInterpolation<Value>(_ value: Value) { sentence.add("\(value)") }
    package mutating func appendInterpolation(_ part: UserMessage) { sentence.add(part) }
    package mutating func appendInterpolation(_ remedy: Remedy) { sentence.parts.append(.remedy(remedy)) }
  }

  package init(stringLiteral text: String) { self.init(text) }
  package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.sentence }
}

extension UserMessage: CustomStringConvertible {
  package var description: String { text }
}

extension [UserMessage] {
  /// The messages joined with semicolons.
  package var inOneLine: UserMessage {
    dropFirst().reduce(first ?? "") { $0 + "; \($1)" }
  }
}

/// An option or action that a message suggests. The command line and the library word it differently.
package enum Remedy: Hashable, Sendable {
  /// The output folder.
  case output
  /// Change files in place.
  case inPlace
  /// Replace the existing file.
  case replaceIt
  /// Replace everything in the folder.
  case replaceAll
  /// Remove the old build of a renamed pack.
  case prune
  /// A run that replaces existing files.
  case force
  /// Build again, and write the result.
  case buildForGood
  /// The folder of an app project that receives the pack.
  case into
  /// Build into a folder inside a repository instead of replacing the repository.
  case beyondRepository
  /// The name of the pack.
  case name
  /// The icon source.
  case icon
  /// The icon source, if the pack file can name it too.
  case iconInDescription
  /// The background color for a transparent icon.
  case iconBackground
  /// The catalog texts in all languages.
  case localizeCatalog
  /// Add the catalog texts in all languages to the project.
  case allLanguages
  /// The description of an interactive message.
  case message
  /// Pass the file that describes an interactive message.
  case messageFile
  /// The template of the project.
  case template
  /// The minimum iOS version of the project.
  case deploymentTarget
  /// Fix the failing stickers: for all rules, or for some of them. Art that is too small is enlarged or
  /// padded.
  case cure(of: String, rules: [String], needsLoss: Bool, isTooSmall: Bool = false)
  /// Leave out the failing stickers.
  case leaveOut
  /// Split stickers that may not share a pack into several packs.
  case split
  /// Write a pack file next to a catalog, for messengers that need more metadata than a catalog has.
  case describeCatalog(String, messenger: String)
  /// Name a folder with stickers, or allow an empty one.
  case stickers
  /// Allow lossy fixes.
  case loss
  /// What must not change when the file size is reduced.
  case kept([String])
  /// Build the program with a package trait.
  case trait(String)
  /// The baseline to use.
  case baseline
  /// Write the accepted findings to a baseline.
  case newBaseline
  /// Create the baseline with this name.
  case firstBaseline(String)
  /// Check only files that changed since a commit.
  case comparison
  /// Work in this process instead of a worker process.
  case withoutWorkers
  /// Allow worker processes more processor time.
  case moreTime
  /// Allow worker processes more memory.
  case moreMemory
  /// The port of the drop page.
  case port
}

extension Remedy {
  /// The wording of the remedy for users of the library.
  var words: String {
    switch self {
    case .output: "output"
    case .inPlace: "change it in place"
    case .replaceIt: "remove it"
    case .replaceAll: "remove all of it"
    case .prune: "remove it if nothing uses it"
    case .force: "a forced build"
    case .buildForGood: "build it again"
    case .into: "the folder in an app"
    case .beyondRepository: "build into a folder inside it"
    case .name: "name"
    case .icon, .iconInDescription: "as the icon in stickerpack.yml"
    case .iconBackground: "as the icon background in stickerpack.yml"
    case .localizeCatalog: "a catalog in several languages"
    case .allLanguages: "`localize: true` in stickerpack.yml adds all of them to the project"
    case .message: "a message"
    case .messageFile: "name one"
    case .template: "the template"
    case .deploymentTarget: "the deployment target"
    case .cure: "Fix them"
    case .leaveOut: "leave them out"
    case .split: "Or split the pack into several."
    case .describeCatalog: "Add it to a stickerpack.yml next to the catalog, and pack that file."
    case .stickers: "name a folder with stickers"
    case .loss: "the lossy mode"
    case .kept(let kept): "\(listText(kept)) kept"
    case .trait(let trait): "the package trait \(trait)"
    case .baseline: "the baseline"
    case .newBaseline: "a new baseline"
    case .firstBaseline: "create it first"
    case .comparison: "the comparison"
    case .withoutWorkers: "build it in one process"
    case .moreTime: "allow it more time"
    case .moreMemory: "allow it more memory"
    case .port: "another port"
    }
  }
}
