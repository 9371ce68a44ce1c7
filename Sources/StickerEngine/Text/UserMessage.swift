/// A human-readable message.
///
/// It can contain phrases that are worded differently for users of the library (``text``) and for users of
/// the `stickerlint` command (``commandLineText``).
public struct UserMessage: Hashable, Sendable {
  private enum Part: Hashable, Sendable {
    case text(String)
    case interfaceSpecificPhrase(InterfaceSpecificPhrase)
  }
  private var parts: [Part] = []

  /// Creates a message without such phrases. Text from files must be escaped.
  public init(_ text: String) { append(text) }

  /// Returns the message with its phrases worded by `words`.
  func rendered(_ words: (InterfaceSpecificPhrase) -> String) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .interfaceSpecificPhrase(let phrase): words(phrase)
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
      case .interfaceSpecificPhrase: parts.append(part)
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
    /// Adds a message with its phrases.
    public mutating func appendInterpolation(_ part: UserMessage) { message.append(part) }
    package mutating func appendInterpolation(_ phrase: InterfaceSpecificPhrase) {
      message.parts.append(.interfaceSpecificPhrase(phrase))
    }
  }

  /// Creates a message without such phrases.
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
package enum InterfaceSpecificPhrase: Hashable, Sendable {
  /// The output folder.
  case outputFolderOption
  /// Change files in place.
  case inPlace
  /// Replace the existing file.
  case replaceExistingFile
  /// Replace the files that a new pack starts with, as a sentence.
  case replaceStarterFiles(count: Int)
  /// Create the pack file instead of updating it, as a sentence.
  case createMissingPackFile
  /// Replace everything in the folder.
  case replaceFolderContents
  /// Remove the old build of a renamed pack.
  case removeOldBuild
  /// A run that replaces existing files.
  case forcedBuild
  /// Build again, and write the result.
  case buildAgainAndWrite
  /// The folder of an app project that receives the pack.
  case appProjectFolderOption
  /// Build into a folder inside a repository instead of replacing the repository.
  case buildInRepositorySubfolder
  /// The name of the pack.
  case packNameOption
  /// Where to set the icon: in the pack file, or as an option.
  case whereToSetIcon
  /// Where to set the background color of a transparent icon.
  case whereToSetIconBackground
  /// The catalog's text in all languages.
  case localizedCatalogOption
  /// Add the catalog's text in all languages to the project.
  case addAllCatalogLanguages
  /// The description of an interactive message.
  case interactiveMessageFileOption
  /// Pass the file that describes an interactive message.
  case chooseInteractiveMessageFile
  /// The template of the project.
  case projectTemplateOption
  /// The minimum iOS version of the project.
  case deploymentTargetOption
  /// Fix the failing stickers, for all rules or for some of them. Art that is too small is enlarged or
  /// padded.
  case fixStickers(packPath: String, rules: [String], needsLoss: Bool, artIsTooSmall: Bool = false)
  /// How to shorten an animation that is too long.
  case animationShorteningOptions
  /// Leave out the failing stickers.
  case skipFailingStickers
  /// Put stickers that cannot share a pack into separate packs.
  case splitIntoSeveralPacks
  /// Write a pack file next to a catalog, for messengers that need more metadata than a catalog has.
  case addPackFileBesideCatalog(String, messenger: String)
  /// Specify a folder with stickers, or allow an empty folder.
  case chooseStickerFolder
  /// Allow lossy fixes.
  case lossyOption
  /// What must not change when the file size is reduced.
  case keptPropertiesOption([String])
  /// Build the program with a package trait.
  case packageTrait(String)
  /// The baseline to use.
  case baselineOption
  /// Write the accepted findings to a baseline.
  case writeBaselineOption
  /// Create the baseline with this name.
  case createBaseline(String)
  /// Check only files that changed since a commit.
  case changedSinceOption
  /// Work in this process instead of a worker process.
  case workInOneProcess
  /// Allow worker processes more CPU time.
  case raiseWorkerCPUTimeLimit
  /// Allow worker processes more memory.
  case raiseWorkerMemoryLimit
  /// The port of the drop page.
  case anotherPort
}

extension InterfaceSpecificPhrase {
  /// The wording of the action for users of the library.
  var libraryWording: String {
    switch self {
    case .outputFolderOption: "output"
    case .inPlace: "change it in place"
    case .replaceExistingFile: "remove existing files first"
    case .replaceStarterFiles(let count): "Remove \(count == 1 ? "it" : "them") first."
    case .createMissingPackFile: "Create it first."
    case .replaceFolderContents: "remove the whole folder"
    case .removeOldBuild: "remove it if nothing uses it"
    case .forcedBuild: "a forced build"
    case .buildAgainAndWrite: "build it again"
    case .appProjectFolderOption: "the folder in an app"
    case .buildInRepositorySubfolder: "build into a folder inside it"
    case .packNameOption: "name"
    case .whereToSetIcon: "as the icon in stickerpack.yml"
    case .whereToSetIconBackground: "as the icon background in stickerpack.yml"
    case .localizedCatalogOption: "a catalog in several languages"
    case .addAllCatalogLanguages: "`localize: true` in stickerpack.yml adds all of them to the project"
    case .interactiveMessageFileOption: "a message"
    case .chooseInteractiveMessageFile: "choose one"
    case .projectTemplateOption: "the template"
    case .deploymentTargetOption: "the deployment target"
    case .fixStickers: "Fix them"
    case .animationShorteningOptions: "a shorter or faster animation"
    case .skipFailingStickers: "leave out stickers that fail"
    case .splitIntoSeveralPacks: "Or split the pack into several."
    case .addPackFileBesideCatalog: "Add it to a stickerpack.yml next to the catalog, and pack that file."
    case .chooseStickerFolder: "choose a folder that contains stickers"
    case .lossyOption: "the lossy mode"
    case .keptPropertiesOption(let kept): "\(listText(kept)) kept"
    case .packageTrait(let trait): "the package trait \(trait)"
    case .baselineOption: "the baseline"
    case .writeBaselineOption: "a new baseline"
    case .createBaseline: "create it first"
    case .changedSinceOption: "the comparison"
    case .workInOneProcess: "build it in one process"
    case .raiseWorkerCPUTimeLimit: "allow it more time"
    case .raiseWorkerMemoryLimit: "allow it more memory"
    case .anotherPort: "another port"
    }
  }
}
