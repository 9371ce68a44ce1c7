import Corpus
import Foundation
import Testing

@testable import StickerEngine
@testable import StickerImage
@testable import StickerPacker

@Suite struct VariantFileSizeTests {
  private func built(_ name: String, _ bytes: [UInt8]) async throws -> BuiltSticker {
    let sticker = PackSticker(id: "a", metadata: StickerMetadata(name: "a"), file: Path(name))
    return try await buildSticker(sticker, bytes, PackOptions(toolVersion: "0"), reusing: nil, MemoryGate())
  }

  /// A color ramp, dithered between steps of 5: one bit per pixel as it is, and many shades once scaled.
  private func ramp() throws -> [UInt8] {
    var numbers = SeededNumbers(seed: 3)
    var bitmap = Bitmap(transparent: PixelSize(618, 618))
    for y in 0..<618 {
      for x in 0..<618 {
        let (dx, dy) = (Double(x) - 309, Double(y) - 309)
        let distance = (dx * dx + dy * dy).squareRoot()
        guard distance < 290 else { continue }
        let level = 5 * Int(distance / 290 * 50 + Double.random(in: 0..<1, using: &numbers))
        let at = (y * 618 + x) * 4
        let color: [UInt8] = [UInt8(level), UInt8(60 + level / 2), UInt8(255 - level), 255]
        bitmap.pixels.replaceSubrange(at..<at + 4, with: color)
      }
    }
    return try bitmap.encodedPNG()
  }

