/// What people are told of a run. Where they can do something about it by another choice, the sentence holds
/// the choice and not its words: a library has no flags.
package struct UserMessage: Hashable, Sendable {
  private enum Part: Hashable, Sendable {
    case text(String)
    case remedy(Remedy)
  }
  private var parts: [Part] = []

  /// A sentence without a choice. Names of strangers in it are escaped already.
  package init(_ text: String) { add(text) }

  /// The sentence with its choices in somebody's words.
  func rendered(_ words: (Remedy) -> String) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .remedy(let remedy): words(remedy)
      }
    }.joined()
  }

  /// The sentence in the words of a library.
  package var text: String { rendered(\.words) }

  /// Two texts in a row become one, so that equal sentences are equal values.
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
  /// All of them as one, with semicolons between.
  package var inOneLine: UserMessage {
    dropFirst().reduce(first ?? "") { $0 + "; \($1)" }
  }
}

/// What somebody who starts a run can say, and says otherwise to a program than to a library: a sentence
/// names the choice, and whoever shows the sentence words it.
package enum Remedy: Hashable, Sendable {
  /// The folder that is written.
  case output
  /// To change files where they lie.
  case inPlace
  /// To replace what lies there.
  case replaceIt
  /// To replace all that lies in a folder.
  case replaceAll
  /// Remove the old build of a renamed pack.
  case prune
  /// A run that replaces what lies there.
  case force
  /// To build again, and write what is built.
  case buildForGood
  /// A place in an app that takes what is built.
  case into
  /// To build into a folder of a repository, and not in place of it.
  case beyondRepository
  /// What a pack is called.
  case name
  /// The picture that icons are made from.
  case icon
  /// The same, where a description has a place for it too.
  case iconInDescription
  /// A color for a transparent icon to lie on.
  case iconBackground
  /// The texts of the catalog in every language.
  case localizeCatalog
  /// Put the catalog texts of every language into the project.
  case allLanguages
  /// What describes a message.
  case message
  /// To name the file that describes a message.
  case messageFile
  /// The kind of extension that a project has.
  case template
  /// The oldest iOS that a project runs on.
  case deploymentTarget
  /// To fix the stickers that fail: all of what was named, or single rules of it. Art that is too small is
  /// enlarged or padded.
  case cure(of: String, rules: [String], needsLoss: Bool, isTooSmall: Bool = false)
  /// To leave out the stickers that fail.
  case leaveOut
  /// Split stickers that may not share a pack into several packs.
  case split
  /// Describe a catalog in a file beside it, for messengers that need more than a catalog holds.
  case describeCatalog(String, messenger: String)
  /// To name a folder with stickers, or to be content without one.
  case stickers
  /// To fix with a loss that people may see.
  case loss
  /// What must not go when a file is made lighter.
  case kept([String])
  /// A build of the program with a package trait.
  case trait(String)
  /// The findings that are accepted, in the file that is named.
  case baseline
  /// To write down the findings that are accepted.
  case newBaseline
  /// To write the first baseline to a file of this name.
  case firstBaseline(String)
  /// What has changed since a commit.
  case comparison
  /// To do in this process what was to be done in one of its own.
  case withoutWorkers
  /// More processor time for a process that reads or makes something.
  case moreTime
  /// More memory for such a process.
  case moreMemory
  /// The port of the page.
  case port
}

extension Remedy {
  /// The choice in words that hold for whoever calls the library.
  var words: String {
    switch self {
    case .output: "output"
    case .inPlace: "change it in place"
    case .replaceIt: "remove it"
    case .replaceAll: "remove all of it"
    case .prune: "remove it if nothing uses it"
    case .force: "a forced build"
    case .buildForGood: "build it again"
    case .into: "the place in an app"
    case .beyondRepository: "build into a folder in it"
    case .name: "name"
    case .icon, .iconInDescription: "as icon in stickerpack.yml"
    case .iconBackground: "as icon-background in stickerpack.yml"
    case .localizeCatalog: "a catalog in several languages"
    case .allLanguages: "`localize: true` in stickerpack.yml puts all of them into the project"
    case .message: "a message"
    case .messageFile: "name one"
    case .template: "the template"
    case .deploymentTarget: "the deployment target"
    case .cure: "Fix them"
    case .leaveOut: "leave them out"
    case .split: "Or split the pack into several."
    case .describeCatalog: "Write it into a stickerpack.yml beside the catalog, and pack that."
    case .stickers: "name a folder with stickers"
    case .loss: "the lossy mode"
    case .kept(let kept): "\(listText(kept)) kept"
    case .trait(let trait): "the package trait \(trait)"
    case .baseline: "the baseline that is named"
    case .newBaseline: "a new baseline"
    case .firstBaseline: "write one first"
    case .comparison: "the comparison"
    case .withoutWorkers: "build it in one process"
    case .moreTime: "allow it more time"
    case .moreMemory: "allow it more memory"
    case .port: "another port"
    }
  }
}
