package import StickerEngine
package import StickerImage
import StickerPacker

/// Who makes other files of those of strangers: this process, or one that may die of it.
package protocol Workshop: Sendable {
  /// The memory that work in this process waits for; nil if other processes do the work.
  var memoryGate: MemoryGate? { get }

  /// Fixes an asset in memory.
  ///
  /// - Returns: the asset, or how it ended whoever fixed it.
  func fixed(_ work: FixingWork) async -> WorkerOutcome<FixedAsset>

  /// Fixes an asset in memory for several messengers.
  ///
  /// - Returns: the asset for each order; as it is if fixing it ended a process, or no process could try.
  func fixed(
    _ source: AssetSource, for orders: [FixOrder], _ surroundings: Asset.Surroundings
  ) async -> [FixedAsset]

  /// Puts the frames of a sequence together to one animation.
  ///
  /// - Returns: nil where they do not go together, or how they ended whoever tried.
  func joined(_ work: JoiningWork) async -> WorkerOutcome<[UInt8]?>

  /// Draws what a message shows of a picture.
  ///
  /// - Returns: nil for what cannot be shown, or how it ended whoever tried.
  func drawn(_ drawing: Drawing, of bytes: [UInt8], _ configuration: Configuration) async
    -> WorkerOutcome<[UInt8]?>

  /// Decodes the frames of a file.
  ///
  /// - Parameter container: what was read from the bytes.
  /// - Returns: the frames, or why the process ended.
  func viewed(
    _ viewing: FrameViewing, of bytes: [UInt8], _ container: Container, _ configuration: Configuration
  ) async -> WorkerOutcome<ViewedFrames>
}

extension Workshop {
  /// Other processes do the work.
  package var memoryGate: MemoryGate? { nil }
}

/// Who builds packs of files in memory: this process, or one that may die of it.
package protocol PackWorkshop: Sendable {
  /// Builds the pack of a page.
  ///
  /// - Returns: what it is called and its files, or why there is none.
  func built(_ work: BuildingWork) async -> Result<(name: String, tree: FileTree), CommandFailure>

  /// Puts the pack of a page into a messenger's form, unless its task is canceled.
  ///
  /// - Parameter messenger: the name of a profile of ours.
  /// - Returns: a tree of one file where it is handed over as one, or of a folder; or why there is none.
  func handedOver(_ work: BuildingWork, to messenger: String) async -> BuiltPack
}

/// A file that is to be fixed, and all that this goes by.
package struct FixingWork: Sendable {
  let source: AssetSource
  let request: FixRequest
  let configuration: Configuration
  let surroundings: Asset.Surroundings
  /// Names that others have.
  let taken: Set<Path>

  package init(
    _ source: AssetSource, _ request: FixRequest, _ configuration: Configuration,
    _ surroundings: Asset.Surroundings, taken: Set<Path>
  ) {
    self.source = source
    self.request = request
    self.configuration = configuration
    self.surroundings = surroundings
    self.taken = taken
  }
}

/// A sequence that is to be put together, and all that this goes by.
package struct JoiningWork: Sendable {
  let sticker: Sticker
  let sequence: FrameSequence
  let configuration: Configuration
  let read: @Sendable (Path) -> ReadOutcome

  /// - Parameter read: the bytes of a frame.
  package init(
    _ sticker: Sticker, _ sequence: FrameSequence, _ configuration: Configuration,
    read: @escaping @Sendable (Path) -> ReadOutcome
  ) {
    self.sticker = sticker
    self.sequence = sequence
    self.configuration = configuration
    self.read = read
  }
}

/// A pack that is to be built of files in memory, and all that this goes by.
package struct BuildingWork: Sendable {
  let files: [Path: [UInt8]]
  /// The folder that they seem to lie in.
  let root: Path
  /// Nil for what the description or the folder says.
  let name: String?
  let jobs: Int
  let search: SettingsSearch
  /// Configurations that were read for the files.
  let settingsRead: [Path]

  package init(
    _ files: [Path: [UInt8]], in root: Path, named name: String?, jobs: Int, _ search: SettingsSearch,
    settingsRead: [Path]
  ) {
    self.files = files
    self.root = root
    self.name = name
    self.jobs = jobs
    self.search = search
    self.settingsRead = settingsRead
  }
}

/// Makes files in this process.
package struct LocalWorkshop: Workshop, PackWorkshop {
  private let gate: MemoryGate

  /// - Parameter gate: memory that work waits for.
  package init(_ gate: MemoryGate) { self.gate = gate }

  package var memoryGate: MemoryGate? { gate }

  package func fixed(_ work: FixingWork) async -> WorkerOutcome<FixedAsset> {
    .answered(
      await Fixer(work.request, work.configuration, gate).fix(
        work.source, in: work.surroundings, isFree: { !work.taken.contains($0) }))
  }

  package func fixed(
    _ source: AssetSource, for orders: [FixOrder], _ surroundings: Asset.Surroundings
  ) async -> [FixedAsset] { await Fixer.fix(source, for: orders, gate, in: surroundings) }

  package func joined(_ work: JoiningWork) async -> WorkerOutcome<[UInt8]?> {
    .answered(
      try? await assembledSequence(
        work.sticker, work.sequence, work.configuration.budget, gate, read: work.read))
  }

  package func drawn(
    _ drawing: Drawing, of bytes: [UInt8], _ configuration: Configuration
  ) async -> WorkerOutcome<[UInt8]?> {
    guard let container = Container(of: bytes, budget: configuration.budget) else { return .answered(nil) }
    let held = await gate.enter(container.decodingBytes(file: bytes.count))
    let picture = drawing.picture(of: bytes, container)
    await gate.leave(held)
    return .answered(picture)
  }

  package func viewed(
    _ viewing: FrameViewing, of bytes: [UInt8], _ container: Container, _ configuration: Configuration
  ) async -> WorkerOutcome<ViewedFrames> {
    let held = await gate.enter(container.decodingBytes(file: bytes.count))
    let frames = viewing.frames(of: bytes, container)
    await gate.leave(held)
    return .answered(frames)
  }

  package func built(
    _ work: BuildingWork
  ) async -> Result<(name: String, tree: FileTree), CommandFailure> {
    await work.buildPack()
  }

  package func handedOver(_ work: BuildingWork, to messenger: String) async -> BuiltPack {
    await work.buildPack(for: messenger, gate)
  }
}

