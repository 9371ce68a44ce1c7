import Testing

@testable import StickerImage

/// Pale rims and jagged outlines, and the fixes for both and for lost parts.
@Suite struct OutlineMeasureTests {
  private let coral: Color = [240, 110, 90, 255]

  @Test("art cut out of white with a hard edge has a pale rim, and its locations are reported")
  func rim() throws {
    let rim = try #require(takeMeasurements(of: [cutOut(of: Ink.white)], .paleRim)?.paleRim)
    #expect(rim.worstFrameCheckedPixels > 800 && rim.ridgeShare > 0.3, "\(rim.ridgeShare)")
    #expect(!rim.looksDrawn && rim.hasFewMainColors && rim.pixelArtSquareSide == 1)
    #expect(rim.ridgeHeightAtDisplaySize >= 0.12)
    #expect(!rim.ridgePositions.isEmpty && rim.ridgePositions.count <= 128)
    for place in rim.ridgePositions {
      let (across, down) = (Double(place.x - 204), Double(place.y - 204))
      #expect(abs((across * across + down * down).squareRoot() - 150) < 3)
    }
  }

  @Test("a clean edge, and one mixed with black, have no pale rim")
  func clean() throws {
    for art in [discs([(204, 204, 150, coral)]), cutOut(of: Ink.black), discs([(204, 204, 150, Ink.white)])] {
      #expect(takeMeasurements(of: [art], .paleRim)?.paleRim?.worstFrameRidgePixels == 0)
    }
  }

  @Test("a white line of even width counts as drawn, not as a rim", arguments: [2, 3])
  func drawnLine(_ width: Int) throws {
    let art = discs([(204, 204, 150, Ink.white), (204, 204, 150 - width, coral)])
    let rim = try #require(takeMeasurements(of: [art], .paleRim)?.paleRim)
    #expect(rim.worstFrameRidgePixels == 0 || rim.looksDrawn)
  }

  @Test("removing a pale rim keeps alpha and the art behind it, and leaves no rim")
  func removed() throws {
    let art = cutOut(of: Ink.white)
    let clean = art.withPaleRimRecolored()
    #expect(clean.alphas == art.alphas)
    let rim = try #require(takeMeasurements(of: [clean], .paleRim)?.paleRim)
    #expect(rim.ridgeShare < 0.05, "\(rim.ridgeShare)")
    for y in 0..<408 {
      for x in 0..<408 {
        let (across, down) = (Double(x - 204), Double(y - 204))
        guard (across * across + down * down).squareRoot() < 145 else { continue }
        let at = (y * 408 + x) * 4
        #expect(clean.pixels[at..<at + 4] == art.pixels[at..<at + 4])
      }
    }
    let untouched = discs([(204, 204, 150, coral)])
    #expect(untouched.withPaleRimRecolored() == untouched)
  }

