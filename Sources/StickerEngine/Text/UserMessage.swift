/// A human-readable message.
///
/// It can contain suggested actions, which are worded differently for users of the library (``text``) and for
/// users of the `stickerlint` command (``commandLineText``).
public struct UserMessage: Hashable, Sendable {
  private enum Part: Hashable, Sendable {
    case text(String)
    case suggestedAction(SuggestedAction)
  }
  private var parts: [Part] = []

  /// Creates a message without suggested actions. Text from files must be escaped.
  public init(_ text: String) { append(text) }

  /// Returns the message with its suggested actions worded by `words`.
  func rendered(_ words: (SuggestedAction) -> String) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .suggestedAction(let action): words(action)
      }
    }.joined()
  }

  /// The message for users of the library.
  public var text: String { rendered(\.libraryWording) }

  /// Merges adjacent text, so that messages with the same text are equal.
  private mutating func append(_ text: String) {
    if text.isEmpty { return }
    guard case .text(let before)? = parts.last else { return parts.append(.text(text)) }
    parts[parts.count - 1] = .text(before + text)
  }

  private mutating func append(_ message: UserMessage) {
    for part in message.parts {
      switch part {
      case .text(let text): append(text)
      case .suggestedAction: parts.append(part)
      }
    }
  }

  package static func + (first: UserMessage, second: UserMessage) -> UserMessage {
    var both = first
    both.append(second)
    return both
  }
}

extension UserMessage: ExpressibleByStringInterpolation {
  /// Collects the parts of a message.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var message = UserMessage("")

    /// Starts an empty message.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds text.
    public mutating func appendLiteral(_ literal: String) { message.append(literal) }
    /// Adds the description of a value. Text from files must be escaped.
    public mutating func appendInterpolation<Value>(_ value: Value) { message.append("\(value)") }
    /// Adds a message with its suggested actions.
    public mutating func appendInterpolation(_ part: UserMessage) { message.append(part) }
    package mutating func appendInterpolation(_ action: SuggestedAction) {
      message.parts.append(.suggestedAction(action))
    }
  }

  /// Creates a message without suggested actions.
  public init(stringLiteral text: String) { self.init(text) }
  /// Creates a message from its parts.
  public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.message }
}

extension UserMessage: CustomStringConvertible {
  /// The message for users of the library.
  public var description: String { text }
}

extension [UserMessage] {
  /// The messages joined with semicolons.
  package var joinedWithSemicolons: UserMessage {
    dropFirst().reduce(first ?? "") { $0 + "; \($1)" }
  }
}

/// An option or action that a message suggests. The command line and the library word it differently.
package enum SuggestedAction: Hashable, Sendable {
  /// The output folder.
  case outputFolder
  /// Change files in place.
  case inPlace
  /// Replace the existing file.
  case replaceExistingFile
  /// Replace the files that a new pack starts with, as a sentence.
  case replaceStarterFiles(count: Int)
  /// Create the pack file instead of updating it, as a sentence.
  case createPackFile
  /// Replace everything in the folder.
  case replaceFolderContents
  /// Remove the old build of a renamed pack.
  case removeOldBuild
  /// A run that replaces existing files.
  case forceBuild
  /// Build again, and write the result.
  case buildAndWrite
  /// The folder of an app project that receives the pack.
  case appProjectFolder
  /// Build into a folder inside a repository instead of replacing the repository.
  case buildInRepositorySubfolder
  /// The name of the pack.
  case packName
  /// The icon source, in the pack file or as an option.
  case iconSource
  /// The background color for a transparent icon.
  case iconBackground
  /// The catalog's text in all languages.
  case localizeCatalog
  /// Add the catalog's text in all languages to the project.
  case addAllLanguages
  /// The description of an interactive message.
  case interactiveMessage
  /// Pass the file that describes an interactive message.
  case messageFile
  /// The template of the project.
  case projectTemplate
  /// The minimum iOS version of the project.
  case deploymentTarget
  /// Fix the failing stickers, for all rules or for some of them. Art that is too small is enlarged or
  /// padded.
  case fixStickers(of: String, rules: [String], needsLoss: Bool, isTooSmall: Bool = false)
  /// How to shorten an animation that is too long.
  case shortenAnimation
  /// Leave out the failing stickers.
  case skipFailingStickers
  /// Put stickers that cannot share a pack into separate packs.
  case splitPack
  /// Write a pack file next to a catalog, for messengers that need more metadata than a catalog has.
  case addPackFileToCatalog(String, messenger: String)
  /// Specify a folder with stickers, or allow an empty folder.
  case chooseStickerFolder
  /// Allow lossy fixes.
  case allowLossyFixes
  /// What must not change when the file size is reduced.
  case unchangedProperties([String])
  /// Build the program with a package trait.
  case packageTrait(String)
  /// The baseline to use.
  case baseline
  /// Write the accepted findings to a baseline.
  case writeBaseline
  /// Create the baseline with this name.
  case createBaseline(String)
  /// Check only files that changed since a commit.
  case changedSinceCommit
  /// Work in this process instead of a worker process.
  case workInOneProcess
  /// Allow worker processes more CPU time.
  case raiseWorkerTimeLimit
  /// Allow worker processes more memory.
  case raiseWorkerMemoryLimit
  /// The port of the drop page.
  case chooseAnotherPort
}

extension SuggestedAction {
  /// The wording of the action for users of the library.
  var libraryWording: String {
    switch self {
    case .outputFolder: "output"
    case .inPlace: "change it in place"
    case .replaceExistingFile: "remove existing files first"
    case .replaceStarterFiles(let count): "Remove \(count == 1 ? "it" : "them") first."
    case .createPackFile: "Create it first."
    case .replaceFolderContents: "remove the whole folder"
    case .removeOldBuild: "remove it if nothing uses it"
    case .forceBuild: "a forced build"
    case .buildAndWrite: "build it again"
    case .appProjectFolder: "the folder in an app"
    case .buildInRepositorySubfolder: "build into a folder inside it"
    case .packName: "name"
    case .iconSource: "as the icon in stickerpack.yml"
    case .iconBackground: "as the icon background in stickerpack.yml"
    case .localizeCatalog: "a catalog in several languages"
    case .addAllLanguages: "`localize: true` in stickerpack.yml adds all of them to the project"
    case .interactiveMessage: "a message"
    case .messageFile: "choose one"
    case .projectTemplate: "the template"
    case .deploymentTarget: "the deployment target"
    case .fixStickers: "Fix them"
    case .shortenAnimation: "a shorter or faster animation"
    case .skipFailingStickers: "leave out stickers that fail"
    case .splitPack: "Or split the pack into several."
    case .addPackFileToCatalog: "Add it to a stickerpack.yml next to the catalog, and pack that file."
    case .chooseStickerFolder: "choose a folder that contains stickers"
    case .allowLossyFixes: "the lossy mode"
    case .unchangedProperties(let kept): "\(listText(kept)) kept"
    case .packageTrait(let trait): "the package trait \(trait)"
    case .baseline: "the baseline"
    case .writeBaseline: "a new baseline"
    case .createBaseline: "create it first"
    case .changedSinceCommit: "the comparison"
    case .workInOneProcess: "build it in one process"
    case .raiseWorkerTimeLimit: "allow it more time"
    case .raiseWorkerMemoryLimit: "allow it more memory"
    case .chooseAnotherPort: "another port"
    }
  }
}