/// Who opens files of strangers, to look at them and to make others of them.
package struct Openers: Sendable {
  package let examiner: any Examiner
  package let workshop: any Workshop

  /// - Parameter examiner: for a page, one that tells marks.
  package init(_ examiner: any Examiner, _ workshop: any Workshop) {
    self.examiner = examiner
    self.workshop = workshop
  }

  /// This process does everything.
  ///
  /// - Parameter wantsMarks: whether a page shows the places that findings speak of.
  package init(here gate: MemoryGate = MemoryGate(), wantsMarks: Bool = false) {
    self.init(LocalExaminer(gate, wantsMarks: wantsMarks), LocalWorkshop(gate))
  }
}

extension WorkerOutcome<FixedAsset> {
  /// The fixed asset, or the asset as it is if fixing it ended a process.
  ///
  /// - Parameter summary: what was found on the asset.
  /// - Parameter source: the file, if its bytes are needed although it stays as it is.
  /// - Parameter limit: bytes; a larger file is not read.
  /// - Returns: a reason in place of an asset where no process could try.
  package func asset(
    _ summary: AssetAnalysis, _ request: FixRequest, bytes source: AssetSource? = nil, limit: Int = 0
  ) -> Result<FixedAsset, CommandFailure> {
    switch self {
    case .answered(let asset): return .success(asset)
    case .lost(let loss):
      let reason = loss.sentence(on: "fixing it", "it cannot be fixed")
      return .success(FixedAsset(summary, request, failing: reason, bytes: source, limit: limit))
    case .unavailable(let reason): return .failure(CommandFailure("it was not fixed: \(reason)"))
    }
  }

  /// The fixed asset, or the asset as it is, with the reason as that of each fix.
  func assetOrFailure(_ summary: AssetAnalysis, _ request: FixRequest) -> FixedAsset {
    switch asset(summary, request) {
    case .success(let asset): asset
    case .failure(let failure): FixedAsset(summary, request, failing: failure.lines.inOneLine)
    }
  }
}

// MARK: - Drawing one picture

extension Drawing {
  /// Pixels of an icon's side: 28 points at @3x.
  static let iconSide = 84

  /// What is drawn of a picture, as a file; nil where it cannot be decoded.
  func picture(of bytes: [UInt8], _ container: Container) -> [UInt8]? {
    switch self {
    case .appIcon(let icon): return icon.picture(of: bytes)
    case .arrival: return firstFrame(of: bytes, container).flatMap { SimulatedTransit(of: $0)?.bytes }
    case .icon:
      let side = PixelSize(Self.iconSide, Self.iconSide)
      return try? firstFrame(of: bytes, container)?.scaled(to: side).encodedPNG()
    }
  }

  /// Whether a picture could be what is drawn.
  func couldBe(_ container: Container) -> Bool {
    switch self {
    case .arrival: SimulatedTransit.couldBe(container)
    case .icon: container.format == .png && container.canvas == PixelSize(Self.iconSide, Self.iconSide)
    case .appIcon(let icon): container.format == .png && container.canvas == icon.slot.pixels
    }
  }
}

extension Drawing.AppIcon {
  /// The icon as a PNG; nil where none can be made of the picture.
  fileprivate func picture(of bytes: [UInt8]) -> [UInt8]? {
    let source = IconSource.Picture(file: Path("icon"), bytes: bytes)
    return try? icon(slot, from: source, isDrawn: isDrawn, background: background)
  }
}

extension JoiningRequest {
  /// The sticker, as far as its frames go.
  private var sticker: Sticker {
    Sticker(id: "", name: "", file: sequence.frames.first ?? Path("."), sequence: sequence)
  }

  /// Bytes of memory that it takes to put the frames together.
  func memory(_ files: [Path: [UInt8]], _ budget: Budget) -> Int {
    joiningBytes(sticker, sequence, budget) { files[$0].map(ReadOutcome.bytes) ?? .empty } ?? 0
  }

  /// The animation as a file; nil where the frames do not go together.
  func joined(_ files: [Path: [UInt8]], _ budget: Budget) async -> [UInt8]? {
    try? await assembledSequence(sticker, sequence, budget, MemoryGate(capacity: capacity)) {
      files[$0].map(ReadOutcome.bytes) ?? .empty
    }
  }

  /// Whether an animation could be made of the frames.
  func couldBe(_ container: Container) -> Bool {
    (container.format == .apng || container.format == .png) && container.frameCount <= sequence.frames.count
  }
}
