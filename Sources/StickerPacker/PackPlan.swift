public import StickerImage
public import StickerModel

/// How a pack is built.
public struct PackOptions: Sendable {
  /// Sizes beside the @3x art.
  public var variants: VariantSelection
  /// Stickers at once, at least 1; the result does not depend on it.
  public var jobs: Int
  /// Version of the program; stands in the manifest.
  public var toolVersion: String
  /// The most that one sticker may take.
  public var budget: Budget
  /// The oldest iOS that an Xcode project is to run on; nil makes none.
  public var deploymentTarget: String?

  /// Options.
  public init(
    variants: VariantSelection = .all, jobs: Int = 1, toolVersion: String, budget: Budget = .standard,
    deploymentTarget: String? = nil
  ) {
    self.variants = variants
    self.jobs = jobs
    self.toolVersion = toolVersion
    self.budget = budget
    self.deploymentTarget = deploymentTarget
  }
}

/// A pack that is complete in memory, before anything is written.
public struct PackPlan: Sendable {
  /// Every file of it, `manifest.json` among them.
  public let tree: FileTree
  /// What `manifest.json` says.
  public let manifest: Manifest
  /// What was chosen and changed; already escaped for people.
  public let notes: [String]
  /// Files of the tree that were hashed and decoded when they were made, by path.
  public let made: [String: MadeFile]
}

/// A file that was hashed, and each of its frames decoded, when it was made.
public struct MadeFile: Sendable {
  /// All of it.
  public let bytes: [UInt8]
  /// 64 lower-case hexadecimal digits.
  public let sha256: String
}

/// Why a pack cannot be planned.
public enum PackError: Error, Hashable, Sendable {
  /// There is no sticker in it, or none that may be built.
  case empty
  /// Every sticker that cannot be read or decoded, in the order of the pack.
  case faults([SourceFault])
}
