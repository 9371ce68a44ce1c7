#if DEBUG
  import Corpus
  import Testing

  @testable import StickerEngine
  @testable import StickerImage

  /// Fixing a file reads it once, and decodes it once before and once after the fix.
  @Suite("reads and decodes of a fixed file") struct DecodeCountTests {
    private enum Event { case read, decode }

    /// Counts reads and decodes.
    // Not optimized, because the optimizer passes a task-local value of a function type without its metadata,
    // which crashes.
    @_optimize(none) private func counting(
      _ bytes: [UInt8], named name: String = "art.png",
      _ body: @Sendable (AssetSource) async -> FixedAsset?
    ) async -> (result: FixedAsset?, reads: Int, decodes: Int) {
      let (events, counter) = AsyncStream.makeStream(of: Event.self)
      let source = AssetSource(path: Path(name)) { _ in
        counter.yield(.read)
        return .bytes(bytes)
      }
      let result = await DecodeHook.$willDecode.withValue({ counter.yield(.decode) }) { await body(source) }
      counter.finish()
      var (reads, decodes) = (0, 0)
      for await event in events { if event == .read { reads += 1 } else { decodes += 1 } }
      return (result, reads, decodes)
    }

    /// Fixes a file, and counts its reads and decodes.
    private func counts(
      _ bytes: [UInt8], named name: String = "art.png", _ fixOptions: FixOptions,
      _ configuration: Configuration = configuration()
    ) async throws -> (result: FixedAsset, reads: Int, decodes: Int) {
      let (result, reads, decodes) = await counting(bytes, named: name) {
        await MemoryGatedFixer(fixOptions, configuration, MemoryGate()).fix($0)
      }
      return (try #require(result), reads, decodes)
    }

    private func moving(_ side: Int, frames: Int) -> [Frame] {
      (0..<frames).map { number in
        var bitmap = Bitmap(transparent: PixelSize(side, side))
        bitmap.draw(OversizedArt(.texture, seed: 3).bitmap(side: side / 2), x: number * 8, y: side / 4)
        return Frame(bitmap, delay: ExactSeconds(1, 10))
      }
    }

    @Test("a still with too many pixels")
    func large() async throws {
      let bytes = try OversizedArt(.texture, seed: 5).bitmap(side: 700).scaled(to: PixelSize(900, 900))
        .encodedPNG()
      let (result, reads, decodes) = try await counts(bytes, FixOptions(allowsLossyFixes: true))
      #expect(result.change?.steps.isEmpty == false)
      #expect(reads == 1 && decodes == 2, "\(decodes)")
    }

    @Test("a still with too many bytes")
    func heavy() async throws {
      let bytes = try OversizedArt(.texture, seed: 5).bitmap(side: 600).encodedPNG()
      let small = configuration(["file-size": ["max-bytes": bytes.count / 2]])
      let (result, reads, decodes) = try await counts(bytes, FixOptions(allowsLossyFixes: true), small)
      #expect(result.change?.lossyEncodingSimilarity != nil)
      #expect(reads == 1 && decodes == 2, "\(decodes)")
    }

    @Test("an animation with too many bytes")
    func heavyAnimation() async throws {
      let bytes = try moving(320, frames: 6).encodedAPNG(plays: 0)
      let small = configuration(["file-size": ["max-bytes": bytes.count / 2]])
      let (result, reads, decodes) = try await counts(bytes, FixOptions(allowsLossyFixes: true), small)
      #expect(result.change?.lossyEncodingSimilarity != nil)
      #expect(reads == 1 && decodes == 2, "\(decodes)")
    }

    @Test("a GIF with too many pixels that becomes an APNG")
    func converted() async throws {
      let bytes = try moving(700, frames: 3).encodedGIF(plays: 0).bytes
      let (result, reads, decodes) = try await counts(
        bytes, named: "art.gif", FixOptions(allowsLossyFixes: true))
      #expect(result.change?.statsAfter.format == "APNG")
      #expect(reads == 1 && decodes == 2, "\(decodes)")
    }

    @Test("a name that does not match the content")
    func renamed() async throws {
      let bytes = try OversizedArt(.texture, seed: 5).bitmap(side: 400).encodedPNG()
      let (result, reads, decodes) = try await counts(bytes, named: "art.gif", FixOptions())
      #expect(result.change?.newPath == Path("art.png") && result.change?.newBytes == bytes)
      #expect(reads == 1 && decodes == 1, "\(decodes)")
    }

    @Test("metadata that is removed")
    func stripped() async throws {
      let file = try OversizedArt(.texture, seed: 5).bitmap(side: 400).encodedPNG()
      let (result, reads, decodes) = try await counts(file + [1, 2, 3, 4], FixOptions())
      #expect(result.change?.newBytes == file)
      #expect(reads == 1 && decodes == 2, "\(decodes)")
    }

    @Test("a file that is only reencoded")
    func smallest() async throws {
      let bytes = try OversizedArt(.texture, seed: 5).bitmap(side: 400).encodedPNG()
      let (result, reads, decodes) = try await counts(bytes, FixOptions(minimizesPNGFileSize: true))
      #expect(result.change?.steps.map(\.kind) == [.reencode])
      #expect(reads == 1 && decodes == 2, "\(decodes)")
    }

    @Test("a file whose encoding is also checked")
    func wasteful() async throws {
      let bitmap = OversizedArt(.texture, seed: 5).bitmap(side: 400)
      let bytes = try pngFile(bitmap, PNGSampleLayout(.truecolorAlpha), [])
      let all = Configuration(rules: Rule.all)
      let fixOptions = FixOptions(selectedRules: [RuleID.wastefulEncoding])
      let (_, reads, decodes) = try await counts(bytes, fixOptions, all)
      #expect(reads == 1 && decodes <= 2, "\(decodes)")
    }

    /// Checks a still image with too many pixels and, if `isFixed` is true, fixes it in the same run.
    private func checked(
      isFixed: Bool, _ gate: MemoryGate
    ) async throws -> (result: FixedAsset?, reads: Int, decodes: Int) {
      let bytes = try OversizedArt(.texture, seed: 5).bitmap(side: 700).encodedPNG()
      return await counting(bytes) { source in
        let fixer = MemoryGatedFixer(FixOptions(allowsLossyFixes: true), configuration(), gate)
        return await fixer.analyzeAndFix(source, source.read(maxBytes: .max), in: Asset.PackContext()) { _ in
          isFixed ? [] : nil
        }.fixed
      }
    }

    @Test("checking and fixing in one run decodes once before and once after")
    func checkedAndFixed() async throws {
      let (result, reads, decodes) = try await checked(isFixed: true, MemoryGate())
      #expect(result?.change != nil)
      #expect(reads == 1 && decodes == 2, "\(decodes)")
      #expect(try await checked(isFixed: false, MemoryGate()).decodes == 1)
    }

    @Test("if other jobs hold the memory, frames are dropped while the fix waits and decoded again")
    func memory() async throws {
      let bytes = try OversizedArt(.texture, seed: 5).bitmap(side: 700).encodedPNG()
      let source = AssetSource(path: Path("art.png")) { _ in .bytes(bytes) }
      // There is enough memory for the check, but not for the fix.
      let room = try #require(
        AssetReader(source, .bytes(bytes), configuration()).peakMemoryBytesKeepingFrames)
      let gate = MemoryGate(capacity: 100_000_000)
      let other = await gate.reserve(100_000_000 - room)
      async let both = checked(isFixed: true, gate)
      // Wait until the fix waits for memory.
      while await gate.waitingCount == 0 { await Task.yield() }
      await gate.release(other)
      let (result, reads, decodes) = try await both
      #expect(result?.change != nil)
      #expect(reads == 1 && decodes == 3, "\(decodes)")
      #expect(await gate.reserve(100_000_000) == 100_000_000)
    }

    @Test("extra memory is taken without waiting or not at all")
    func extend() async {
      let gate = MemoryGate(capacity: 100)
      let held = await gate.reserve(40)
      #expect(await gate.extendReservation(held, to: 30) == 40)
      #expect(await gate.extendReservation(held, to: 60) == 60)
      let other = await gate.reserve(30)
      #expect(await gate.extendReservation(60, to: 80) == nil)
      await gate.release(other)
      #expect(await gate.extendReservation(60, to: 1000) == 100)
      await gate.release(100)
      #expect(await gate.reserve(100) == 100)
    }
  }
#endif