  @Test("a variant whose palette would grow has fewer bytes than the larger size, and its loss is reported")
  func palette() async throws {
    let art = try ramp()
    #expect(ImageContainer(of: art)?.colorType == "palette")
    let image = try Image(decoding: art).frames[0].bitmap
    let scaled = image.scaled(to: PixelSize(412, 412))
    #expect(try scaled.encodedPNG().count > art.count)  // otherwise, nothing is tested

    let sticker = try await built("a.png", art)
    let bytes = sticker.artAndVariants.map(\.bytes.count)
    #expect(bytes[0] >= bytes[1] && bytes[1] >= bytes[2])
    let similarity = try #require(sticker.artAndVariants[1].fullColorSimilarity)
    let shown = try Image(decoding: sticker.artAndVariants[1].bytes).frames[0].bitmap
    let measured = StructuralSimilarity(scaled, shown).mean
    #expect(measured >= 0.9995)
    #expect(Int((measured * 10_000).rounded(.down)) == similarity.tenThousandths)
    #expect(
      fileSizeAndColorNotes(sticker, limit: 500_000).contains {
        $0.hasPrefix("variants/a@2x.png has fewer colors")
      })
  }

  /// Noise in two colors: it compresses to one bit per pixel, and has nine or more shades once scaled.
  private func noise() -> Bitmap {
    var numbers = SeededNumbers(seed: 5)
    var bitmap = Bitmap(transparent: PixelSize(309, 309))
    for at in stride(from: 0, to: bitmap.pixels.count, by: 4) {
      let light: UInt8 = Bool.random(using: &numbers) ? 255 : 0
      bitmap.pixels.replaceSubrange(at..<at + 4, with: [light, light, light, 255])
    }
    return bitmap
  }

  @Test("a size that cannot shrink without visible loss keeps its colors and is reported with the reason")
  func namedWithReason() async throws {
    let bitmap = noise()
    let sticker = try await built("a.png", try bitmap.encodedPNG())
    let size = sticker.artAndVariants[1]
    #expect(size.bytes.count > sticker.artAndVariants[0].bytes.count)
    #expect(size.fullColorSimilarity == nil)
    let scaled = bitmap.scaled(to: PixelSize(206, 206))
    #expect(try Image(decoding: size.bytes).frames[0].bitmap == scaled)
    #expect(
      fileSizeAndColorNotes(sticker, limit: 500_000).contains {
        $0.hasPrefix("variants/a@2x.png: file size is ") && $0.contains("more than the ")
          && $0.hasSuffix(
            "scaling adds mixed colors, and no version with fewer colors looks the same")
      })
  }

  @Test("a variant with more bytes than the art is still encoded with the requested effort")
  func effortStays() async throws {
    let bitmap = noise()
    var options = PackOptions(toolVersion: "0")
    options.minimizingEffort = .max
    let sticker = PackSticker(id: "a", metadata: StickerMetadata(name: "a"), file: Path("a.png"))
    let made = try await buildSticker(sticker, try bitmap.encodedPNG(), options, reusing: nil, MemoryGate())
    let scaled = bitmap.scaled(to: PixelSize(206, 206))
    // Otherwise, nothing is tested.
    #expect(made.artAndVariants[1].bytes.count > made.artAndVariants[0].bytes.count)
    #expect(made.artAndVariants[1].bytes.count <= (try encodedPNG(scaled, colorChunks: [], .max)).count)
  }

  @Test(
    "each variant of a published sticker that has more bytes than a larger one is reported",
    .enabled(if: Corpus.isPresent, "skipped: no corpus"),
    arguments: CorpusFile.all.filter { $0.path.hasPrefix("stickers/") && $0.expectation == .ok })
  func shipped(_ file: CorpusFile) async throws {
    let sticker = try await built(Path(file.path).name.text ?? "a.png", Corpus.bytes(of: file.path))
    expectLargerVariantsNoted(sticker)
  }

  /// Expects that the notes name each size with more bytes than any larger one, and no other size.
  private func expectLargerVariantsNoted(_ sticker: BuiltSticker) {
    let notes = fileSizeAndColorNotes(sticker, limit: 500_000).filter {
      $0.contains(" bytes, more than the ")
    }
    let heavy = sticker.artAndVariants.indices.filter { index in
      sticker.artAndVariants[..<index].contains { $0.bytes.count < sticker.artAndVariants[index].bytes.count }
    }
    #expect(notes.count == heavy.count)
    for index in heavy {
      let size = sticker.artAndVariants[index]
      let lightest = sticker.artAndVariants[..<index].min { $0.bytes.count < $1.bytes.count }
      #expect(
        notes.contains {
          $0.contains(
            "\(size.scale.suffix).\(size.fileExtension): file size is \(numberText(size.bytes.count)) ")
            && $0.contains(" bytes of \(lightest?.scale.suffix ?? ""), because ")
        }, "\(notes)")
    }
  }

  @Test("each variant of a low-quality JPEG that has more bytes than a larger one is reported")
  func heavyJPEG() async throws {
    let jpeg = try softArt().encodedJPEG(quality: 5, profile: nil)
    let sticker = try await built("a.jpg", jpeg)
    // Otherwise, nothing is tested.
    #expect(sticker.artAndVariants[2].bytes.count > sticker.artAndVariants[0].bytes.count)
    expectLargerVariantsNoted(sticker)
  }

  /// Shades and grain, 618 × 618 px.
  private func softArt() throws -> Bitmap {
    var numbers = SeededNumbers(seed: 5)
    let size = PixelSize(618, 618)
    var pixels: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        let grain = Int.random(in: 0...60, using: &numbers)
        pixels += [(x / 4 + grain) % 256, (y / 4 + grain) % 256, ((x + y) / 8 + grain) % 256, 255].map {
          UInt8($0)
        }
      }
    }
    return Bitmap(size, pixels: pixels)
  }

  @Test("the manifest and later builds keep the similarity of a lossy variant")
  func kept() async throws {
    let art = ArtFolder(files: ["a.png": try ramp()])
    let plan = try await art.buildPack()
    let similarity = try #require(plan.manifest.stickers[0].variants[1].fullColorSimilarityTenThousandths)
    let read = try Manifest(parsing: plan.manifest.encoded())
    #expect(read == plan.manifest)
    #expect(read.stickers[0].variants[1].fullColorSimilarityTenThousandths == similarity)
    let files = art.files
    let again = try await buildPackInMemory(
      art.pack(), PackOptions(toolVersion: "0.0.1"), reusing: PreviousBuild(plan.tree).trustedForVariantReuse
    ) { path in path.text.flatMap { files[$0] }.map(ReadOutcome.bytes) ?? .unreadable("it is not there") }
    #expect(again.tree == plan.tree && again.notes == plan.notes)
  }
}
