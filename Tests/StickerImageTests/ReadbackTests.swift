import Corpus
import Testing

@testable import StickerImage

/// Groups of files that we write and third-party programs read.
enum ReadbackBatch: CaseIterable {
  case drawnStills, drawnAnimations, randomStills, randomAnimations, randomJPEGs, colorChunks
  case smallestStills, smallestAnimations

  func cases() throws -> [ReadbackCase] {
    switch self {
    case .drawnStills:
      try StillCase.all.map { still in
        try ReadbackCase(
          name: "\(still.name).png", file: still.bitmap.encodedPNG(), frames: [Frame(still.bitmap)])
      }
    case .drawnAnimations:
      try MotionCase.all.filter { $0.frames.count > 1 }.map { motion in
        try animation("\(motion.name).png", motion.frames, plays: 0)
      }
    case .randomStills:
      try RoundTripTests.stills.enumerated().map { number, still in
        try ReadbackCase(name: "\(number).png", file: still.encodedPNG(), frames: [Frame(still)])
      }
    case .randomAnimations:
      try RoundTripTests.animations.enumerated().map { number, random in
        try animation("\(number).png", random.frames, plays: random.plays)
      }
    case .randomJPEGs:
      try RoundTripTests.stills.enumerated().filter { $0.offset % 3 == 0 }.map { number, still in
        let file = try still.encodedJPEG(quality: 75 + number % 25)
        return try ReadbackCase(name: "\(number).jpg", file: file, frames: Image(decoding: file).frames)
      }
    case .smallestStills: try smallestStills()
    case .smallestAnimations: try smallestAnimations()
    case .colorChunks:
      try StillCase.all.enumerated().map { number, still in
        let file = try still.bitmap.encodedPNG(colorChunks: [
          pngChunk("sRGB", [[0]]), pngChunk("gAMA", [bigEndian32(45455)]),
        ])
        return ReadbackCase(name: "\(number).png", file: file, frames: [Frame(still.bitmap)])
      }
    }
  }

  private func smallestStills() throws -> [ReadbackCase] {
    try RoundTripTests.stills.enumerated().map { number, still in
      let file = try still.smallestPNG(
        effort: OptimizingEffort.allCases[number % OptimizingEffort.allCases.count])
      return ReadbackCase(name: "\(number).png", file: file, frames: [Frame(withoutInvisibleColors(still))])
    }
  }

  private func smallestAnimations() throws -> [ReadbackCase] {
    try RoundTripTests.animations.enumerated().map { number, random in
      let effort = OptimizingEffort.allCases[number % OptimizingEffort.allCases.count]
      let file = try random.frames.smallestAPNG(plays: random.plays, effort: effort)
      return try ReadbackCase(
        name: "\(number).png", file: file, frames: Image(decoding: file).frames, plays: random.plays)
    }
  }

  /// Frames that look the same are merged. Our own decoder, which the corpus verifies, determines which are
  /// left.
  private func animation(_ name: String, _ frames: [Frame], plays: Int) throws -> ReadbackCase {
    let file = try frames.encodedAPNG(plays: plays)
    return try ReadbackCase(name: name, file: file, frames: Image(decoding: file).frames, plays: plays)
  }
}

/// Each program has its own tests, so that a missing one is reported.
@Suite struct ReadbackTests {
  @Test(
    "Pillow sees the pixels, delays and loop counts that were encoded",
    .enabled(if: ExternalProgram.python != nil, "skipped: no Pillow"),
    arguments: [
      ReadbackBatch.drawnStills, .drawnAnimations, .randomStills, .randomAnimations, .randomJPEGs,
      .smallestStills, .smallestAnimations,
    ])
  func pillow(_ batch: ReadbackBatch) throws {
    let cases = try batch.cases()
    let asked = cases.filter { !$0.isMisreadByPillow }  // apngdis checks the others
    #expect(asked.count * 2 > cases.count)
    try asked.expectReadback(byPillow: #require(ExternalProgram.python))
  }

  @Test(
    "apngdis sees the frames and delays that were encoded",
    .enabled(if: ExternalProgram.apngdis != nil, "skipped: no apngdis"),
    .enabled(if: ExternalProgram.python != nil, "skipped: no Pillow to read what apngdis writes"),
    arguments: [ReadbackBatch.drawnAnimations, .randomAnimations, .smallestAnimations])
  func apngdis(_ batch: ReadbackBatch) throws {
    let apngdis: String = try #require(ExternalProgram.apngdis)
    try batch.cases().expectReadback(byPillow: #require(ExternalProgram.python), apngdis: apngdis)
  }

  @Test(
    "ImageMagick sees the pixels that were encoded",
    .enabled(if: ExternalProgram.mogrify != nil, "skipped: no ImageMagick"),
    arguments: [ReadbackBatch.drawnStills, .randomStills, .randomJPEGs])
  func imageMagick(_ batch: ReadbackBatch) throws {
    // JPEG decoders may differ slightly.
    try batch.cases().expectSeen(
      byImageMagick: #require(ExternalProgram.mogrify), within: batch == .randomJPEGs ? 2 : 0)
  }

  @Test(
    "pngcheck reports nothing", .enabled(if: ExternalProgram.pngcheck != nil, "skipped: no pngcheck"),
    arguments: ReadbackBatch.allCases.filter { $0 != .randomJPEGs })
  func pngcheck(_ batch: ReadbackBatch) throws {
    try batch.cases().expectNoErrors(byPngcheck: #require(ExternalProgram.pngcheck))
  }
}