  @Test("a curve of solid and clear pixels is jagged, a soft one is not")
  func jagged() throws {
    let hard = hardened(discs([(204, 204, 150, coral)]))
    let outline = try #require(takeMeasurements(of: [hard], .jaggedOutline)?.jaggedOutline)
    #expect(outline.hardShare == 1)
    // On a circle, 8/45 of the directions are at most 8° off an axis.
    #expect(abs(outline.slantedShare - 37.0 / 45) < 0.06, "\(outline.slantedShare)")
    #expect(!outline.hardPixelPositions.isEmpty && outline.hardPixelPositions.count <= 128)
    #expect(
      takeMeasurements(of: [discs([(204, 204, 150, coral)])], .jaggedOutline)?.jaggedOutline?.slantedPixels
        == 0)
  }

  @Test("straight sides and pixel art are not jagged")
  func straight() throws {
    let sheet = makeBitmap(300, 300) { x, y in 40..<260 ~= x && 30..<200 ~= y ? coral : Ink.clear }
    let small = hardened(discs([(20, 20, 15, coral)], side: 40))
    let squares = makeBitmap(400, 400) { x, y in
      let at = (y / 10 * 40 + x / 10) * 4
      return Array(small.pixels[at..<at + 4])
    }
    for art in [sheet, small, squares] {
      #expect(takeMeasurements(of: [art], .jaggedOutline)?.jaggedOutline?.slantedPixels == 0)
    }
    #expect(squares.pixelArtSquareSide == 10)
    #expect(squares.onePixelPerSquare(squareSide: 10) == small)
    #expect(sheet.pixelArtSquareSide == 1 || sheet.pixelArtSquareSide > 1)
  }

  @Test("mirrored and rotated outlines measure the same")
  func turned() {
    let art = hardened(
      discs([(150, 180, 90, coral), (260, 240, 70, [40, 60, 90, 255])], side: 391))
    let rim = cutOut(of: Ink.white)
    for change in [\Bitmap.flipped, \.transposed, \.flipped.transposed] {
      let (own, other) = (
        takeMeasurements(of: [art], .jaggedOutline)?.jaggedOutline,
        takeMeasurements(of: [art[keyPath: change]], .jaggedOutline)?.jaggedOutline
      )
      #expect(own?.hardPixels == other?.hardPixels && own?.slantedPixels == other?.slantedPixels)
      let (one, two) = (
        takeMeasurements(of: [rim], .paleRim)?.paleRim,
        takeMeasurements(of: [rim[keyPath: change]], .paleRim)?.paleRim
      )
      #expect(
        one?.worstFrameRidgePixels == two?.worstFrameRidgePixels
          && one?.worstFrameCheckedPixels == two?.worstFrameCheckedPixels)
    }
  }

  @Test("gradients point across a slanted edge", arguments: Array(stride(from: 0.0, to: 6.2, by: 0.4)))
  func gradients(_ angle: Double) {
    let (across, down) = (cosine(angle), cosine(angle - .pi / 2))
    let edge = makeBitmap(60, 60) { x, y in
      let distance = Double(x - 30) * across + Double(y - 30) * down
      return [0, 0, 0, UInt8(min(max(distance + 0.5, 0), 1) * 255)]
    }
    for gradient in [AlphaGradientOperator.fineScale, .coarseScale] {
      let found = gradient.gradients(of: edge, at: [PixelPoint(x: 30, y: 30)])[0]
      let length = (found.x * found.x + found.y * found.y).squareRoot()
      #expect((found.x * across + found.y * down) / length > 0.9998)
    }
  }

  @Test(
    "an outline extends beyond the art by its thickness, has a soft edge, and leaves the art unchanged",
    arguments: [4, 6])
  func outline(_ thickness: Int) {
    let art = discs([(204, 204, 150, Ink.black)])
    let outlined = art.outlined(grayLevel: 255, thickness: thickness)
    for y in 0..<408 {
      for x in 0..<408 {
        let (across, down) = (Double(x - 204), Double(y - 204))
        let beyond = (across * across + down * down).squareRoot() - 150
        let at = (y * 408 + x) * 4
        let pixel = Array(outlined.pixels[at..<at + 4])
        if beyond < -1 { #expect(pixel == Ink.black) }
        if beyond > 1, beyond < Double(thickness) - 1 { #expect(pixel == Ink.white) }
        if beyond > Double(thickness) + 1.5 { #expect(pixel[3] == 0) }
      }
    }
    let soft = outlined.alphas.count { (1...254).contains($0) }
    // A ring of one pixel that a circle of this radius partly covers has 2πr pixels.
    #expect(Double(soft) > 1.8 * .pi * Double(150 + thickness), "\(soft)")
    #expect(
      takeMeasurements(of: [outlined], .displaySizeFrames)?.displaySizeFrames?.lostParts(on: .black) == [])
  }

  /// A disc on a background. Pixels that the disc covers by at least 16% become solid.
  private func cutOut(of background: Color) -> Bitmap {
    var art = discs([(204, 204, 150, coral)])
    for at in stride(from: 0, to: art.pixels.count, by: 4) where art.pixels[at + 3] < 255 {
      let alpha = Int(art.pixels[at + 3])
      for channel in 0..<3 {
        let mixed = Int(art.pixels[at + channel]) * alpha + Int(background[channel]) * (255 - alpha)
        art.pixels[at + channel] = alpha < 40 ? 0 : UInt8(mixed / 255)
      }
      art.pixels[at + 3] = alpha < 40 ? 0 : 255
    }
    return art
  }

  private func hardened(_ bitmap: Bitmap) -> Bitmap {
    var hard = bitmap
    for at in stride(from: 0, to: hard.pixels.count, by: 4) {
      if hard.pixels[at + 3] >= 128 {
        hard.pixels[at + 3] = 255
      } else {
        for sample in 0..<4 { hard.pixels[at + sample] = 0 }
      }
    }
    return hard
  }

  /// Uses a Taylor series, because the tests of this module import no math library.
  private func cosine(_ angle: Double) -> Double {
    var (sum, term) = (1.0, 1.0)
    for number in 1...14 {
      term *= -angle * angle / Double(2 * number * (2 * number - 1))
      sum += term
    }
    return sum
  }
}
