import Corpus
import Testing

@testable import StickerEngine
@testable import StickerImage
@testable import Stickers

/// The messages between a worker process and its parent.
@Suite struct WorkerAnalysisTests {
  private static let configuration = Configuration(rules: Rule.all)

  private func source(_ file: CorpusFile, _ bytes: [UInt8]) -> AssetSource {
    AssetSource(path: Path(file.path), pack: Path("Pack")) { _ in .bytes(bytes) }
  }

  private func answer(
    to source: AssetSource, _ bytes: [UInt8], _ around: Asset.PackContext = Asset.PackContext()
  ) throws -> [UInt8] {
    let request = try AnalysisRequest(
      binary: AnalysisRequest(source, around, wantsFindingLocations: true).binaryEncoded)
    let configuration = try BinaryDecoder.decode(Self.configuration.binaryEncoded[...]) {
      try Configuration(from: &$0, rules: Rule.all)
    }
    #expect(configuration.analysisDigest == Self.configuration.analysisDigest)
    return request.analyzeAndEncode(bytes, configuration) { _ in }
  }

  @Test(
    "a worker and this process give the same analysis",
    arguments: CorpusFile.all("rules") { $0.path.hasPrefix("rules/") }
  )
  func same(_ file: CorpusFile) async throws {
    let bytes = try file.bytes()
    guard bytes.count <= DecodingBudget.standard.fileBytes else { return }
    let source = source(file, bytes)
    let around = Asset.PackContext(
      packDeclaration: listing, originalAt3x: Path("rules/larger.png"))
    let local = await InProcessImageService(wantsFindingLocations: true).analyze(
      source, .bytes(bytes), Self.configuration, around)
    let checked = try AssetAnalysis(
      answer: answer(to: source, bytes, around), of: source, byteCount: bytes.count, Self.configuration,
      isScaleVariant: true)
    #expect(checked.findings == local.findings)
    #expect(checked.marks == local.marks)
    #expect(checked.facts.canvas == local.facts.canvas)
    #expect(checked.duplicateDetectionHash == local.duplicateDetectionHash)
    #expect(checked.facts.imageSignature == local.facts.imageSignature)
    #expect(checked.pack == local.pack)
    #expect(checked.isScaleVariant && local.isScaleVariant)
    #expect(checked.isReproducible)
  }

  private var listing: PackDeclaration {
    var listing = PackDeclaration(.packFile)
    listing.metadata.gridSize = .small
    listing.hasIcon = true
    return listing
  }

  @Test("the digest of all pixels, or its absence, survives a round trip")
  func digest() async throws {
    for (bytes, isImage) in [(try Rule.firstImage(), true), ([1, 2, 3], false)] {
      let source = AssetSource(path: Path("a.png")) { _ in .bytes(bytes) }
      let local = await InProcessImageService().fullPixelAndTimingHash(
        of: source, .bytes(bytes), Self.configuration)
      let read = try decodedPixelAndTimingHash(
        answer: encodedPixelAndTimingHash(bytes, Self.configuration) { _ in })
      #expect(read == local)
      #expect((local != nil) == isImage)
    }
    #expect(throws: Diagnostic.corruptData) { try decodedPixelAndTimingHash(answer: [2]) }
    #expect(throws: Diagnostic.corruptData) { try decodedPixelAndTimingHash(answer: [1, 7]) }
  }

  @Test("a worker's answer is rejected unless it is about its file and from active rules")
  func hostile() async throws {
    let bytes = try Rule.firstImage()
    let source = AssetSource(path: Path("cats/a.jpg"), pack: Path("cats")) { _ in .bytes(bytes) }
    let (honest, count) = (try answer(to: source, Array(bytes.dropLast(40))), bytes.count - 40)
    func read(
      _ answer: [UInt8], byteCount: Int = count, _ configuration: Configuration = Self.configuration
    ) -> AssetAnalysis? {
      try? AssetAnalysis(
        answer: answer, of: source, byteCount: byteCount, configuration, isScaleVariant: false)
    }
    #expect(read(honest) != nil)
    for end in honest.indices { #expect(read(Array(honest[..<end])) == nil) }
    #expect(read(honest, byteCount: count + 1) == nil)
    var (dice, believed) = (Xorshift(state: 7), [AssetAnalysis]())
    for _ in 0..<4000 {
      var told = honest
      for _ in 0..<dice.next(in: 1...4) {
        told[dice.next(in: 0...told.count - 1)] = UInt8(dice.next(in: 0...255))
      }
      guard let checked = read(told) else { continue }
      believed.append(checked)
      #expect(checked.path == source.path)
      for finding in checked.findings {
        #expect(Rule.all.contains { $0.id == finding.rule })
        #expect(finding.path == source.path)
        #expect(UntrustedText(finding.evidence.message).displayText == finding.evidence.message)
      }
    }
    // Rules about packs run in the parent process and must not fail because of false answers.
    let report = await LintPass(service: InProcessImageService()) { _ in Self.configuration }.report(
      on: believed, of: LintInput(believed.map { _ in source }))
    #expect(report.assets.count == believed.count)
    let silent = Configuration(rules: [Rule.fileSize])
    #expect(read(honest, silent) == nil)
  }

  @Test("a crash or an exhausted limit of a worker is the file's only finding")
  func lost() {
    let source = AssetSource(path: Path("a.png")) { _ in .bytes([1, 2, 3]) }
    let cases: [(WorkerFailure, String)] = [
      (
        .crashed("SIGSEGV"),
        "corrupt-image: the file cannot be read: the worker process failed twice (SIGSEGV)"
      ),
      (
        .outOfTime(seconds: 60),
        "resource-limit: reading it takes more than 60 s; allow it more time"
      ),
      (
        .outOfMemory(bytes: 1 << 30),
        "resource-limit: reading it takes more than 1024 MiB of memory; allow it more memory"
      ),
    ]
    for (loss, expected) in cases {
      let checked = AssetAnalysis(
        workerFailedOn: source, .bytes([1, 2, 3]), with: loss, Self.configuration, Asset.PackContext())
      #expect(checked.findings.map { "\($0.rule): \($0.evidence.message)" } == [expected])
      #expect(checked.findings.map(\.severity) == [.error])
      #expect(checked.facts.byteCount == 3)
      #expect(!checked.isReproducible)
    }
  }
}

extension Rule {
  /// The contents of a valid sticker.
  fileprivate static func firstImage() throws -> [UInt8] {
    for example in Rule.pixelDimensions.examples {
      if case .bytes(let bytes)? = try example.files.first?.makeContents() { return bytes }
    }
    return []
  }
}

/// Pseudorandom numbers that are the same in every run: xorshift.
private struct Xorshift {
  var state: UInt64

  mutating func next(in range: ClosedRange<Int>) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return range.lowerBound + Int(state % UInt64(range.count))
  }
}
